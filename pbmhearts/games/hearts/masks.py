"""Sets of cards as 52-bit masks: `card.bit` stands for the card."""

from collections.abc import Iterable, Sequence
from typing import TypeVar

from pbmhearts.cards import PACK, Card, Suit, card

SUIT_MASKS = tuple(0x1FFF << 13 * suit for suit in Suit)
_CLUBS, _DIAMONDS, HEARTS, _SPADES = SUIT_MASKS
WHOLE_PACK = (1 << 52) - 1
BITS = tuple(each.bit for each in PACK)
QUEEN = card("QS").bit
JACK = card("JD").bit
STARTER = card("2C")
STARTER_BIT = STARTER.bit
WITHIN = tuple(SUIT_MASKS[each.suit] for each in PACK)
"""The whole suit of a card, by index."""
AS_BYTE = tuple(bytes((each.index,)) for each in PACK)
"""A card as what is appended to the cards played, by index."""

T = TypeVar("T")


def mask_of(cards: Iterable[Card]) -> int:
    """The mask of these cards."""
    mask = 0
    for each in cards:
        mask |= each.bit
    return mask


class Chooser(dict[int, tuple[T, ...]]):
    """From a mask to the items, of 52 that stand for the pack, of its cards, in their order.

    It keeps the choices of one suit, which are made when first asked for: one item more than a choice that is kept.
    """

    __slots__ = ("_items",)

    def __init__(self, items: Sequence[T]) -> None:
        super().__init__({0: ()})
        self._items = items

    def __missing__(self, mask: int) -> tuple[T, ...]:
        last = mask.bit_length() - 1
        chosen = self[mask] = (*self[mask ^ BITS[last]], self._items[last])
        return chosen

    def of(self, mask: int) -> tuple[T, ...]:
        """The items of any mask; for one suit's `[]` is quicker, and `get` where it may be one."""
        return self[mask & _CLUBS] + self[mask & _DIAMONDS] + self[mask & HEARTS] + self[mask & _SPADES]


cards_of = Chooser(PACK).of
"""The cards of a mask, in the order of the pack."""
