"""Texts that come from templates with line ends of their own: made to fit, and let flow where a screen is narrow."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby

from pbmhearts.render.layout import WIDTH, columns, wrap

_KEPT = (" ", "|")
"""A line that begins so is not joined with the next: it is an example, a row, or a stranger's words."""
_DRAWN = re.compile(r" +[|+]|.*\S {2,}\S.* {2,}\S")
_PROGRAM = re.compile(r"import \w+(, \w+)*")
"""The first line of a program in a text; its lines are kept, so that it runs when copied out of HTML."""
_UNDERLINE = re.compile(r"={3,}|-{3,}")
_GAP = re.compile(r"(?<=\S) {2,}")
_FULL = 48
"""A line of at least so many columns was broken because it was full."""


class ParagraphKind(StrEnum):
    """What the line ends of a paragraph mean."""

    HEADING = "heading"
    """Nothing: it is a title, which text underlines."""
    PROSE = "prose"
    """Nothing: it is one line, to be broken anywhere."""
    ROWS = "rows"
    """Each line stands for itself."""
    DRAWN = "drawn"
    """Lines make a picture or a table, and columns count."""


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Lines that belong together."""

    kind: ParagraphKind
    lines: tuple[str, ...]


def paragraphs(text: str) -> tuple[Paragraph, ...]:
    """`text` as HTML shows it."""
    return tuple(found for lines in _blocks(text) for found in _paragraphs(lines))


def fit(text: str) -> str:
    """`text` without a line that is too wide: prose with such a line is filled anew, another line goes on below."""
    lines = text.split("\n")
    return "\n".join(_fitting(kept, list(group)) for kept, group in groupby(lines, _is_kept))


def _is_kept(line: str) -> bool:
    return not line.strip() or line.startswith(_KEPT)


def _blocks(text: str) -> Iterator[list[str]]:
    """The lines between blank ones."""
    for words, lines in groupby(text.split("\n"), lambda line: bool(line.strip())):
        if words:
            yield list(lines)


def _paragraphs(block: list[str]) -> Iterator[Paragraph]:
    if len(block) == 2 and _UNDERLINE.fullmatch(block[1]):
        yield Paragraph(ParagraphKind.HEADING, (block[0],))
        return
    if _PROGRAM.fullmatch(block[0]) or any(map(_DRAWN.match, block)):
        yield Paragraph(ParagraphKind.DRAWN, tuple(block))
        return
    for kept, group in groupby(block, _is_kept):
        rows = tuple(_GAP.sub(" – ", row) for row in (_rows if kept else _filled)(list(group)))
        if kept:
            yield Paragraph(ParagraphKind.ROWS, rows)
        else:
            yield from (Paragraph(ParagraphKind.PROSE, (row,)) for row in rows)


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _rows(lines: list[str]) -> Iterator[str]:
    """Each line, with those below it that stand further in."""
    least = min(map(_indent, lines))
    row = ""
    for line in lines:
        if row and _indent(line) > least:
            row += f" {line.strip()}"
            continue
        if row:
            yield row
        row = line.strip()
    yield row


def _filled(lines: list[str]) -> Iterator[str]:
    """The paragraphs that these lines were broken from: each ends in a line that was not full."""
    paragraph: list[str] = []
    for line in lines:
        paragraph.append(line)
        if columns(line) < _FULL:
            yield " ".join(paragraph)
            paragraph = []
    if paragraph:
        yield " ".join(paragraph)


def _fitting(kept: bool, lines: list[str]) -> str:
    if all(columns(line) <= WIDTH for line in lines):
        return "\n".join(lines)
    if not kept:
        return wrap(" ".join(lines))
    return "\n".join(line if columns(line) <= WIDTH else _hung(line) for line in lines)


def _hung(line: str) -> str:
    if line.startswith("|"):
        return wrap(line[1:], "| ")
    indent = " " * _indent(line)
    return wrap(line, indent, f"{indent}  ")
