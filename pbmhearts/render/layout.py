"""Plain text: lines of 72 columns, and words of strangers that can do no harm in them."""

import functools
import re
import unicodedata

WIDTH = 72
"""Columns of a text letter."""

_ASCII = str.maketrans(
    {"♣": "C", "♦": "D", "♥": "H", "♠": "S", "♧": "C", "♢": "D", "♡": "H", "♤": "S"}
    | {"–": "-", "—": "-", "‘": "'", "’": "'", "“": '"', "”": '"', "…": "...", "ß": "ss", "æ": "ae", "ø": "o"}
)
_SCHEME = re.compile(
    r"\b(mailto|javascript|data|tel|sms|vbscript|[a-z][a-z0-9+.-]{0,20}(?=://)):(?=\S)", re.IGNORECASE
)
_GAPS = re.compile(r"\n{3,}")
_HOST_DOT = re.compile(r"(?<=[\w-])\.(?=[^\W\d_]{2,24}(?![\w-]))")
"""The dot before a top-level domain, or before what looks like one."""


def columns(text: str) -> int:
    """How many columns `text` takes on a terminal: wide letters take two, combining ones none."""
    if text.isascii():
        return len(text)
    wide = sum(unicodedata.east_asian_width(c) in "WF" for c in text)
    return len(text) + wide - sum(unicodedata.combining(c) > 0 for c in text)


def printable(line: str) -> str:
    """`line` with any white space as spaces, without control, formatting and bidirectional characters."""
    spaced = (" " if c.isspace() else c for c in line)
    return "".join(c for c in spaced if not unicodedata.category(c).startswith("C"))


def plain(text: str) -> str:
    """`text` on one line, `printable`, with single spaces."""
    return " ".join(printable(text).split())


def strangers_lines(text: str) -> tuple[str, ...]:
    """A comment's lines, each `plain`, blank ends cut, blank runs one blank line.

    Mail programs make links of what looks like an address, with a scheme or by its host's name alone; a space
    after the colon, and one after the dot, keeps a comment from bringing a link that runs.
    """
    lines = [_HOST_DOT.sub(". ", _SCHEME.sub(r"\1: ", plain(line))) for line in text.splitlines()]
    kept = [line for i, line in enumerate(lines) if line or (i > 0 and lines[i - 1])]
    while kept and not kept[-1]:
        kept.pop()
    return tuple(kept)


def to_ascii(text: str) -> str:
    """`text` in 7 bits: suit signs become letters, accents are dropped, other letters become question marks."""
    bare = unicodedata.normalize("NFKD", text.translate(_ASCII))
    return "".join(c for c in bare if not unicodedata.combining(c)).encode("ascii", "replace").decode("ascii")


def _pieces(word: str, width: int) -> list[str]:
    """`word` cut into pieces of at most `width` columns."""
    if columns(word) <= width:
        return [word]
    pieces = [""]
    for char in word:
        if pieces[-1] and columns(pieces[-1]) + columns(char) > width:
            pieces.append("")
        pieces[-1] += char
    return pieces


@functools.lru_cache(512)
def wrap(text: str, indent: str = "", hang: str | None = None, width: int = WIDTH) -> str:
    """`text` filled into lines of `width` columns; the first begins with `indent`, the others with `hang`."""
    rest = indent if hang is None else hang
    room = width - max(columns(indent), columns(rest))
    words = text.split()
    whole = f"{indent}{' '.join(words)}".rstrip()
    if columns(whole) - columns(indent) <= room:
        return whole
    lines: list[str] = []
    line, used = indent, 0
    for word in words:
        for piece in _pieces(word, room):
            size = columns(piece)
            if used and used + 1 + size > room:
                lines.append(line)
                line, used = rest, 0
            line += f" {piece}" if used else piece
            used += size + (1 if used else 0)
    return "\n".join([*lines, line])


def barred(text: str) -> str:
    """A stranger's lines, each behind a bar, so that none can pass for a line of ours."""
    return "\n".join(wrap(line, "| ") for line in text.split("\n"))


def tidy(text: str) -> str:
    """A letter's text: no trailing blanks, at most one empty line between blocks, one line end."""
    stripped = "\n".join(map(str.rstrip, text.splitlines()))
    return _GAPS.sub("\n\n", stripped).strip("\n") + "\n"
