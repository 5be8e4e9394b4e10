"""Tricks, made again from the cards in the order they were played."""

from collections.abc import Iterator

from pbmhearts.cards import PACK, Card
from pbmhearts.games.hearts.events import TrickTaken, TrickView
from pbmhearts.games.hearts.seat import SEATS, PassDirection, Seat
from pbmhearts.games.hearts.state import DealFacts, Masks, Playing
from pbmhearts.games.hearts.variant import Variant

TRICK_ORDERS = tuple(tuple(SEATS[(leader + at) % 4] for at in range(4)) for leader in SEATS)
"""The seats in the order in which they play to a trick, by its leader."""

_new = tuple.__new__  # a NamedTuple's own constructor costs twice as much

_PLAYS = tuple(tuple(tuple((seat, card) for card in PACK) for seat in order) for order in TRICK_ORDERS)
"""Who played what, by leader, place in the trick and card: quicker to look up than to make."""
_SUIT_ENDS = tuple(13 * card.suit + 13 for card in PACK)


def dealer(number: int) -> Seat:
    """The dealer of a deal: the last seat first, then its left (`-nostarter`)."""
    return SEATS[(number - 2) % 4]


def first_leader(variant: Variant, number: int, hands: Masks) -> Seat:
    """Who leads the first trick: the holder of the 2 of clubs (Rule 3), or the seat left of the dealer."""
    if not variant.starter:
        return dealer(number).left
    one, two, three, _ = hands
    return SEATS[0] if one & 1 else SEATS[1] if two & 1 else SEATS[2] if three & 1 else SEATS[3]


def exchanged(dealt: Masks, given: Masks, direction: PassDirection) -> Masks:
    """The hands after all four have passed what they give (Rule 2)."""
    giver = direction.giver(SEATS[0])
    one, two, three, four = dealt
    gives_one, gives_two, gives_three, gives_four = given
    to_one, to_two, to_three, to_four = given[giver:] + given[:giver]
    return (
        one ^ gives_one | to_one,
        two ^ gives_two | to_two,
        three ^ gives_three | to_three,
        four ^ gives_four | to_four,
    )


def complete_trick(values: tuple[int, ...], leader: Seat, cards: bytes, number: int) -> TrickTaken:
    """A trick of these four cards, their indices, that `leader` led."""
    first, second, third, fourth = cards
    ones, twos, threes, fours = _PLAYS[leader]
    plays = one, two, three, four = ones[first], twos[second], threes[third], fours[fourth]
    won, best, end = one, first, _SUIT_ENDS[first]
    # Rule 6: the highest card of the suit led; no loop, as this is done for every trick.
    if second > best and second < end:
        won, best = two, second
    if third > best and third < end:
        won, best = three, third
    if fourth > best and fourth < end:
        won = four
    points = values[first] + values[second] + values[third] + values[fourth]
    return _new(TrickTaken, (number, leader, plays, won[0], points))


def complete_tricks(facts: DealFacts, cards: tuple[Card, ...]) -> Iterator[TrickView]:
    """The complete tricks that these cards make."""
    leader = first_leader(facts.variant, facts.number, facts.hands)
    played = bytes(card.index for card in cards)
    for index in range(len(played) // 4):
        trick = complete_trick(facts.variant.values, leader, played[4 * index : 4 * index + 4], index + 1)
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
