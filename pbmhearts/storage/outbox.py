"""Letters to be sent: a row for each reader's address, saying what it is about, not how it looks.

A row is claimed under a lease, its letter rendered and frozen in it before the first attempt, sent outside any
transaction, and marked. Only one fate is final and good, `sent`; the others, `dead` and `dropped`, stay visible, and
so do rows that went out as a part of another (`merged`).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from pbmhearts.storage import merging, schema
from pbmhearts.storage.outbox_desk import OutboxDesk
from pbmhearts.storage.outgoing import ClaimedMail, OutboxKind, OutgoingMail, restored, stored

_OUTBOX = schema.outbox


@dataclass(frozen=True, slots=True)
class Reminder:
    """What became of a reminder.

    Attributes:
        state: "waiting", "sent" or "dead".
        sent_at: when its reader's mail server, or our smarthost, took it; else None.
    """

    state: str
    sent_at: datetime | None


class Outbox(OutboxDesk):
    """The outbox, within one transaction."""

    def enqueue(self, mails: Iterable[OutgoingMail], at: datetime) -> None:
        """Add letters to those that wait to be sent."""
        rows = [_row(mail, at) for mail in mails]
        if rows:
            self._connection.execute(sa.insert(_OUTBOX), rows)

    def due(self, now: datetime) -> bool:
        """Whether any letter waits to be tried now."""
        query = sa.select(_OUTBOX.c.id).where(_OUTBOX.c.state == "waiting", _OUTBOX.c.due_at <= now).limit(1)
        return self._connection.execute(query).first() is not None

    def claim(self, now: datetime, leased_until: datetime, limit: int) -> tuple[ClaimedMail, ...]:
        """Take up to `limit` due letters under a lease, the oldest first.

        A letter is not due while an earlier one for the same address and board is put off or in other hands. After
        a failed attempt, what waits behind it for the same reader becomes one letter (`merging`).
        """
        merging.doubt_abandoned(self._connection, now)
        merging.merge(self._connection, now)
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
        )
        claimed = tuple(_claimed(row) for row in self._connection.execute(query).mappings())
        self._lease([mail.id for mail in claimed], leased_until)
        return claimed

    def mail(self, number: int) -> ClaimedMail | None:
        """A letter as if it was claimed; None if there is none or its words are erased."""
        query = sa.select(_OUTBOX).where(_OUTBOX.c.id == number, _OUTBOX.c.state.not_in(("sent", "merged")))
        row = self._connection.execute(query).mappings().first()
        return _claimed(row) if row else None

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
        """These are sent; their words are erased here."""
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

    def put_off(self, row: int, until: datetime, error: str, *, doubtful: bool = False) -> None:
        """It failed for now; not before `until` again.

        Args:
            doubtful: it may have arrived all the same, so that only the same bytes may go out again.
        """
        if doubtful:
            merging.doubt(self._connection, [row])
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

    def take_over(self) -> None:
        """Free what a server before this one had claimed when it was killed; it may have sent what it had rendered."""
        leased = sa.and_(_OUTBOX.c.state == "waiting", _OUTBOX.c.leased_until.is_not(None))
        rendered = sa.select(_OUTBOX.c.id).where(leased, _OUTBOX.c.data.is_not(None))
        merging.doubt(self._connection, self._connection.execute(rendered).scalars().all())
        self._connection.execute(sa.update(_OUTBOX).where(leased).values(leased_until=None))

    def reminders(self, account_id: int, addresses: Sequence[str], since: datetime) -> tuple[Reminder, ...]:
        """What became of the reminders that were enqueued for a player at these addresses since then."""
        query = (
            sa.select(_OUTBOX.c.state, _OUTBOX.c.sent_at)
            .where(
                _OUTBOX.c.address.in_(addresses),
                _OUTBOX.c.account_id == account_id,
                _OUTBOX.c.kind == OutboxKind.REMINDER.value,
                _OUTBOX.c.created_at >= since,
            )
            .order_by(_OUTBOX.c.id)
        )
        return tuple(Reminder(row.state, row.sent_at) for row in self._connection.execute(query))


def _row(mail: OutgoingMail, at: datetime) -> dict[str, Any]:
    kind, facts = stored(mail.about)
    return {
        "kind": kind.value,
        "address": mail.address,
        "account_id": mail.account_id,
        "board_id": mail.board,
        "seat": mail.seat,
        "from_seq": mail.from_seq,
        "to_seq": mail.to_seq,
        "message_id": mail.message_id,
        "in_reply_to": mail.in_reply_to,
        "reply_to": mail.reply_to,
        "facts": facts,
        "state": "waiting",
        "created_at": at,
        "due_at": at,
        "attempts": 0,
        "error": "",
    }


def _claimed(row: "sa.RowMapping") -> ClaimedMail:
    mail = OutgoingMail(
        about=restored(OutboxKind(row["kind"]), row["facts"]),
        address=row["address"],
        message_id=row["message_id"],
        account_id=row["account_id"],
        board=row["board_id"],
        seat=row["seat"],
        from_seq=row["from_seq"],
        to_seq=row["to_seq"],
        in_reply_to=row["in_reply_to"],
        reply_to=row["reply_to"],
    )
    return ClaimedMail(row["id"], mail, row["created_at"], row["attempts"], bytes(row["data"] or b""))
