"""After a failed attempt, what waits for one reader of one board becomes one letter, not twelve.

The first letter that surely has not gone out takes in those behind it: it tells all up to the last one's action,
under the last one's Message-ID, which holds the code of the board as it stands then. A letter that may have arrived,
whatever the failed attempt said, is never changed: its bytes go out again as they are, and the rest follows.
"""

from collections.abc import Iterable, Sequence

import sqlalchemy as sa

from pbmhearts.storage import frozen, schema
from pbmhearts.storage.lines import Place
from pbmhearts.storage.outgoing import BoardNews, OutboxKind, OutboxState, claimed, stored

_OUTBOX = schema.outbox
_BOARD = OutboxKind.BOARD.value


def merge(connection: sa.Connection, lines: Iterable[str]) -> None:
    """Merge what waits in these lines, whose first letter has failed."""
    for line in lines:
        query = sa.select(_OUTBOX).where(_OUTBOX.c.line == line, _OUTBOX.c.place.is_not(None))
        rows = connection.execute(query.order_by(_OUTBOX.c.id)).mappings().all()
        if any(row["place"] == Place.CLAIMED for row in rows):
            continue
        for letters in _runs(rows):
            _merge_run(connection, letters)


def _runs(rows: "Sequence[sa.RowMapping]") -> "Iterable[list[sa.RowMapping]]":
    """The board's letters to each reader that stand next to each other: what is between them keeps its place."""
    running: dict[tuple[int | None, int | None], list[sa.RowMapping]] = {}
    for row in rows:
        reader = (row["account_id"], row["seat"])
        if row["kind"] == _BOARD and not row["doubtful"]:
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
    frozen.melt(connection, [row["id"] for row in letters])
    connection.execute(
        sa.update(_OUTBOX)
        .where(_OUTBOX.c.id == first["id"])
        .values(
            to_seq=last["to_seq"],
            message_id=last["message_id"],
            in_reply_to=next((row["in_reply_to"] for row in reversed(letters) if row["in_reply_to"]), ""),
            reply_to=last["reply_to"],
            created_at=last["created_at"],
            facts=stored(_joined(letters))[1],
        )
    )
    connection.execute(
        sa.update(_OUTBOX)
        .where(_OUTBOX.c.id.in_([row["id"] for row in folded]))
        .values(state=OutboxState.MERGED.value, place=None, error=f"went into {first['id']}", facts={})
    )


def _joined(letters: "Sequence[sa.RowMapping]") -> BoardNews:
    """What the letters had to say beside the board, all of it."""
    about = [claimed(row).mail.about for row in letters]
    news = [each for each in about if isinstance(each, BoardNews)]
    notes = dict.fromkeys(each.note for each in news if each.note)
    said = tuple(remark for each in news for remark in each.said)
    return BoardNews(
        " ".join(notes), said, any(each.answer for each in news), any(each.whole for each in news)
    )
