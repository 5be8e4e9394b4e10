"""Whom boards wait for, since when, and who was reminded of it."""

from datetime import datetime

import sqlalchemy as sa

from pbmhearts.games.hearts import Seat
from pbmhearts.storage import schema
from pbmhearts.storage.records import Overdue

_BOARD = schema.boards
_SEAT = schema.seats
_SITS = _SEAT.c.until_seq.is_(None)


def begin(
    connection: sa.Connection, number: int, waiting: tuple[Seat, ...], moved: Seat | None, at: datetime
) -> None:
    """The board waits for these seats now; `moved` has just acted, so a wait for that seat begins anew."""
    here = (_SEAT.c.board_id == number, _SITS)
    seats = [int(seat) for seat in waiting]
    over: list[sa.ColumnElement[bool]] = [_SEAT.c.seat.not_in(seats)]
    if moved is not None:
        over.append(_SEAT.c.seat == int(moved))
    connection.execute(
        sa.update(_SEAT)
        .where(*here, sa.or_(*over), _SEAT.c.waiting_since.is_not(None))
        .values(waiting_since=None, reminded_at=None)
    )
    if seats:
        connection.execute(
            sa.update(_SEAT)
            .where(*here, _SEAT.c.seat.in_(seats), _SEAT.c.waiting_since.is_(None))
            .values(waiting_since=at)
        )


def boards_of(connection: sa.Connection, account_id: int) -> tuple[int, ...]:
    """The boards that wait for a player, the longest wait first."""
    query = (
        sa.select(_SEAT.c.board_id)
        .where(_SEAT.c.account_id == account_id, _SITS, _SEAT.c.waiting_since.is_not(None))
        .order_by(_SEAT.c.waiting_since, _SEAT.c.board_id)
    )
    return tuple(connection.execute(query).scalars())


def overdue(connection: sa.Connection, before: datetime, *, lock: bool) -> tuple[Overdue, ...]:
    """The seats waited for since before then, and not reminded yet.

    With `lock` they stay this transaction's to remind, and those that are another's are left out.
    """
    query = (
        sa.select(_SEAT.c.account_id, _SEAT.c.board_id, _SEAT.c.seat, _BOARD.c.seq)
        .join(_BOARD)
        .where(_SEAT.c.waiting_since < before, _SEAT.c.reminded_at.is_(None), _SITS)
        .order_by(_SEAT.c.waiting_since, _SEAT.c.id)
    )
    if lock:
        query = query.with_for_update(of=_SEAT, skip_locked=True)
    return tuple(
        Overdue(row.account_id, row.board_id, Seat(row.seat), row.seq) for row in connection.execute(query)
    )


def reminded(connection: sa.Connection, number: int, seat: Seat, at: datetime) -> None:
    """The player in the seat has been reminded; a move makes it forgotten."""
    connection.execute(
        sa.update(_SEAT)
        .where(_SEAT.c.board_id == number, _SEAT.c.seat == int(seat), _SITS)
        .values(reminded_at=at)
    )
