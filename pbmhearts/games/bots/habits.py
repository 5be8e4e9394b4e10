"""Rules of thumb, a card in a few operations on masks: how `normal` plays, and everybody in a playout.

Cards are indices of the pack, sets of cards 52-bit masks, as in `hearts.play_out`. `out` are the cards that other
hands hold, `best` is the card that takes the trick so far, `pile` the cards on the table.
"""

from functools import cache
from typing import NamedTuple

from pbmhearts.cards import PACK, card
from pbmhearts.games.hearts import RuleSet
from pbmhearts.games.hearts.masks import BITS, HEARTS, JACK, QUEEN, SUIT_MASKS, WITHIN
from pbmhearts.games.hearts.variant import Variant, variant_of

CLUBS, DIAMONDS, _, SPADES = SUIT_MASKS
QUEEN_INDEX = QUEEN.bit_length() - 1
JACK_INDEX = JACK.bit_length() - 1
ABOVE_QUEEN = card("KS").bit | card("AS").bit
_ABOVE_JACK = card("QD").bit | card("KD").bit | card("AD").bit
_BELOW = tuple(bit - 1 for bit in BITS)
_RANKS = tuple(int(each.rank) for each in PACK)
_SAFE_ROUND = 8
"""So many cards of a suit in other hands, and hardly anybody is void in it."""


class Worth(NamedTuple):
    """What cards mean under some options.

    Attributes:
        penalties: the cards that cost points.
        jack: the jack of diamonds where it takes points off, else nothing.
        moon: whether the moon can be shot.
        costly_spades: the king and ace of spades where they cost points.
    """

    variant: Variant
    penalties: int
    jack: int
    moon: bool
    costly_spades: int


@cache
def worth_of(rules: RuleSet) -> Worth:
    """What cards mean under these rules."""
    variant = variant_of(rules)
    penalties = sum(bit for bit, points in zip(BITS, variant.values, strict=True) if points > 0)
    return Worth(
        variant,
        penalties,
        JACK if rules.jack else 0,
        variant.moon is not None,
        ABOVE_QUEEN & penalties,
    )


def lead(worth: Worth, legal: int, out: int) -> int:
    """The card to lead: low, of a short suit that others can beat; spades while they may draw the queen."""
    chosen, least = -1, 1000.0
    for suit in SUIT_MASKS:
        own = legal & suit
        if not own:
            continue
        others = out & suit
        low = (own & -own).bit_length() - 1
        if not others:
            risk = 90.0 + _RANKS[low]
        else:
            under = (others & _BELOW[low]).bit_count()
            over = others.bit_count() - under
            risk = 10 * under / (under + 2 * over) + 0.7 * own.bit_count() + (0 if over else 25)
            if suit == SPADES and out & QUEEN:
                if own & ABOVE_QUEEN:
                    risk += 6
                else:
                    low, risk = own.bit_length() - 1, risk - 8
            elif suit == SPADES and own & QUEEN:
                risk += 20 if own.bit_count() < 5 else 4
            elif worth.jack and suit == DIAMONDS and own & JACK and low == JACK_INDEX:
                risk += 15
        if risk < least:
            chosen, least = low, risk
    return chosen


def follow(worth: Worth, own: int, out: int, best: int, pile: int, last: bool) -> int:
    """The card to play of two or more of the suit led."""
    if best >= 39:
        if own & QUEEN:
            if best > QUEEN_INDEX:
                return QUEEN_INDEX
            own ^= QUEEN
        elif out & QUEEN and not last:
            own = own & ~ABOVE_QUEEN or own
    elif worth.jack and 13 <= best < 26:
        own = _around_the_jack(worth, own, out, best, pile, last)
    if pile & worth.penalties:
        below = own & _BELOW[best]
        if below:
            return below.bit_length() - 1
        return own.bit_length() - 1 if last else (own & -own).bit_length() - 1
    if last or ((out & WITHIN[best]).bit_count() >= _SAFE_ROUND and not own & worth.penalties):
        return own.bit_length() - 1
    below = own & _BELOW[best]
    return below.bit_length() - 1 if below else (own & -own).bit_length() - 1


def _around_the_jack(worth: Worth, own: int, out: int, best: int, pile: int, last: bool) -> int:
    """The diamonds that are left to choose from: the jack takes a trick itself, or is taken, or is kept back."""
    if own & JACK:
        takes = best < JACK_INDEX and not pile & worth.penalties and (last or not out & _ABOVE_JACK)
        return JACK if takes else own ^ JACK
    over = own & ~_BELOW[best]
    if pile & JACK and over and not pile & QUEEN:
        return over & -over if last else 1 << over.bit_length() - 1
    return own & ~_ABOVE_JACK or own if out & JACK and not last else own


def throw(worth: Worth, hand: int, out: int) -> int:
    """The card to throw of those that may be, where the suit led cannot be followed: the worst to keep."""
    if hand & QUEEN:
        return QUEEN_INDEX
    if hand & ABOVE_QUEEN and (out & QUEEN or hand & worth.costly_spades):
        return (hand & ABOVE_QUEEN).bit_length() - 1
    if hand & worth.jack and hand != JACK:
        hand ^= JACK
    chosen, most = -1, -1
    for suit in SUIT_MASKS:
        own = hand & suit
        if own:
            others = out & suit
            top = own.bit_length() - 1
            danger = 0
            if others:
                danger = 3 * (others & ((own & -own) - 1)).bit_count() + _RANKS[top]
                if suit == HEARTS:
                    danger += 6
            elif suit == HEARTS:
                danger = 1
            if danger > most:
                chosen, most = top, danger
    return chosen
