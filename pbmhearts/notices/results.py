"""What the boards that are over come to: tables of results and of ratings."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from pbmhearts.storage import Rating, Result

PROVISIONAL_BOARDS = 5
"""A rating of fewer boards says little yet."""

INACTIVE_AFTER = timedelta(days=180)
"""Without a rated board for so long a player stands apart."""

HIDDEN_AFTER = timedelta(days=365)
"""Without a rated board for so long a player is not listed; the rating is kept, and comes back with the next one."""


@dataclass(frozen=True, slots=True)
class Standing:
    """What a player's finished boards came to.

    Attributes:
        places: how often first, second, third, fourth; places that were shared count for each who shared them.
        left: how many boards somebody else finished for the player.
    """

    userid: str
    places: tuple[int, int, int, int]
    left: int

    @property
    def played(self) -> int:
        """Boards, those that were left included."""
        return sum(self.places) + self.left


def standings(results: Iterable[Result]) -> list[Standing]:
    """A line a player: the most boards won first, then the fewest played for it."""
    counted: dict[str, list[int]] = {}
    for result in results:
        counted.setdefault(result.userid, [0] * 5)[result.place] += result.boards
    lines = [
        Standing(userid, (first, second, third, fourth), left)
        for userid, (left, first, second, third, fourth) in counted.items()
    ]
    return sorted(lines, key=lambda line: (-line.places[0], line.played, line.userid.casefold()))


@dataclass(frozen=True, slots=True)
class Tables:
    """The ratings in three tables, the best first in each."""

    settled: tuple[Rating, ...]
    provisional: tuple[Rating, ...]
    inactive: tuple[Rating, ...]


def tables(ratings: Sequence[Rating], now: datetime) -> Tables:
    """Who is settled, who is provisional, and who has not played for long; nobody who has not for a year."""
    ratings = [rating for rating in ratings if now - rating.rated_at <= HIDDEN_AFTER]
    active = [rating for rating in ratings if now - rating.rated_at <= INACTIVE_AFTER]
    return Tables(
        settled=tuple(rating for rating in active if rating.boards >= PROVISIONAL_BOARDS),
        provisional=tuple(rating for rating in active if rating.boards < PROVISIONAL_BOARDS),
        inactive=tuple(rating for rating in ratings if now - rating.rated_at > INACTIVE_AFTER),
    )
