"""Sets of cards as 52-bit masks: bit `card.index` stands for the card."""

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

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


class SuitTable(dict[int, tuple[T, ...]]):
    """From a mask within a suit to what stands for its cards: at most 8,192 entries, made when first asked for."""

    def __init__(self, items: Sequence[T], suit: Suit) -> None:
        super().__init__()
        self._items = tuple((1 << at, items[at]) for at in range(13 * suit, 13 * suit + 13))

    def __missing__(self, mask: int) -> tuple[T, ...]:
        chosen = self[mask] = tuple([item for bit, item in self._items if mask & bit])
        return chosen


def suit_tables(items: Sequence[T]) -> tuple[SuitTable[T], SuitTable[T], SuitTable[T], SuitTable[T]]:
    """A table a suit, of 52 items that stand for the pack."""
    clubs, diamonds, hearts, spades = (SuitTable(items, suit) for suit in Suit)
    return clubs, diamonds, hearts, spades


def chooser(items: Sequence[T]) -> Callable[[int], tuple[T, ...]]:
    """A function from a mask to the items of its cards, in the order of the pack."""
    clubs, diamonds, hearts, spades = suit_tables(items)
    in_clubs, in_diamonds, in_hearts, in_spades = SUIT_MASKS

    def choose(mask: int) -> tuple[T, ...]:
        return (
            clubs[mask & in_clubs]
            + diamonds[mask & in_diamonds]
            + hearts[mask & in_hearts]
            + spades[mask & in_spades]
        )

    return choose


cards_of = chooser(PACK)
"""The cards of a mask, in the order of the pack."""
