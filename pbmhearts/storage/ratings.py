"""Ratings and results: what the boards that are over come to for those who played them."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

import sqlalchemy as sa

from pbmhearts.games import elo, hearts
from pbmhearts.games.hearts import RuleSet
from pbmhearts.storage import schema
from pbmhearts.storage.records import STAND_IN
from pbmhearts.storage.rows import BoardRows, SeatRow, board_rows

_ACCOUNT = schema.accounts
_BOARD = schema.boards
_SEAT = schema.seats
_CHANGE = schema.rating_changes

_OPEN_TO_ALL = _BOARD.c.places.is_not(None) & _BOARD.c.private.is_(sa.false())
"""Boards that ended with a result, and of which anybody may be told."""

_LAST = 5
"""Behind every place: whoever has left, whatever a stand-in made of the seat."""


@dataclass(frozen=True, slots=True)
class Change:
    """What a board did to a player's rating."""

    userid: str
    before: float
    after: float


@dataclass(frozen=True, slots=True)
class Rating:
    """A player's rating.

    Attributes:
        boards: how many boards it is made of.
        rated_at: when the last of them ended.
    """

    userid: str
    rating: float
    boards: int
    rated_at: datetime


@dataclass(frozen=True, slots=True)
class Result:
    """How often a player came to a place.

    Attributes:
        place: 1 to 4, 0 where somebody else finished the board from the player's seat.
    """

    userid: str
    place: int
    boards: int


@dataclass(frozen=True, slots=True)
class Past:
    """Boards that ended with a result.

    Attributes:
        boards: their numbers, the latest first; not all, where there are many.
        total: how many there are.
        left: those that somebody else finished from the player's seat.
    """

    boards: tuple[int, ...]
    total: int
    left: frozenset[int]


class Ratings:
    """Ratings and results, within one transaction."""

    def __init__(self, connection: sa.Connection) -> None:
        self._connection = connection

    def rate(self, number: int) -> bool:
        """Let a board that is over change its players' ratings, once; False if it is none that counts.

        Unrated boards do not count, nor those at which a bot was challenged. Whoever has left, and has not come
        back, is last; whoever took such a seat over is not rated on that board.
        """
        rows = self._rows(number)
        return self._rate(rows, rows.places)

    def _rows(self, number: int) -> BoardRows:
        rows = board_rows(self._connection, number)
        if rows is None:
            raise LookupError(f"board {number}")
        return rows

    def _rate(self, rows: BoardRows, places: Sequence[int]) -> bool:
        number, at = rows.number, rows.ended_at
        unrated = self._connection.execute(sa.select(_BOARD.c.unrated).where(_BOARD.c.id == number)).scalar()
        if at is None or unrated or any(row.challenged_bot for row in rows.seats):
            return False
        finishers = _finishers(rows.seats, places)
        accounts = [account for account, _ in finishers]
        before = self._standing(accounts)
        at = self._after(accounts, number, at)
        gains = elo.changes([before[account] for account, _ in finishers], [place for _, place in finishers])
        for (account, _), gain in zip(finishers, gains, strict=True):
            self._change(number, account, before[account], gain, at)
        return True

    def _standing(self, accounts: Sequence[int]) -> dict[int, elo.Rated]:
        query = sa.select(_ACCOUNT.c.id, _ACCOUNT.c.rating, _ACCOUNT.c.rated_boards).where(
            _ACCOUNT.c.id.in_(accounts)
        )
        # In one order, so that two boards that end at once do not wait for each other.
        query = query.order_by(_ACCOUNT.c.id).with_for_update()
        return {
            row.id: elo.Rated(elo.START if row.rating is None else row.rating, row.rated_boards)
            for row in self._connection.execute(query)
        }

    def _after(self, accounts: Sequence[int], number: int, at: datetime) -> datetime:
        """When the board is to have ended: later than all that its players have been rated on.

        One mail may end two boards, and a machine's clock may be set back; but `rebuild` knows the boards' order
        by these times only.
        """
        query = sa.select(sa.func.max(_ACCOUNT.c.rated_at)).where(_ACCOUNT.c.id.in_(accounts))
        latest = self._connection.execute(query).scalar()
        if latest is None or latest < at:
            return at
        later: datetime = latest + timedelta(microseconds=1)
        self._connection.execute(sa.update(_BOARD).where(_BOARD.c.id == number).values(ended_at=later))
        return later

    def _change(self, number: int, account: int, before: elo.Rated, gain: float, at: datetime) -> None:
        after = before.rating + gain
        self._connection.execute(
            sa.insert(_CHANGE).values(board_id=number, account_id=account, before=before.rating, after=after)
        )
        self._connection.execute(
            sa.update(_ACCOUNT)
            .where(_ACCOUNT.c.id == account)
            .values(rating=after, rated_boards=before.boards + 1, rated_at=at)
        )

    def rebuild(self) -> int:
        """Forget all ratings, and make them again from the boards' logs; returns how many boards counted."""
        self._connection.execute(sa.delete(_CHANGE))
        self._connection.execute(sa.update(_ACCOUNT).values(rating=None, rated_boards=0, rated_at=None))
        query = (
            sa.select(_BOARD.c.id)
            .where(_BOARD.c.ended_at.is_not(None), _BOARD.c.abandoned.is_(sa.false()))
            .order_by(_BOARD.c.ended_at, _BOARD.c.id)
        )
        numbers = self._connection.execute(query).scalars().all()
        boards = (self._rows(number) for number in numbers)
        return sum(self._rate(rows, _replayed_places(rows)) for rows in boards)

    def changes(self, number: int) -> tuple[Change, ...]:
        """What a board did to its players' ratings, in seat order; () if it did not count."""
        query = (
            sa.select(_ACCOUNT.c.userid, _CHANGE.c.before, _CHANGE.c.after)
            .select_from(
                _CHANGE.join(_ACCOUNT).join(
                    _SEAT,
                    (_SEAT.c.board_id == _CHANGE.c.board_id)
                    & (_SEAT.c.account_id == _CHANGE.c.account_id)
                    & (_SEAT.c.from_seq == 0),
                )
            )
            .where(_CHANGE.c.board_id == number)
            .order_by(_SEAT.c.seat)
        )
        return tuple(Change(row.userid, row.before, row.after) for row in self._connection.execute(query))

    def table(self) -> tuple[Rating, ...]:
        """Everybody who has a rating, the best first."""
        query = (
            sa.select(_ACCOUNT)
            .where(_ACCOUNT.c.rating.is_not(None), _ACCOUNT.c.status != "deleted")
            .order_by(_ACCOUNT.c.rating.desc(), _ACCOUNT.c.userid_key)
        )
        return tuple(
            Rating(row.userid, row.rating, row.rated_boards, row.rated_at)
            for row in self._connection.execute(query)
        )

    def results(self) -> tuple[Result, ...]:
        """How often each player came to each place, private boards left out; counted by the database."""
        again = _SEAT.alias("again")
        came_back = sa.exists().where(
            again.c.board_id == _SEAT.c.board_id,
            again.c.account_id == _SEAT.c.account_id,
            again.c.id > _SEAT.c.id,
        )
        places, left = sa.cast(_BOARD.c.places, sa.Text), _SEAT.c.left_how.is_not(None)
        query = (
            sa.select(
                _ACCOUNT.c.userid, _SEAT.c.seat, places.label("places"), left.label("left"), sa.func.count()
            )
            .select_from(_SEAT.join(_BOARD).join(_ACCOUNT, _ACCOUNT.c.id == _SEAT.c.account_id))
            .where(_OPEN_TO_ALL, _ACCOUNT.c.status != "deleted", ~came_back)
            .group_by(_ACCOUNT.c.userid, _SEAT.c.seat, places, left)
        )
        counted: dict[tuple[str, int], int] = {}
        for userid, seat, written, has_left, boards in self._connection.execute(query):
            key = (userid, 0 if has_left else json.loads(written)[seat])
            counted[key] = counted.get(key, 0) + boards
        return tuple(Result(userid, place, boards) for (userid, place), boards in counted.items())

    def past(self, account_id: int | None, most: int) -> Past:
        """The boards that ended with a result, a player's or all, private ones left out."""
        sat = sa.select(_SEAT.c.board_id).where(_SEAT.c.account_id == account_id)
        wanted = _OPEN_TO_ALL if account_id is None else _OPEN_TO_ALL & _BOARD.c.id.in_(sat)
        query = sa.select(_BOARD.c.id).where(wanted).order_by(_BOARD.c.ended_at.desc(), _BOARD.c.id.desc())
        boards = tuple(self._connection.execute(query.limit(most)).scalars())
        count = sa.select(sa.func.count()).select_from(_BOARD).where(wanted)
        sits = sat.where(_SEAT.c.until_seq.is_(None), _SEAT.c.board_id.in_(boards))
        still = set(self._connection.execute(sits).scalars())
        return Past(
            boards=boards,
            total=self._connection.execute(count).scalar_one(),
            left=frozenset(() if account_id is None else set(boards) - still),
        )


def final_places(rows: BoardRows, state: hearts.Finished) -> hearts.Totals:
    """The places of a board that is over, whoever has left behind all others."""
    left = {hearts.Seat(row.seat) for row in rows.seats if row.until_seq is None and row.bot == STAND_IN}
    return hearts.place_last(state.places, left)


def _replayed_places(rows: BoardRows) -> hearts.Totals:
    *_, last = hearts.replay(RuleSet.from_json(rows.rules), [action.text for action in rows.actions])
    match last.state:
        case hearts.Finished() as finished:
            return final_places(rows, finished)
        case _:
            raise LookupError(f"board {rows.number} has no result")


def _finishers(seats: Sequence[SeatRow], places: Sequence[int]) -> list[tuple[int, int]]:
    """The accounts that began the board, and their places."""
    began = {row.seat: row.account_id for row in seats if row.from_seq == 0}
    sitting = {row.seat: row.account_id for row in seats if row.until_seq is None}
    return [
        (account, places[seat] if sitting[seat] == account else _LAST)
        for seat, account in sorted(began.items())
        if account is not None
    ]
