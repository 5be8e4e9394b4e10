"""Letters in a real browser, by day and by night, on a telephone and on a desk."""

import html
import json
import re
import struct
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from browser import CHROMIUM, axe_script, chromium

from pbmhearts.cli.previews import files, story

pytestmark = [
    pytest.mark.e2e,
    pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed"),
    pytest.mark.xdist_group("chromium"),
]

SHOWN = ("pass", "play", "deal-end", "board-end", "invitation", "challenged", "refused", "show")
MEASURE = Path(__file__).with_name("measure.js").read_text(encoding="utf-8")

# The letter in a frame as wide as the screen it is read on: a browser's own window has a least width.
_FRAME = """<!DOCTYPE html><html lang="en"><head><title>A letter</title></head><body style="margin:0">
<iframe id="letter" title="letter" style="width:{width}px;height:2600px;border:0" srcdoc="{letter}"></iframe>
<p id="told"></p><script>{axe}</script><script>onload = () => {{ {measure} }}</script></body></html>"""


def framed(folder: Path, letter: str, width: int, axe: str = "") -> str:
    """The address of a page that shows and measures a letter."""
    page = folder / f"letter-{width}.html"
    # The source of a script must not end the script it stands in.
    source = "window.axe_source = " + json.dumps(axe).replace("</", "<\\/") if axe else ""
    content = _FRAME.format(width=width, letter=html.escape(letter), axe=source, measure=MEASURE)
    page.write_text(content, encoding="utf-8")
    return page.as_uri()


def measured(profile: Path, address: str, *options: str, dark: bool) -> dict[str, Any]:
    """What the page told."""
    dom = chromium(profile, "--virtual-time-budget=20000", *options, "--dump-dom", address, dark=dark)
    found = re.search(r'<p id="told">(.+?)</p>', dom, re.DOTALL)
    assert found is not None
    told: dict[str, Any] = json.loads(html.unescape(found[1]))
    return told


@pytest.fixture(scope="module")
def letters() -> dict[str, story.Preview]:
    """One of each letter, by name."""
    return {preview.name: preview for preview in story.letters("table", 1)}


@pytest.mark.parametrize("name", SHOWN)
def test_a_letter_is_readable_by_day_and_by_night_on_small_and_wide_screens(
    letters: dict[str, story.Preview], tmp_path: Path, name: str
) -> None:
    """Contrast of at least 4.5:1 for every word, nothing to scroll sideways, links that can be hit, and a picture."""
    _, page, _ = files.parts(letters[name].raw)
    for width in (320, 800):
        address = framed(tmp_path, page, width)
        for dark in (False, True):
            look = "dark" if dark else "light"
            picture = tmp_path / f"{name}-{width}-{look}.png"
            size = f"--window-size={max(width, 500)},2600"
            told = measured(tmp_path / "profile", address, size, f"--screenshot={picture}", dark=dark)
            assert told["count"] >= 3
            assert told["weak"] == [], f"{width} px, {look}"
            assert told["wide"] <= width
            assert told["ground"] == ("rgb(18, 26, 21)" if dark else "rgb(243, 246, 243)")
            assert all(height >= 24 for *_, height in told["links"])
            data = picture.read_bytes()
            assert struct.unpack(">II", data[16:24]) == (max(width, 500), 2600)
            assert len(data) > 10_000


def test_every_legal_card_is_one_link_and_no_other_card_is(
    letters: dict[str, story.Preview], tmp_path: Path
) -> None:
    """In the browser's own view of the letter, each legal card opens the mail that plays it, and says so aloud."""
    words, page, _ = files.parts(letters["play"].raw)
    legal = words.partition("Reply with one of: ")[2].splitlines()[0].split()
    code = words.partition("Code: ")[2].split()[0]
    told = measured(tmp_path / "profile", framed(tmp_path, page, 320), dark=False)
    moves = [(href, spoken) for href, spoken, _ in told["links"] if "%20move%20" in href]
    expected = [f"mailto:mhearts@cards.example?subject=mhearts move 101 bob {code} {card}" for card in legal]
    assert sorted(unquote(href) for href, _ in moves) == sorted(expected)
    assert all(", play the " in spoken and " of " in spoken for _, spoken in moves)
    assert not [href for href, *_ in told["links"] if "%2B" in href.upper() or "+" in href]


@pytest.mark.parametrize("name", SHOWN)
def test_axe_finds_nothing_to_object_to(letters: dict[str, story.Preview], tmp_path: Path, name: str) -> None:
    """The rules of axe-core about labels, headings, tables, contrast and language hold in both looks."""
    script = axe_script()
    if script is None:
        pytest.skip("axe-core is not there, and npm cannot fetch it")
    _, page, _ = files.parts(letters[name].raw)
    address = framed(tmp_path, page, 320, script.read_text(encoding="utf-8"))
    for dark in (False, True):
        told = measured(tmp_path / "profile", address, dark=dark)
        assert told["axe"] == []
        assert told["rules"] > 5
