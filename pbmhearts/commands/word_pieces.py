"""What may be meant as a word of its own within what was written without a space."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from pbmhearts.commands.spec import LONGEST_PASSWORD, SHORTEST_PASSWORD

_SEAM = re.compile(r"[^\w.!?$%&*^-]+|--+|\.\.+")
"""Marks that join words more often than they stand inside a password."""
_MARK = re.compile(r"[^\w-]+")
_FRAME = re.compile(r"[/|\\#~`•=<>→]")
"""Marks that set a word off, and end no sentence."""
_OUTER = "!?$%&*^#~_"
"""Marks beside a word that may well be a part of a password."""
_MOST_SEAMS = 3
"""Different seams of one word at each of which alone it is split."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """One reading of a written word.

    Attributes:
        start: where it stands in what was written.
        joined: whether marks that are rare in sentences stand beside it.
        recased: whether a capital at its start is taken for a phone's, and is small here.
    """

    text: str
    start: int
    joined: bool
    recased: bool


def candidates(written: str) -> Iterator[Candidate]:
    """The readings of a written word, the likely first: its parts, the whole, and both as if not capitalised."""
    seen: set[str] = set()
    for start, piece, joined in _pieces(written):
        inner = bare(piece)
        at = start + piece.find(inner)
        for text in (*_cases(inner), _with_marks(piece)):
            if SHORTEST_PASSWORD <= len(text) <= LONGEST_PASSWORD and text not in seen:
                seen.add(text)
                yield Candidate(text, at, joined, recased=text not in piece and not inner.isupper())


def bare(text: str) -> str:
    """A text without the marks and spaces around it."""
    return text.strip("".join({character for character in text if not character.isalnum()}))


def _pieces(written: str) -> Iterator[tuple[int, str, bool]]:
    inner = bare(written)
    whole = written.find(inner)
    seams = dict.fromkeys(match[0] for match in _SEAM.finditer(inner))
    if seams:
        for start, piece in _split(inner, _SEAM):
            yield whole + start, piece, True
    yield 0, written, _is_framed(written)
    for seam in tuple(seams)[:_MOST_SEAMS] if len(seams) > 1 else ():
        for start, piece in _split(inner, re.compile(re.escape(seam))):
            yield whole + start, piece, False
    for start, piece in _split(inner, _MARK):
        yield whole + start, piece, True


def _is_framed(written: str) -> bool:
    return bool(_FRAME.match(written) or _FRAME.match(written[::-1]))


def _split(text: str, mark: re.Pattern[str]) -> Iterator[tuple[int, str]]:
    start = 0
    for match in mark.finditer(text):
        yield start, text[start : match.start()]
        start = match.end()
    yield start, text[start:]


def _cases(word: str) -> tuple[str, ...]:
    """The word, and as it is where a phone, or a stuck key, has made the capitals."""
    if not word[:1].isupper():
        return (word,)
    return (word, word.lower()) if word.isupper() else (word, word[0].lower() + word[1:], word.lower())


def _with_marks(piece: str) -> str:
    """The piece with those marks around it that passwords have."""
    return piece.strip("".join({each for each in piece if not each.isalnum() and each not in _OUTER}))
