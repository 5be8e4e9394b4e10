"""The rules compared with OpenSpiel's hearts, which were written by others."""

import random
from typing import Any

import pyspiel
import pytest
from hearts_table import HOLD_DEAL, chance, completed, shuffled

from pbmhearts.cards import PACK, Card
from pbmhearts.games.hearts import (
    SEATS,
    CardPlayed,
    Deal,
    DealScored,
    Event,
    Hands,
    Pass,
    PassDirection,
    Play,
    Playing,
    RuleSet,
    State,
    apply,
    legal_cards,
    resume,
)

CONFIGURATIONS = ("", "-jack", "-blood", "-jack -blood", "-nobreak", "-pass=right")
DIRECTIONS = {PassDirection.HOLD: 0, PassDirection.LEFT: 1, PassDirection.ACROSS: 2, PassDirection.RIGHT: 3}


def action_of(card: Card) -> int:
    """OpenSpiel's number of a card."""
    return (card.rank - 2) * 4 + card.suit


def card_of(action: int) -> Card:
    """The card of OpenSpiel's number."""
    return PACK[13 * (action % 4) + action // 4]


def game_of(rules: RuleSet) -> Any:
    """OpenSpiel's game under these rules."""
    return pyspiel.load_game(
        "hearts",
        {
            "qs_breaks_hearts": False,
            "jd_bonus": rules.jack,
            "no_pts_on_first_trick": not rules.blood,
            "must_break_hearts": rules.break_,
        },
    )


class Both:
    """One deal on two tables, ours and OpenSpiel's."""

    def __init__(self, rules: RuleSet, number: int, hands: Hands) -> None:
        ready = resume(rules, number, (0, 0, 0, 0), False, 1)
        self.spiel = game_of(rules).new_initial_state()
        self.decisions = 0
        self.points: tuple[int, ...] | None = None
        self.state: State = ready
        after, events = apply(ready, Deal(hands))
        direction = events[0].direction  # type: ignore[union-attr]
        self.spiel.apply_action(DIRECTIONS[direction])
        for at in range(52):
            self.spiel.apply_action(action_of(hands[at % 4][at // 4]))
        self._follow(after, events)

    def pass_three(self, rng: random.Random) -> None:
        """Each seat passes three random cards."""
        for seat in SEATS:
            first, second, third = rng.sample(legal_cards(self.state, seat), 3)
            after, events = apply(self.state, Pass(seat, (first, second, third)))
            for card in (first, second, third):
                assert self.spiel.current_player() == seat
                assert action_of(card) in self.spiel.legal_actions()
                self.spiel.apply_action(action_of(card))
            self._follow(after, events)

    def play_out(self, rng: random.Random) -> None:
        """Random legal cards to the end of the deal, each choice compared."""
        while isinstance(self.state, Playing):
            legal = legal_cards(self.state, self.state.turn)
            assert self.spiel.current_player() == self.state.turn
            assert {card_of(action) for action in self.spiel.legal_actions()} == set(legal)
            self.decisions += 1
            after, events = apply(self.state, Play(self.state.turn, rng.choice(legal)))
            self._follow(after, events)
        assert self.spiel.is_terminal()
        assert self.points is not None
        assert tuple(26 - points for points in self.spiel.returns()) == self.points

    def _follow(self, after: State, events: tuple[Event, ...]) -> None:
        for event in events:
            if isinstance(event, CardPlayed):
                assert self.spiel.current_player() == event.seat
                if event.by_server:
                    assert self.spiel.legal_actions() == [action_of(event.card)]
                    self.decisions += 1
                self.spiel.apply_action(action_of(event.card))
            elif isinstance(event, DealScored):
                self.points = event.points
        self.state = after


@pytest.mark.parametrize("options", CONFIGURATIONS)
def test_random_deals_agree(options: str, request: pytest.FixtureRequest) -> None:
    """On random deals OpenSpiel allows the same cards at each decision and scores the same."""
    deals = request.config.getoption("deals") // len(CONFIGURATIONS) + 1
    rules = RuleSet.parse(options)
    rng = chance(CONFIGURATIONS.index(options))
    decisions = 0
    for number in range(1, deals + 1):
        both = Both(rules, number, shuffled(rng))
        if not isinstance(both.state, Playing):
            both.pass_three(rng)
        both.play_out(rng)
        decisions += both.decisions
    assert decisions == 52 * deals


PENALTIES_ONLY = (
    completed("2C 3C 4C", "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH"),
    completed("2C 3C 4C", "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH QS"),
    completed("2C 3C 4C", "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH KS"),
    completed("2C 3C 4C", "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH JD"),
    completed("2C QS 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH"),
    completed("2C AC KC QC JC TC 9C 8C 7C 6C 5C 4C 3C", "2H 3H 4H 5H 6H 7H QS", "8H 9H TH JH QH KH AH"),
)


@pytest.mark.parametrize("options", CONFIGURATIONS)
@pytest.mark.parametrize("hands", PENALTIES_ONLY)
def test_hands_of_penalty_cards_agree(options: str, hands: Hands) -> None:
    """A hand of nothing but hearts and the queen may throw and lead what OpenSpiel lets it."""
    for seed in range(20):
        both = Both(RuleSet.parse(options), HOLD_DEAL if "right" not in options else 1, hands)
        if not isinstance(both.state, Playing):
            both.pass_three(chance(seed))
        both.play_out(chance(seed))
