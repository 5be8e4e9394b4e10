"""What a hand or a match came to, as somebody at the table would tell the reader."""

from dataclasses import dataclass

from pbmhearts.games.hearts import DealScored, Phase
from pbmhearts.render.model import BoardPage, FourNames


@dataclass(frozen=True, slots=True)
class Story:
    """The last hand, where it has just ended.

    Attributes:
        deal: its number.
        points: what it brought the reader, None for a watcher.
        queen: who took the queen of spades; "" for nobody or where that is not known.
        moon: who shot the moon, or "".
        ahead: who has the fewest points in the match, the reader as "you".
        best: these points.
    """

    deal: int
    points: int | None
    queen: str
    moon: str
    ahead: tuple[str, ...]
    best: int


@dataclass(frozen=True, slots=True)
class Result:
    """A finished match.

    Attributes:
        winners: those in the first place, the reader as "you".
        margin: points between them and who comes next, 0 where those say nothing.
        next: who comes next.
    """

    winners: tuple[str, ...]
    margin: int
    next: tuple[str, ...]


def _called(page: BoardPage, names: FourNames, seat: int) -> str:
    return "you" if seat == page.view.seat else names[seat]


def story(page: BoardPage, names: FourNames) -> Story | None:
    """The hand that has ended since the reader's last letter; None where none has."""
    ended = any(isinstance(event, DealScored) for event in page.happened)
    if not page.deals or not (ended or page.view.phase in {Phase.DEALING, Phase.FINISHED}):
        return None
    row = page.deals[-1]
    best = min(row.totals)
    return Story(
        deal=row.number,
        points=None if page.view.seat is None else row.points[page.view.seat],
        queen="" if row.queen is None else _called(page, names, row.queen),
        moon="" if row.moon is None else _called(page, names, row.moon),
        ahead=tuple(_called(page, names, seat) for seat in range(4) if row.totals[seat] == best),
        best=best,
    )


def result(page: BoardPage, names: FourNames) -> Result | None:
    """How the match ended; None as long as it is played."""
    places, totals = page.view.places, page.view.totals
    if places is None:
        return None
    second = min((place for place in places if place > 1), default=1)
    first = tuple(seat for seat in range(4) if places[seat] == 1)
    after = tuple(seat for seat in range(4) if places[seat] == second and second > 1)
    # Who has left a board is last whatever the points, so that a winner may have more than the next.
    margin = max(totals[after[0]] - totals[first[0]], 0) if after else 0
    return Result(
        winners=tuple(_called(page, names, seat) for seat in first),
        margin=margin,
        next=tuple(_called(page, names, seat) for seat in after),
    )
