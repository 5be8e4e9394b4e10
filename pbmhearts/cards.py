"""The fifty-two cards, and how they are written: `TC` in logs, `10C` and words for people."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import IntEnum

from pbmhearts.errors import PbmheartsError

LONGEST = 500
"""Characters of a text that are read as cards; more are refused."""

_SUIT_WORDS = ("clubs", "diamonds", "hearts", "spades")
_RANK_WORDS = (
    "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace",
)  # fmt: skip


class Suit(IntEnum):
    """A suit, in the order of the pack."""

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3

    @property
    def letter(self) -> str:
        """`C`, `D`, `H` or `S`."""
        return "CDHS"[self]

    @property
    def symbol(self) -> str:
        """The black suit sign."""
        return "♣♦♥♠"[self]

    @property
    def word(self) -> str:
        """`clubs`, `diamonds`, `hearts` or `spades`."""
        return _SUIT_WORDS[self]


class Rank(IntEnum):
    """A rank, two low and ace high (Rule 1)."""

    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13
    ACE = 14

    @property
    def letter(self) -> str:
        """One character, `T` for ten."""
        return "23456789TJQKA"[self - 2]

    @property
    def label(self) -> str:
        """As people write it, `10` for ten."""
        return "10" if self is Rank.TEN else self.letter

    @property
    def word(self) -> str:
        """`two` to `ace`."""
        return _RANK_WORDS[self - 2]


@dataclass(frozen=True, slots=True, order=True)
class Card:
    """One card of the pack; ordered as the pack is: C D H S, each 2 to A.

    Take cards from `PACK`, `card` or `parse_cards`: there is one instance of each.

    Attributes:
        index: its place in `PACK`, 0 to 51.
        bit: what stands for it in a set of cards that is one number: bit `index`.
    """

    suit: Suit
    rank: Rank
    index: int = field(init=False, repr=False, compare=False)
    bit: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "index", 13 * self.suit + self.rank - 2)
        object.__setattr__(self, "bit", 1 << self.index)

    def __str__(self) -> str:
        """Log notation: `TC`."""
        return self.rank.letter + self.suit.letter

    def __hash__(self) -> int:
        return self.index

    @property
    def label(self) -> str:
        """For people, in letters: `10C`."""
        return self.rank.label + self.suit.letter

    @property
    def symbols(self) -> str:
        """For people, with the suit sign: `10♣`."""
        return self.rank.label + self.suit.symbol

    @property
    def words(self) -> str:
        """For people, in words: `ten of clubs`."""
        return f"{self.rank.word} of {self.suit.word}"


PACK: tuple[Card, ...] = tuple(Card(suit, rank) for suit in Suit for rank in Rank)
"""The 52 cards: C D H S, each 2 to A."""

_BY_TEXT = {str(each): each for each in PACK}


class NotACardError(PbmheartsError):
    """A word that is no card.

    Attributes:
        word: the word, as it was written (its first twenty characters).
        why: "which suit?", "which rank?", "not a card" or "too long".
    """

    def __init__(self, word: str, why: str) -> None:
        word = word if len(word) <= 20 else word[:19] + "…"
        super().__init__(f"{word}: {why}")
        self.word = word
        self.why = why


def card(text: str) -> Card:
    """The card of strict log notation, `TC`.

    Raises:
        NotACardError: `text` is anything else.
    """
    try:
        return _BY_TEXT[text]
    except KeyError:
        raise NotACardError(text, "not a card") from None


_RANK = r"(?:10|[2-9tjqka]|" + "|".join(_RANK_WORDS) + ")"
_SUIT_SIGN = "[♣♧♦♢♥♡❤♠♤]"
_SUIT_WORD = r"(?:clubs?|diamonds?|hearts?|spades?)"
_BETWEEN = r"(?:\s{1,9}of?)?\s{1,9}"  # bounded, so that a long run of blanks cannot be tried over and over
_CARD = re.compile(
    rf"(?P<rank>{_RANK})(?:(?:{_BETWEEN})?(?P<sign>{_SUIT_SIGN})"
    rf"|(?:{_BETWEEN}|of?)?(?:(?P<letter>[cdhs])|(?P<word>{_SUIT_WORD}))\b)"
    # Suit first; but `Ha` and `Da` are words.
    rf"|(?!(?-i:[cdhsCDHS]a)\b)(?:(?P<sign_first>{_SUIT_SIGN})\s?|(?P<letter_first>[cdhs])\s?"
    rf"|(?P<word_first>{_SUIT_WORD})\s{{0,9}})(?P<rank_last>{_RANK})\b",
    re.IGNORECASE,
)
_NAMED = re.compile(rf"(?<!\w)(?:{_CARD.pattern})", re.IGNORECASE)
_SUIT_GROUPS = ("sign", "letter", "word", "sign_first", "letter_first", "word_first")
_SKIP = re.compile(r"(?:[^\w♣♧♦♢♥♡❤♠♤?؟¿]|\b(?:and|the)\b)+", re.IGNORECASE)
_VERB = re.compile(r"\W*(?:play|pass|move)\b\s*:?", re.IGNORECASE)
_CRY = re.compile(r"\W*a[hsd](?!\s*\.?\s*$)\W*", re.IGNORECASE)
"""`Ah!` and the like are said; with nothing or a full stop behind them they are aces."""
_WORD = re.compile(r"\w+|\S")
_BARE_RANK = re.compile(_RANK, re.IGNORECASE)
_BARE_SUIT = re.compile(rf"{_SUIT_SIGN}|{_SUIT_WORD}|[cdhs]", re.IGNORECASE)
_SUIT_OF = {
    sign: suit for suit, signs in zip(Suit, ("♣♧c", "♦♢d", "♥♡❤h", "♠♤s"), strict=True) for sign in signs
}
_RANK_OF = {name: rank for rank in Rank for name in (rank.letter.lower(), rank.label.lower(), rank.word)}
_UNWRITTEN: dict[int, str | None] = (
    dict.fromkeys(map(ord, "\ufe0e\ufe0f\u200b\u200d\u2060\ufeff\N{COMBINING ENCLOSING KEYCAP}"))
    | {ord("_"): " ", ord("\N{KEYCAP TEN}"): "10"}
    | {
        # The pictures of playing cards: of each suit sixteen, with a knight that our pack has not.
        0x1F0A0 + 0x10 * row + number: f" {rank}{suit} "
        for row, suit in enumerate("SHDC")
        for number, rank in zip(
            (1, *range(2, 12), 13, 14), ("A", *range(2, 10), "10", "J", "Q", "K"), strict=True
        )
    }
)


def parse_cards(text: str) -> tuple[Card, ...]:
    """The cards of a text in people's notation, in its order, repeated ones too; () for none.

    Reads `7c`, `QS`, `10d`, `Td`, `7♣`, `queen of spades`, `7clubs`, `QoS`, with the suit behind or in front, in any
    case, parted by blanks or punctuation.

    Raises:
        NotACardError: some word is no card; it says which.
    """
    if len(text) > LONGEST:
        raise NotACardError(text, "too long")
    plain = as_read(text)
    cards: list[Card] = []
    at = 0
    while at < len(plain):
        if skipped := _SKIP.match(plain, at):
            at = skipped.end()
        elif found := _CARD.match(plain, at):
            cards.append(_found(found))
            at = found.end()
        else:
            raise _complaint(plain, at)
    return tuple(cards)


def move_line(line: str) -> tuple[Card, ...] | None:
    """The cards of a line that is a move, or None if it says anything else.

    A move is nothing but cards and punctuation, perhaps after `play`, `pass` or `move`: "Ah, nice!" is none, nor
    are "Ah!" and "7c?".
    """
    if len(line) > LONGEST:
        return None
    plain = as_read(line)
    if _CRY.fullmatch(plain):
        return None
    verb = _VERB.match(plain)
    try:
        return parse_cards(plain[verb.end() :] if verb else plain) or None
    except NotACardError:
        return None


def as_read(text: str) -> str:
    """The text in the letters, digits and suit signs that cards are read in."""
    return unicodedata.normalize("NFKC", text.translate(_UNWRITTEN))


def named_cards(line: str) -> Iterator[tuple[Card, int, int]]:
    """The cards that are named anywhere among other words, each with where it begins and ends in `as_read(line)`."""
    for found in _NAMED.finditer(as_read(line)):
        yield _found(found), found.start(), found.end()


def _found(match: re.Match[str]) -> Card:
    suit = next(match[group] for group in _SUIT_GROUPS if match[group])
    rank = match["rank"] or match["rank_last"]
    return PACK[13 * _SUIT_OF[suit[0].lower()] + _RANK_OF[rank.lower()] - 2]


def _complaint(text: str, at: int) -> NotACardError:
    found = _WORD.match(text, at)
    word = found[0] if found else text[at:]
    if _BARE_RANK.fullmatch(word):
        return NotACardError(word, "which suit?")
    if _BARE_SUIT.fullmatch(word):
        return NotACardError(word, "which rank?")
    return NotACardError(word, "not a card")
