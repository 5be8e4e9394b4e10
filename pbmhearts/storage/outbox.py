"""What is owed: a row a reader's address, saying what of, not how it looks.

A row is claimed under a lease, its letter rendered and frozen in it before the first attempt, sent outside any
transaction, and marked. Only one fate is final and good, `sent`; the other, `dead`, stays visible.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any

import sqlalchemy as sa

from pbmhearts.storage import schema

_OUTBOX = schema.outbox

_CLAIMS = 0x6D69  # names our advisory lock on PostgreSQL


class Kind(StrEnum):
    """What a row owes."""

    BOARD = "board"
    """The board as it stood after `to_seq`, with all that came after `from_seq`."""
    ANSWER = "answer"
    """What a command's answer says, rendered when it was given; in `facts`."""
    REMINDER = "reminder"
    """The boards that wait, named in `facts`."""


@dataclass(frozen=True, slots=True)
class Debt:
    """A letter to be owed.

    Attributes:
        reply_to: a seat address, or "".
        facts: what the kind needs beyond the columns.
    """

    kind: Kind
    address: str
    message_id: str
    account_id: int | None = None
    board: int | None = None
    seat: int | None = None
    from_seq: int | None = None
    to_seq: int | None = None
    in_reply_to: str = ""
    reply_to: str = ""
    facts: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Owed:
    """A claimed row.

    Attributes:
        attempts: how often it was tried.
        data: the frozen bytes, b"" before the first attempt.
    """

    id: int
    debt: Debt
    created_at: datetime
    attempts: int
    data: bytes


@dataclass(frozen=True, slots=True)
class OutboxRow:
    """A row as the operator sees it."""

    id: int
    kind: str
    address: str
    board: int | None
    state: str
    created_at: datetime
    due_at: datetime
    attempts: int
    error: str


class Outbox:
    """The outbox, within one transaction."""

    def __init__(self, connection: sa.Connection) -> None:
        self._connection = connection

    def owe(self, debts: Iterable[Debt], at: datetime) -> None:
        """Add letters to what is owed."""
        rows = [
            {
                "kind": debt.kind.value,
                "address": debt.address,
                "account_id": debt.account_id,
                "board_id": debt.board,
                "seat": debt.seat,
                "from_seq": debt.from_seq,
                "to_seq": debt.to_seq,
                "message_id": debt.message_id,
                "in_reply_to": debt.in_reply_to,
                "reply_to": debt.reply_to,
                "facts": debt.facts,
                "state": "waiting",
                "created_at": at,
                "due_at": at,
                "attempts": 0,
                "error": "",
            }
            for debt in debts
        ]
        if rows:
            self._connection.execute(sa.insert(_OUTBOX), rows)

    def due(self, now: datetime) -> bool:
        """Whether any letter waits to be tried now."""
        query = sa.select(_OUTBOX.c.id).where(_OUTBOX.c.state == "waiting", _OUTBOX.c.due_at <= now).limit(1)
        return self._connection.execute(query).first() is not None

    def claim(self, now: datetime, leased_until: datetime, limit: int) -> tuple[Owed, ...]:
        """Take up to `limit` due letters under a lease, the oldest first.

        A letter is not due while an earlier one for the same address and board is put off or in other hands.
        """
        if self._connection.dialect.name == "postgresql":
            # One claim at a time: until it commits, another could not see which letters now have to wait.
            self._connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_CLAIMS)))
        earlier = _OUTBOX.alias("earlier")
        blocked = sa.exists().where(
            earlier.c.address == _OUTBOX.c.address,
            sa.func.coalesce(earlier.c.board_id, 0) == sa.func.coalesce(_OUTBOX.c.board_id, 0),
            earlier.c.id < _OUTBOX.c.id,
            earlier.c.state == "waiting",
            sa.or_(earlier.c.due_at > now, earlier.c.leased_until > now),
        )
        query = (
            sa.select(_OUTBOX)
            .where(
                _OUTBOX.c.state == "waiting",
                _OUTBOX.c.due_at <= now,
                sa.or_(_OUTBOX.c.leased_until.is_(None), _OUTBOX.c.leased_until <= now),
                ~blocked,
            )
            .order_by(_OUTBOX.c.id)
            .limit(limit)
            .with_for_update(skip_locked=True, of=_OUTBOX)
        )
        claimed = tuple(_owed(row) for row in self._connection.execute(query).mappings())
        self._lease([owed.id for owed in claimed], leased_until)
        return claimed

    def _lease(self, ids: Sequence[int], until: datetime | None) -> None:
        if ids:
            self._connection.execute(
                sa.update(_OUTBOX).where(_OUTBOX.c.id.in_(ids)).values(leased_until=until)
            )

    def freeze(self, letters: dict[int, bytes]) -> None:
        """Keep the rendered bytes: every later attempt sends these."""
        if letters:
            self._connection.execute(
                sa.update(_OUTBOX)
                .where(_OUTBOX.c.id == sa.bindparam("row"))
                .values(data=sa.bindparam("bytes")),
                [{"row": row, "bytes": data} for row, data in letters.items()],
            )

    def sent(self, ids: Sequence[int], at: datetime) -> None:
        """The world has these; their words are erased here."""
        if ids:
            self._connection.execute(
                sa.update(_OUTBOX)
                .where(_OUTBOX.c.id.in_(ids))
                .values(
                    state="sent",
                    sent_at=at,
                    data=None,
                    facts={},
                    leased_until=None,
                    attempts=_OUTBOX.c.attempts + 1,
                    error="",
                )
            )

    def put_off(self, row: int, until: datetime, error: str) -> None:
        """It failed for now; not before `until` again."""
        self._fail(row, error, {"due_at": until})

    def bury(self, row: int, error: str) -> None:
        """It failed for good; it stays to be seen, and `revive` can try it again."""
        self._fail(row, error, {"state": "dead"})

    def _fail(self, row: int, error: str, values: dict[str, Any]) -> None:
        self._connection.execute(
            sa.update(_OUTBOX)
            .where(_OUTBOX.c.id == row, _OUTBOX.c.state != "sent")  # another may have sent it after our lease
            .values(leased_until=None, attempts=_OUTBOX.c.attempts + 1, error=error[:500], **values)
        )

    def release(self, ids: Sequence[int]) -> None:
        """Give back what was claimed and not tried."""
        self._lease(ids, None)

    def revive(self, row: int, at: datetime) -> None:
        """Try a letter again now."""
        self._connection.execute(
            sa.update(_OUTBOX)
            .where(_OUTBOX.c.id == row, _OUTBOX.c.state != "sent")
            .values(state="waiting", due_at=at, leased_until=None)
        )

    def rows(self, state: str | None = None) -> tuple[OutboxRow, ...]:
        """The rows, the oldest first."""
        query = sa.select(_OUTBOX).order_by(_OUTBOX.c.id)
        if state:
            query = query.where(_OUTBOX.c.state == state)
        return tuple(_row(row) for row in self._connection.execute(query).mappings())

    def counts(self) -> dict[str, int]:
        """How many letters are in each state."""
        query = sa.select(_OUTBOX.c.state, sa.func.count()).group_by(_OUTBOX.c.state)
        return {state: int(count) for state, count in self._connection.execute(query)}


def _owed(row: "sa.RowMapping") -> Owed:
    debt = Debt(
        kind=Kind(row["kind"]),
        address=row["address"],
        message_id=row["message_id"],
        account_id=row["account_id"],
        board=row["board_id"],
        seat=row["seat"],
        from_seq=row["from_seq"],
        to_seq=row["to_seq"],
        in_reply_to=row["in_reply_to"],
        reply_to=row["reply_to"],
        facts=row["facts"],
    )
    return Owed(row["id"], debt, row["created_at"], row["attempts"], bytes(row["data"] or b""))


def _row(row: "sa.RowMapping") -> OutboxRow:
    return OutboxRow(
        id=row["id"],
        kind=row["kind"],
        address=row["address"],
        board=row["board_id"],
        state=row["state"],
        created_at=row["created_at"],
        due_at=row["due_at"],
        attempts=row["attempts"],
        error=row["error"],
    )
