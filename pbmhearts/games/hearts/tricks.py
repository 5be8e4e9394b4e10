"""Tricks, made again from the cards in the order they were played."""

from collections.abc import Iterator

from pbmhearts.cards import Card
from pbmhearts.games.hearts.events import TrickView
from pbmhearts.games.hearts.seat import SEATS, PassDirection, Seat, each_seat
from pbmhearts.games.hearts.state import DealFacts, Masks, Playing
from pbmhearts.games.hearts.variant import Variant

_ORDERS = tuple(tuple(SEATS[(leader + at) % 4] for at in range(4)) for leader in SEATS)
_new = tuple.__new__  # a NamedTuple's own constructor costs twice as much


def dealer(number: int) -> Seat:
    """The dealer of a deal: the last seat first, then its left (`-nostarter`)."""
    return SEATS[(number - 2) % 4]


def first_leader(variant: Variant, number: int, hands: Masks) -> Seat:
    """Who leads the first trick: the holder of the 2 of clubs (Rule 3), or the seat left of the dealer."""
    if variant.starter:
        return next(seat for seat in SEATS if hands[seat] & 1)
    return dealer(number).left


def exchanged(dealt: Masks, given: Masks, direction: PassDirection) -> Masks:
    """The hands after all four have passed what they give (Rule 2)."""
    giver = direction.giver(SEATS[0])
    received = given[giver:] + given[:giver]
    return each_seat(held ^ gave | got for held, gave, got in zip(dealt, given, received, strict=True))


def complete_trick(values: tuple[int, ...], leader: Seat, cards: tuple[Card, ...], number: int) -> TrickView:
    """A trick of these four cards, that `leader` led."""
    first, second, third, fourth = cards
    one, two, three, four = _ORDERS[leader]
    plays = ((one, first), (two, second), (three, third), (four, fourth))
    taker, best, suit = leader, first.index, first.suit
    for seat, card in plays:
        if card.suit is suit and card.index > best:  # Rule 6: the highest card of the suit led
            taker, best = seat, card.index
    points = values[first.index] + values[second.index] + values[third.index] + values[fourth.index]
    return _new(TrickView, (number, leader, plays, taker, points))


def complete_tricks(facts: DealFacts, cards: tuple[Card, ...]) -> Iterator[TrickView]:
    """The complete tricks that these cards make."""
    leader = first_leader(facts.variant, facts.number, facts.hands)
    for index in range(len(cards) // 4):
        trick = complete_trick(facts.variant.values, leader, cards[4 * index : 4 * index + 4], index + 1)
        yield trick
        leader = leader if trick.taker is None else trick.taker


def current_trick(facts: DealFacts, cards: tuple[Card, ...], turn: Seat) -> TrickView:
    """The trick on the table, perhaps with no card yet, where `turn` is to play."""
    on_table = cards[len(cards) & ~3 :]
    leader = SEATS[(turn - len(on_table)) % 4]
    plays = tuple(zip(_ORDERS[leader], on_table, strict=False))
    points = sum(facts.variant.values[card.index] for card in on_table)
    return TrickView(len(cards) // 4 + 1, leader, plays, None, points)


def chosen_cards(state: Playing) -> tuple[tuple[Seat, Card], ...]:
    """The cards of this deal that players chose, in order, and who chose each; the server's are left out."""
    tricks = (*complete_tricks(state.facts, state.cards), current_trick(state.facts, state.cards, state.turn))
    plays = (play for trick in tricks for play in trick.plays)
    return tuple(play for at, play in enumerate(plays) if not state.served >> at & 1)
