"""The log text of a deal, that the next deal is mixed with."""

from collections.abc import Iterator
from typing import assert_never

from pbmhearts.cards import Card
from pbmhearts.games.hearts.consequences import trick_of
from pbmhearts.games.hearts.events import TrickView
from pbmhearts.games.hearts.seat import SEATS
from pbmhearts.games.hearts.state import AwaitingDeal, DealFacts, Finished, Passing, Playing, State


def deal_log(state: State) -> str:
    """The passes in seat order, then the cards played, a line each, of the deal that runs or has just ended.

    Once a deal has ended, the state that awaits the next one still tells its log; "" before the first
    deal and after `resume`. It tells what was passed: for players, only once the board is over.
    """
    match state:
        case Passing(facts):
            return _text(facts, ())
        case Playing(facts, _, cards):
            return _text(facts, cards)
        case AwaitingDeal() | Finished():
            return "" if state.last is None else _text(state.last.facts, state.last.cards)
        case _:
            assert_never(state)


def tricks_of(facts: DealFacts, cards: tuple[Card, ...]) -> Iterator[TrickView]:
    """The tricks that these cards make, the last perhaps incomplete, never empty."""
    leader = facts.leader
    for index in range((len(cards) + 3) // 4):
        trick = trick_of(facts.variant.values, leader, cards, index)
        yield trick
        leader = leader if trick.taker is None else trick.taker


def _text(facts: DealFacts, cards: tuple[Card, ...]) -> str:
    lines = [
        f"{seat.number} {' '.join(map(str, passed))}\n"
        for seat, passed in zip(SEATS, facts.passes, strict=True)
        if passed is not None
    ]
    for trick in tricks_of(facts, cards):
        lines += [f"{seat.number} {card}\n" for seat, card in trick.plays]
    return "".join(lines)
