"""A deal played out unchecked: what bots and simulations use instead of `apply`.

Cards are indices of the pack, sets of cards 52-bit masks. Legality and scores are the engine's, from the same
functions; `-auto` and `-skip` change neither, so here every card is played.
"""

from collections.abc import Callable

from pbmhearts.cards import PACK, Card
from pbmhearts.games.hearts.events import Totals
from pbmhearts.games.hearts.legality import playable
from pbmhearts.games.hearts.masks import BITS, HEARTS, WITHIN, Chooser, mask_of
from pbmhearts.games.hearts.scoring import score
from pbmhearts.games.hearts.seat import Seat
from pbmhearts.games.hearts.state import Masks
from pbmhearts.games.hearts.variant import Variant

Choose = Callable[[tuple[int, ...], int], int]
"""A player: of the legal cards, and the card that takes the trick so far (-1 for its leader), the one to play."""

_ORDERS = tuple(tuple((leader + at) % 4 for at in range(4)) for leader in range(4))
_SUITS = tuple(card.suit for card in PACK)
_following = Chooser(range(52))
_indices = _following.of


def play_out(
    variant: Variant,
    hands: Masks,
    leader: Seat,
    choose: Choose,
    trick: tuple[Card, ...] = (),
    taken: Masks = (0, 0, 0, 0),
) -> Totals:
    """The points of a deal that is played to its end with `choose` in every seat.

    `hands` are the cards still held, `trick` those on the table, that `leader` led, `taken` what each seat has
    taken. `choose` is asked only where there is a choice, and must name a legal card.
    """
    left, piles = list(hands), list(taken)
    seats, best, taker, pile = _ORDERS[leader][len(trick) :], -1, int(leader), mask_of(trick)
    for seat, card in zip(_ORDERS[leader], trick, strict=False):
        if best < 0 or (card.index > best and card.suit is _SUITS[best]):
            best, taker = card.index, seat
    first = sum(taken) == 0
    broken = any(cards & HEARTS for cards in taken)
    while True:
        for seat in seats:
            hand = left[seat]
            if best < 0:
                legal = _indices(hand if broken else playable(variant, hand, None, first, False))
            elif following := hand & WITHIN[best]:  # Rule 4; the short way through `playable`
                legal = _following[following]
            else:
                legal = _throws(variant, hand, first, best)
            index = choose(legal, best) if len(legal) > 1 else legal[0]
            if best < 0 or (index > best and _SUITS[index] is _SUITS[best]):  # Rule 6
                best, taker = index, seat
            bit = BITS[index]
            left[seat] = hand ^ bit
            pile |= bit
        piles[taker] |= pile
        broken = broken or pile & HEARTS != 0
        if not left[taker]:
            one, two, three, four = piles
            return score(variant, (one, two, three, four)).points
        seats, best, pile, first = _ORDERS[taker], -1, 0, False


def _throws(variant: Variant, hand: int, first: bool, best: int) -> tuple[int, ...]:
    return _indices(playable(variant, hand, _SUITS[best], True, False) if first else hand)
