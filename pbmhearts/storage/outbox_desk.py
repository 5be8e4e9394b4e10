"""The outbox as the operator sees it, and what the operator may do with it."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

import sqlalchemy as sa

from pbmhearts.storage import schema

_OUTBOX = schema.outbox

STATES = ("waiting", "sent", "dead", "merged", "dropped")


@dataclass(frozen=True, slots=True)
class OutboxRow:
    """A row, without the words of its letter.

    Attributes:
        from_seq: the letter of a board tells what came after this action,
        to_seq: up to this one.
        error: what went wrong last; of a merged row, which one it went into; of a dropped one, why.
        rendered: its bytes are kept, for the next attempt.
        sent_at: when it was taken, or None.
    """

    id: int
    kind: str
    address: str
    account_id: int | None
    board: int | None
    seat: int | None
    from_seq: int | None
    to_seq: int | None
    message_id: str
    state: str
    created_at: datetime
    due_at: datetime
    attempts: int
    error: str
    rendered: bool
    sent_at: datetime | None

    @property
    def domain(self) -> str:
        """Where it goes, in lower case."""
        return self.address.rpartition("@")[2].lower()


_COLUMNS = (*(c for c in _OUTBOX.c if c.name != "data"), _OUTBOX.c.data.is_not(None).label("rendered"))


class OutboxDesk:
    """The operator's part of the outbox, within one transaction."""

    def __init__(self, connection: sa.Connection) -> None:
        self._connection = connection

    def rows(self, state: str | None = None) -> tuple[OutboxRow, ...]:
        """The rows, the oldest first."""
        query = sa.select(*_COLUMNS).order_by(_OUTBOX.c.id)
        if state:
            query = query.where(_OUTBOX.c.state == state)
        return tuple(_row(row) for row in self._connection.execute(query).mappings())

    def row(self, number: int) -> OutboxRow | None:
        """One row, None if there is none of that number."""
        query = sa.select(*_COLUMNS).where(_OUTBOX.c.id == number)
        row = self._connection.execute(query).mappings().first()
        return _row(row) if row else None

    def revive(self, row: int, at: datetime) -> bool:
        """Try a letter again now; False where it has been sent, or has gone out as a part of another."""
        done = self._connection.execute(
            sa.update(_OUTBOX)
            .where(_OUTBOX.c.id == row, _OUTBOX.c.state.not_in(("sent", "merged")))
            .values(state="waiting", due_at=at, leased_until=None)
        )
        return done.rowcount > 0

    def drop(self, row: int, why: str) -> bool:
        """Never send a letter; it stays to be seen. False where it has been sent, or is in hand just now."""
        done = self._connection.execute(
            sa.update(_OUTBOX)
            .where(
                _OUTBOX.c.id == row,
                sa.or_(
                    _OUTBOX.c.state == "dead",
                    sa.and_(_OUTBOX.c.state == "waiting", _OUTBOX.c.leased_until.is_(None)),
                ),
            )
            .values(state="dropped", error=why[:500])
        )
        return done.rowcount > 0

    def counts(self) -> dict[str, int]:
        """How many letters are in each state."""
        query = sa.select(_OUTBOX.c.state, sa.func.count()).group_by(_OUTBOX.c.state)
        return {state: int(count) for state, count in self._connection.execute(query)}

    def forget(self, before: datetime) -> int:
        """Delete what was sent or merged before that; returns how many rows."""
        done = self._connection.execute(
            sa.delete(_OUTBOX).where(
                _OUTBOX.c.state.in_(("sent", "merged")),
                sa.func.coalesce(_OUTBOX.c.sent_at, _OUTBOX.c.created_at) < before,
            )
        )
        return done.rowcount


def by_domain(rows: Iterable[OutboxRow]) -> dict[str, dict[str, int]]:
    """How many letters of each state each domain has, those with the most first."""
    counts: dict[str, dict[str, int]] = {}
    for row in rows:
        states = counts.setdefault(row.domain, {})
        states[row.state] = states.get(row.state, 0) + 1
    return dict(sorted(counts.items(), key=lambda item: (-sum(item[1].values()), item[0])))


def _row(row: "sa.RowMapping") -> OutboxRow:
    return OutboxRow(
        id=row["id"],
        kind=row["kind"],
        address=row["address"],
        account_id=row["account_id"],
        board=row["board_id"],
        seat=row["seat"],
        from_seq=row["from_seq"],
        to_seq=row["to_seq"],
        message_id=row["message_id"],
        state=row["state"],
        created_at=row["created_at"],
        due_at=row["due_at"],
        attempts=row["attempts"],
        error=row["error"],
        rendered=bool(row["rendered"]),
        sent_at=row["sent_at"],
    )
