"""What follows a card by itself: taken tricks, the server's cards, the end of a deal and of a match."""

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
from pbmhearts.games.hearts.tricks import complete_trick, first_leader

_LEFT = tuple(seat.left for seat in SEATS)
_HEARTS = Suit.HEARTS  # an enum looks its members up slowly
_NOTHING: Masks = (0, 0, 0, 0)
_new = tuple.__new__  # a NamedTuple's own constructor costs twice as much, and each card makes two


def opening(facts: DealFacts, move: int) -> Playing:
    """The table before the first card of a deal."""
    leader = first_leader(facts.variant, facts.number, facts.hands)
    legal = playable(facts.variant, facts.hands[leader], None, True, False)
    return Playing(facts, WHOLE_PACK, (), leader, legal, _NOTHING, 0, move)


def play(state: Playing, card: Card, by_server: bool, events: list[Event]) -> Playing:
    """The state after the seat whose turn it is has played `card`, a legal one."""
    facts, before, cards, turn, _, taken, served, move = state
    variant = facts.variant
    played = len(cards)
    events.append(_new(CardPlayed, (turn, card, played // 4 + 1, by_server)))
    if by_server:
        served |= 1 << played
    left = before ^ BITS[card.index]
    if card.suit is _HEARTS and before & HEARTS == HEARTS and variant.lead_limit:
        events.append(HeartsBroken(turn))  # Rule 5
    cards += (card,)
    turn = _LEFT[turn]
    if played & 3 < 3:
        legal = playable(variant, facts.hands[turn] & left, cards[played & ~3].suit, played < 4, False)
    else:
        on_table = cards[-4:]
        trick = complete_trick(variant.values, turn, on_table, played // 4 + 1)
        events.append(_new(TrickTaken, (trick,)))
        assert trick.taker is not None  # noqa: S101 - four cards have been played
        turn = trick.taker
        taken = _with_cards(taken, turn, on_table)
        legal = playable(variant, facts.hands[turn] & left, None, False, left & HEARTS != HEARTS)
    return _new(Playing, (facts, left, cards, turn, legal, taken, served, move + 1))


def settle(state: Playing, events: list[Event]) -> State:
    """Play and score whatever leaves nothing to choose."""
    variant = state.facts.variant
    while True:
        played = len(state.cards)
        if 0 < played < 48 and variant.always_asks:
            return state
        if played == 52:
            return _scored(state, None, events)
        if variant.skip and played & 3 == 0 and (done := _skipped(state, events)):
            return done
        forced = _forced(state, played)
        if forced is None:
            return state
        state = play(state, forced, True, events)


def _forced(state: Playing, played: int) -> Card | None:
    """The card that the server plays, if it does."""
    variant = state.facts.variant
    if played == 0 and variant.starter:  # Rule 3
        return STARTER
    if played >= 48 or (variant.auto and state.legal & state.legal - 1 == 0):  # Rule 6: one card in each hand
        return PACK[state.legal.bit_length() - 1]
    return None


def _skipped(state: Playing, events: list[Event]) -> State | None:
    """The state after the deal if its last tricks need not be played (`-skip`), else None."""
    left = state.left
    tricks = 13 - len(state.cards) // 4
    if not left & state.facts.variant.scoring:
        events.append(RestTaken(None, tricks, 0))
        return _scored(state, None, events)
    hand = state.facts.hands[state.turn] & left
    for suit in SUIT_MASKS:
        own = hand & suit
        if own and left & ~hand & suit > own & -own:  # a card still out beats the leader's lowest
            return None
    events.append(RestTaken(state.turn, tricks, points_of(state.facts.variant, left)))
    return _scored(state, state.turn, events)


def _scored(state: Playing, rest: Seat | None, events: list[Event]) -> State:
    facts = state.facts
    taken = state.taken if rest is None else _with_mask(state.taken, rest, state.left)
    points, shooter = score(facts.variant, taken)
    if shooter is not None:
        events.append(MoonShot(shooter))
    totals = each_seat(before + more for before, more in zip(facts.totals, points, strict=True))
    events.append(DealScored(facts.number, points, totals))
    record = DealRecord(facts, state.cards, taken, rest)
    follows = outcome(facts.rules, facts.number, totals, facts.tie_deal)
    if follows is Outcome.OVER:
        events.append(MatchFinished(totals, places(totals)))
        return Finished(facts.rules, totals, places(totals), state.move, record)
    tie = follows is Outcome.TIE_DEAL
    return AwaitingDeal(facts.rules, facts.number + 1, totals, tie, state.move, record)


def _with_cards(taken: Masks, seat: Seat, cards: tuple[Card, ...]) -> Masks:
    first, second, third, fourth = cards
    trick = BITS[first.index] | BITS[second.index] | BITS[third.index] | BITS[fourth.index]
    return _with_mask(taken, seat, trick)


def _with_mask(taken: Masks, seat: Seat, mask: int) -> Masks:
    one, two, three, four = taken
    if seat == 0:
        return one | mask, two, three, four
    if seat == 1:
        return one, two | mask, three, four
    if seat == 2:
        return one, two, three | mask, four
    return one, two, three, four | mask
