"""Answers under attributions of many languages, as their programs lay them out, to letters of several kinds."""

import html
import re
import textwrap
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from mail_reading import DATA, ME, said

from pbmhearts.cards import move_line
from pbmhearts.commands.spoken import spoken
from pbmhearts.letters import InboundMail

GOLDEN = Path(__file__).parents[2] / "golden" / "letters"
KINDS = ("play", "digest", "invitation", "help", "confirm", "deal-end")
OWN = ("7c", "", "Good luck to you all")
PLAIN, HTML = "text/plain; charset=utf-8", "text/html; charset=utf-8"


def _attributions() -> Iterator[tuple[str, str]]:
    for line in (DATA / "attributions.txt").read_text("utf-8").splitlines():
        if not line.startswith("#"):
            language, text = line.split("\t")
            yield language, text.format(a=ME.address, n="MHearts")


def _marked(letter: str) -> str:
    return "\n".join(f"> {line}" for line in letter.splitlines())


def _text(own: str, attribution: str, letter: str) -> str:
    return f"{own}\n\n{attribution}\n{_marked(letter)}\n"


def _bare(own: str, attribution: str, letter: str) -> str:
    return f"{own}\n\n{attribution}\n\n{letter}\n"


def _wrapped(own: str, attribution: str, letter: str) -> str:
    return _text(own, textwrap.fill(attribution, 60, break_long_words=False), letter)


def _opened(own: str, attribution: str, letter: str) -> str:
    """Wrapped behind the opening bracket."""
    return _text(own, attribution.replace(f"<{ME.address}", f"<\n{ME.address}"), letter)


def _closed(own: str, attribution: str, letter: str) -> str:
    """Wrapped before the closing bracket."""
    return _text(own, attribution.replace(f"{ME.address}>", f"{ME.address}\n>"), letter)


def _lines(text: str, mark: str) -> str:
    return "".join(f"<{mark}>{html.escape(line) or '<br>'}</{mark}>" for line in text.splitlines())


def _quoted_html(own: str, attribution: str, letter: str) -> str:
    return (
        f"<html><body>{_lines(own, 'div')}<div><br></div><div>{html.escape(attribution)}</div>"
        f"<blockquote>{_lines(letter, 'p')}</blockquote></body></html>"
    )


def _bare_html(own: str, attribution: str, letter: str) -> str:
    text = f"{own}\n\n{attribution}\n\n{letter}"
    return f"<html><body>{_lines(text, 'div')}</body></html>"


def _below(own: str, attribution: str, letter: str) -> str:
    return f"{attribution}\n{_marked(letter)}\n\n{own}\n"


LAYOUTS: dict[str, tuple[Callable[[str, str, str], str], str]] = {
    "marked": (_text, PLAIN),
    "bare": (_bare, PLAIN),
    "wrapped": (_wrapped, PLAIN),
    "opened": (_opened, PLAIN),
    "closed": (_closed, PLAIN),
    "quoted html": (_quoted_html, HTML),
    "bare html": (_bare_html, HTML),
    "below": (_below, PLAIN),
}


def _letter(kind: str) -> str:
    """A letter as it was sent; the header of its frozen form is no part of it."""
    text = (GOLDEN / f"table-{kind}.txt").read_text("utf-8")
    return re.sub(r"\A(?:[A-Z][\w-]+: .*\n)+\n", "", text)


def _is_move(line: str) -> bool:
    found = spoken(line)
    return bool(move_line(line) or (found and found.sure))


def _faults(mail: InboundMail, own: tuple[str, ...], layout: str, ours: set[str]) -> Iterator[str]:
    got = mail.below if layout == "below" else mail.words
    if [line for line in got if line] != [line for line in own if line]:
        yield "not the player's words alone"
    strange = [line for line in (*mail.words, *mail.below) if line and line not in own]
    if any(line in ours for line in strange):
        yield "our words"
    if any(_is_move(line) for line in strange):
        yield "a false move"


def test_there_are_enough() -> None:
    """A hundred attributions in forty languages."""
    table = list(_attributions())
    assert len(table) >= 100
    assert len({language for language, _ in table}) >= 40


@pytest.mark.slow
@pytest.mark.parametrize("own", [OWN, ("Greetings from the sea",)], ids=["move", "remark"])
def test_only_the_players_words_are_read(own: tuple[str, ...]) -> None:
    """In every language, layout and kind of letter: no word of ours, no false move, and hardly any slip at all."""
    tried, faults, slips = 0, Counter[str](), Counter[str]()
    for kind in KINDS:
        letter = _letter(kind)
        ours = {line.strip() for line in letter.splitlines()}
        for language, attribution in _attributions():
            for layout, (lay, mime) in LAYOUTS.items():
                mail = said(lay("\n".join(own), attribution, letter), kind=mime)
                found = list(_faults(mail, own, layout, ours))
                tried += 1
                faults.update(found)
                slips.update([f"{language} {layout}: {attribution}"] if found else [])
    assert faults["our words"] == faults["a false move"] == 0, slips.most_common(12)
    assert faults["not the player's words alone"] <= tried / 100, slips.most_common(12)
