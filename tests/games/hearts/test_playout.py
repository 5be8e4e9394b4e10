"""The unchecked way to play a deal out, beside the checked one."""

import random
from dataclasses import replace

from hearts_table import chance, match_steps, rule_sets
from hypothesis import given, settings
from hypothesis import strategies as st

from pbmhearts.cards import PACK
from pbmhearts.games.hearts import AwaitingDeal, DealScored, Finished, Playing, RuleSet, play_out, view
from pbmhearts.games.hearts.masks import mask_of
from pbmhearts.games.hearts.tricks import first_leader
from pbmhearts.games.hearts.variant import variant_of


class Recorded:
    """Plays the cards of a deal that was played before; where they end (`-skip`), any legal card."""

    def __init__(self, indices: list[int], rng: random.Random) -> None:
        self.indices = indices
        self.rng = rng

    def __call__(self, legal: tuple[int, ...], best: int) -> int:
        """The next card, after those that left no choice."""
        assert -1 <= best < 52
        assert len(legal) > 1
        while self.indices:
            if (index := self.indices.pop(0)) in legal:
                return index
        return self.rng.choice(legal)


@given(rules=rule_sets(), seed=st.integers(0, 2**32))
@settings(max_examples=60, deadline=None)
def test_the_same_cards_bring_the_same_points(rules: RuleSet, seed: int) -> None:
    """From any moment on the same cards are legal and bring the same; what -skip leaves out changes nothing."""
    rng = chance(seed)
    moments: list[Playing] = []
    for _, _, after, events in match_steps(rules, rng, deals=1):
        if isinstance(after, Playing):
            moments.append(after)
        elif isinstance(after, AwaitingDeal | Finished) and moments:
            assert after.last is not None
            scored = next(event for event in events if isinstance(event, DealScored))
            for moment in moments:
                rest = [card.index for card in after.last.cards[len(moment.cards) :]]
                assert points_from(moment, Recorded(rest, rng)) == scored.points


def points_from(state: Playing, choose: Recorded) -> tuple[int, ...]:
    """What the deal brings when `choose` plays on from here."""
    one, two, three, four = (mask & state.left for mask in state.facts.hands)
    trick = view(state, None).trick
    assert trick is not None
    on_table = tuple(card for _, card in trick.plays)
    variant = variant_of(state.facts.rules)
    return play_out(variant, (one, two, three, four), trick.leader, choose, on_table, state.taken)


@given(rules=rule_sets(), seed=st.integers(0, 2**32))
@settings(max_examples=40, deadline=None)
def test_the_same_cards_are_offered(rules: RuleSet, seed: int) -> None:
    """At each choice of a player the cards offered are those that the checked engine allows."""
    rules = replace(rules, skip=False, auto=False)
    states = [after for _, _, after, _ in match_steps(rules, chance(seed), deals=1)]
    moments = [state for state in states if isinstance(state, Playing)]
    over = states[-1]
    assert isinstance(over, AwaitingDeal | Finished)
    assert over.last is not None
    cards = over.last.cards
    allowed = [moment.legal for moment in moments if moment.legal.bit_count() > 1]

    def follow(legal: tuple[int, ...], _: int) -> int:
        offered.append(mask_of(PACK[index] for index in legal))
        return next(card.index for card in cards if card.index in legal)

    offered: list[int] = []
    facts = moments[0].facts
    leader = first_leader(facts.variant, facts.number, facts.hands)
    play_out(facts.variant, facts.hands, leader, follow)
    assert offered == allowed
