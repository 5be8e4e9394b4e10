"""Whole deals as PBN (Portable Bridge Notation): N is seat 1, clockwise is left."""

import re

from pbmhearts.cards import Card, NotACardError, Suit, card

Hands = tuple[tuple[Card, ...], tuple[Card, ...], tuple[Card, ...], tuple[Card, ...]]
"""The hands of the four seats, in order."""

_TAG = re.compile(r'\[Deal\s+"([^"]*)"\s*\]', re.IGNORECASE)


def hands_to_pbn(hands: Hands) -> str:
    """The value of a PBN Deal tag: `N:AK5.Q2.T9.… …`, spades first, ranks from the ace down."""
    return "N:" + " ".join(_hand(hand) for hand in hands)


def hands_from_pbn(text: str) -> Hands:
    """The hands of a Deal tag or of its value; the first hand may be of any compass point.

    Raises:
        ValueError: it is no such text, or not the whole pack, thirteen cards a hand.
    """
    tag = _TAG.search(text)
    point, _, rest = (tag[1] if tag else text).strip().partition(":")
    first = "NESW".find(point.upper()) if len(point) == 1 else -1
    written = rest.split()
    if first < 0 or len(written) != 4:
        raise ValueError("a PBN deal is N, E, S or W, a colon, and four hands")
    hands = [_cards(hand) for hand in written]
    if any(len(hand) != 13 for hand in hands) or len({each for hand in hands for each in hand}) != 52:
        raise ValueError("a deal is the whole pack, thirteen cards a hand")
    one, two, three, four = (hands[(seat - first) % 4] for seat in range(4))
    return one, two, three, four


def _hand(hand: tuple[Card, ...]) -> str:
    suits = ([each for each in sorted(hand, reverse=True) if each.suit is suit] for suit in reversed(Suit))
    return ".".join("".join(each.rank.letter for each in cards) for cards in suits)


def _cards(hand: str) -> tuple[Card, ...]:
    suits = hand.upper().split(".")
    if len(suits) != 4:
        raise ValueError("a PBN hand is four suits parted by full stops")
    try:
        return tuple(
            sorted(
                card(rank + suit.letter)
                for suit, ranks in zip(reversed(Suit), suits, strict=True)
                for rank in ranks
            )
        )
    except NotACardError as error:
        raise ValueError("a PBN suit is ranks of AKQJT98765432") from error
