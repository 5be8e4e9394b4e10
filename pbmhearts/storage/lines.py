"""The lines of the outbox: letters to one address about one board go out one after the other.

Each letter that waits has a place in its line. Only the first one of a line is ready to be claimed, and an index of
the places finds the ready ones however many wait behind them. Whoever enqueues a letter need not look at its line:
it is new there, until the next claim gives it its place.
"""

from collections.abc import Sequence
from enum import IntEnum

import sqlalchemy as sa

from pbmhearts.storage import schema

_OUTBOX = schema.outbox

_LOCK = 0x6D6A
"""Names our advisory lock on PostgreSQL: who changes places sees all changes before."""


class Place(IntEnum):
    """Where a letter that waits stands in its line."""

    NEW = 0
    """Not known yet."""
    BEHIND = 1
    """Behind another letter."""
    READY = 2
    """The first one, and nobody's."""
    CLAIMED = 3
    """Being sent by somebody."""


class Priority(IntEnum):
    """Which letters go first."""

    PERSONAL = 0
    BROADCAST = 1


def line_of(address: str, board: int | None, *, broadcast: bool = False) -> str:
    """The name of the line of an address and a board; broadcasts have their own, as they hold up nothing else."""
    return f"{'broadcast' if broadcast else board or 0} {address}"


def sort(connection: sa.Connection, most: int) -> None:
    """Give up to `most` new letters their places, those that go first before others; not if another is about it."""
    if _lock(connection, wait=False):
        connection.execute(_SORT, {"most": most})


def move_up(connection: sa.Connection, done: Sequence[int]) -> None:
    """Let the first letters be ready of the lines that these have left or come back to; not beside one in hand."""
    if done:
        _lock(connection, wait=True)
        connection.execute(_MOVE_UP, {"done": done})


def reopen(connection: sa.Connection, row: int) -> None:
    """A letter comes back to its line, before those that are younger."""
    _lock(connection, wait=True)
    connection.execute(_REOPEN, {"row": row})


def _lock(connection: sa.Connection, *, wait: bool) -> bool:
    """Keep other processes from changing places until the end of the transaction; SQLite has one writer anyway."""
    if connection.dialect.name == "sqlite":
        return True
    schema_name = sa.func.hashtext(sa.func.coalesce(sa.func.current_schema(), ""))
    if wait:
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_LOCK, schema_name)))
        return True
    query = sa.select(sa.func.pg_try_advisory_xact_lock(_LOCK, schema_name))
    return bool(connection.execute(query).scalar())


def _in_hand() -> sa.ColumnElement[bool]:
    """Whether somebody is sending a letter of the line; by the place, as few letters are in hand at a time."""
    claimed = _OUTBOX.alias("claimed")
    return _OUTBOX.c.line.in_(sa.select(claimed.c.line).where(claimed.c.place == Place.CLAIMED))


def _sorting() -> sa.Update:
    other, new = _OUTBOX.alias("other"), _OUTBOX.alias("new")
    same_line = sa.and_(other.c.line == _OUTBOX.c.line, other.c.place.is_not(None))
    has_older = sa.exists().where(same_line, other.c.id < _OUTBOX.c.id)
    # Only where a letter comes late is there a younger one that may be ready already: the next one, by then the first.
    younger = (
        sa.select(other.c.place).where(same_line, other.c.id > _OUTBOX.c.id).order_by(other.c.id).limit(1)
    )
    is_late = younger.correlate(_OUTBOX).scalar_subquery() == Place.READY
    by_turn = (new.c.priority, new.c.due_at, new.c.id)
    turns = sa.select(new.c.id).where(new.c.place == Place.NEW).order_by(*by_turn).limit(sa.bindparam("most"))
    place = sa.case((sa.or_(has_older, is_late, _in_hand()), int(Place.BEHIND)), else_=int(Place.READY))
    return sa.update(_OUTBOX).where(_OUTBOX.c.id.in_(turns)).values(place=place)


def _moving_up() -> sa.Update:
    gone, other = _OUTBOX.alias("gone"), _OUTBOX.alias("other")
    waits = sa.select(other.c.id).where(other.c.line == gone.c.line, other.c.place.is_not(None))
    first = waits.order_by(other.c.id).limit(1).correlate(gone).scalar_subquery()
    firsts = sa.select(first).where(gone.c.id.in_(sa.bindparam("done", expanding=True)))
    # A condition on the place would let SQLite look at all that are behind.
    is_next = sa.and_(_OUTBOX.c.place == Place.BEHIND, ~_in_hand())
    place = sa.case((is_next, int(Place.READY)), else_=_OUTBOX.c.place)
    return sa.update(_OUTBOX).where(_OUTBOX.c.id.in_(firsts)).values(place=place)


def _reopening() -> sa.Update:
    back = _OUTBOX.alias("back")
    line = sa.select(back.c.line).where(back.c.id == sa.bindparam("row")).scalar_subquery()
    return (
        sa.update(_OUTBOX)
        .where(_OUTBOX.c.line == line, _OUTBOX.c.place == Place.READY)
        .values(place=int(Place.NEW))
    )


_SORT = _sorting()
_MOVE_UP = _moving_up()
_REOPEN = _reopening()
