"""Sets of cards as 52-bit masks: bit `card.index` stands for the card."""

from collections.abc import Iterable, Sequence
from typing import Generic, TypeVar

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


class Chooser(Generic[T]):
    """From a mask to what stands for its cards, in the order of the pack.

    It keeps a table a suit, from 13 bits to a tuple: at most 8,192 entries, each made when first asked for.
    """

    __slots__ = ("_clubs", "_diamonds", "_hearts", "_spades")

    def __init__(self, items: Sequence[T]) -> None:
        self._clubs, self._diamonds, self._hearts, self._spades = (
            _SuitTable(items[13 * suit : 13 * suit + 13]) for suit in Suit
        )

    def __call__(self, mask: int) -> tuple[T, ...]:
        """The items of the cards in `mask`."""
        return (
            self._clubs[mask & 0x1FFF]
            + self._diamonds[mask >> 13 & 0x1FFF]
            + self._hearts[mask >> 26 & 0x1FFF]
            + self._spades[mask >> 39]
        )


class _SuitTable(dict[int, tuple[T, ...]]):
    def __init__(self, items: Sequence[T]) -> None:
        super().__init__()
        self._items = items

    def __missing__(self, bits: int) -> tuple[T, ...]:
        chosen = self[bits] = tuple(item for at, item in enumerate(self._items) if bits >> at & 1)
        return chosen


cards_of = Chooser(PACK)
"""The cards of a mask, in the order of the pack."""
