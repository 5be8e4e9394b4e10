"""How the server is doing, in numbers."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta

from pbmhearts.storage import Repositories, SlowSeat

_SLOWEST = 10


@dataclass(frozen=True, slots=True)
class Stats:
    """Numbers over all boards, people and mails.

    Attributes:
        days: of how many days the next three tell.
        moves_a_day: passes and plays, bots' too, of each day (UTC) up to today.
        mails_in: how many mails came to which outcome.
        bounces: on how many days, of each address, a letter failed for good.
        boards: how many are in which state.
        players: how many accounts have which status.
        letters: how many are in which state, as far as they are listed.
        slow_seats: the players whom boards have waited for the longest.
    """

    days: int
    moves_a_day: dict[str, int]
    mails_in: dict[str, int]
    bounces: int
    boards: dict[str, int]
    players: dict[str, int]
    letters: dict[str, int]
    slow_seats: tuple[SlowSeat, ...]


def stats(repositories: Repositories, now: datetime, days: int) -> Stats:
    """The numbers as of now, some of them of the last `days` days, today included."""
    midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
    since = midnight - timedelta(days=days - 1)
    figures = repositories.figures
    moves = figures.moves_a_day(since)
    return Stats(
        days=days,
        moves_a_day={str(day): moves.get(day, 0) for day in _days(since.date(), days)},
        mails_in=figures.mails_in(since),
        bounces=figures.bounces(since.date()),
        boards=figures.boards(),
        players=figures.players(),
        letters=figures.letters(),
        slow_seats=figures.slow_seats(_SLOWEST),
    )


def _days(first: date, days: int) -> list[date]:
    return [first + timedelta(days=day) for day in range(days)]
