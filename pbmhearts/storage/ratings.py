"""Ratings and results: what the boards that are over come to for those who played them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

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
    """A board that a player has finished, or has left.

    Attributes:
        place: 1 to 4, 0 where somebody else finished it from the player's seat.
    """

    board: int
    userid: str
    place: int


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
        if at is None or unrated or any(row.bot not in {"", STAND_IN} for row in rows.seats):
            return False
        finishers = _finishers(rows.seats, places)
        before = self._locked([account for account, _ in finishers])
        gains = elo.changes([before[account] for account, _ in finishers], [place for _, place in finishers])
        for (account, _), gain in zip(finishers, gains, strict=True):
            self._change(number, account, before[account], gain, at)
        return True

    def _locked(self, accounts: Sequence[int]) -> dict[int, elo.Rated]:
        query = (
            sa.select(_ACCOUNT.c.id, _ACCOUNT.c.rating, _ACCOUNT.c.rated_boards)
            .where(_ACCOUNT.c.id.in_(accounts))
            .order_by(_ACCOUNT.c.id)
            .with_for_update()
        )
        return {
            row.id: elo.Rated(elo.START if row.rating is None else row.rating, row.rated_boards)
            for row in self._connection.execute(query)
        }

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
        boards = [self._rows(number) for number in self._connection.execute(query).scalars().all()]
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

    def results(self, account_id: int | None = None) -> tuple[Result, ...]:
        """The boards that ended with a result, and who came where, the latest first: one player's, or all.

        Boards that are private are not told of.
        """
        query = (
            sa.select(_BOARD.c.id, _BOARD.c.places, _SEAT.c.seat, _SEAT.c.left_how, _ACCOUNT.c.userid)
            .select_from(_SEAT.join(_BOARD).join(_ACCOUNT, _ACCOUNT.c.id == _SEAT.c.account_id))
            .where(
                _BOARD.c.places.is_not(None),
                _BOARD.c.private.is_(sa.false()),
                _ACCOUNT.c.status != "deleted",
            )
            .order_by(_BOARD.c.ended_at.desc(), _BOARD.c.id.desc(), _SEAT.c.seat, _SEAT.c.from_seq.desc())
        )
        if account_id is not None:
            query = query.where(_SEAT.c.account_id == account_id)
        found: dict[tuple[int, str], Result] = {}
        for row in self._connection.execute(query):
            # Who came back has two rows; the later one, that comes first here, is the one that counts.
            place = 0 if row.left_how else row.places[row.seat]
            found.setdefault((row.id, row.userid), Result(row.id, row.userid, place))
        return tuple(found.values())


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
