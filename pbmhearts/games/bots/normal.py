"""A good player who counts: it ducks, bleeds spades, guards or gives the queen, and sees the moon."""

from pbmhearts.cards import Card
from pbmhearts.games.bots import habits, moons, passing
from pbmhearts.games.bots.seen import NOBODY, Seen, seen
from pbmhearts.games.hearts import Phase, View
from pbmhearts.games.hearts.masks import HEARTS, SUIT_MASKS, cards_of

SUSPECTED = 5.0
"""From so much suspicion on the moon is stopped."""
_SHOOTS = 8.0
"""From so strong a hand on it passes for the moon."""
_SHARE = 0.75
"""It shoots while it counts this share of the tricks."""


def choose(view: View) -> tuple[Card, ...]:
    """The three cards to pass, or the one to play, of a view in which its seat must move.

    Raises:
        ValueError: the view's seat has nothing to decide.
    """
    if view.phase is Phase.PASSING:
        known = seen(view)
        if known.worth.moon and strength(known.hand) >= _SHOOTS:
            return cards_of(passing.moon_three(known.worth, known.hand))
        return cards_of(passing.worst_three(known.worth, known.hand, view.direction))
    return cards_of(1 << card(seen(view)))


def card(known: Seen) -> int:
    """The card to play, by its index."""
    worth, legal, out, best = known.worth, known.legal, known.out, known.best
    if legal & legal - 1 == 0:
        return legal.bit_length() - 1
    if shoots(known):
        return moons.card(known)
    stopping = known.suspect != NOBODY and known.suspicion >= SUSPECTED
    if best < 0:
        if stopping:
            return moons.stop_lead(worth, legal, out)
        return habits.lead(worth, legal, out)
    his = known.taker == known.suspect
    if legal & _suit_of(known.trick[0]):
        if stopping:
            return moons.stop_follow(worth, legal, out, best, known.pile, known.last, his)
        return habits.follow(worth, legal, out, best, known.pile, known.last)
    if stopping:
        return moons.stop_throw(worth, legal, out, his)
    return habits.throw(worth, legal, out)


def shoots(known: Seen) -> bool:
    """Whether it tries to take everything: nobody else has a point, and its hand is strong enough by now."""
    if not known.worth.moon or any(
        pile & known.worth.penalties for seat, pile in enumerate(known.piles) if seat != known.seat
    ):
        return False
    return sure_tricks(known.hand, known.out) >= known.hand.bit_count() * _SHARE


def sure_tricks(hand: int, out: int) -> float:
    """How many tricks a hand takes if it leads its suits from the top."""
    tricks = 0.0
    for suit in SUIT_MASKS:
        own, others = hand & suit, out & suit
        while own:
            top = own.bit_length() - 1
            if others >> top:
                tricks += 0.35 * (others >> top == 0)
                break
            tricks += 1
            own ^= 1 << top
            for _ in range(2):  # each round draws about two of theirs
                if others:
                    others ^= 1 << others.bit_length() - 1
    return tricks


def strength(hand: int) -> float:
    """How good a hand is for the moon: what it takes from the top, and how long its suits are."""
    rest = (1 << 52) - 1 ^ hand
    value = sure_tricks(hand, rest)
    hearts = hand & HEARTS
    if hearts and not hearts >> 37:
        value -= 0.8 * hearts.bit_count()  # nothing above the queen of hearts
    return value


def _suit_of(index: int) -> int:
    return SUIT_MASKS[index // 13]
