"""The widest things that letters may hold, in a real browser."""

import html
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from played_boards import SERVER, after_cards, board, just_dealt, never

from pbmhearts.games.hearts import Seat
from pbmhearts.render import (
    AnswerPage,
    CardStyle,
    Comment,
    Commitment,
    Look,
    Outcome,
    OutcomeState,
    Renderer,
    Style,
)

CHROMIUM = shutil.which("chromium")
LONG_NAMES = ("averyveryverylong001", "bveryveryverylong002", "cveryveryverylong003", "dveryveryverylong004")
pytestmark = [
    pytest.mark.e2e,
    pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed"),
]

# The letter in a frame as wide as the screen it is read on: a browser's own window has a least width.
_FRAME = """<body style="margin:0"><iframe id="letter" style="width:{width}px;height:{height}px;border:0"
srcdoc="{letter}"></iframe><p id="measured"></p><script>onload = () => {{
const page = document.getElementById("letter").contentDocument;
document.getElementById("measured").textContent = "wide=" + page.documentElement.scrollWidth
  + " smallest=" + Math.min(...[...page.querySelectorAll("a")].map(a => a.getBoundingClientRect().height));
}}</script></body>"""


def _chromium(profile: Path, *arguments: str) -> str:
    assert CHROMIUM is not None
    quiet = [
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--hide-scrollbars",
    ]
    offline = ["--disable-background-networking", "--disable-component-update", "--disable-sync"]
    command = [CHROMIUM, *quiet, *offline, f"--user-data-dir={profile}", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=90, check=True).stdout


def _framed(folder: Path, letter: str, width: int) -> Path:
    page = folder / f"letter-{width}.html"
    page.write_text(_FRAME.format(width=width, height=2400, letter=html.escape(letter)), encoding="utf-8")
    return page


def _letters(renderer: Renderer) -> dict[str, str]:
    """One of each kind of letter, with the widest things that may stand in it."""
    comment = Comment(
        "cat", "A comment that is long enough to need a second line on a telephone. " + "x" * 90
    )
    promise = (Commitment(1, "ab" * 32),)
    usage = "mhearts move board userid password cards[#n]"
    refused = Outcome("mhearts move 101 ann *** 9c", OutcomeState.REFUSED, why="Clubs were led.", usage=usage)
    helped = Outcome("help move", OutcomeState.DONE, text="mhearts move  plays a card  " * 2)
    playing = board(after_cards(18))
    return {
        "pass": renderer.board(board(just_dealt).page(Seat.FIRST, commitments=promise)).html,
        "play": renderer.board(playing.page(Seat.SECOND, comments=(comment,), fewer_mails=True)).html,
        "words": renderer.board(
            board(after_cards(18), "-countdown").page(
                Seat.SECOND, Look(cards=CardStyle.WORDS), names=LONG_NAMES
            )
        ).html,
        "prose": renderer.board(playing.page(Seat.SECOND, Look(style=Style.PROSE))).html,
        "over": renderer.board(board(never).page(Seat.SECOND, names=LONG_NAMES)).html,
        "answer": renderer.answer(
            AnswerPage("move", (refused, helped), SERVER, Look(), comment="x" * 90)
        ).html,
    }


@pytest.mark.parametrize("name", ["pass", "play", "words", "prose", "over", "answer"])
def test_the_widest_letter_fits_a_telephone(renderer: Renderer, tmp_path: Path, name: str) -> None:
    """At 320 px nothing has to be scrolled sideways, and links can be hit, whatever stands in the letter."""
    letter = _framed(tmp_path, _letters(renderer)[name], 320).as_uri()
    dom = _chromium(tmp_path / "profile", "--dump-dom", letter)
    measured = re.search(r"wide=(\d+) smallest=(\S+?)<", dom)
    assert measured is not None
    assert int(measured[1]) <= 320
    assert measured[2] == "Infinity" or float(measured[2]) >= 24
