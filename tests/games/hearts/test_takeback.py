"""Taking back a pass or a card."""

import pytest
from hearts_table import (
    HOLD_DEAL,
    MIXED,
    cards,
    chance,
    dealt,
    match_steps,
    played,
    random_steps,
    rule_sets,
)
from hypothesis import given, settings
from hypothesis import strategies as st

from pbmhearts.cards import card
from pbmhearts.games.hearts import (
    SEATS,
    AwaitingDeal,
    CardPlayed,
    Finished,
    IllegalMoveError,
    Pass,
    Passing,
    Play,
    Playing,
    RuleSet,
    TakeBack,
    TakenBack,
    apply,
    deal_log,
    legal_moves,
    resume,
    start,
    view,
    waiting,
)

ONE, TWO, THREE, FOUR = SEATS


def test_a_pass_comes_back() -> None:
    """Until the fourth has passed a seat may take back its own pass, which takes a move number."""
    state = dealt("", MIXED, 1)
    passed = apply(state, Pass(TWO, cards("3C 6C TC"))).state
    after, events = apply(passed, TakeBack(TWO))
    assert events == (TakenBack(TWO, None),)
    assert after.move == passed.move + 1
    assert waiting(after) == SEATS
    assert view(after, TWO).my_pass == ()
    with pytest.raises(IllegalMoveError, match="You have not passed yet"):
        apply(after, TakeBack(TWO))


def test_nothing_to_take_back() -> None:
    """What the server led, a pass that was exchanged, and another's card stay."""
    led = dealt("", MIXED)
    with pytest.raises(IllegalMoveError, match="No card has been chosen"):
        apply(led, TakeBack(ONE))
    state = played(led, "3C")
    with pytest.raises(IllegalMoveError, match="not yours"):
        apply(state, TakeBack(ONE))
    with pytest.raises(IllegalMoveError, match="over"):
        apply(start(RuleSet()), TakeBack(ONE))


def test_a_card_comes_back() -> None:
    """The last card chosen comes back; the move number goes on, and the log does not tell of it."""
    before = dealt("", MIXED)
    state = played(before, "3C")
    after, events = apply(state, TakeBack(TWO))
    assert events == (TakenBack(TWO, card("3C")),)
    assert after.move == state.move + 1
    assert view(after, TWO).hand == view(before, TWO).hand
    assert deal_log(after) == deal_log(before) == "1 2C\n"
    again = played(after, "6C")
    assert deal_log(again) == "1 2C\n2 6C\n"
    assert again.move == before.move + 3


def test_a_trick_comes_back() -> None:
    """The card that took a trick comes back with the trick, and then the ones before it, one by one."""
    state = played(dealt("", MIXED), "3C JC QC")
    assert waiting(state) == (FOUR,)
    for seat, text in ((FOUR, "QC"), (THREE, "JC"), (TWO, "3C")):
        state, events = apply(state, TakeBack(seat))
        assert events == (TakenBack(seat, card(text)),)
        assert waiting(state) == (seat,)
    assert view(state, None).tricks == ()


def test_not_into_an_earlier_deal() -> None:
    """Once a deal has been scored its cards stay."""
    *_, (_, action, after, _) = random_steps(
        resume(RuleSet(), HOLD_DEAL, (0,) * 4, False, 1), chance(1), deals=1
    )
    assert isinstance(action, Play)
    assert isinstance(after, AwaitingDeal)
    with pytest.raises(IllegalMoveError, match="over"):
        apply(after, TakeBack(action.seat))


@given(rules=rule_sets(), seed=st.integers(0, 2**32))
@settings(max_examples=60, deadline=None)
def test_taking_back_undoes_just_the_last_choice(rules: RuleSet, seed: int) -> None:
    """Whatever the server played after a card comes back with it; but for the number the state is as before."""
    for before, action, after, events in match_steps(rules, chance(seed), deals=1):
        if isinstance(after, AwaitingDeal | Finished) or not isinstance(action, Pass | Play):
            continue
        if isinstance(action, Pass) and isinstance(after, Playing):
            with pytest.raises(IllegalMoveError):
                apply(after, TakeBack(action.seat))
            continue
        back, told = apply(after, TakeBack(action.seat))
        assert isinstance(back, Passing | Playing)
        assert back._replace(move=0) == before._replace(move=0)
        assert back.move == after.move + 1 > before.move
        assert told == (TakenBack(action.seat, action.card if isinstance(action, Play) else None),)
        for seat in SEATS:
            if seat != action.seat and isinstance(action, Play):
                with pytest.raises(IllegalMoveError):
                    apply(after, TakeBack(seat))
        served = [event for event in events if isinstance(event, CardPlayed) and event.by_server]
        assert len(view(after, None).tricks) >= len(served) // 4
        assert legal_moves(back, action.seat) == legal_moves(before, action.seat)
