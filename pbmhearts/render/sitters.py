"""The four at the table, as the reader sits among them."""

from dataclasses import dataclass

from pbmhearts.games.hearts import Phase, Seat, View
from pbmhearts.render.model import CardStyle, FourNames
from pbmhearts.render.notation import Face, face

_SIDES = ("south", "west", "north", "east")
"""From the reader round to the left."""


@dataclass(frozen=True, slots=True)
class Sitter:
    """A player at the table, with what lies before them.

    Attributes:
        name: the userid.
        side: the side of the table as the reader sits: south, west, north, east.
        you: it is the reader.
        card: their card in the trick so far.
        to_move: the board waits for them.
        passed: they have passed, and others have not.
        match: points before this deal; the final ones when the board is over.
        points: points taken in this deal so far.
        tricks: tricks taken in this deal.
        left: points left of the goal.
        place: the final place, or 0.
    """

    name: str
    side: str
    you: bool
    card: Face | None
    to_move: bool
    passed: bool
    match: int
    points: int
    tricks: int
    left: int
    place: int


def sitters(view: View, names: FourNames, style: CardStyle, waiting: tuple[Seat, ...]) -> tuple[Sitter, ...]:
    """The four, by seat; left of the reader is west."""
    south = view.seat or Seat(0)
    on_table = dict(view.trick.plays) if view.trick else {}
    return tuple(
        Sitter(
            name=names[seat],
            side=_SIDES[(seat - south) % 4],
            you=seat == view.seat,
            card=face(on_table[seat], style) if seat in on_table else None,
            to_move=seat in waiting,
            passed=view.phase is Phase.PASSING and seat not in view.waiting,
            match=view.totals[seat],
            points=view.deal_points[seat],
            tricks=view.tricks_taken[seat],
            left=view.rules.goal - view.totals[seat],
            place=view.places[seat] if view.places else 0,
        )
        for seat in Seat
    )
