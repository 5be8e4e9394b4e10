"""Sets of cards as 52-bit masks: bit `card.index` stands for the card."""

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar, cast

from pbmhearts.cards import PACK, Card, Suit, card

SUIT_MASKS = tuple(0x1FFF << 13 * suit for suit in Suit)
HEARTS = SUIT_MASKS[Suit.HEARTS]
WHOLE_PACK = (1 << 52) - 1
BITS = tuple(1 << each.index for each in PACK)
QUEEN = 1 << card("QS").index
JACK = 1 << card("JD").index
STARTER = card("2C")

T = TypeVar("T")


def mask_of(cards: Iterable[Card]) -> int:
    """The mask of these cards."""
    mask = 0
    for each in cards:
        mask |= BITS[each.index]
    return mask


def chooser(items: Sequence[T]) -> Callable[[int], tuple[T, ...]]:
    """A function from a mask to the items, of 52 that stand for the pack, of its cards, in their order.

    It keeps a table of 8,192 entries a suit, from 13 bits to the items; they are made when first asked for.
    """
    missing = cast("list[tuple[T, ...]]", [None] * 8192)  # `choose` alone sees that an entry is missing
    clubs, diamonds, hearts, spades = tables = [missing.copy() for _ in range(4)]

    def choose(mask: int) -> tuple[T, ...]:
        try:
            return (
                clubs[mask & 8191]
                + diamonds[mask >> 13 & 8191]
                + hearts[mask >> 26 & 8191]
                + spades[mask >> 39]
            )
        except TypeError:
            fill(mask)
            return choose(mask)

    def fill(mask: int) -> None:
        first = 0
        for table in tables:
            within = mask >> first & 8191
            if table[within] is None:
                table[within] = tuple([items[first + at] for at in range(13) if within >> at & 1])
            first += 13

    return choose


cards_of = chooser(PACK)
"""The cards of a mask, in the order of the pack."""
