"""What follows a card by itself: taken tricks, the server's cards, the end of a deal and of a match."""

from operator import add
from typing import NamedTuple

from pbmhearts.cards import PACK, Card, Suit
from pbmhearts.games.hearts.events import (
    CardPlayed,
    DealScored,
    Event,
    HeartsBroken,
    MatchFinished,
    MoonShot,
    RestTaken,
    TrickTaken,
)
from pbmhearts.games.hearts.legality import playable
from pbmhearts.games.hearts.masks import BITS, HEARTS, STARTER, SUIT_MASKS, WHOLE_PACK
from pbmhearts.games.hearts.scoring import Outcome, outcome, places, points_of, score
from pbmhearts.games.hearts.seat import SEATS, Seat, each_seat
from pbmhearts.games.hearts.state import AwaitingDeal, DealFacts, DealRecord, Finished, Masks, Playing, State
from pbmhearts.games.hearts.tricks import TRICK_ORDERS, complete_trick, first_leader

_LEFT = tuple(seat.left for seat in SEATS)
_HEARTS = Suit.HEARTS  # an enum looks its members up slowly
_NOTHING: Masks = (0, 0, 0, 0)
_new = tuple.__new__  # a NamedTuple's own constructor costs twice as much, and each card makes three

Events = tuple[Event, ...]

_CHOSEN = tuple(
    tuple(tuple((CardPlayed(seat, card, trick, False),) for trick in range(1, 14)) for card in PACK)
    for seat in SEATS
)
"""What a player's card brings about, by seat, card and trick: quicker to look up than to make."""


class Transition(NamedTuple):
    """What an action makes of a state."""

    state: State
    events: Events


def opening(facts: DealFacts, move: int) -> Playing:
    """The table before the first card of a deal."""
    leader = first_leader(facts.variant, facts.number, facts.hands)
    legal = playable(facts.variant, facts.hands[leader], None, True, False)
    return Playing(facts, WHOLE_PACK, (), leader, legal, _NOTHING, 0, move)


def play(state: Playing, card: Card, earlier: Events | None = None, settled: bool = True) -> Transition:
    """The state after the seat whose turn it is has played `card`, a legal one, and all that follows from it.

    Where the server plays it, `earlier` is what has happened before in the same action. Unless `settled`, the
    card and its trick are all: nothing follows by itself.
    """
    facts, before, cards, turn, _, taken, served, move = state
    variant = facts.variant
    played = len(cards)
    index = card.index
    if earlier is None:
        events: Events = _CHOSEN[turn][index][played >> 2]
    else:
        events = (*earlier, _new(CardPlayed, (turn, card, played // 4 + 1, True)))
        served |= 1 << played
    left = before ^ BITS[index]
    if card.suit is _HEARTS and before & HEARTS == HEARTS and variant.lead_limit:
        events += (HeartsBroken(turn),)  # Rule 5
    cards += (card,)
    if played & 3 < 3:
        turn = _LEFT[turn]
        hand, led = facts.hands[turn] & left, cards[played & ~3].suit
        legal = hand & SUIT_MASKS[led] or playable(variant, hand, led, played < 4, False)  # Rule 4
    else:
        trick = complete_trick(variant.values, _LEFT[turn], cards[-4:], played // 4 + 1)
        events += (_new(TrickTaken, (trick,)),)
        assert trick.taker is not None  # noqa: S101 - four cards have been played
        turn = trick.taker
        taken = _with_untaken(taken, turn, left)
        legal = playable(variant, facts.hands[turn] & left, None, False, left & HEARTS != HEARTS)
    after = _new(Playing, (facts, left, cards, turn, legal, taken, served, move + 1))
    if (variant.always_asks and played < 47) or not settled:
        return _new(Transition, (after, events))
    return settle(after, events)


def settle(state: Playing, events: Events) -> Transition:
    """What follows once a card, or none, has been played: more of the server's cards, or the end of the deal."""
    variant = state.facts.variant
    played = len(state.cards)
    if variant.skip and played & 3 == 0 and (done := _skipped(state, events)):
        return done
    if played == 48:
        return _last_trick(state, events)
    forced = _forced(state, played)
    return Transition(state, events) if forced is None else play(state, forced, events)


def _last_trick(state: Playing, events: Events) -> Transition:
    """The thirteenth trick, which the server plays, as each hand holds one card (Rule 6), and the deal's points."""
    facts, left, cards, turn, _, taken, _, move = state
    hands = facts.hands
    last = tuple([PACK[(hands[seat] & left).bit_length() - 1] for seat in TRICK_ORDERS[turn]])
    trick = complete_trick(facts.variant.values, turn, last, 13)
    assert trick.taker is not None  # noqa: S101 - four cards have been played
    played = tuple([_new(CardPlayed, (seat, card, 13, True)) for seat, card in trick.plays])
    events = (*events, *played, _new(TrickTaken, (trick,)))
    return _scored(facts, cards + last, _with_untaken(taken, trick.taker, 0), None, move + 4, events)


def _forced(state: Playing, played: int) -> Card | None:
    """The card that the server plays, if it does."""
    variant = state.facts.variant
    if played == 0 and variant.starter:  # Rule 3
        return STARTER
    if variant.auto and state.legal & state.legal - 1 == 0:
        return PACK[state.legal.bit_length() - 1]
    return None


def _skipped(state: Playing, events: Events) -> Transition | None:
    """The end of the deal if its last tricks need not be played (`-skip`), else None."""
    left = state.left
    tricks = 13 - len(state.cards) // 4
    if not left & state.facts.variant.scoring:
        events = (*events, RestTaken(None, tricks, 0))
        return _scored(state.facts, state.cards, state.taken, None, state.move, events)
    hand = state.facts.hands[state.turn] & left
    for suit in SUIT_MASKS:
        own = hand & suit
        if own and left & ~hand & suit > own & -own:  # a card still out beats the leader's lowest
            return None
    rest = RestTaken(state.turn, tricks, points_of(state.facts.variant, left))
    taken = _with_untaken(state.taken, state.turn, 0)
    return _scored(state.facts, state.cards, taken, state.turn, state.move, (*events, rest))


def _scored(
    facts: DealFacts, cards: tuple[Card, ...], taken: Masks, rest: Seat | None, move: int, events: Events
) -> Transition:
    """The end of a deal in which each seat has taken these cards; `rest` took those that were not played."""
    points, shooter = score(facts.variant, taken)
    if shooter is not None:
        events += (MoonShot(shooter),)
    totals = each_seat(map(add, facts.totals, points))
    events += (DealScored(facts.number, points, totals),)
    record = DealRecord(facts, cards, taken, rest)
    follows = outcome(facts.rules, facts.number, totals, facts.tie_deal)
    if follows is Outcome.OVER:
        ranked = places(totals)
        over = Finished(facts.rules, totals, ranked, move, record)
        return Transition(over, (*events, MatchFinished(totals, ranked)))
    tie = follows is Outcome.TIE_DEAL
    return Transition(AwaitingDeal(facts.rules, facts.number + 1, totals, tie, move, record), events)


def _with_untaken(taken: Masks, seat: Seat, left: int) -> Masks:
    """With the cards that are in no hand, where these are `left`, and that nobody has taken: a trick."""
    one, two, three, four = taken
    trick = WHOLE_PACK ^ left ^ (one | two | three | four)
    if seat == 0:
        return one | trick, two, three, four
    if seat == 1:
        return one, two | trick, three, four
    if seat == 2:
        return one, two, three | trick, four
    return one, two, three, four | trick
