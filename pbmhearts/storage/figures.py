"""Numbers over all boards, people and mails, for the operator."""

from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

import sqlalchemy as sa

from pbmhearts.storage import schema

_ACTION = schema.actions
_BOARD = schema.boards
_SEAT = schema.seats
_OUTBOX = schema.outbox


@dataclass(frozen=True, slots=True)
class SlowSeat:
    """A seat that its board waits for."""

    board: int
    userid: str
    since: datetime


class Figures:
    """The numbers, within one transaction."""

    def __init__(self, connection: sa.Connection) -> None:
        self._connection = connection

    def boards(self) -> dict[str, int]:
        """How many boards are "gathering", "active", "over" or "abandoned"."""
        state = sa.case(
            (_BOARD.c.started_at.is_(None), "gathering"),
            (_BOARD.c.ended_at.is_(None), "active"),
            (_BOARD.c.abandoned, "abandoned"),
            else_="over",
        )
        none = dict.fromkeys(("gathering", "active", "over", "abandoned"), 0)
        return none | self._counts(sa.select(state, sa.func.count()).select_from(_BOARD).group_by(state))

    def players(self) -> dict[str, int]:
        """How many accounts have each status."""
        status = schema.accounts.c.status
        return self._counts(sa.select(status, sa.func.count()).group_by(status))

    def addresses(self) -> dict[str, int]:
        """How many addresses are "working", "suspended" or "unconfirmed"."""
        address = schema.addresses.c
        state = sa.case(
            (address.confirmed_at.is_(None), "unconfirmed"),
            (address.suspended_at.is_not(None), "suspended"),
            else_="working",
        )
        none = dict.fromkeys(("working", "suspended", "unconfirmed"), 0)
        query = sa.select(state, sa.func.count()).select_from(schema.addresses).group_by(state)
        return none | self._counts(query)

    def moves(self) -> int:
        """All that players and bots have ever passed and played."""
        query = sa.select(sa.func.count()).select_from(_ACTION).where(_is_move())
        return int(self._connection.execute(query).scalar_one())

    def moves_a_day(self, since: datetime) -> dict[date, int]:
        """The passes and plays of each day (UTC) that had any."""
        day = sa.func.date(_ACTION.c.at)
        query = (
            sa.select(day, sa.func.count()).where(_is_move(), _ACTION.c.at >= since).group_by(day).order_by(day)
        )
        return {date.fromisoformat(str(on)): int(count) for on, count in self._connection.execute(query)}

    def slow_seats(self, most: int) -> tuple[SlowSeat, ...]:
        """The people whom boards have waited for the longest."""
        query = (
            sa.select(_SEAT.c.board_id, schema.accounts.c.userid, _SEAT.c.waiting_since)
            .join(schema.accounts)
            .where(_SEAT.c.waiting_since.is_not(None), _SEAT.c.until_seq.is_(None))
            .order_by(_SEAT.c.waiting_since, _SEAT.c.board_id)
            .limit(most)
        )
        rows = self._connection.execute(query)
        return tuple(SlowSeat(row.board_id, row.userid, row.waiting_since) for row in rows)

    def mails_in(self, since: datetime | None = None) -> dict[str, int]:
        """How many mails came to each outcome."""
        inbox = schema.inbox.c
        query = sa.select(inbox.outcome, sa.func.count()).group_by(inbox.outcome).order_by(inbox.outcome)
        if since is not None:
            query = query.where(inbox.received_at >= since)
        return self._counts(query)

    def letters(self) -> dict[str, int]:
        """How many letters are "waiting", "sent" or "dead"."""
        query = sa.select(_OUTBOX.c.state, sa.func.count()).group_by(_OUTBOX.c.state)
        return dict.fromkeys(("waiting", "sent", "dead"), 0) | self._counts(query)

    def oldest_waiting(self) -> datetime | None:
        """Since when the oldest letter that has not gone out is owed."""
        query = sa.select(sa.func.min(_OUTBOX.c.created_at)).where(_OUTBOX.c.state == "waiting")
        oldest: datetime | None = self._connection.execute(query).scalar()
        return oldest

    def bounces(self, since: date) -> int:
        """On how many days, of each address, something failed for good."""
        query = sa.select(sa.func.count()).select_from(schema.bounces).where(schema.bounces.c.day >= since)
        return int(self._connection.execute(query).scalar_one())

    def _counts(self, query: "sa.Select[Any]") -> dict[str, int]:
        return {name: int(count) for name, count in self._connection.execute(query)}


def _is_move() -> sa.ColumnElement[bool]:
    return sa.or_(_ACTION.c.action.startswith("pass "), _ACTION.c.action.startswith("play "))
