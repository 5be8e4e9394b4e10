"""What follows a card by itself: taken tricks, the server's cards, the end of a deal and of a match."""

from pbmhearts.cards import PACK, Card
from pbmhearts.games.hearts.events import (
    CardPlayed,
    DealScored,
    Event,
    HeartsBroken,
    MatchFinished,
    MoonShot,
    RestTaken,
    TrickTaken,
    TrickView,
)
from pbmhearts.games.hearts.legality import playable_now
from pbmhearts.games.hearts.masks import BITS, HEARTS, STARTER, SUIT_MASKS
from pbmhearts.games.hearts.scoring import Outcome, outcome, places, points_of, score
from pbmhearts.games.hearts.seat import SEATS, Seat
from pbmhearts.games.hearts.state import AwaitingDeal, DealRecord, Finished, Masks, Playing, State

_LEFT = tuple(seat.left for seat in SEATS)


def play(state: Playing, card: Card, by_server: bool, events: list[Event]) -> Playing:
    """The state after the seat whose turn it is has played `card`, a legal one."""
    facts, left, cards, turn, taken, served, move = state
    played = len(cards)
    events.append(CardPlayed(turn, card, played // 4 + 1, by_server))
    after = left & ~BITS[card.index]
    if by_server:
        served |= 1 << played
    if left & HEARTS == HEARTS != after & HEARTS and facts.variant.lead_limit:
        events.append(HeartsBroken(turn))  # Rule 5
    cards += (card,)
    if played & 3 < 3:
        return Playing(facts, after, cards, _LEFT[turn], taken, served, move + 1)
    trick = trick_of(facts.variant.values, _LEFT[turn], cards, played // 4)
    events.append(TrickTaken(trick))
    taker = trick.taker
    assert taker is not None  # noqa: S101 - four cards have been played
    return Playing(facts, after, cards, taker, _with_cards(taken, taker, cards[-4:]), served, move + 1)


def trick_of(values: tuple[int, ...], leader: Seat, cards: tuple[Card, ...], index: int) -> TrickView:
    """Trick `index` (from 0) of the cards played in a deal, complete or not, that `leader` led."""
    plays = []
    points = 0
    seat = taker = leader
    best: Card | None = None
    for card in cards[4 * index : 4 * index + 4]:
        plays.append((seat, card))
        points += values[card.index]
        # Rule 6: the highest card of the suit led takes the trick.
        if best is None or (card.suit is best.suit and card.index > best.index):
            best, taker = card, seat
        seat = _LEFT[seat]
    return TrickView(index + 1, leader, tuple(plays), taker if len(plays) == 4 else None, points)


def settle(state: Playing, events: list[Event]) -> State:
    """Play and score whatever leaves nothing to choose."""
    while True:
        played = len(state.cards)
        if played == 52:
            return _scored(state, None, events)
        if played & 3 == 0 and state.facts.variant.skip and (done := _skipped(state, events)):
            return done
        forced = _forced(state, played)
        if forced is None:
            return state
        state = play(state, forced, True, events)


def _forced(state: Playing, played: int) -> Card | None:
    variant = state.facts.variant
    if played >= 48:  # Rule 6: one card in each hand
        return _card(state.facts.hands[state.turn] & state.left)
    if played == 0 and variant.starter:  # Rule 3
        return STARTER
    if variant.auto:
        legal = playable_now(state)
        return _card(legal) if legal & legal - 1 == 0 else None
    return None


def _card(bit: int) -> Card:
    return PACK[bit.bit_length() - 1]


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
    one, two, three, four = (before + more for before, more in zip(facts.totals, points, strict=True))
    totals = (one, two, three, four)
    events.append(DealScored(facts.number, points, totals))
    record = DealRecord(facts, state.cards, taken, rest)
    follows = outcome(facts.rules, facts.number, totals, facts.tie_deal)
    if follows is Outcome.OVER:
        events.append(MatchFinished(totals, places(totals)))
        return Finished(facts.rules, totals, places(totals), state.move, record)
    tie = follows is Outcome.TIE_DEAL
    return AwaitingDeal(facts.rules, facts.number + 1, totals, tie, state.move, record)


def _with_cards(taken: Masks, seat: Seat, cards: tuple[Card, ...]) -> Masks:
    mask = 0
    for card in cards:
        mask |= BITS[card.index]
    return _with_mask(taken, seat, mask)


def _with_mask(taken: Masks, seat: Seat, mask: int) -> Masks:
    one, two, three, four = taken
    match seat:
        case 0:
            return one | mask, two, three, four
        case 1:
            return one, two | mask, three, four
        case 2:
            return one, two, three | mask, four
        case _:
            return one, two, three, four | mask
