"""What a mail's writer wrote, apart from what was quoted and what mail programs added.

Libraries do this too, but not to be relied on for a move. On the 81 plain answers in
`tests/data/mail/replies.toml`, quotequail 0.5.4 found the writer's words of 32 and left quoted cards among
the words of 22, mail-parser-reply 1.36 of 22 and 34, email-reply-parser 0.5.12 of 25 and 7; this module finds
all and leaves none. 6 KB of newlines keep mail-parser-reply for more than 8 s, as 6 KB of `On On On` do
email-reply-parser; here 256 KB of either take under 15 ms (`benchmarks/reading.py`).
"""

import re
from dataclasses import dataclass

from pbmhearts.mail.reading import phrases
from pbmhearts.mail.reading.banners import without_banners
from pbmhearts.mail.reading.closings import without_closing
from pbmhearts.mail.reading.taglines import is_footer, is_tagline

MAX_TEXT = 100_000
"""Characters of a text that are looked at."""
MAX_LINES = 2_000
"""Lines of a text that are looked at; our own longest letter, quoted, has some 200."""
MAX_LABELS = 12
"""Lines of a copied header."""
LOOKED_AHEAD = 12
"""Lines below a possible separator in which a letter of ours may begin."""
WRAP_WIDTH = 66
"""The narrowest width, in characters, to which mail programs wrap what they quote."""

_MANY_BLANKS = re.compile(r"\n(?:[ ]*+\n){2,}")
_PGP_ARMOUR = re.compile(r"\s*+-----BEGIN PGP SIGNED MESSAGE----- *+\n(?:[A-Z][\w-]*+: .*+\n)*+")


@dataclass(frozen=True, slots=True)
class Written:
    """The lines of a text by who wrote them.

    Attributes:
        above: the writer's own, up to the first quotation or a signature.
        below: the writer's own after that.
        quoted: whether anything was quoted.
    """

    above: tuple[str, ...]
    below: tuple[str, ...]
    quoted: bool


def written(text: str) -> Written:
    """Part a text into its writer's lines and the rest; linear in the length of the text."""
    armour = _PGP_ARMOUR.match(text)
    text = text[armour.end() if armour else 0 :][:MAX_TEXT]
    lines = _MANY_BLANKS.sub("\n\n", text).split("\n", MAX_LINES)[:MAX_LINES]
    return _Splitter(without_banners([line.rstrip() for line in lines])).split()


class _Splitter:
    def __init__(self, lines: list[str]) -> None:
        self._lines = lines
        self._heads = [line[: phrases.MAX_LINE] for line in lines]
        self._above: list[str] = []
        self._below: list[str] = []
        self._quoted = False

    def split(self) -> Written:
        at = 0
        in_signature = False
        while at < len(self._lines):
            size, goes_on = self._quotation(at)
            if size:
                self._quoted, in_signature = True, False
                if not goes_on:
                    break
                at += size
                continue
            in_signature = in_signature or self._is_end(at)
            if not in_signature:
                self._own(at)
            at += 1
        above, below = without_closing(self._above), without_closing(self._below)
        return Written(_trimmed(above), _trimmed(below), self._quoted)

    def _is_end(self, at: int) -> bool:
        """Whether a signature or a footer starts there; a rule above a footer is of it."""
        line = self._heads[at]
        if phrases.is_signature(line) or is_footer(line):
            return True
        if not re.fullmatch(r"\s*[-=*~]{3,}", line):
            return False
        return is_footer(next((below for below in self._heads[at + 1 : at + 3] if below.strip()), ""))

    def _own(self, at: int) -> None:
        if not is_tagline(self._heads[at]):
            (self._below if self._quoted else self._above).append(self._lines[at].strip())

    def _quotation(self, at: int) -> tuple[int, bool]:
        """How many lines from here on are quotation, and whether own words may follow them.

        What follows an attribution or a copied header without `>` cannot be told from the writer's own
        words, so nothing after it counts.
        """
        if _is_quoted(self._heads[at]) or self._is_remainder(at):
            return 1, True
        size = self._introduction(at)
        if not size:
            return 0, True
        end = at + size
        while end < len(self._lines) and (more := self._introduction(end) or not self._lines[end].strip()):
            end += int(more)
        return end - at, end < len(self._lines) and _is_quoted(self._heads[end])

    def _is_remainder(self, at: int) -> bool:
        """Whether the line is the end of a quoted one, that a mail program wrapped and left unmarked.

        Cards that we named may stand there, which would pass for a move.
        """
        before = self._heads[at - 1] if at else ""
        if not _is_quoted(before) or not self._heads[at].strip():
            return False
        return len(before) + 1 + len(self._heads[at].split()[0]) > WRAP_WIDTH

    def _introduction(self, at: int) -> int:
        """How many lines from here on introduce a quotation, 0 if none does."""
        line = self._heads[at]
        if phrases.is_separator(line) or phrases.is_ours(line) or phrases.holds_attribution(line):
            return 1
        if phrases.may_be_separator(line) and self._is_followed_by_quotation(at + 1):
            return 1
        return self._header_block(at) or self._unknown_header(at) or self._attribution(at)

    def _is_followed_by_quotation(self, at: int) -> bool:
        """Whether what comes next is quoted, or a letter of ours, as is below a separator of unknown words.

        What was written ahead of an attribution is no quotation, even with a letter of ours below that.
        """
        first = True
        for i in range(at, min(at + LOOKED_AHEAD, len(self._lines))):
            line = self._heads[i]
            if not line.strip():
                continue
            if phrases.is_ours(line) or (first and (_is_quoted(line) or self._header_block(i))):
                return True
            if _is_quoted(line) or phrases.is_separator(line) or self._attribution(i):
                return False
            first = False
        return False

    def _attribution(self, at: int) -> int:
        """The lines of an attribution, which may be wrapped to four."""
        if not self._heads[at].strip():
            return 0
        limit = 4 if phrases.may_start_attribution(self._heads[at]) else 1
        joined = ""
        for end in range(at, min(at + limit, len(self._lines))):
            line = self._heads[end].strip()
            closes = line.startswith(">") and phrases.is_open(joined)  # that is no quotation's mark
            if not line or (_is_quoted(line) and not closes):
                return 0
            joined = f"{joined}{'' if closes or joined.endswith('<') else ' '}{line}".strip()
            follows = self._quote_follows(end + 1)
            if phrases.may_end_attribution(line) or follows:
                found = phrases.is_attribution(joined, before_quote=follows)
                if found:
                    return end + 1 - at
        return 0

    def _quote_follows(self, at: int) -> bool:
        following = next((line for line in self._heads[at : at + 3] if line.strip()), "")
        return _is_quoted(following)

    def _header_block(self, at: int) -> int:
        """The lines of a copied header: `From:`, `Sent:`, `To:`, `Subject:` in any language."""
        start = at
        ruled = bool(re.fullmatch(r"[_-]{5,}", self._heads[at].strip()))
        if ruled:
            start = next((i for i in (at + 1, at + 2) if self._label(i)), at)
        labels = 0
        origin = False
        end = start
        wrapped = 0
        last = min(start + MAX_LABELS, len(self._lines))
        while end < last and wrapped < 3 and self._lines[end].strip():
            label = self._label(end)
            if not label and end == start:
                break
            labels += bool(label)
            origin = origin or label == "origin"
            wrapped = 0 if label else wrapped + 1
            end += 1
        if ruled and labels > 1 and not origin:  # Yandex tells below the labels who wrote
            origin = any(self._attribution(i) for i in range(start + labels, end + 1))
        return end - at if origin and labels >= (2 if ruled else 3) else 0

    def _unknown_header(self, at: int) -> int:
        """The lines of a copied header whose labels we do not know: at least three, with an address and a date."""
        end = at
        while end < min(at + MAX_LABELS, len(self._heads)) and phrases.may_be_label(self._heads[end]):
            end += 1
        found = end - at >= 3 and phrases.tells_origin(" ".join(self._heads[at:end]))
        return end - at if found else 0

    def _label(self, at: int) -> str:
        return phrases.header_label(self._heads[at]) if at < len(self._lines) else ""


def _is_quoted(line: str) -> bool:
    return line.lstrip().startswith((">", "＞", "|>"))


def _trimmed(lines: list[str]) -> tuple[str, ...]:
    start, end = 0, len(lines)
    while start < end and not lines[start]:
        start += 1
    while end > start and not lines[end - 1]:
        end -= 1
    return tuple(lines[start:end])
