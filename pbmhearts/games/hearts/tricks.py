"""Tricks, made again from the cards in the order they were played."""

from collections.abc import Iterator
from operator import xor

from pbmhearts.cards import Card
from pbmhearts.games.hearts.events import TrickView
from pbmhearts.games.hearts.seat import SEATS, PassDirection, Seat
from pbmhearts.games.hearts.state import DealFacts, Masks, Playing
from pbmhearts.games.hearts.variant import Variant

TRICK_ORDERS = tuple(tuple(SEATS[(leader + at) % 4] for at in range(4)) for leader in SEATS)
"""The seats in the order in which they play to a trick, by its leader."""

_new = tuple.__new__  # a NamedTuple's own constructor costs twice as much


def dealer(number: int) -> Seat:
    """The dealer of a deal: the last seat first, then its left (`-nostarter`)."""
    return SEATS[(number - 2) % 4]


def first_leader(variant: Variant, number: int, hands: Masks) -> Seat:
    """Who leads the first trick: the holder of the 2 of clubs (Rule 3), or the seat left of the dealer."""
    if variant.starter:
        for seat, hand in zip(SEATS, hands, strict=True):
            if hand & 1:
                return seat
    return dealer(number).left


def exchanged(dealt: Masks, given: Masks, direction: PassDirection) -> Masks:
    """The hands after all four have passed what they give (Rule 2)."""
    giver = direction.giver(SEATS[0])
    one, two, three, four = map(xor, dealt, given)
    to_one, to_two, to_three, to_four = given[giver:] + given[:giver]
    return one | to_one, two | to_two, three | to_three, four | to_four


def complete_trick(values: tuple[int, ...], leader: Seat, cards: tuple[Card, ...], number: int) -> TrickView:
    """A trick of these four cards, that `leader` led."""
    first, second, third, fourth = cards
    one, two, three, four = TRICK_ORDERS[leader]
    taker, best, suit = one, first, first.suit
    # Rule 6: the highest card of the suit led; no loop, as this is done for every trick.
    if second.suit is suit and second.index > best.index:
        taker, best = two, second
    if third.suit is suit and third.index > best.index:
        taker, best = three, third
    if fourth.suit is suit and fourth.index > best.index:
        taker = four
    plays = ((one, first), (two, second), (three, third), (four, fourth))
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
    plays = tuple(zip(TRICK_ORDERS[leader], on_table, strict=False))
    points = sum(facts.variant.values[card.index] for card in on_table)
    return TrickView(len(cards) // 4 + 1, leader, plays, None, points)


def chosen_cards(state: Playing) -> tuple[tuple[Seat, Card], ...]:
    """The cards of this deal that players chose, in order, and who chose each; the server's are left out."""
    tricks = (*complete_tricks(state.facts, state.cards), current_trick(state.facts, state.cards, state.turn))
    plays = (play for trick in tricks for play in trick.plays)
    return tuple(play for at, play in enumerate(plays) if not state.served >> at & 1)
