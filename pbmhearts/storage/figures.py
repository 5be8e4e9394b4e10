"""Numbers over all boards, people and mails, for the operator."""

from datetime import datetime
from typing import Any

import sqlalchemy as sa

from pbmhearts.storage import schema
from pbmhearts.storage.outbox_desk import STATES

_ACTION = schema.actions
_ADDRESS = schema.addresses
_BOARD = schema.boards
_INBOX = schema.inbox
_OUTBOX = schema.outbox

_OUTCOMES = ("done", "refused", "auto", "bounce", "loop", "shunted", "dropped")


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
        is_move = sa.or_(_ACTION.c.action.startswith("pass "), _ACTION.c.action.startswith("play "))
        return self._number(sa.select(sa.func.count()).select_from(_ACTION).where(is_move))

    def mails_in(self) -> dict[str, int]:
        """How many mails came to each outcome."""
        query = sa.select(_INBOX.c.outcome, sa.func.count()).group_by(_INBOX.c.outcome)
        return dict.fromkeys(_OUTCOMES, 0) | self._counts(query)

    def letters(self) -> dict[str, int]:
        """How many letters are in each of `STATES`; what was sent is counted for as long as it is listed."""
        query = sa.select(_OUTBOX.c.state, sa.func.count()).group_by(_OUTBOX.c.state)
        return dict.fromkeys(STATES, 0) | self._counts(query)

    def oldest_waiting(self) -> datetime | None:
        """Since when the oldest letter that has not gone out is owed."""
        query = sa.select(sa.func.min(_OUTBOX.c.created_at)).where(_OUTBOX.c.state == "waiting")
        oldest: datetime | None = self._connection.execute(query).scalar()
        return oldest

    def unconfirmed(self) -> int:
        """How many addresses nobody has confirmed."""
        return self._number(
            sa.select(sa.func.count()).select_from(_ADDRESS).where(_ADDRESS.c.confirmed_at.is_(None))
        )

    def _number(self, query: "sa.Select[int]") -> int:
        return int(self._connection.execute(query).scalar_one())

    def _counts(self, query: "sa.Select[Any]") -> dict[str, int]:
        return {name: int(count) for name, count in self._connection.execute(query)}
