"""What a move's player may see of a board before making it, and who chose the cards that lie there."""

import pytest
from hearts_table import MIXED, cards, chance, dealt, match_steps, played, rule_sets
from hypothesis import given, settings
from hypothesis import strategies as st

from pbmhearts.cards import card
from pbmhearts.games.hearts import (
    SEATS,
    CardPlayed,
    HeartsBroken,
    IllegalMoveError,
    Pass,
    Passing,
    Play,
    Playing,
    RuleSet,
    TrickTaken,
    chosen_cards,
    view,
)
from pbmhearts.games.hearts.preview import preview


@settings(max_examples=30, deadline=None)
@given(rule_sets(), st.integers())
def test_a_preview_shows_the_card_and_nothing_that_follows(rules: RuleSet, seed: int) -> None:
    """One card leaves one hand, whatever the rules would play or score next; a pass changes nothing to be seen."""
    for state, action, _, _ in match_steps(rules, chance(seed), deals=2):
        match state, action:
            case Playing(), Play(seat, chosen):
                after, events = preview(state, action)
                assert isinstance(after, Playing)
                assert after.cards == (*state.cards, chosen)
                assert {type(event) for event in events} <= {CardPlayed, HeartsBroken, TrickTaken}
                for other in SEATS:
                    gone = {chosen} if other == seat else set()
                    assert set(view(state, other).hand) - set(view(after, other).hand) == gone
            case Passing(), Pass():
                assert preview(state, action) == (state, ())
            case _:
                pass


def test_an_illegal_move_has_no_preview() -> None:
    """It is refused as the move itself is."""
    state = dealt("", MIXED)
    with pytest.raises(IllegalMoveError):
        preview(state, Play(SEATS[1], card("KS")))


def test_the_server_s_cards_are_chosen_by_nobody() -> None:
    """The 2 of clubs leads by itself; the others were chosen, by whoever's turn it was."""
    state = played(dealt("", MIXED), "3C 4C 8C")
    assert isinstance(state, Playing)
    assert chosen_cards(state) == tuple(zip(SEATS[1:], cards("3C 4C 8C"), strict=True))
