"""Which three to pass: what is dear and unguarded, then what makes a suit short."""

from pbmhearts.cards import PACK
from pbmhearts.games.bots.habits import ABOVE_QUEEN, CLUBS, DIAMONDS, JACK_INDEX, SPADES, Worth
from pbmhearts.games.hearts import PassDirection
from pbmhearts.games.hearts.masks import BITS, HEARTS, QUEEN, SUIT_MASKS

_RANKS = tuple(int(each.rank) for each in PACK)
_LOW_SPADES = SPADES & ~(QUEEN | ABOVE_QUEEN)


def worst_three(worth: Worth, hand: int, direction: PassDirection) -> int:
    """The three cards that are worst to keep, one after the other, as each changes what the next is worth."""
    given = 0
    for _ in range(3):
        left = hand & ~given
        index = max(_indices(left), key=lambda each: _dread(worth, left, each, direction))
        given |= BITS[index]
    return given


def moon_three(worth: Worth, hand: int) -> int:
    """The three cards that help least to take every trick."""
    lengths = {suit: (hand & suit).bit_count() for suit in SUIT_MASKS}

    def use(index: int) -> float:
        suit = next(each for each in SUIT_MASKS if each & BITS[index])
        return _RANKS[index] + 1.5 * lengths[suit] + (6 if suit == HEARTS else 0)

    given = 0
    for index in sorted(_indices(hand & ~worth.jack), key=use)[:3]:
        given |= BITS[index]
    return given


def _indices(mask: int) -> list[int]:
    return [index for index in range(52) if mask >> index & 1]


def _dread(worth: Worth, hand: int, index: int, direction: PassDirection) -> float:
    """How bad it is to keep a card."""
    bit, rank = BITS[index], _RANKS[index]
    if bit & SPADES:
        return _dread_spade(worth, hand, index, direction)
    suit = next(each for each in SUIT_MASKS if each & bit)
    own = hand & suit
    length = own.bit_count()
    lower = (own & (bit - 1)).bit_count()
    if suit == HEARTS:
        value = 1.35 * rank - 1.5 * lower - (4 if direction is PassDirection.LEFT and rank < 8 else 0)
        return value + (3 if rank >= 12 and lower < 2 else 0)
    value = rank - 1.2 * lower
    if length <= 3:
        value += (4 - length) * 2.0  # a void is worth more than the card's rank
    if worth.jack and suit == DIAMONDS:
        if index == JACK_INDEX:
            return -5.0
        if rank > 11:
            value -= 8
    if suit == CLUBS and rank == 2:
        value -= 4
    return value


def _dread_spade(worth: Worth, hand: int, index: int, direction: PassDirection) -> float:
    """The queen and those above her are kept only under guards; low spades are the guards."""
    bit = BITS[index]
    guards = (hand & _LOW_SPADES).bit_count()
    if bit & worth.penalties & ~QUEEN and guards < 5:
        return 30.0
    if bit & QUEEN:
        return 34.0 if guards < 4 else -2.0
    if bit & ABOVE_QUEEN:
        if hand & QUEEN and guards >= 3:
            return 2.0
        left = 2 if direction is PassDirection.LEFT else 0
        return 26.0 + left + _RANKS[index] - 13 if guards < 4 else 3.0
    return -3.0
