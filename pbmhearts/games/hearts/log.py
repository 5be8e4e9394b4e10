"""The log text of a deal, that the next deal is mixed with."""

from typing import assert_never

from pbmhearts.cards import Card
from pbmhearts.games.hearts.seat import SEATS, Seat
from pbmhearts.games.hearts.state import AwaitingDeal, DealFacts, Finished, Passes, Passing, Playing, State
from pbmhearts.games.hearts.tricks import complete_tricks, current_trick


def deal_log(state: State) -> str:
    """The passes in seat order, then the cards played, a line each, of the deal that runs or has just ended.

    Once a deal has ended, the state that awaits the next one still tells its log; "" before the first
    deal and after `resume`. It tells what was passed: for players, only once the board is over.
    """
    match state:
        case Passing():
            return _passed(state.passes)
        case Playing():
            facts, cards = state.facts, state.cards
            on_table = current_trick(facts, cards, state.turn).plays
            return _passed(facts.passes) + _played(facts, cards) + _lines(on_table)
        case AwaitingDeal() | Finished():
            last = state.last
            return "" if last is None else _passed(last.facts.passes) + _played(last.facts, last.cards)
        case _:
            assert_never(state)


def _passed(passes: Passes) -> str:
    given = zip(SEATS, passes, strict=True)
    return "".join(
        f"{seat.number} {' '.join(map(str, cards))}\n" for seat, cards in given if cards is not None
    )


def _played(facts: DealFacts, cards: tuple[Card, ...]) -> str:
    return "".join(_lines(trick.plays) for trick in complete_tricks(facts, cards))


def _lines(plays: tuple[tuple[Seat, Card], ...]) -> str:
    return "".join(f"{seat.number} {card}\n" for seat, card in plays)
