"""Texts that come from templates with line ends of their own: made to fit, and let flow where a screen is narrow."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from pbmhearts.render.layout import WIDTH, columns, wrap

_KEPT = (" ", "|")
"""What a line begins with that keeps its end: an example, a row, a stranger's words."""


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Lines between blank ones.

    Attributes:
        flows: it is prose, and its line ends mean nothing.
        lines: of prose one, else without the blanks that all of them begin with.
    """

    flows: bool
    lines: tuple[str, ...]


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _joined(lines: list[str]) -> Iterator[str]:
    """Lines that keep their ends, each with those below it that stand further in."""
    least = min(map(_indent, lines))
    together = ""
    for line in lines:
        if together and _indent(line) > least:
            together += f" {line.strip()}"
            continue
        if together:
            yield together
        together = line[least:]
    yield together


def _groups(text: str) -> Iterator[tuple[str, list[str]]]:
    def kind(line: str) -> str:
        return "" if not line.strip() else "kept" if line.startswith(_KEPT) else "flows"

    for found, lines in groupby(text.split("\n"), kind):
        yield found, list(lines)


def paragraphs(text: str) -> tuple[Paragraph, ...]:
    """`text` as HTML shows it."""
    return tuple(
        Paragraph(kind == "flows", (" ".join(lines),) if kind == "flows" else tuple(_joined(lines)))
        for kind, lines in _groups(text)
        if kind
    )


def fit(text: str) -> str:
    """`text` without a line that is too wide: prose with such a line is filled anew, another line goes on below."""
    return "\n".join(_fitting(kind, lines) for kind, lines in _groups(text))


def _fitting(kind: str, lines: list[str]) -> str:
    if all(columns(line) <= WIDTH for line in lines):
        return "\n".join(lines)
    if kind == "flows":
        return wrap(" ".join(lines))
    return "\n".join(line if columns(line) <= WIDTH else _hung(line) for line in lines)


def _hung(line: str) -> str:
    if line.startswith("|"):
        return wrap(line[1:], "| ")
    indent = " " * _indent(line)
    return wrap(line, indent, f"{indent}  ")
