"""The moon in a few operations on masks: how it is shot, and how it is stopped; the words as in `habits`."""

from pbmhearts.games.bots import habits
from pbmhearts.games.bots.habits import ABOVE_QUEEN, SPADES, Worth
from pbmhearts.games.bots.seen import Seen
from pbmhearts.games.hearts.masks import BITS, HEARTS, QUEEN, SUIT_MASKS

_BELOW = tuple(bit - 1 for bit in BITS)
_QUEEN_INDEX = habits.QUEEN_INDEX


def card(known: Seen) -> int:
    """The card of a seat that shoots, by its index."""
    legal = known.legal
    if legal & legal - 1 == 0:
        return legal.bit_length() - 1
    if known.best < 0:
        return shoot_lead(legal, known.out)
    if legal & SUIT_MASKS[known.trick[0] // 13]:
        return shoot_follow(legal, known.best, known.last)
    return shoot_throw(legal, known.out)


def shoot_lead(legal: int, out: int) -> int:
    """A card that nobody beats, of the suit in which the most follow; else the highest of the longest suit."""
    chosen, most = -1, -1000
    for suit in SUIT_MASKS:
        own = legal & suit
        if own:
            others = out & suit
            top = own.bit_length() - 1
            wins = (own >> others.bit_length() << others.bit_length()).bit_count()
            value = (
                100 + wins + others.bit_count() if wins else own.bit_count() - (others >> top).bit_count() * 3
            )
            if value > most:
                chosen, most = top, value
    return chosen


def shoot_follow(own: int, best: int, last: bool) -> int:
    """The card that takes the trick, as cheaply as can be; the lowest where none does."""
    over = own & ~_BELOW[best]
    if over:
        return (over & -over).bit_length() - 1 if last else over.bit_length() - 1
    return (own & -own).bit_length() - 1


def shoot_throw(hand: int, out: int) -> int:
    """The card that helps least to take tricks."""
    chosen, least = -1, 1000
    for suit in SUIT_MASKS:
        own = hand & suit
        if own:
            low = (own & -own).bit_length() - 1
            over = (out & suit) >> low
            keep = 100 - 5 * over.bit_count() if over else 100
            keep += 20 if suit == HEARTS else 0
            if keep < least:
                chosen, least = low, keep
    return chosen


def stop_lead(worth: Worth, legal: int, out: int) -> int:
    """The highest heart, if nobody beats it: it ends the moon for a few points; else as ever."""
    hearts = legal & HEARTS
    if hearts and (out & HEARTS) and (out & HEARTS) < hearts & -(1 << hearts.bit_length() - 1):
        return hearts.bit_length() - 1
    return habits.lead(worth, legal, out)


def stop_follow(worth: Worth, own: int, out: int, best: int, pile: int, last: bool, his: bool) -> int:
    """Takes points away from who may shoot the moon, keeps what can take them later.

    `his` says that who may shoot the moon takes the trick so far.
    """
    if not his:
        if own & QUEEN and best > _QUEEN_INDEX:
            return _QUEEN_INDEX
        return habits.follow(worth, own, out, best, pile, last)
    over = own & ~_BELOW[best]
    if over and pile & worth.penalties:
        return (over & -over).bit_length() - 1 if last else over.bit_length() - 1
    below = own & _BELOW[best]
    rest = below & ~QUEEN or below or own
    return (rest & -rest).bit_length() - 1


def stop_throw(worth: Worth, hand: int, out: int, his: bool) -> int:
    """A heart to anybody else; to who may shoot the moon nothing that costs, and no card that may stop it."""
    if not his:
        costly = hand & worth.penalties
        hearts = hand & HEARTS
        if hand & QUEEN or not costly:
            return habits.throw(worth, hand, out)
        low = hearts or costly
        return (low & -low).bit_length() - 1
    plain = hand & ~worth.penalties & ~worth.jack or hand
    chosen, least = -1, 1000
    for suit in SUIT_MASKS:
        own = plain & suit
        if own:
            low = (own & -own).bit_length() - 1
            keep = 40 if suit == SPADES and own & ABOVE_QUEEN else 0
            top = own.bit_length() - 1
            keep += 10 if (out & suit) and not (out & suit) >> top else 0
            keep += low % 13
            if keep < least:
                chosen, least = low, keep
    return chosen
