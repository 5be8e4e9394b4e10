"""`apply`: a state and an action make a new state and events, or a refusal."""

from typing import NamedTuple, assert_never

from pbmhearts.cards import Card
from pbmhearts.games.hearts import consequences
from pbmhearts.games.hearts.actions import Action, Deal, Pass, Play, TakeBack
from pbmhearts.games.hearts.events import Dealt, Event, Passed, PassingDone, TakenBack
from pbmhearts.games.hearts.legality import legal_cards
from pbmhearts.games.hearts.masks import BITS, WHOLE_PACK, cards_of, mask_of
from pbmhearts.games.hearts.refusals import IllegalMoveError, pass_refusal, play_refusal
from pbmhearts.games.hearts.seat import SEATS, PassDirection, Seat, each_seat
from pbmhearts.games.hearts.state import (
    NO_PASSES,
    AwaitingDeal,
    DealFacts,
    Finished,
    Passes,
    Passing,
    Playing,
    State,
    ThreeCards,
    direction_of,
)
from pbmhearts.games.hearts.tricks import exchanged
from pbmhearts.games.hearts.variant import variant_of

_new = tuple.__new__  # a NamedTuple's own constructor costs twice as much


class Transition(NamedTuple):
    """What an action makes of a state."""

    state: State
    events: tuple[Event, ...]


def apply(state: State, action: Action) -> Transition:
    """The state after `action` and all that follows from it by itself, and what happened.

    What the server plays (the 2 of clubs, the thirteenth trick, `-auto`) and scoring are part of it.

    Raises:
        IllegalMoveError: the action cannot be done; `state` stands.
    """
    match action:
        case Play():
            return _play(state, action)
        case Pass():
            return _pass(state, action)
        case Deal():
            return _deal(state, action)
        case TakeBack():
            return _take_back(state, action)
        case _:
            assert_never(action)


def _play(state: State, action: Play) -> Transition:
    seat, card = action
    if not isinstance(state, Playing) or seat != state.turn or not state.legal & BITS[card.index]:
        raise play_refusal(state, action)
    events: list[Event] = []
    after = consequences.settle(consequences.play(state, card, False, events), events)
    return _new(Transition, (after, tuple(events)))


def _deal(state: State, action: Deal) -> Transition:
    if not isinstance(state, AwaitingDeal):
        raise IllegalMoveError("This is not the time to deal.")
    dealt = each_seat(mask_of(hand) for hand in action.hands)
    if any(len(hand) != 13 for hand in action.hands) or sum(dealt) != WHOLE_PACK:
        raise IllegalMoveError("A deal is the whole pack, thirteen different cards a seat.")
    variant = variant_of(state.rules)
    direction = direction_of(variant, state.number)
    facts = DealFacts(
        rules=state.rules,
        variant=variant,
        number=state.number,
        totals=state.totals,
        tie_deal=state.tie_deal,
        direction=direction,
        dealt=dealt,
        passes=NO_PASSES,
        hands=dealt,
    )
    events: list[Event] = [Dealt(state.number, direction, state.tie_deal)]
    if direction is not PassDirection.HOLD:
        return Transition(Passing(facts, NO_PASSES, state.move), tuple(events))
    return Transition(consequences.settle(consequences.opening(facts, state.move), events), tuple(events))


def _pass(state: State, action: Pass) -> Transition:
    three = mask_of(action.cards)
    if (
        not isinstance(state, Passing)
        or len(action.cards) != 3
        or three.bit_count() != 3
        or three & ~state.facts.dealt[action.seat]
    ):
        raise pass_refusal(state, action)
    first, second, third = cards_of(three)
    passes = _with_pass(state.passes, action.seat, (first, second, third))
    passed = Passed(SEATS[action.seat])
    if None in passes:
        return Transition(Passing(state.facts, passes, state.move), (passed,))
    events: list[Event] = [passed, PassingDone(state.facts.direction)]
    given = each_seat(mask_of(cards or ()) for cards in passes)
    hands = exchanged(state.facts.dealt, given, state.facts.direction)
    facts = state.facts._replace(passes=passes, hands=hands)
    return Transition(consequences.settle(consequences.opening(facts, state.move + 1), events), tuple(events))


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
    if state.passes[seat] is None:
        raise IllegalMoveError("You have not passed yet.", legal_cards(state, seat))
    after = Passing(state.facts, _with_pass(state.passes, seat, None), state.move + 1)
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
    state: State = consequences.settle(consequences.opening(facts, 0), [])
    for card in chosen:
        assert isinstance(state, Playing)  # noqa: S101 - a card that a player chose came later
        state = consequences.settle(consequences.play(state, card, False, []), [])
    assert isinstance(state, Playing)  # noqa: S101 - the card taken back was chosen here
    return state


def _with_pass(passes: Passes, seat: Seat, cards: ThreeCards | None) -> Passes:
    after = list(passes)
    after[seat] = cards
    return each_seat(after)
