"""The ids of mails dealt with, and the raw mails that a fault of ours left undone."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TypedDict

import sqlalchemy as sa

from pbmhearts.letters import Envelope, InboundMail
from pbmhearts.storage import schema

NAMELESS_FOR = timedelta(days=1)
"""How long a mail without a Message-ID is taken for the same one when it comes again."""

SHUNTED_FOR = timedelta(days=14)
"""How long a mail that we failed on is kept for the operator."""

_INBOX = schema.inbox
_KNOWN = sa.select(_INBOX.c.id, _INBOX.c.received_at).where(_INBOX.c.fingerprint == sa.bindparam("known"))
_RECORD = sa.insert(_INBOX).returning(_INBOX.c.id)
_SHUNTED = sa.text("outcome = 'shunted'")
"""As the index of such mails says it."""


class MailPath(TypedDict):
    """How a mail came, and what was done for it.

    Attributes:
        peer: the address that handed it in, or "".
        queue: the id under which the mail system before us knew it, or "".
        did: each of its commands with what became of it; no word of a player.
    """

    peer: str
    queue: str
    did: list[str]


class KnownMailError(Exception):
    """A mail with that fingerprint is in the inbox already."""


@dataclass(frozen=True, slots=True)
class Shunted:
    """A mail kept because we failed on it."""

    id: int
    received_at: datetime
    header_from: str
    why: str
    envelope: Envelope
    raw: bytes


class Inbox:
    """The inbox, within one transaction."""

    def __init__(self, connection: sa.Connection) -> None:
        self._connection = connection

    def is_new(self, mail: InboundMail, at: datetime) -> bool:
        """Whether this very mail has not been dealt with yet."""
        row = self._connection.execute(_KNOWN, {"known": mail.fingerprint}).first()
        if row is None:
            return True
        if mail.message_id or row.received_at > at - NAMELESS_FOR:
            return False
        self._connection.execute(sa.delete(_INBOX).where(_INBOX.c.id == row.id))
        return True

    def record(
        self, mail: InboundMail, at: datetime, outcome: str, why: str = "", path: MailPath | None = None
    ) -> int:
        """Note that the mail has been dealt with, and how.

        Args:
            path: how it came, and what was done for it.

        Raises:
            KnownMailError: it had been dealt with before; what was done for it now is to be undone.
        """
        return self._insert(mail, at, {"outcome": outcome, "why": why, "envelope": path})

    def shunt(self, mail: InboundMail, at: datetime, why: str, envelope: Envelope, raw: bytes) -> int:
        """Keep a mail on which we failed, whole."""
        kept = {
            "envelope_from": envelope.envelope_from,
            "recipients": list(envelope.recipients),
            "peer": envelope.peer,
        }
        return self._insert(mail, at, {"outcome": "shunted", "why": why, "envelope": kept, "raw": raw})

    def _insert(self, mail: InboundMail, at: datetime, values: dict[str, object]) -> int:
        row = {
            "fingerprint": mail.fingerprint,
            "received_at": at,
            "message_id": mail.message_id,
            "header_from": mail.header_from,
        } | values
        try:
            return int(self._connection.execute(_RECORD, row).scalar_one())
        except sa.exc.IntegrityError as error:
            raise KnownMailError from error

    def shunted(self) -> tuple[Shunted, ...]:
        """The mails kept, the oldest first."""
        query = sa.select(_INBOX).where(_SHUNTED).order_by(_INBOX.c.id)
        return tuple(_shunted(row) for row in self._connection.execute(query).mappings())

    def kept(self, shunted_id: int) -> Shunted | None:
        """The kept mail of that id."""
        query = sa.select(_INBOX).where(_INBOX.c.id == shunted_id, _SHUNTED)
        row = self._connection.execute(query).mappings().first()
        return _shunted(row) if row else None

    def release(self, shunted_id: int) -> None:
        """Forget a kept mail, so that it may be tried again as a new one."""
        self._connection.execute(sa.delete(_INBOX).where(_INBOX.c.id == shunted_id))

    def drop(self, shunted_id: int) -> None:
        """Keep a mail no longer; it stays known, so that it has no effect should it come again."""
        self._erase(_INBOX.c.id == shunted_id)

    def expire(self, now: datetime) -> None:
        """Drop what has been kept for longer than `SHUNTED_FOR`: it holds passwords."""
        self._erase(_INBOX.c.received_at < now - SHUNTED_FOR)

    def _erase(self, which: sa.ColumnElement[bool]) -> None:
        self._connection.execute(
            sa.update(_INBOX).where(which, _SHUNTED).values(outcome="dropped", raw=None, envelope=None)
        )


def _shunted(row: "sa.RowMapping") -> Shunted:
    kept = row["envelope"]
    return Shunted(
        id=row["id"],
        received_at=row["received_at"],
        header_from=row["header_from"],
        why=row["why"],
        envelope=Envelope(kept["envelope_from"], tuple(kept["recipients"]), kept["peer"]),
        raw=bytes(row["raw"]),
    )
