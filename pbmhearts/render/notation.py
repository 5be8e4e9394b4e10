"""Cards, and other words, as a reader wants them written."""

import functools
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from operator import attrgetter

from pbmhearts.cards import Card, Suit
from pbmhearts.render.layout import to_ascii
from pbmhearts.render.model import CardStyle

_SUITS = tuple(Suit)


@dataclass(frozen=True, slots=True, eq=False)
class Face:
    """A card as a letter shows it. Cards that may not be played have one face in each style, made once.

    Attributes:
        text: in the reader's style, "10♣", "10C" or "ten of clubs".
        label: what to type, "10C".
        spoken: in words, "ten of clubs".
        rank: the rank alone in the reader's style.
        suit: the suit alone in the reader's style.
        red: hearts or diamonds.
        legal: the reader may play it now.
        link: the `mailto:` link that plays it, or "".
    """

    text: str
    label: str
    spoken: str
    rank: str
    suit: str
    red: bool
    legal: bool = False
    link: str = ""


@dataclass(frozen=True, slots=True)
class SuitRow:
    """The cards of one suit in a hand, from low to high."""

    suit: str
    word: str
    cards: tuple[Face, ...]


def spell(text: str, style: CardStyle) -> str:
    """`text` in the letters that the style allows; do this before filling lines, as some letters become longer."""
    return to_ascii(text) if style is CardStyle.ASCII else text


def suit_text(suit: Suit, style: CardStyle) -> str:
    """A suit alone in that style."""
    match style:
        case CardStyle.UNICODE:
            return suit.symbol
        case CardStyle.ASCII:
            return suit.letter
        case CardStyle.WORDS:
            return suit.word


def card_text(card: Card, style: CardStyle) -> str:
    """A card in that style."""
    match style:
        case CardStyle.UNICODE:
            return card.symbols
        case CardStyle.ASCII:
            return card.label
        case CardStyle.WORDS:
            return card.words


@functools.cache  # three styles of 52 cards
def face(card: Card, style: CardStyle) -> Face:
    """`card` as a letter in that style shows it."""
    return Face(
        text=card_text(card, style),
        label=card.label,
        spoken=card.words,
        rank=card.rank.word if style is CardStyle.WORDS else card.rank.label,
        suit=suit_text(card.suit, style),
        red=card.suit in {Suit.DIAMONDS, Suit.HEARTS},
    )


def hand_rows(cards: Iterable[Card], links: Mapping[Card, str], style: CardStyle) -> tuple[SuitRow, ...]:
    """A hand by suit, four rows, each from low to high; the cards with a link, be it "", may be played."""
    rows: list[list[Face]] = [[] for _ in _SUITS]
    for card in sorted(cards, key=attrgetter("index")):
        shown = face(card, style)
        if card in links:
            shown = replace(shown, legal=True, link=links[card])
        rows[card.suit].append(shown)
    return tuple(
        SuitRow(suit_text(suit, style), suit.word, tuple(row)) for suit, row in zip(_SUITS, rows, strict=True)
    )
