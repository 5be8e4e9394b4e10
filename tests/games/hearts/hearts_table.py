"""Tables that the tests of the rules play at."""

import random
from collections.abc import Iterator

import pytest
from hypothesis import strategies as st

from pbmhearts.cards import PACK, Card, card
from pbmhearts.games.hearts import (
    SEATS,
    AwaitingDeal,
    Deal,
    Event,
    Finished,
    Hands,
    IllegalMoveError,
    Move,
    Pass,
    Passing,
    Play,
    RuleSet,
    State,
    apply,
    legal_cards,
    resume,
    start,
    waiting,
)

HOLD_DEAL = 4
"""The number of a deal on which nothing is passed."""


def chance(seed: int) -> random.Random:
    """A repeatable source of chance."""
    return random.Random(seed)  # noqa: S311 - repeatable on purpose


def cards(text: str) -> tuple[Card, ...]:
    """`2C QS` in log notation."""
    return tuple(card(word) for word in text.split())


def shuffled(rng: random.Random) -> Hands:
    """Four random hands."""
    pack = list(PACK)
    rng.shuffle(pack)
    one, two, three, four = (tuple(sorted(pack[seat::4])) for seat in SEATS)
    return one, two, three, four


def completed(*held: str) -> Hands:
    """Four hands with these cards in them, filled up from the rest of the pack in its order."""
    hands = [list(cards(text)) for text in held] + [[] for _ in range(4 - len(held))]
    rest = [each for each in PACK if not any(each in hand for hand in hands)]
    for hand in hands:
        while len(hand) < 13:
            hand.append(rest.pop(0))
    one, two, three, four = (tuple(sorted(hand)) for hand in hands)
    return one, two, three, four


SUITS_APART = completed(
    "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC",
    "2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD AD",
    "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH",
)
"""Each seat holds one suit."""

MIXED = completed(
    "2C 5C 9C KC 3D 7D JD 2H 6H TH 4S 8S QS",
    "3C 6C TC AC 4D 8D QD 3H 7H JH 5S 9S KS",
    "4C 7C JC 5D 9D KD 4H 8H QH 2S 6S TS AS",
)
"""Each seat holds something of each suit; seat 4 the rest: 8C QC 2D 6D TD AD 5H 9H KH AH 3S 7S JS."""


def dealt(
    options: str, hands: Hands, number: int = HOLD_DEAL, totals: tuple[int, int, int, int] = (0, 0, 0, 0)
) -> State:
    """A match at this deal, just dealt."""
    return apply(resume(RuleSet.parse(options), number, totals, False, 1), Deal(hands)).state


def played(state: State, text: str) -> State:
    """The state after these cards, each by the seat whose turn it is."""
    for each in cards(text):
        (seat,) = waiting(state)
        state = apply(state, Play(seat, each)).state
    return state


def random_move(state: State, rng: random.Random) -> Move:
    """A legal move of some seat that the state waits for."""
    seat = rng.choice(waiting(state))
    legal = legal_cards(state, seat)
    if isinstance(state, Passing):
        first, second, third = rng.sample(legal, 3)
        return Pass(seat, (first, second, third))
    return Play(seat, rng.choice(legal))


Step = tuple[State, Deal | Move, State, tuple[Event, ...]]
"""A state, what was done, the state after, and the events."""


def random_steps(state: State, rng: random.Random, deals: int = 1000) -> Iterator[Step]:
    """A random match from `state` to its end, or for so many deals."""
    while not isinstance(state, Finished):
        if isinstance(state, AwaitingDeal):
            if deals == 0:
                return
            deals -= 1
        action = Deal(shuffled(rng)) if isinstance(state, AwaitingDeal) else random_move(state, rng)
        after, events = apply(state, action)
        yield state, action, after, events
        state = after


def match_steps(rules: RuleSet, rng: random.Random, deals: int = 1000) -> Iterator[Step]:
    """A random match from its start."""
    yield from random_steps(start(rules), rng, deals)


def rule_sets() -> st.SearchStrategy[RuleSet]:
    """Every combination of the options."""
    flag = st.booleans()
    return st.builds(
        RuleSet,
        jack=flag,
        blood=flag,
        break_=flag,
        spot=flag,
        queen=st.sampled_from([0, 13, 25]),
        highspades=flag,
        starter=flag,
        moon=st.sampled_from(["old", "new", "off"]),
        moonjack=flag,
        pass_=st.sampled_from(["cycle", "nohold", "right"]),
        goal=st.integers(20, 1000),
        skip=flag,
        countdown=flag,
        auto=flag,
        deals=st.none() | st.integers(1, 200),
    )


def why(state: State, action: Deal | Pass | Play) -> str:
    """What the player is told of an action that is refused."""
    with pytest.raises(IllegalMoveError) as refusal:
        apply(state, action)
    return refusal.value.why
