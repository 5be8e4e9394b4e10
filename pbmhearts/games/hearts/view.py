"""What one seat, or a watcher, may see: an allow-list."""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import assert_never

from pbmhearts.cards import Card
from pbmhearts.games.hearts.events import Totals, TrickView
from pbmhearts.games.hearts.legality import legal_cards, waiting
from pbmhearts.games.hearts.masks import HEARTS, cards_of, mask_of
from pbmhearts.games.hearts.rules import RuleSet
from pbmhearts.games.hearts.scoring import points_of
from pbmhearts.games.hearts.seat import SEATS, PassDirection, Seat, each_seat
from pbmhearts.games.hearts.state import (
    AwaitingDeal,
    DealFacts,
    Finished,
    Masks,
    Passing,
    Playing,
    State,
    direction_of,
)
from pbmhearts.games.hearts.tricks import complete_tricks, current_trick, dealer
from pbmhearts.games.hearts.variant import variant_of

_NONE: Totals = (0, 0, 0, 0)


class Phase(StrEnum):
    """What the match waits for."""

    DEALING = "dealing"
    PASSING = "passing"
    PLAYING = "playing"
    FINISHED = "finished"


@dataclass(frozen=True, slots=True)
class View:
    """A match as `seat` sees it, or a watcher.

    Attributes:
        seat: whose view it is, None for a watcher's.
        rules: the board's options.
        phase: what the match waits for.
        move: the move number.
        deal: the number of the deal, from 1; while DEALING, of the one awaited.
        direction: where this deal's cards are passed.
        dealer: who deals, where that says who leads (`-nostarter`), else None.
        tie_deal: the deal is played only to break a tie.
        totals: of the match before this deal; when FINISHED, the final ones.
        deal_points: what the cards taken in this deal are worth, the jack's bonus included, the moon not.
        tricks_taken: in this deal.
        waiting: the seats that must move.
        hand: the seat's own cards; () for a watcher. While PASSING, all thirteen as dealt.
        legal: the cards that the seat may choose from, only when it must move.
        my_pass: what the seat passed in this deal, so far as it has.
        received: what came to the seat, once all have passed.
        trick_number: of the current trick, from 1; 0 while nobody plays.
        trick: the current trick, perhaps with no card yet; None while nobody plays.
        last_trick: the last complete trick of this deal.
        tricks: the complete tricks of this deal.
        hearts_broken: a heart has been played in this deal.
        places: when FINISHED, 1 to 4, ties share.
    """

    seat: Seat | None
    rules: RuleSet
    phase: Phase
    move: int
    deal: int
    direction: PassDirection
    dealer: Seat | None
    tie_deal: bool
    totals: Totals
    deal_points: Totals = _NONE
    tricks_taken: Totals = _NONE
    waiting: tuple[Seat, ...] = ()
    hand: tuple[Card, ...] = ()
    legal: tuple[Card, ...] = ()
    my_pass: tuple[Card, ...] = ()
    received: tuple[Card, ...] = ()
    trick_number: int = 0
    trick: TrickView | None = None
    last_trick: TrickView | None = None
    tricks: tuple[TrickView, ...] = ()
    hearts_broken: bool = False
    places: Totals | None = None


def view(state: State, seat: Seat | None) -> View:
    """What `seat` may see, or a watcher for None."""
    return seen_by(seat, _public(state), state)


def seen_by(seat: Seat | None, public: View, state: State) -> View:
    """What `seat` may see of a state of which anybody sees `public`: the same, and its own cards."""
    if seat is None:
        return public
    match state:
        case AwaitingDeal():
            return replace(public, seat=seat)
        case Passing():
            return replace(
                public,
                seat=seat,
                hand=cards_of(state.facts.dealt[seat]),
                legal=legal_cards(state, seat) if seat in public.waiting else (),
                my_pass=state.passes[seat] or (),
            )
        case Playing():
            given, received = _exchange(state.facts, seat)
            return replace(
                public,
                seat=seat,
                hand=cards_of(state.facts.hands[seat] & state.left),
                legal=legal_cards(state, seat),
                my_pass=given,
                received=received,
            )
        case Finished():
            given, received = _exchange(state.last.facts, seat)
            return replace(public, seat=seat, my_pass=given, received=received)
        case _:
            assert_never(state)


def _public(state: State) -> View:
    match state:
        case AwaitingDeal():
            return _awaiting(state)
        case Passing():
            return replace(_of_deal(state.facts, Phase.PASSING, state.move), waiting=waiting(state))
        case Playing():
            return _playing(state)
        case Finished():
            return _finished(state)
        case _:
            assert_never(state)


def _awaiting(state: AwaitingDeal) -> View:
    return View(
        seat=None,
        rules=state.rules,
        phase=Phase.DEALING,
        move=state.move,
        deal=state.number,
        direction=direction_of(variant_of(state.rules), state.number),
        dealer=None if state.rules.starter else dealer(state.number),
        tie_deal=state.tie_deal,
        totals=state.totals,
    )


def _playing(state: Playing) -> View:
    facts, played = state.facts, len(state.played)
    return replace(
        _with_tricks(_of_deal(facts, Phase.PLAYING, state.move), facts, state.cards, state.taken),
        waiting=waiting(state),
        trick_number=played // 4 + 1,
        trick=current_trick(facts, state.cards, state.turn),
        hearts_broken=state.left & HEARTS != HEARTS,
    )


def _finished(state: Finished) -> View:
    facts, _, taken, rest = state.last
    cards = state.last.cards
    over = _with_tricks(_of_deal(facts, Phase.FINISHED, state.move), facts, cards, taken)
    unplayed = 13 - len(cards) // 4
    return replace(
        over,
        totals=state.totals,
        tricks_taken=each_seat(over.tricks_taken[each] + unplayed * (each == rest) for each in SEATS),
        hearts_broken=bool(mask_of(cards) & HEARTS),
        places=state.places,
    )


def _of_deal(facts: DealFacts, phase: Phase, move: int) -> View:
    return View(
        seat=None,
        rules=facts.rules,
        phase=phase,
        move=move,
        deal=facts.number,
        direction=facts.direction,
        dealer=None if facts.variant.starter else dealer(facts.number),
        tie_deal=facts.tie_deal,
        totals=facts.totals,
    )


def _with_tricks(public: View, facts: DealFacts, cards: tuple[Card, ...], taken: Masks) -> View:
    tricks = tuple(complete_tricks(facts, cards))
    return replace(
        public,
        deal_points=each_seat(points_of(facts.variant, mask) for mask in taken),
        tricks_taken=each_seat(sum(trick.taker == each for trick in tricks) for each in SEATS),
        last_trick=tricks[-1] if tricks else None,
        tricks=tricks,
    )


def _exchange(facts: DealFacts, seat: Seat) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """What `seat` itself gave and got: nobody else's pass."""
    passes = facts.passes
    return passes[seat] or (), passes[facts.direction.giver(seat)] or ()
