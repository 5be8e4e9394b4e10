"""Letters to all players: one row each, of which delivery makes a copy for each reader bit by bit."""

from dataclasses import dataclass
from datetime import datetime

import sqlalchemy as sa

from pbmhearts.storage import schema

_BROADCAST = schema.broadcasts


@dataclass(frozen=True, slots=True)
class Broadcast:
    """A letter to all players.

    Attributes:
        sender_id: the account that wrote it, None for the operator.
        everybody: it goes also to players who want no such letters.
        reached: copies have been made for all accounts up to this id.
    """

    id: int
    sender_id: int | None
    subject: str
    text: str
    everybody: bool
    reached: int


class Broadcasts:
    """The broadcasts, within one transaction."""

    def __init__(self, connection: sa.Connection) -> None:
        self._connection = connection

    def add(
        self, sender_id: int | None, subject: str, text: str, at: datetime, *, everybody: bool = False
    ) -> None:
        """Send a letter to all players."""
        values = {
            "sender_id": sender_id,
            "subject": subject,
            "text": text,
            "everybody": everybody,
            "created_at": at,
            "reached": 0,
        }
        self._connection.execute(sa.insert(_BROADCAST).values(values))

    def by_id(self, number: int) -> Broadcast | None:
        """A broadcast, None if its text is kept no longer."""
        return self._one(sa.select(*_COLUMNS).where(_BROADCAST.c.id == number))

    def unfinished(self, *, lock: bool = False) -> Broadcast | None:
        """The oldest one whose copies are not all made.

        Args:
            lock: nobody else makes copies of it until the end of the transaction; one that somebody does is passed by.
        """
        return self._one(_UNFINISHED.with_for_update(skip_locked=True) if lock else _UNFINISHED)

    def advance(self, number: int, reached: int) -> None:
        """Copies have been made for all accounts up to this id."""
        self._connection.execute(
            sa.update(_BROADCAST).where(_BROADCAST.c.id == number).values(reached=reached)
        )

    def finish(self, number: int, at: datetime) -> None:
        """All copies have been made."""
        self._connection.execute(sa.update(_BROADCAST).where(_BROADCAST.c.id == number).values(done_at=at))

    def forget(self, before: datetime) -> None:
        """Delete those whose last copy was made before that."""
        self._connection.execute(sa.delete(_BROADCAST).where(_BROADCAST.c.done_at < before))

    def _one(self, query: "sa.Select[tuple[object, ...]]") -> Broadcast | None:
        row = self._connection.execute(query).mappings().first()
        return Broadcast(**row) if row else None


_COLUMNS = tuple(
    _BROADCAST.c[name] for name in ("id", "sender_id", "subject", "text", "everybody", "reached")
)
_UNFINISHED = sa.select(*_COLUMNS).where(_BROADCAST.c.done_at.is_(None)).order_by(_BROADCAST.c.id).limit(1)
