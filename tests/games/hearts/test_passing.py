"""The deal and the pass."""

import pytest
from hearts_table import (
    HOLD_DEAL,
    MIXED,
    cards,
    dealt,
    why,
)

from pbmhearts.cards import PACK, card
from pbmhearts.games.hearts import (
    SEATS,
    CardPlayed,
    Deal,
    Dealt,
    Pass,
    PassDirection,
    Passed,
    PassingDone,
    Play,
    RuleSet,
    apply,
    legal_moves,
    resume,
    start,
    view,
    waiting,
)

ONE, TWO, THREE, FOUR = SEATS


def test_a_match_begins_with_a_deal() -> None:
    """Nobody can move before the first deal; it is passed left."""
    state = start(RuleSet())
    assert waiting(state) == ()
    assert legal_moves(state, ONE) == ()
    assert why(state, Play(ONE, card("2C"))) == "The next hand has not been dealt yet."
    assert why(state, Pass(ONE, PACK[:3])) == "The next hand has not been dealt yet."
    after, events = apply(state, Deal(MIXED))
    assert events == (Dealt(1, PassDirection.LEFT, False),)
    assert waiting(after) == SEATS
    assert why(after, Deal(MIXED)) == "This is not the time to deal."


@pytest.mark.parametrize(
    "hands",
    [
        (PACK[:13], PACK[13:26], PACK[26:39], PACK[39:51]),
        (PACK[:13], PACK[13:26], PACK[26:39], PACK[38:51]),
        (PACK[:12], PACK[12:26], PACK[26:39], PACK[39:]),
        (PACK[:13], PACK[:13], PACK[26:39], PACK[39:]),
    ],
)
def test_illegal_deals(hands: tuple[tuple[object, ...], ...]) -> None:
    """A deal is 52 different cards, thirteen a seat."""
    assert "thirteen different cards" in why(start(RuleSet()), Deal(hands))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("number", "direction", "receiver"),
    [(1, PassDirection.LEFT, TWO), (2, PassDirection.RIGHT, FOUR), (3, PassDirection.ACROSS, THREE)],
)
def test_passing(number: int, direction: PassDirection, receiver: int) -> None:
    """The fourth pass changes all cards at once, and the 2 of clubs is led by whoever then holds it."""
    state = dealt("", MIXED, number)
    told: tuple[object, ...] = ()
    for seat, text in ((TWO, "3C AC KS"), (FOUR, "AH KH AD"), (ONE, "QS 2C 5C"), (THREE, "AS KD QH")):
        assert told in ((), (Passed(TWO),), (Passed(FOUR),), (Passed(ONE),))
        assert view(state, SEATS[receiver]).received == ()
        state, told = apply(state, Pass(seat, cards(text)))  # type: ignore[arg-type]
    assert told == (
        Passed(THREE),
        PassingDone(direction),
        CardPlayed(SEATS[receiver], card("2C"), 1, True),
    )
    seen = view(state, SEATS[receiver])
    assert seen.received == cards("2C 5C QS")
    assert set(seen.hand) >= set(cards("5C QS"))
    assert view(state, ONE).my_pass == cards("2C 5C QS")
    assert not set(view(state, ONE).hand) & set(cards("2C 5C QS"))
    assert state.move == 3


def test_a_pass_may_be_replaced() -> None:
    """Until the fourth has passed a second pass replaces the first, and takes no move number."""
    state = dealt("", MIXED, 1)
    state = apply(state, Pass(ONE, cards("2C 5C 9C"))).state
    again, events = apply(state, Pass(ONE, cards("QS 2C 3D")))
    assert events == (Passed(ONE),)
    assert again.move == state.move == 1
    assert waiting(again) == (TWO, THREE, FOUR)
    assert view(again, ONE).my_pass == cards("2C 3D QS")
    assert view(again, ONE).hand == MIXED[0]
    assert view(again, ONE).legal == ()
    assert len(legal_moves(again, ONE)) == 286
    assert view(again, TWO).my_pass == ()


def test_refused_passes_say_why() -> None:
    """The player reads what is wrong and what would be right."""
    state = dealt("", MIXED, 1)
    right = " Pass three different cards of your hand."
    assert why(state, Pass(ONE, cards("2C 5C"))) == "2 cards is not three." + right  # type: ignore[arg-type]
    assert why(state, Pass(ONE, cards("2C 2C 5C"))) == "One card is named twice." + right
    assert (
        why(state, Pass(ONE, cards("2C AC AD")))
        == "You do not hold the ace of clubs or the ace of diamonds." + right
    )
    assert why(state, Play(ONE, card("2C"))) == "Cards are being passed: name three of your hand."
    playing = dealt("", MIXED)
    assert why(playing, Pass(TWO, cards("3C 6C TC"))).startswith("The play has begun")


def test_hold() -> None:
    """On HOLD the server leads the 2 of clubs at once, which counts as a move and is not passing."""
    state, events = apply(resume(RuleSet(), HOLD_DEAL, (1, 2, 3, 4), False, 10), Deal(MIXED))
    assert events == (Dealt(4, PassDirection.HOLD, False), CardPlayed(ONE, card("2C"), 1, True))
    assert state.move == 11
    assert waiting(state) == (TWO,)
    seen = view(state, TWO)
    assert (seen.received, seen.my_pass, seen.totals) == ((), (), (1, 2, 3, 4))
