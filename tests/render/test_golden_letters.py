"""The letters as they were last agreed on: whoever changes one sees it here, and renews the files by

    PBMHEARTS_RENEW_GOLDEN=1 .venv/bin/pytest tests/render/test_golden_letters.py

so that the change of every letter stands in the review.
"""

import os
from pathlib import Path

import pytest

from pbmhearts.cli.previews import preview_files, story
from pbmhearts.render.layout import WIDTH, columns

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("golden-letters")]  # so that the table is played once

GOLDEN = Path(__file__).parents[1] / "golden" / "letters"
RENEW = os.environ.get("PBMHEARTS_RENEW_GOLDEN") == "1"
SEED = 1
OF_EVERY_STYLE = ("pass", "play", "board-end")


@pytest.fixture(scope="module")
def table() -> list[story.Preview]:
    """All letters in the style of those who set nothing."""
    return list(story.letters("table", SEED))


def check(name: str, content: str) -> None:
    """Compare with the file of that name, or write it."""
    path = GOLDEN / name
    if RENEW:
        GOLDEN.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8", newline="\n")
    assert path.exists(), f"{name} is new: see the top of this file"
    # Attachments come back with the line ends of mail.
    assert content.replace("\r\n", "\n").splitlines() == path.read_text(encoding="utf-8").splitlines(), name


def check_letter(style: str, preview: story.Preview) -> None:
    """Compare all parts of a letter."""
    words, page, attached = preview_files.parts(preview.raw)
    check(f"{style}-{preview.name}.txt", words)
    if page:
        check(f"{style}-{preview.name}.html", page)
    for name, content in attached.items():
        check(f"{style}-{preview.name}-{name}", content)


@pytest.mark.xdist_group("letters-table")
def test_every_letter_is_as_agreed(table: list[story.Preview]) -> None:
    """One of each letter, text and HTML, to the byte."""
    for preview in table:
        check_letter("table", preview)


@pytest.mark.parametrize("style", [style for style in story.STYLES if style != "table"])
def test_the_main_letters_are_as_agreed_in_every_style(style: str) -> None:
    """A pass, a turn and the end of a board, in each other style."""
    for preview in story.letters(style, SEED):
        if preview.name in OF_EVERY_STYLE:
            check_letter(style, preview)
        if preview.name == OF_EVERY_STYLE[-1]:
            return
    raise AssertionError("the board never ended")


@pytest.mark.xdist_group("letters-table")
def test_no_two_previews_have_one_name_and_none_is_wide(table: list[story.Preview]) -> None:
    """Each letter has files of its own; every text line has at most 72 columns, every raw line under 998 bytes."""
    names = [preview.name for preview in table]
    assert len(names) == len(set(names))
    for preview in table:
        words, page, _ = preview_files.parts(preview.raw)
        assert [line for line in words.splitlines()[2:] if columns(line) > WIDTH] == [], preview.name
        assert max(map(len, preview.raw.split(b"\n"))) < 998
        assert len(page.encode()) < 100_000


@pytest.mark.xdist_group("letters-table")
def test_no_golden_file_is_left_over(table: list[story.Preview]) -> None:
    """A letter that is no longer written has no file."""
    styles = [style for style in story.STYLES if style != "table"]
    stems = {f"table-{preview.name}" for preview in table}
    stems |= {f"{style}-{name}" for style in styles for name in OF_EVERY_STYLE}
    left = [path.name for path in GOLDEN.iterdir() if not any(path.name.startswith(stem) for stem in stems)]
    assert left == []
