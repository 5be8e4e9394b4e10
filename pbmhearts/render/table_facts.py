"""The four at the table, as the reader sits among them, and how they stand."""

from dataclasses import dataclass
from enum import StrEnum

from pbmhearts.games.hearts import SEATS, Phase, Seat, View
from pbmhearts.render.model import CardStyle, FourNames
from pbmhearts.render.notation import Face, face


class SeatState(StrEnum):
    """What the drawing says at a seat that has no card on the table."""

    TO_PASS = "to pass"  # noqa: S105 - a pass of cards
    TO_PLAY = "to play"
    PASSED = "passed"
    """Its player has passed, and others have not."""
    IDLE = "-"


@dataclass(frozen=True, slots=True)
class TableSeat:
    """A player at the table, with what lies before them.

    Attributes:
        name: the userid.
        you: it is the reader.
        card: their card in the trick so far.
    """

    name: str
    you: bool
    card: Face | None
    state: SeatState

    @property
    def called(self) -> str:
        """The name, with "(you)" behind the reader's."""
        return f"{self.name} (you)" if self.you else self.name

    @property
    def lying(self) -> str:
        """The text of the card on the table, or of the state if there is none."""
        return self.card.text if self.card else self.state

    @property
    def to_move(self) -> bool:
        """The board waits for them."""
        return self.state in {SeatState.TO_PASS, SeatState.TO_PLAY}


@dataclass(frozen=True, slots=True)
class Table:
    """The table from the reader round to the left; of a watcher, from the first seat."""

    south: TableSeat
    west: TableSeat
    north: TableSeat
    east: TableSeat


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """A player on the score table.

    Attributes:
        name: the userid.
        you: it is the reader.
        match: points before this deal; the final ones when the board is over.
        points: points taken in this deal so far.
        tricks: tricks taken in this deal.
        left: points left of the goal.
        place: the final place, or 0.
    """

    name: str
    you: bool
    match: int
    points: int
    tricks: int
    left: int
    place: int

    @property
    def called(self) -> str:
        """The name, with "(you)" behind the reader's."""
        return f"{self.name} (you)" if self.you else self.name


def table(view: View, names: FourNames, style: CardStyle, waiting: tuple[Seat, ...]) -> Table:
    """What lies on the table; `waiting` are those whom the board waits for."""
    south = view.seat or SEATS[0]
    on_table = dict(view.trick.plays) if view.trick else {}
    passing = view.phase is Phase.PASSING

    def at(place: int) -> TableSeat:
        seat = SEATS[(south + place) % 4]
        state = SeatState.IDLE
        if seat in waiting:
            state = SeatState.TO_PASS if passing else SeatState.TO_PLAY
        elif passing and seat not in view.waiting:
            state = SeatState.PASSED
        card = face(on_table[seat], style) if seat in on_table else None
        return TableSeat(names[seat], seat == view.seat, card, state)

    return Table(at(0), at(1), at(2), at(3))


def standings(view: View, names: FourNames) -> tuple[ScoreLine, ...]:
    """The four in the order of a score table: by place once the board is over, till then by seat."""
    rows = tuple(
        ScoreLine(
            name=names[seat],
            you=seat == view.seat,
            match=view.totals[seat],
            points=view.deal_points[seat],
            tricks=view.tricks_taken[seat],
            left=view.rules.goal - view.totals[seat],
            place=view.places[seat] if view.places else 0,
        )
        for seat in SEATS
    )
    return tuple(sorted(rows, key=lambda row: row.place)) if view.places else rows
