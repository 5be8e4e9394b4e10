"""`apply`: a state and an action make a new state and events, or a refusal."""

from typing import assert_never

from pbmhearts.cards import Card
from pbmhearts.games.hearts.actions import Action, Deal, Pass, Play, TakeBack
from pbmhearts.games.hearts.consequences import Transition, begin_play, play
from pbmhearts.games.hearts.events import Dealt, Passed, PassingDone, TakenBack
from pbmhearts.games.hearts.legality import legal_cards
from pbmhearts.games.hearts.masks import WHOLE_PACK
from pbmhearts.games.hearts.refusals import IllegalMoveError, pass_refusal, play_refusal
from pbmhearts.games.hearts.seat import SEATS, PassDirection, Seat
from pbmhearts.games.hearts.state import (
    NOTHING,
    AwaitingDeal,
    DealFacts,
    Finished,
    Masks,
    Passing,
    Playing,
    State,
    direction_of,
)
from pbmhearts.games.hearts.tricks import exchanged
from pbmhearts.games.hearts.variant import variant_of

__all__ = ["Transition", "apply"]

_PASSED = tuple((Passed(seat),) for seat in SEATS)
_ALL_PASSED = {
    direction: tuple((Passed(seat), PassingDone(direction)) for seat in SEATS) for direction in PassDirection
}
_HOLD = PassDirection.HOLD  # an enum looks its members up slowly
_new = tuple.__new__  # a NamedTuple's own constructor costs twice as much


def apply(state: State, action: Action) -> Transition:
    """The state after `action` and all that follows from it by itself, and what happened.

    What the server plays (the 2 of clubs, the thirteenth trick, `-auto`) and scoring are part of it.

    Raises:
        IllegalMoveError: the action cannot be done; `state` stands.
    """
    if isinstance(action, Play):
        if not isinstance(state, Playing):
            raise play_refusal(state, action)
        return play(state, action)
    match action:
        case Pass():
            return _pass(state, action)
        case Deal():
            return _deal(state, action)
        case TakeBack():
            return _take_back(state, action)
        case _:
            assert_never(action)


def _deal(state: State, action: Deal) -> Transition:
    if not isinstance(state, AwaitingDeal):
        raise IllegalMoveError("This is not the time to deal.")
    first, second, third, fourth = action.hands
    # Sums, as they are quick; 52 powers of two make the whole pack only if all are different.
    dealt = (
        sum([card.bit for card in first]),
        sum([card.bit for card in second]),
        sum([card.bit for card in third]),
        sum([card.bit for card in fourth]),
    )
    if sum(dealt) != WHOLE_PACK or not len(first) == len(second) == len(third) == len(fourth) == 13:
        raise IllegalMoveError("A deal is the whole pack, thirteen different cards a seat.")
    rules, number, totals, tie_deal, move, _ = state
    variant = variant_of(rules)
    direction = direction_of(variant, number)
    facts = _new(DealFacts, (rules, variant, number, totals, tie_deal, direction, dealt, NOTHING, dealt))
    begins = (Dealt(number, direction, tie_deal),)
    if direction is _HOLD:
        return begin_play(facts, move, begins)
    return _new(Transition, (_new(Passing, (facts, NOTHING, move)), begins))


def _pass(state: State, action: Pass) -> Transition:
    seat, cards = action
    if not isinstance(state, Passing) or len(cards) != 3:
        raise pass_refusal(state, action)
    facts, before, move = state
    first, second, third = cards
    three = first.bit | second.bit | third.bit
    if three.bit_count() != 3 or three & ~facts.dealt[seat]:
        raise pass_refusal(state, action)
    given = _with_given(before, seat, three)
    if 0 in given:
        return _new(Transition, (_new(Passing, (facts, given, move)), _PASSED[seat]))
    hands = exchanged(facts.dealt, given, facts.direction)
    facts = _new(DealFacts, (*facts[:7], given, hands))
    return begin_play(facts, move + 1, _ALL_PASSED[facts.direction][seat])


def _take_back(state: State, action: TakeBack) -> Transition:
    match state:
        case Passing():
            return _take_back_pass(state, action.seat)
        case Playing():
            return _take_back_card(state, action.seat)
        case AwaitingDeal() | Finished():
            raise IllegalMoveError("That deal is over: no card of it comes back.")
        case _:
            assert_never(state)


def _take_back_pass(state: Passing, seat: Seat) -> Transition:
    if not state.given[seat]:
        raise IllegalMoveError("You have not passed yet.", legal_cards(state, seat))
    after = Passing(state.facts, _with_given(state.given, seat, 0), state.move + 1)
    return Transition(after, (TakenBack(SEATS[seat], None),))


def _take_back_card(state: Playing, seat: Seat) -> Transition:
    chosen = [card for at, card in enumerate(state.cards) if not state.served >> at & 1]
    if not chosen:
        raise IllegalMoveError("No card has been chosen in this deal yet.", legal_cards(state, seat))
    before = _replayed(state.facts, chosen[:-1])
    if before.turn != seat:
        raise IllegalMoveError(
            "The last card was not yours: only that one comes back.", legal_cards(state, seat)
        )
    return Transition(before._replace(move=state.move + 1), (TakenBack(SEATS[seat], chosen[-1]),))


def _replayed(facts: DealFacts, chosen: list[Card]) -> Playing:
    """The play after these cards, that players chose; they do not end the deal."""
    state, _ = begin_play(facts, 0, ())
    for card in chosen:
        assert isinstance(state, Playing)  # noqa: S101 - a card that a player chose came later
        state, _ = play(state, Play(state.turn, card))
    assert isinstance(state, Playing)  # noqa: S101 - the card taken back was chosen here
    return state


def _with_given(given: Masks, seat: Seat, cards: int) -> Masks:
    one, two, three, four = given
    if seat == 0:
        return cards, two, three, four
    if seat == 1:
        return one, cards, three, four
    if seat == 2:
        return one, two, cards, four
    return one, two, three, cards
