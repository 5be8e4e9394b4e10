"""Numbers over all boards, people and mails, for the operator."""

from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

import sqlalchemy as sa

from pbmhearts.storage import schema
from pbmhearts.storage.outgoing import OutboxState

_ACTION = schema.actions
_ADDRESS = schema.addresses
_BOARD = schema.boards
_INBOX = schema.inbox
_OUTBOX = schema.outbox
_SEAT = schema.seats

_IS_MOVE = sa.or_(_ACTION.c.action.startswith("pass "), _ACTION.c.action.startswith("play "))

_FIRST_ACCOUNT = sa.select(sa.func.min(schema.accounts.c.created_at))

_OUTCOMES = ("done", "refused", "auto", "bounce", "loop", "shunted", "dropped")


@dataclass(frozen=True, slots=True)
class SlowSeat:
    """A player whom a board waits for, and since when."""

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

    def moves(self) -> int:
        """All that players and bots have ever passed and played."""
        return self._number(sa.select(sa.func.count()).select_from(_ACTION).where(_IS_MOVE))

    def moves_a_day(self, since: datetime) -> dict[date, int]:
        """The passes and plays since then, of each day (UTC) that had any."""
        day = sa.func.date(_ACTION.c.at)
        query = sa.select(day, sa.func.count()).where(_IS_MOVE, _ACTION.c.at >= since).group_by(day)
        return {date.fromisoformat(on): moves for on, moves in self._counts(query).items()}

    def players(self) -> dict[str, int]:
        """How many accounts have each status."""
        status = schema.accounts.c.status
        return self._counts(sa.select(status, sa.func.count()).group_by(status).order_by(status))

    def slow_seats(self, most: int) -> tuple[SlowSeat, ...]:
        """The players whom boards have waited for the longest."""
        query = (
            sa.select(_SEAT.c.board_id, schema.accounts.c.userid, _SEAT.c.waiting_since)
            .join(schema.accounts)
            .where(_SEAT.c.waiting_since.is_not(None), _SEAT.c.until_seq.is_(None))
            .order_by(_SEAT.c.waiting_since, _SEAT.c.board_id, _SEAT.c.seat)
            .limit(most)
        )
        return tuple(SlowSeat(*row) for row in self._connection.execute(query))

    def bounces(self, since: date) -> int:
        """On how many days since then, of each address, something failed for good."""
        return self._number(
            sa.select(sa.func.count()).select_from(schema.bounces).where(schema.bounces.c.day >= since)
        )

    def mails_in(self, since: datetime | None = None) -> dict[str, int]:
        """How many mails came to each outcome, since then if a time is given."""
        query = sa.select(_INBOX.c.outcome, sa.func.count()).group_by(_INBOX.c.outcome)
        if since is not None:
            query = query.where(_INBOX.c.received_at >= since)
        return dict.fromkeys(_OUTCOMES, 0) | self._counts(query)

    def letters(self) -> dict[str, int]:
        """How many letters are in each state; what was sent is counted for as long as it is listed."""
        query = sa.select(_OUTBOX.c.state, sa.func.count()).group_by(_OUTBOX.c.state)
        return dict.fromkeys(OutboxState, 0) | self._counts(query)

    def oldest_waiting(self) -> datetime | None:
        """When the oldest letter was enqueued that has not gone out."""
        query = sa.select(sa.func.min(_OUTBOX.c.created_at)).where(
            _OUTBOX.c.state == OutboxState.WAITING.value
        )
        oldest: datetime | None = self._connection.execute(query).scalar()
        return oldest

    def first_account(self) -> datetime | None:
        """When the oldest account was opened."""
        oldest: datetime | None = self._connection.execute(_FIRST_ACCOUNT).scalar()
        return oldest

    def unconfirmed(self) -> int:
        """How many addresses nobody has confirmed."""
        return self._number(
            sa.select(sa.func.count()).select_from(_ADDRESS).where(_ADDRESS.c.confirmed_at.is_(None))
        )

    def _number(self, query: "sa.Select[int]") -> int:
        return int(self._connection.execute(query).scalar_one())

    def _counts(self, query: "sa.Select[Any]") -> dict[str, int]:
        return {str(name): int(count) for name, count in self._connection.execute(query)}
