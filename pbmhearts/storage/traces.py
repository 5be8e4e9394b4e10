"""What became of mails: found again by what the transaction of each wrote at one moment."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from pbmhearts.storage import schema
from pbmhearts.storage.outgoing import OutboxState

_ACTION = schema.actions
_INBOX = schema.inbox
_OUTBOX = schema.outbox
_MOST = 500
_BY_MOMENT = _OUTBOX.c.state.in_([state.value for state in OutboxState])
"""True of every letter; it lets the index of state and moment be used."""


@dataclass(frozen=True, slots=True)
class MailTrace:
    """A mail that came.

    Attributes:
        moves: board and number of each action that it led to.
        did: its commands, each with what became of it.
    """

    number: int
    at: datetime
    fingerprint: str
    address: str
    outcome: str
    why: str
    peer: str
    queue: str
    did: tuple[str, ...]
    moves: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class LetterTrace:
    """A letter that is owed, or was sent.

    Attributes:
        answer: what the other side said, or what else became of it.
    """

    number: int
    at: datetime
    kind: str
    board: int | None
    address: str
    state: str
    attempts: int
    sent_at: datetime | None
    answer: str


class Traces:
    """Mails and letters, within one transaction."""

    def __init__(self, connection: sa.Connection) -> None:
        self._connection = connection

    def mail(self, name: str) -> MailTrace | None:
        """The mail of this number, Message-ID, queue id, or first letters of a fingerprint; None for none."""
        if name.isdecimal() and len(name) < 10:
            return self._first(_INBOX.c.id == int(name))
        if "@" in name:
            return self._first(_INBOX.c.message_id == name)
        by_print = self._first(_INBOX.c.fingerprint.startswith(name.lower(), autoescape=True))
        return by_print or self._first(_INBOX.c.envelope["queue"].as_string() == name)

    def mails_from(self, addresses: tuple[str, ...], since: datetime) -> list[MailTrace]:
        """The mails that came from these addresses, the oldest first."""
        query = sa.select(_INBOX).where(_INBOX.c.received_at >= since, _INBOX.c.header_from.in_(addresses))
        rows = self._connection.execute(query.order_by(_INBOX.c.id.desc()).limit(_MOST)).mappings()
        return [self._mail(row) for row in reversed(rows.all())]

    def letters_of(self, mail: MailTrace) -> list[LetterTrace]:
        """The letters that a mail led to."""
        return self._letters(_OUTBOX.c.created_at == mail.at)

    def letters_to(self, addresses: tuple[str, ...], since: datetime) -> list[LetterTrace]:
        """The letters to these addresses."""
        return self._letters(_OUTBOX.c.created_at >= since, _OUTBOX.c.address.in_(addresses))

    def letter(self, name: str) -> LetterTrace | None:
        """The letter of this Message-ID."""
        return next(iter(self._letters(_OUTBOX.c.message_id == name)), None)

    def mail_at(self, at: datetime) -> MailTrace | None:
        """The mail that was dealt with at this very moment."""
        return self._first(_INBOX.c.received_at == at)

    def _first(self, condition: sa.ColumnElement[bool]) -> MailTrace | None:
        query = sa.select(_INBOX).where(condition).order_by(_INBOX.c.id.desc()).limit(1)
        row = self._connection.execute(query).mappings().first()
        return self._mail(row) if row else None

    def _mail(self, row: "sa.RowMapping") -> MailTrace:
        path: dict[str, Any] = row["envelope"] or {}
        return MailTrace(
            number=row["id"],
            at=row["received_at"],
            fingerprint=row["fingerprint"],
            address=row["header_from"],
            outcome=row["outcome"],
            why=row["why"],
            peer=path.get("peer", ""),
            queue=path.get("queue", ""),
            did=tuple(path.get("did", ())),
            moves=self._moves(row["received_at"]),
        )

    def _moves(self, at: datetime) -> tuple[tuple[int, int], ...]:
        """The actions of that moment, on boards of which it brought letters: every action brings one."""
        boards = sa.select(_OUTBOX.c.board_id).where(_BY_MOMENT, _OUTBOX.c.created_at == at)
        query = (
            sa.select(_ACTION.c.board_id, _ACTION.c.seq)
            .where(_ACTION.c.board_id.in_(boards), _ACTION.c.at == at)
            .order_by(_ACTION.c.board_id, _ACTION.c.seq)
        )
        return tuple((board, seq) for board, seq in self._connection.execute(query))

    def _letters(self, *conditions: sa.ColumnElement[bool]) -> list[LetterTrace]:
        query = sa.select(_OUTBOX).where(_BY_MOMENT, *conditions).order_by(_OUTBOX.c.id.desc()).limit(_MOST)
        rows = self._connection.execute(query).mappings().all()
        return [
            LetterTrace(
                number=row["id"],
                at=row["created_at"],
                kind=row["kind"],
                board=row["board_id"],
                address=row["address"],
                state=row["state"],
                attempts=row["attempts"],
                sent_at=row["sent_at"],
                answer=row["error"],
            )
            for row in reversed(rows)
        ]
