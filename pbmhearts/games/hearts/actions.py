"""All that can happen to a match, and the lines that keep it."""

from typing import NamedTuple

from pbmhearts.cards import Card, NotACardError, card
from pbmhearts.errors import PbmheartsError
from pbmhearts.games.hearts.masks import mask_of
from pbmhearts.games.hearts.pbn import Hands, hands_from_pbn, hands_to_pbn
from pbmhearts.games.hearts.seat import SEATS, Seat


class Deal(NamedTuple):
    """The pack is dealt, thirteen cards to each seat."""

    hands: Hands


class Pass(NamedTuple):
    """A seat passes three cards (Rule 2)."""

    seat: Seat
    cards: tuple[Card, Card, Card]


class Play(NamedTuple):
    """A seat plays a card."""

    seat: Seat
    card: Card


class TakeBack(NamedTuple):
    """A seat's pass, before the play, or its card, if no player has chosen one since, comes back."""

    seat: Seat


Move = Pass | Play
"""What a seat does."""

Action = Deal | Move | TakeBack
"""What the log of a board holds."""


class ActionTextError(PbmheartsError):
    """A line is no action that this version knows."""


def action_text(action: Action) -> str:
    """One line for the log, readable for ever; the cards of a pass in the order of the pack."""
    match action:
        case Deal(hands):
            return f"deal {hands_to_pbn(hands)}"
        case Pass(seat, cards):
            return f"pass {seat + 1} {' '.join(map(str, sorted(cards)))}"
        case Play(seat, played):
            return f"play {seat + 1} {played}"
        case TakeBack(seat):
            return f"takeback {seat + 1}"


def parse_action(text: str) -> Action:
    """The action of a line that `action_text` wrote.

    Raises:
        ActionTextError: it wrote no such line.
    """
    verb, _, rest = text.partition(" ")
    try:
        if verb == "deal":
            return Deal(hands_from_pbn(rest))
        number, *words = rest.split(" ")
        seat = SEATS[("1", "2", "3", "4").index(number)]
        cards = tuple(card(word) for word in words)
    except (ValueError, NotACardError) as error:
        raise ActionTextError("a line of the log cannot be read") from error
    match verb, cards:
        case "pass", (first, second, third) if mask_of(cards).bit_count() == 3:
            return Pass(seat, (first, second, third))
        case "play", (played,):
            return Play(seat, played)
        case "takeback", ():
            return TakeBack(seat)
        case _:
            raise ActionTextError("a line of the log cannot be read")
