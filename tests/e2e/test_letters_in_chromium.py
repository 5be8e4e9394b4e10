"""Letters in a real browser, by day and by night, on a telephone and on a desk."""

import functools
import html
import json
import re
import struct
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from browser import CHROMIUM, axe_script, chromium

from pbmhearts.cli.previews import preview_files, story

pytestmark = [
    pytest.mark.e2e,
    pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed"),
    pytest.mark.xdist_group("chromium"),
]

SHOWN = ("pass", "play", "deal-end", "board-end", "invitation", "challenged", "refused", "show")
MEASURE = Path(__file__).with_name("measure.js").read_text(encoding="utf-8")

WIDTHS = (320, 800)

# A letter in frames as wide as the screens it is read on: a browser's own window has a least width.
_PAGE = """<!DOCTYPE html><html lang="en"><head><title>A letter</title></head><body style="margin:0">
{frames}<p id="told"></p><script>{axe}</script><script>onload = () => {{ {measure} }}</script></body></html>"""
_FRAME = (
    """<iframe title="letter" style="width:{width}px;height:2600px;border:0" srcdoc="{letter}"></iframe>"""
)


@dataclass(frozen=True)
class Seen:
    """A letter as a browser shows it.

    Attributes:
        told: what was measured at each of WIDTHS; what axe-core objects to, at the first.
        picture: the file of a screenshot of all widths.
    """

    told: list[dict[str, Any]]
    picture: Path


def seen_in_chromium(folder: Path, letter: str, *, dark: bool) -> Seen:
    """Show and measure a letter."""
    script = axe_script()
    # The source of a script must not end the script it stands in.
    source = json.dumps(script.read_text(encoding="utf-8")).replace("</", "<\\/") if script else '""'
    axe = f"window.axe_source = {source}"
    frames = "".join(_FRAME.format(width=width, letter=html.escape(letter)) for width in WIDTHS)
    page = folder / "letter.html"
    page.write_text(_PAGE.format(frames=frames, axe=axe, measure=MEASURE), encoding="utf-8")
    picture = folder / "letter.png"
    wanted = (
        "--virtual-time-budget=20000",
        "--window-size=1200,2600",
        f"--screenshot={picture}",
        "--dump-dom",
    )
    dom = chromium(folder / "profile", *wanted, page.as_uri(), dark=dark)
    found = re.search(r'<p id="told">(.+?)</p>', dom, re.DOTALL)
    assert found is not None
    return Seen(json.loads(html.unescape(found[1])), picture)


@pytest.fixture(scope="module")
def letters() -> dict[str, story.Preview]:
    """One of each letter, by name."""
    return {preview.name: preview for preview in story.letters("table", 1)}


Look = Callable[[str, bool], Seen]


@pytest.fixture(scope="module")
def look(letters: dict[str, story.Preview], tmp_path_factory: pytest.TempPathFactory) -> Look:
    """Shows a letter by name, by day or by night, once."""

    @functools.cache
    def seen(name: str, dark: bool) -> Seen:
        _, page, _ = preview_files.parts(letters[name].raw)
        return seen_in_chromium(tmp_path_factory.mktemp("letter"), page, dark=dark)

    return seen


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("name", SHOWN)
def test_a_letter_is_readable_on_small_and_wide_screens(look: Look, name: str, dark: bool) -> None:
    """Contrast of at least 4.5:1 for every word, nothing to scroll sideways, links that can be hit, and a picture."""
    seen = look(name, dark)
    for width, told in zip(WIDTHS, seen.told, strict=True):
        assert told["count"] >= 3
        assert told["weak"] == [], f"{width} px"
        assert told["wide"] <= width
        assert told["ground"] == ("rgb(18, 26, 21)" if dark else "rgb(243, 246, 243)")
        assert all(height >= 24 for *_, height in told["links"])
    data = seen.picture.read_bytes()
    assert struct.unpack(">II", data[16:24]) == (1200, 2600)
    assert len(data) > 10_000


def test_every_legal_card_is_one_link_and_no_other_card_is(
    letters: dict[str, story.Preview], look: Look
) -> None:
    """In the browser's own view of the letter, each legal card opens the mail that plays it, and says so aloud."""
    words, _, _ = preview_files.parts(letters["play"].raw)
    legal = words.partition("Reply with one of: ")[2].splitlines()[0].split()
    code = words.partition("Code: ")[2].split()[0]
    told = look("play", False).told[0]
    moves = [(href, spoken) for href, spoken, _ in told["links"] if "%20move%20" in href]
    expected = [f"mailto:mhearts@cards.example?subject=mhearts move 101 bob {code} {card}" for card in legal]
    assert sorted(unquote(href) for href, _ in moves) == sorted(expected)
    assert all(", play " in spoken and " of " in spoken for _, spoken in moves)
    assert not [href for href, *_ in told["links"] if "%2B" in href.upper() or "+" in href]


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("name", SHOWN)
def test_axe_finds_nothing_to_object_to(look: Look, name: str, dark: bool) -> None:
    """The rules of axe-core about labels, headings, tables, contrast and language hold in both looks."""
    if axe_script() is None:
        pytest.skip("axe-core is not there, and npm cannot fetch it")
    told = look(name, dark).told[0]
    assert told["axe"] == []
    assert told["rules"] > 5
