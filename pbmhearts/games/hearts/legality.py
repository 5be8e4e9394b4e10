"""Who may do what: the single source of legality."""

from functools import lru_cache
from itertools import combinations
from typing import assert_never

from pbmhearts.cards import PACK, Card, Suit
from pbmhearts.games.hearts.actions import Move, Pass, Play
from pbmhearts.games.hearts.masks import STARTER_BIT, SUIT_MASKS, Chooser, cards_of
from pbmhearts.games.hearts.seat import SEATS, Seat
from pbmhearts.games.hearts.state import AwaitingDeal, Finished, Passing, Playing, State
from pbmhearts.games.hearts.variant import Variant

_PLAYS = tuple(Chooser([Play(seat, card) for card in PACK]) for seat in SEATS)


def playable(variant: Variant, hand: int, led: Suit | None, first: bool, broken: bool) -> int:
    """The cards of `hand` that may be played, as a mask.

    `led` is the suit of the trick, None for its leader; `first` says that it is the deal's first trick.
    """
    if led is not None and (following := hand & SUIT_MASKS[led]):
        return following  # Rule 4: follow the suit led
    if first and led is None and variant.starter and hand & STARTER_BIT:
        return STARTER_BIT  # Rule 3: the 2 of clubs starts
    allowed = hand
    if first:
        allowed = hand & ~variant.opening_limit or hand  # Rule 4: no penalty on the first trick, if it can be
    if led is None and not broken:
        allowed = (
            allowed & ~variant.lead_limit or allowed
        )  # Rule 5: hearts are not led before they are broken
    return allowed


def legal_cards(state: State, seat: Seat) -> tuple[Card, ...]:
    """The cards that `seat` may play now, or choose three of to pass; () when it can do neither."""
    match state:
        case Playing():
            return cards_of(state.legal) if seat == state.turn else ()
        case Passing():
            return cards_of(state.facts.dealt[seat])
        case AwaitingDeal() | Finished():
            return ()
        case _:
            assert_never(state)


def legal_moves(state: State, seat: Seat) -> tuple[Move, ...]:
    """All that `seat` may do now: one Play a legal card, or 286 Passes.

    A seat that has passed may pass again until the fourth has (Rule 2).
    """
    if isinstance(state, Playing):
        if seat != state.turn:
            return ()
        plays, legal = _PLAYS[seat], state.legal
        return plays.get(legal) or plays.of(legal)
    match state:
        case Passing():
            return _passes(state.facts.dealt[seat], seat)
        case AwaitingDeal() | Finished():
            return ()
        case _:
            assert_never(state)


def waiting(state: State) -> tuple[Seat, ...]:
    """The seats that must move now."""
    match state:
        case Playing():
            return (state.turn,)
        case Passing():
            return tuple(seat for seat in SEATS if not state.given[seat])
        case AwaitingDeal() | Finished():
            return ()
        case _:
            assert_never(state)


def same_passing(before: State, after: State) -> bool:
    """Whether the same passing goes on: until it ends, none of the four may know what the others have done."""
    return (
        isinstance(before, Passing)
        and isinstance(after, Passing)
        and before.facts.number == after.facts.number
    )


@lru_cache(maxsize=64)  # a hand is asked about again and again while the four pass
def _passes(hand: int, seat: Seat) -> tuple[Move, ...]:
    return tuple(Pass(seat, cards) for cards in combinations(cards_of(hand), 3))
