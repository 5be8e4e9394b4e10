"""After a failed attempt, what waits for one reader of one board becomes one letter, not twelve.

The first letter that surely has not gone out takes in those behind it: it tells all up to the last one's action,
under the last one's Message-ID, which holds the code of the board as it stands then. A letter that may have arrived,
whatever the failed attempt said, is never changed: its bytes go out again as they are, and the rest follows.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from pbmhearts.storage import schema

_OUTBOX = schema.outbox
_BOARD = "board"
_WAITING = _OUTBOX.c.state == "waiting"
_DOUBT = "doubt"
"""Among a row's facts: what was rendered may have arrived."""


def doubt(connection: sa.Connection, rows: Iterable[int]) -> None:
    """Note that an attempt may have sent these, so that only the same bytes may go out again."""
    ids = list(rows)
    for first in range(0, len(ids), 500):
        part = _OUTBOX.c.id.in_(ids[first : first + 500])
        found = connection.execute(sa.select(_OUTBOX.c.id, _OUTBOX.c.facts).where(part)).all()
        for row in found:
            change = sa.update(_OUTBOX).where(_OUTBOX.c.id == row.id, _OUTBOX.c.state != "sent")
            connection.execute(change.values(facts=row.facts | {_DOUBT: True}))


def doubt_abandoned(connection: sa.Connection, now: datetime) -> None:
    """Whoever let a lease run out may have sent what was rendered under it."""
    query = sa.select(_OUTBOX.c.id).where(
        _WAITING, _OUTBOX.c.due_at <= now, _OUTBOX.c.leased_until <= now, _OUTBOX.c.data.is_not(None)
    )
    doubt(connection, connection.execute(query).scalars().all())


def merge(connection: sa.Connection, now: datetime) -> None:
    """Merge what waits behind each letter that has failed and is due."""
    heads = sa.select(_OUTBOX.c.address, _OUTBOX.c.board_id).where(
        _WAITING, _OUTBOX.c.kind == _BOARD, _OUTBOX.c.attempts > 0, _OUTBOX.c.due_at <= now
    )
    for address, board in connection.execute(heads.distinct()).all():
        query = sa.select(_OUTBOX).where(_WAITING, _OUTBOX.c.address == address, _OUTBOX.c.board_id == board)
        rows = connection.execute(query.order_by(_OUTBOX.c.id)).mappings().all()
        if any(row["leased_until"] is not None and row["leased_until"] > now for row in rows):
            continue
        for letters in _runs(rows):
            _merge_run(connection, letters)


def _runs(rows: "Sequence[sa.RowMapping]") -> "Iterable[list[sa.RowMapping]]":
    """The board's letters to each reader that stand next to each other: what is between them keeps its place."""
    running: dict[tuple[int | None, int | None], list[sa.RowMapping]] = {}
    for row in rows:
        reader = (row["account_id"], row["seat"])
        if row["kind"] == _BOARD and not row["facts"].get(_DOUBT):
            running.setdefault(reader, []).append(row)
            continue
        for other in [one for one in running if row["kind"] != _BOARD or one == reader]:
            yield running.pop(other)
    yield from running.values()


def _merge_run(connection: sa.Connection, letters: "Sequence[sa.RowMapping]") -> None:
    if len(letters) < 2:
        return
    first, *folded = letters
    last = folded[-1]
    connection.execute(
        sa.update(_OUTBOX)
        .where(_OUTBOX.c.id == first["id"])
        .values(
            to_seq=last["to_seq"],
            message_id=last["message_id"],
            in_reply_to=next((row["in_reply_to"] for row in reversed(letters) if row["in_reply_to"]), ""),
            reply_to=last["reply_to"],
            created_at=last["created_at"],
            facts=_joined([row["facts"] for row in letters]),
            data=None,
        )
    )
    connection.execute(
        sa.update(_OUTBOX)
        .where(_OUTBOX.c.id.in_([row["id"] for row in folded]))
        .values(state="merged", error=f"went into {first['id']}", data=None, facts={})
    )


def _joined(facts: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """What the letters had to say beside the board, all of it."""
    notes = dict.fromkeys(each["note"] for each in facts if each.get("note"))
    said: list[int] = []
    for each in facts:
        heard = each.get("said", [])
        said += heard if isinstance(heard, list) else [heard]
    joined: dict[str, Any] = {"note": " ".join(notes), "answer": any(each.get("answer") for each in facts)}
    return joined | ({"said": said} if said else {})
