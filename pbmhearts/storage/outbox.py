"""Letters to be sent: a row for each reader's address, saying what it is about, not how it looks.

A row is claimed under a lease, its letter rendered and frozen in it before the first attempt, sent outside any
transaction, and marked. Only one fate is final and good, `sent`; the others, `dead` and `dropped`, stay visible, and
so do rows that went out as a part of another (`merged`).
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from pbmhearts.storage import claiming, frozen, lines, merging, owners, schema
from pbmhearts.storage.lines import Place, Priority
from pbmhearts.storage.outgoing import (
    BroadcastCopy,
    ClaimedMail,
    OutboxKind,
    OutboxRow,
    OutboxState,
    OutgoingMail,
    as_row,
    claimed,
)

_OUTBOX = schema.outbox

_STANDS_STILL = sa.and_(
    _OUTBOX.c.place.is_not(None), _OUTBOX.c.place != Place.CLAIMED, _OUTBOX.c.attempts == 0
)
"""It was enqueued for later, and is not being sent."""

_FINAL = (OutboxState.SENT.value, OutboxState.MERGED.value)


@dataclass(frozen=True, slots=True)
class Reminder:
    """What became of a reminder.

    Attributes:
        sent_at: when its reader's mail server, or our smarthost, took it; else None.
    """

    state: OutboxState
    sent_at: datetime | None


class Outbox:
    """The outbox, within one transaction."""

    def __init__(self, connection: sa.Connection) -> None:
        self._connection = connection

    def enqueue(self, mails: Iterable[OutgoingMail], at: datetime) -> None:
        """Add letters to those that wait to be sent."""
        rows = [_row(mail, at) for mail in mails]
        if rows:
            self._connection.execute(_INSERT, rows)

    def let_go(self, board: int, now: datetime) -> None:
        """Letters about a board that stood still are due now; what stands in one line is one letter."""
        still = sa.update(_OUTBOX).where(_OUTBOX.c.board_id == board, _STANDS_STILL, _OUTBOX.c.due_at > now)
        freed = self._connection.execute(still.values(due_at=now).returning(_OUTBOX.c.line)).scalars().all()
        merging.merge(self._connection, sorted(set(freed)))

    def due(self, now: datetime) -> bool:
        """Whether any letter waits to be tried now."""
        return claiming.is_due(self._connection, now)

    def claim(
        self,
        now: datetime,
        leased_until: datetime,
        limit: int,
        *,
        owner: int = owners.NOBODY,
        held: Mapping[str, datetime] = claiming.NOT_HELD,
    ) -> tuple[ClaimedMail, ...]:
        """Take up to `limit` due letters under a lease: personal ones before broadcasts, the longest due first.

        A letter is not due while an earlier one of its line is put off or in other hands. After a failed attempt,
        what waits behind it for the same reader becomes one letter (`merging`).

        Args:
            owner: who claims; with its death the lease ends.
            held: domains whose letters are put off, and until when.
        """
        rows = claiming.claim(self._connection, claiming.Claim(now, leased_until, limit, owner, held))
        data = frozen.of(self._connection, [row["id"] for row in rows]) if rows else {}
        return tuple(claimed(row, data.get(row["id"], b"")) for row in rows)

    def mail(self, number: int) -> ClaimedMail | None:
        """A letter as if it was claimed; None if there is none or its words are erased."""
        query = sa.select(_OUTBOX).where(_OUTBOX.c.id == number, _OUTBOX.c.state.not_in(_FINAL))
        row = self._connection.execute(query).mappings().first()
        return claimed(row, frozen.of(self._connection, [number]).get(number, b"")) if row else None

    def freeze(self, letters: dict[int, bytes]) -> None:
        """Keep the rendered bytes: every later attempt sends these."""
        if letters:
            frozen.freeze(self._connection, letters)

    def sent(self, ids: Sequence[int], at: datetime, answers: Sequence[str] = ()) -> None:
        """These are sent; their words are erased here.

        Args:
            answers: what the other side said to each, for whoever asks what became of it.
        """
        if ids:
            self._connection.execute(_SENT, {"at": at, "ids": ids})
            if answers:
                told = [{"row": row, "said": said} for row, said in zip(ids, answers, strict=True)]
                self._connection.execute(_ANSWERED, told)
            frozen.melt(self._connection, ids)
            lines.move_up(self._connection, ids)

    def put_off(self, row: int, until: datetime, error: str, *, doubtful: bool = False) -> None:
        """It failed for now; not before `until` again.

        Args:
            doubtful: it may have arrived all the same, so that only the same bytes may go out again.
        """
        doubt = {"doubtful": True} if doubtful else {}
        self._fail(row, error, {"due_at": until, "place": int(Place.NEW)} | doubt)
        lines.move_up(self._connection, [row])

    def bury(self, row: int, error: str) -> None:
        """It failed for good; it stays to be seen, and `revive` can try it again."""
        self._fail(row, error, {"state": OutboxState.DEAD.value, "place": None})
        lines.move_up(self._connection, [row])

    def _fail(self, row: int, error: str, values: dict[str, Any]) -> None:
        self._connection.execute(
            sa.update(_OUTBOX)
            # Another may have sent it after our lease.
            .where(_OUTBOX.c.id == row, _OUTBOX.c.state != OutboxState.SENT.value)
            .values(
                leased_until=None, owner=None, attempts=_OUTBOX.c.attempts + 1, error=error[:500], **values
            )
        )

    def release(self, ids: Sequence[int]) -> None:
        """Give back what was claimed and not tried."""
        if ids:
            self._connection.execute(_RELEASE, {"ids": ids})
            lines.move_up(self._connection, ids)

    def owners(self) -> frozenset[int]:
        """Who has claimed letters."""
        query = sa.select(_OUTBOX.c.owner).where(_OUTBOX.c.place == Place.CLAIMED).distinct()
        return frozenset(self._connection.execute(query).scalars())

    def free(self, owners: Collection[int]) -> None:
        """Free what was claimed by processes that are gone; they may have sent what they had rendered."""
        claiming.free(self._connection, owners)

    def reminders(self, account_id: int, addresses: Sequence[str], since: datetime) -> tuple[Reminder, ...]:
        """What became of the reminders that were enqueued for a player at these addresses since then."""
        query = (
            sa.select(_OUTBOX.c.state, _OUTBOX.c.sent_at)
            .where(
                sa.text("kind = 'reminder'"),  # as the index says it
                _OUTBOX.c.account_id == account_id,
                _OUTBOX.c.address.in_(addresses),
                _OUTBOX.c.created_at >= since,
            )
            .order_by(_OUTBOX.c.id)
        )
        return tuple(Reminder(OutboxState(row.state), row.sent_at) for row in self._connection.execute(query))

    def rows(self, *states: str) -> tuple[OutboxRow, ...]:
        """The letters in these states, or all, the oldest first."""
        query = sa.select(*_COLUMNS).order_by(_OUTBOX.c.id)
        if states:
            query = query.where(_OUTBOX.c.state.in_(states))
        return tuple(_shown(row) for row in self._connection.execute(query).mappings())

    def row(self, number: int) -> OutboxRow | None:
        """One letter, None if there is none of that number."""
        query = sa.select(*_COLUMNS).where(_OUTBOX.c.id == number)
        row = self._connection.execute(query).mappings().first()
        return _shown(row) if row else None

    def revive(self, row: int, at: datetime) -> bool:
        """Try a letter again now; False where it has been sent, or has gone out as a part of another."""
        place = sa.case((_OUTBOX.c.place == Place.CLAIMED, int(Place.CLAIMED)), else_=int(Place.NEW))
        done = self._connection.execute(
            sa.update(_OUTBOX)
            .where(_OUTBOX.c.id == row, _OUTBOX.c.state.not_in(_FINAL))
            .values(state=OutboxState.WAITING.value, due_at=at, place=place)
        )
        lines.reopen(self._connection, row)
        return done.rowcount > 0

    def drop(self, row: int, why: str) -> bool:
        """Never send a letter; it stays to be seen. False where it has been sent, or is in hand just now."""
        waits = sa.and_(_OUTBOX.c.state == OutboxState.WAITING.value, _OUTBOX.c.place != Place.CLAIMED)
        done = self._connection.execute(
            sa.update(_OUTBOX)
            .where(_OUTBOX.c.id == row, sa.or_(_OUTBOX.c.state == OutboxState.DEAD.value, waits))
            .values(state=OutboxState.DROPPED.value, place=None, error=why[:500])
        )
        lines.move_up(self._connection, [row])
        return done.rowcount > 0

    def counts(self) -> dict[str, int]:
        """How many letters are in each state."""
        query = sa.select(_OUTBOX.c.state, sa.func.count()).group_by(_OUTBOX.c.state)
        return {state: int(count) for state, count in self._connection.execute(query)}

    def forget(self, before: datetime, most: int = 200) -> int:
        """Delete up to `most` letters that were sent or merged before that; returns how many."""
        old = sa.select(_OUTBOX.c.id).where(
            _OUTBOX.c.state.in_(_FINAL),
            _OUTBOX.c.created_at < before,  # which the index knows
            sa.func.coalesce(_OUTBOX.c.sent_at, _OUTBOX.c.created_at) < before,
        )
        return self._connection.execute(sa.delete(_OUTBOX).where(_OUTBOX.c.id.in_(old.limit(most)))).rowcount


_INSERT = sa.insert(_OUTBOX)
_IDS = _OUTBOX.c.id.in_(sa.bindparam("ids", expanding=True))
_RELEASE = sa.update(_OUTBOX).where(_IDS).values(place=int(Place.NEW), leased_until=None, owner=None)
_ANSWERED = sa.update(_OUTBOX).where(_OUTBOX.c.id == sa.bindparam("row")).values(error=sa.bindparam("said"))
_SENT = (
    sa.update(_OUTBOX)
    .where(_IDS)
    .values(
        state=OutboxState.SENT.value,
        place=None,
        sent_at=sa.bindparam("at"),
        facts={},
        leased_until=None,
        owner=None,
        attempts=_OUTBOX.c.attempts + 1,
        error="",
    )
)

_SHOWN = {field.name for field in fields(OutboxRow)}
_COLUMNS = (
    *(column for column in _OUTBOX.c if column.name in _SHOWN),
    _OUTBOX.c.board_id.label("board"),
    frozen.IS_FROZEN.label("rendered"),
)


def _shown(row: "sa.RowMapping") -> OutboxRow:
    typed = {"kind": OutboxKind(row["kind"]), "state": OutboxState(row["state"])}
    return OutboxRow(**(dict(row) | typed))


def _row(mail: OutgoingMail, at: datetime) -> dict[str, Any]:
    is_broadcast = isinstance(mail.about, BroadcastCopy)
    return as_row(mail) | {
        "state": OutboxState.WAITING.value,
        "line": lines.line_of(mail.address, mail.board, broadcast=is_broadcast),
        "place": int(Place.NEW),
        "priority": int(Priority.BROADCAST if is_broadcast else Priority.PERSONAL),
        "created_at": at,
        "due_at": mail.not_before or at,
        "attempts": 0,
        "error": "",
        "doubtful": False,
    }
