"""What follows a card by itself: taken tricks, the server's cards, the end of a deal and of a match."""

from typing import NamedTuple

from pbmhearts.cards import PACK, Card, Suit
from pbmhearts.games.hearts.actions import Play
from pbmhearts.games.hearts.events import (
    CardPlayed,
    DealScored,
    Event,
    HeartsBroken,
    MatchFinished,
    MoonShot,
    RestTaken,
)
from pbmhearts.games.hearts.legality import playable
from pbmhearts.games.hearts.masks import (
    AS_BYTE,
    HEARTS,
    STARTER,
    STARTER_BIT,
    SUIT_MASKS,
    WHOLE_PACK,
    WITHIN,
)
from pbmhearts.games.hearts.refusals import play_refusal
from pbmhearts.games.hearts.scoring import AfterDeal, outcome, places, points_of, score
from pbmhearts.games.hearts.seat import SEATS, Seat
from pbmhearts.games.hearts.state import (
    NOTHING,
    AwaitingDeal,
    DealFacts,
    EndedDeal,
    Finished,
    Masks,
    Playing,
    State,
)
from pbmhearts.games.hearts.tricks import TRICK_ORDERS, complete_trick, first_leader

_LEFT = tuple(seat.left for seat in SEATS)
_HEARTS = Suit.HEARTS  # an enum looks its members up slowly
_OVER, _TIE_DEAL = AfterDeal.OVER, AfterDeal.TIE_DEAL
_new = tuple.__new__  # a NamedTuple's own constructor costs twice as much, and each card makes three

Events = tuple[Event, ...]

_CHOSEN = tuple(
    tuple(tuple((CardPlayed(seat, card, trick, False),) for card in PACK) for trick in range(1, 14))
    for seat in SEATS
)
"""What a player's card brings about, by seat, trick and card: quicker to look up than to make."""
_LAST = tuple(tuple(CardPlayed(seat, card, 13, True) for card in PACK) for seat in SEATS)
"""The cards of the thirteenth trick, which the server plays, by seat and card."""
_STARTED = tuple(CardPlayed(seat, STARTER, 1, True) for seat in SEATS)
_BROKEN = tuple((HeartsBroken(seat),) for seat in SEATS)


class Transition(NamedTuple):
    """What an action makes of a state."""

    state: State
    events: Events


def begin_play(facts: DealFacts, move: int, events: Events) -> Transition:
    """The table as the first player finds it, once the hands stand: the 2 of clubs has been played (Rule 3)."""
    variant = facts.variant
    leader = first_leader(variant, facts.number, facts.hands)
    if variant.skip or not variant.starter:
        legal = playable(variant, facts.hands[leader], None, True, False)
        opening = Playing(facts, WHOLE_PACK, b"", leader, legal, NOTHING, 0, move)
        if not variant.starter:
            return settle(opening, events)
        if done := _skipped(opening, events):
            return done
    turn = _LEFT[leader]
    left = WHOLE_PACK ^ STARTER_BIT
    legal = playable(variant, facts.hands[turn], STARTER.suit, True, False)
    started = _new(Playing, (facts, left, AS_BYTE[STARTER.index], turn, legal, NOTHING, 1, move + 1))
    events = (*events, _STARTED[leader])
    return _new(Transition, (started, events)) if variant.asks else settle(started, events)


def play(state: Playing, action: Play, follow: bool = True) -> Transition:
    """The state after a player's card, and all that follows from it.

    Unless `follow`, the card and its trick are all: nothing follows by itself.

    Raises:
        IllegalMoveError: it cannot be played; `state` stands.
    """
    seat, card = action
    facts, before, played, turn, legal, taken, served, move = state
    index = card.index
    bit = card.bit
    if (seat is not turn and seat != turn) or not legal & bit:  # `!=` alone is slower
        raise play_refusal(state, action)
    variant = facts.variant
    count = len(played)
    left = before ^ bit
    played += AS_BYTE[index]
    events: Events = _CHOSEN[turn][count >> 2][index]
    if card.suit is _HEARTS and before & HEARTS == HEARTS and variant.lead_limit:
        events += _BROKEN[turn]  # Rule 5
    turn = _LEFT[turn]
    if count & 3 != 3:
        hand = facts.hands[turn] & left
        legal = hand & WITHIN[played[count & -4]]  # Rule 4; the short way through `playable`
        if not legal:
            legal = hand if count > 3 else playable(variant, hand, PACK[played[0]].suit, True, False)
    else:
        trick = complete_trick(variant.values, turn, played[-4:], (count >> 2) + 1)
        events += (trick,)
        turn = trick.taker or SEATS[0]  # which is false itself, as is None for a trick that is not complete
        taken = _with_untaken(taken, turn, left)
        hand = facts.hands[turn] & left
        legal = hand if left & HEARTS != HEARTS else playable(variant, hand, None, False, False)
    after = _new(Playing, (facts, left, played, turn, legal, taken, served, move + 1))
    if count < variant.asks or not follow:
        return _new(Transition, (after, events))
    return settle(after, events)


def settle(state: Playing, events: Events) -> Transition:
    """What follows once a card, or none, has been played: more of the server's cards, or the end of the deal."""
    variant = state.facts.variant
    count = len(state.played)
    if variant.skip and count & 3 == 0 and (done := _skipped(state, events)):
        return done
    if count == 48:
        return _last_trick(state, events)
    if variant.auto and state.legal & state.legal - 1 == 0:
        return _serve(state, PACK[state.legal.bit_length() - 1], events)
    return Transition(state, events)


def _serve(state: Playing, card: Card, events: Events) -> Transition:
    """The state after the server has played a seat's only legal card (`-auto`), and all that follows."""
    count = len(state.played)
    after, (_, *more) = play(state, Play(state.turn, card), follow=False)
    assert isinstance(after, Playing)  # noqa: S101 - nothing followed
    played = CardPlayed(state.turn, card, count // 4 + 1, True)
    return settle(after._replace(served=state.served | 1 << count), (*events, played, *more))


def _last_trick(state: Playing, events: Events) -> Transition:
    """The thirteenth trick, which the server plays, as each hand holds one card (Rule 6), and the deal's points."""
    facts, left, played, turn, _, taken, _, move = state
    one, two, three, four = TRICK_ORDERS[turn]
    hands = facts.hands
    first = (hands[one] & left).bit_length() - 1
    second = (hands[two] & left).bit_length() - 1
    third = (hands[three] & left).bit_length() - 1
    fourth = (hands[four] & left).bit_length() - 1
    cards = bytes((first, second, third, fourth))
    trick = complete_trick(facts.variant.values, turn, cards, 13)
    assert trick.taker is not None  # noqa: S101 - four cards have been played
    events = (
        *events,
        _LAST[one][first],
        _LAST[two][second],
        _LAST[three][third],
        _LAST[four][fourth],
        trick,
    )
    return _scored(facts, played + cards, _with_untaken(taken, trick.taker, 0), None, move + 4, events)


def _skipped(state: Playing, events: Events) -> Transition | None:
    """The end of the deal if its last tricks need not be played (`-skip`), else None."""
    left = state.left
    tricks = 13 - len(state.played) // 4
    if not left & state.facts.variant.scoring:
        events = (*events, RestTaken(None, tricks, 0))
        return _scored(state.facts, state.played, state.taken, None, state.move, events)
    hand = state.facts.hands[state.turn] & left
    for suit in SUIT_MASKS:
        own = hand & suit
        if own and left & ~hand & suit > own & -own:  # a card still out beats the leader's lowest
            return None
    rest = RestTaken(state.turn, tricks, points_of(state.facts.variant, left))
    taken = _with_untaken(state.taken, state.turn, 0)
    return _scored(state.facts, state.played, taken, state.turn, state.move, (*events, rest))


def _scored(
    facts: DealFacts, played: bytes, taken: Masks, rest: Seat | None, move: int, events: Events
) -> Transition:
    """The end of a deal in which each seat has taken these cards; `rest` took those that were not played."""
    points, shooter = score(facts.variant, taken)
    if shooter is not None:
        events += (MoonShot(shooter),)
    one, two, three, four = facts.totals
    first, second, third, fourth = points
    totals = one + first, two + second, three + third, four + fourth
    events += (DealScored(facts.number, points, totals),)
    record = _new(EndedDeal, (facts, played, taken, rest))
    follows = outcome(facts.rules, facts.number, totals, facts.tie_deal)
    if follows is _OVER:
        ranked = places(totals)
        over = Finished(facts.rules, totals, ranked, move, record)
        return Transition(over, (*events, MatchFinished(totals, ranked)))
    after = _new(AwaitingDeal, (facts.rules, facts.number + 1, totals, follows is _TIE_DEAL, move, record))
    return _new(Transition, (after, events))


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
