"""Three ways to pass, for a reader who wants to tap rather than type."""

from itertools import combinations

from pbmhearts.cards import Card, Suit
from pbmhearts.games.bots import simple
from pbmhearts.games.hearts import View

Three = tuple[Card, ...]


def _highest_penalty_suits(hand: list[Card]) -> Three:
    """The highest hearts and spades, then whatever is high."""
    return tuple(sorted(hand, key=lambda c: (c.suit >= Suit.HEARTS, c.rank), reverse=True)[:3])


def _clear_short_suit(hand: list[Card]) -> Three:
    """The shortest suit that is held, so as to throw cards on it later, filled up from the top."""
    lengths = {suit: sum(c.suit is suit for c in hand) for suit in Suit}
    short = min((suit for suit in Suit if lengths[suit]), key=lambda suit: lengths[suit])
    return tuple(sorted(hand, key=lambda c: (c.suit is short, c.rank), reverse=True)[:3])


def passes(view: View) -> tuple[Three, ...]:
    """Three different passes out of the reader's hand, each in pack order: the bot's choice first."""
    hand = sorted(view.hand, key=lambda c: c.rank, reverse=True)
    ideas = [simple.choose(view), _highest_penalty_suits(hand), _clear_short_suit(hand)]
    distinct = dict.fromkeys(tuple(sorted(idea)) for idea in (*ideas, *combinations(hand[:5], 3)))
    return tuple(distinct)[:3]
