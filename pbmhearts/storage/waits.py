"""Whom boards wait for, since when, and who was reminded of it."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

import sqlalchemy as sa

from pbmhearts.clock import Span, running
from pbmhearts.games.hearts import Seat
from pbmhearts.storage import schema
from pbmhearts.storage.pauses import Pauses
from pbmhearts.storage.records import Seated

_SEAT = schema.seats
_SITS = _SEAT.c.until_seq.is_(None)
_BEGIN = (
    sa.update(_SEAT)
    .where(
        _SEAT.c.board_id == sa.bindparam("number"),
        _SITS,
        _SEAT.c.seat.in_(sa.bindparam("seats", expanding=True)),
        _SEAT.c.waiting_since.is_(None),
    )
    .values(waiting_since=sa.bindparam("at"))
)
_WAITS = sa.select(_SEAT.c.id, _SEAT.c.account_id, _SEAT.c.waiting_since).where(
    _SEAT.c.board_id == sa.bindparam("number"),
    _SITS,
    _SEAT.c.seat.in_(sa.bindparam("seats", expanding=True)),
    _SEAT.c.waiting_since.is_not(None),
)
_END = (
    sa.update(_SEAT)
    .where(_SEAT.c.id == sa.bindparam("sitting"))
    .values(
        waiting_since=None,
        reminded_at=None,
        extension=0,
        used=_SEAT.c.used + sa.bindparam("ran", type_=sa.Integer),
    )
)


def begin(
    connection: sa.Connection, number: int, waiting: tuple[Seat, ...], moved: Seat | None, at: datetime
) -> None:
    """The board waits for these seats now; `moved` has just acted, so a wait for that seat begins anew."""
    seats = [int(seat) for seat in waiting]
    over = [int(seat) for seat in Seat if seat is moved or seat not in waiting]
    _end(connection, number, over, at)
    if seats:
        connection.execute(_BEGIN, {"number": number, "seats": seats, "at": at})


def passed_on(
    seats: Sequence[Seated], waiting: tuple[Seat, ...], moved: Seat | None, at: datetime
) -> tuple[Seated, ...]:
    """The seats as `begin` leaves them."""

    def after(seated: Seated) -> Seated:
        if seated.seat in waiting and seated.seat is not moved and seated.waiting_since is not None:
            return seated
        since = at if seated.seat in waiting else None
        return replace(seated, waiting_since=since, reminded_at=None)

    return tuple(map(after, seats))


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
    _end(connection, number, [int(seat)], at)


def _end(connection: sa.Connection, number: int, seats: Sequence[int], at: datetime) -> None:
    """End waits; what ran of each is kept with its seat."""
    ended = connection.execute(_WAITS, {"number": number, "seats": seats}).all()
    if not ended:
        return
    pauses = Pauses(connection, min(row.waiting_since for row in ended), at)
    rans = (
        running(row.waiting_since, at, pauses.of(row.account_id)) if row.account_id else timedelta(0)
        for row in ended
    )
    connection.execute(
        _END,
        [{"sitting": row.id, "ran": int(ran.total_seconds())} for row, ran in zip(ended, rans, strict=True)],
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
