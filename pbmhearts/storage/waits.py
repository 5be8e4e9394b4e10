"""Whom boards wait for, since when, and who was reminded of it."""

from collections.abc import Sequence
from datetime import datetime, timedelta

import sqlalchemy as sa

from pbmhearts.clock import Span, running
from pbmhearts.games.hearts import Seat
from pbmhearts.storage import schema
from pbmhearts.storage.pauses import Pauses

_SEAT = schema.seats
_SITS = _SEAT.c.until_seq.is_(None)


def begin(
    connection: sa.Connection, number: int, waiting: tuple[Seat, ...], moved: Seat | None, at: datetime
) -> None:
    """The board waits for these seats now; `moved` has just acted, so a wait for that seat begins anew."""
    seats = [int(seat) for seat in waiting]
    over: list[sa.ColumnElement[bool]] = [_SEAT.c.seat.not_in(seats)]
    if moved is not None:
        over.append(_SEAT.c.seat == int(moved))
    _end(connection, number, sa.or_(*over), at)
    if seats:
        connection.execute(
            sa.update(_SEAT)
            .where(
                _SEAT.c.board_id == number, _SITS, _SEAT.c.seat.in_(seats), _SEAT.c.waiting_since.is_(None)
            )
            .values(waiting_since=at)
        )


def resume(connection: sa.Connection, number: int, seat: Seat, spans: Sequence[Span], at: datetime) -> None:
    """Let the wait for a seat that has begun at `at` be the one that went on in these spans, and ended too early."""
    query = sa.select(_SEAT.c.id, _SEAT.c.account_id, _SEAT.c.used).where(
        _SEAT.c.board_id == number, _SEAT.c.seat == int(seat), _SITS, _SEAT.c.account_id.is_not(None)
    )
    row = connection.execute(query).one_or_none()
    if row is None or not spans:
        return
    pauses = Pauses(connection, spans[0][0], at).of(row.account_id)
    ran = min(sum((running(*span, pauses) for span in spans), timedelta(0)), timedelta(seconds=row.used))
    connection.execute(
        sa.update(_SEAT)
        .where(_SEAT.c.id == row.id)
        .values(waiting_since=at - ran, used=row.used - int(ran.total_seconds()))
    )


def end(connection: sa.Connection, number: int, seat: Seat, at: datetime) -> None:
    """The board waits no longer for whoever sits there."""
    _end(connection, number, _SEAT.c.seat == int(seat), at)


def _end(connection: sa.Connection, number: int, which: sa.ColumnElement[bool], at: datetime) -> None:
    """End waits; what ran of each is kept with its seat."""
    query = sa.select(_SEAT.c.id, _SEAT.c.account_id, _SEAT.c.waiting_since).where(
        _SEAT.c.board_id == number, _SITS, which, _SEAT.c.waiting_since.is_not(None)
    )
    ended = connection.execute(query).all()
    if not ended:
        return
    pauses = Pauses(connection, min(row.waiting_since for row in ended), at)
    for row in ended:
        ran = timedelta(0)
        if row.account_id is not None:
            ran = running(row.waiting_since, at, pauses.of(row.account_id))
        connection.execute(
            sa.update(_SEAT)
            .where(_SEAT.c.id == row.id)
            .values(
                waiting_since=None,
                reminded_at=None,
                extension=0,
                used=_SEAT.c.used + int(ran.total_seconds()),
            )
        )


def boards_of(connection: sa.Connection, account_id: int) -> tuple[int, ...]:
    """The boards that wait for a player, the longest wait first."""
    query = (
        sa.select(_SEAT.c.board_id)
        .where(_SEAT.c.account_id == account_id, _SITS, _SEAT.c.waiting_since.is_not(None))
        .order_by(_SEAT.c.waiting_since, _SEAT.c.board_id)
    )
    return tuple(connection.execute(query).scalars())


def reminded(connection: sa.Connection, number: int, seat: Seat, at: datetime) -> None:
    """The player in the seat has been reminded; a move makes it forgotten."""
    connection.execute(
        sa.update(_SEAT)
        .where(_SEAT.c.board_id == number, _SEAT.c.seat == int(seat), _SITS)
        .values(reminded_at=at)
    )
