"""The simple player."""

from dataclasses import replace

import pytest
from hearts_table import cards, chance, completed, dealt, random_move, rule_sets, shuffled
from hypothesis import given, settings
from hypothesis import strategies as st

from pbmhearts.games.bots.simple import Reason, advise, choose
from pbmhearts.games.hearts import (
    SEATS,
    AwaitingDeal,
    Deal,
    Finished,
    Pass,
    Passing,
    Phase,
    Play,
    RuleSet,
    State,
    TrickView,
    View,
    apply,
    start,
    view,
    waiting,
)


def bot_move(state: State, seat: int) -> Pass | Play:
    """What the simple player does in a seat."""
    chosen = choose(view(state, SEATS[seat]))
    if isinstance(state, Passing):
        first, second, third = chosen
        return Pass(SEATS[seat], (first, second, third))
    (one,) = chosen
    return Play(SEATS[seat], one)


@given(rules=rule_sets(), seed=st.integers(0, 2**32))
@settings(max_examples=40, deadline=None)
def test_always_legal(rules: RuleSet, seed: int) -> None:
    """Four of it play a deal out under any rules."""
    rng = chance(seed)
    state = start(rules)
    state = apply(state, Deal(shuffled(rng))).state
    while not isinstance(state, AwaitingDeal | Finished):
        state = apply(state, bot_move(state, waiting(state)[0])).state


def test_better_than_chance() -> None:
    """Against three who play anything legal it has far the fewest points."""
    rng = chance(1)
    totals = [0, 0, 0, 0]
    for _ in range(10):
        state = start(RuleSet())
        while not isinstance(state, Finished):
            if isinstance(state, AwaitingDeal):
                state = apply(state, Deal(shuffled(rng))).state
                continue
            seat = waiting(state)[0]
            state = apply(state, bot_move(state, seat) if seat == 0 else random_move(state, rng)).state
        totals = [one + other for one, other in zip(totals, state.totals, strict=True)]
    assert 2 * totals[0] < min(totals[1:])


def facing(trick: str, legal: str) -> View:
    """A view of the fourth seat in which it may play `legal` to a trick of these cards."""
    base = view(dealt("", completed("2C")), SEATS[3])
    plays = tuple(zip(SEATS, cards(trick), strict=False))
    return replace(
        base, phase=Phase.PLAYING, legal=cards(legal), trick=TrickView(5, SEATS[0], plays, None, 0)
    )


@pytest.mark.parametrize(
    ("trick", "legal", "chosen"),
    [
        ("9C", "4C 7C JC", "7C"),  # ducks, as high as it can
        ("9C", "TC JC", "TC"),  # cannot duck: somebody may still beat the lowest
        ("9C 2C 3C", "TC JC", "JC"),  # takes it as the last: with the highest
        ("KS", "4S QS", "QS"),  # gives the queen to the king
        ("5S", "4S QS", "4S"),  # keeps her from taking it
        ("5S", "QS KS", "KS"),  # rather the king than the queen
        ("9C", "2D 3H QS AS", "QS"),  # throws the queen first
        ("9C", "AD 3H KS", "KS"),  # then what the queen may fall on
        ("9C", "AD 3H TS", "3H"),  # then hearts
        ("", "2H 9D QS", "2H"),  # leads low
        ("", "QS AH", "AH"),  # leads a high spade last
    ],
)
def test_choices(trick: str, legal: str, chosen: str) -> None:
    """It follows low, ducks, and rids itself of what is dear."""
    assert choose(facing(trick, legal)) == cards(chosen)


def test_passes_bare_high_spades() -> None:
    """A queen of spades that is not guarded goes first, then what is high."""
    state = dealt("", completed("QS 2S AH KH 2C 3C 4C 5C 6C 2D 3D 4D 5D"), number=1)
    assert choose(view(state, SEATS[0])) == cards("KH AH QS")


def test_nothing_to_decide() -> None:
    """A view in which its seat must not move is refused."""
    state = dealt("", completed("2C"))
    with pytest.raises(ValueError, match="nothing to decide"):
        choose(view(state, None))


@pytest.mark.parametrize(
    ("trick", "legal", "why"),
    [
        ("9C", "4C 7C JC", Reason.DUCK),
        ("9C", "TC JC", Reason.HOPE),
        ("9C 2C 3C", "TC JC", Reason.TAKE),
        ("KS", "4S QS", Reason.GIVE_QUEEN),
        ("9C", "2D 3H QS AS", Reason.DISCARD),
        ("", "2H 9D QS", Reason.LEAD),
        ("9C", "JC", Reason.ONLY),
    ],
)
def test_reasons(trick: str, legal: str, why: Reason) -> None:
    """With its card it gives the reason for it."""
    assert advise(facing(trick, legal))[1] is why
