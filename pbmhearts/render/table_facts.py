"""The four at the table, as the reader sits among them, and how they stand."""

from dataclasses import dataclass

from pbmhearts.games.hearts import SEATS, Seat, TrickView, View
from pbmhearts.render.model import CardStyle, FourNames
from pbmhearts.render.notation import Face, face


@dataclass(frozen=True, slots=True)
class TableSeat:
    """A player at the table.

    Attributes:
        name: the userid.
        you: it is the reader.
        card: what lies before them, or None.
        led: they led the trick.
        to_play: the board waits for them.
    """

    name: str
    you: bool
    card: Face | None
    led: bool
    to_play: bool

    @property
    def called(self) -> str:
        """The name, with "(you)" behind the reader's."""
        return f"{self.name} (you)" if self.you else self.name


@dataclass(frozen=True, slots=True)
class Table:
    """A trick on the table from the reader round to the left; of a watcher, from the first seat.

    Attributes:
        past: it was taken, and the next one is yet to be led.
    """

    south: TableSeat
    west: TableSeat
    north: TableSeat
    east: TableSeat
    past: bool


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

    @property
    def you_or_name(self) -> str:
        """How a sentence calls them."""
        return "you" if self.you else self.name


def table(view: View, names: FourNames, style: CardStyle, waiting: tuple[Seat, ...]) -> Table | None:
    """The trick on the table, or the one before where nothing lies there yet; None where there is neither.

    Args:
        waiting: those whom the board waits for.
    """
    shown = view.trick if view.trick and view.trick.plays else view.last_trick
    if shown is None:
        return None
    south = view.seat or SEATS[0]
    here, left, across, right = (
        _seat(SEATS[(south + place) % 4], shown, view, names, style, waiting) for place in range(4)
    )
    return Table(here, left, across, right, past=shown.taker is not None)


def _seat(
    seat: Seat,
    shown: TrickView,
    view: View,
    names: FourNames,
    style: CardStyle,
    waiting: tuple[Seat, ...],
) -> TableSeat:
    card = dict(shown.plays).get(seat)
    return TableSeat(
        name=names[seat],
        you=seat == view.seat,
        card=None if card is None else face(card, style),
        led=seat == shown.leader,
        to_play=seat in waiting,
    )


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
