"""Sets of cards as 52-bit masks: bit `card.index` stands for the card."""

from collections.abc import Iterable

from pbmhearts.cards import PACK, Card, Suit, card

SUIT_MASKS = tuple(0x1FFF << 13 * suit for suit in Suit)
HEARTS = SUIT_MASKS[Suit.HEARTS]
WHOLE_PACK = (1 << 52) - 1
BITS = tuple(1 << each.index for each in PACK)
QUEEN = 1 << card("QS").index
JACK = 1 << card("JD").index
STARTER = card("2C")


def mask_of(cards: Iterable[Card]) -> int:
    """The mask of these cards."""
    mask = 0
    for each in cards:
        mask |= BITS[each.index]
    return mask


class _SuitCards(dict[int, tuple[Card, ...]]):
    """From a suit's 13 bits to its cards, at most 8,192 entries, each made when first asked for."""

    def __init__(self, suit: Suit) -> None:
        super().__init__()
        self._pack = PACK[13 * suit : 13 * suit + 13]

    def __missing__(self, bits: int) -> tuple[Card, ...]:
        cards = self[bits] = tuple(each for at, each in enumerate(self._pack) if bits >> at & 1)
        return cards


_CLUBS, _DIAMONDS, _HEARTS, _SPADES = (_SuitCards(suit) for suit in Suit)


def cards_of(mask: int) -> tuple[Card, ...]:
    """The cards of a mask, in the order of the pack."""
    return (
        _CLUBS[mask & 0x1FFF]
        + _DIAMONDS[mask >> 13 & 0x1FFF]
        + _HEARTS[mask >> 26 & 0x1FFF]
        + _SPADES[mask >> 39]
    )
