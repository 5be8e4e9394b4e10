"""The bytes of rendered letters, kept apart from the rows of the outbox, which are written often and so stay small."""

from collections.abc import Mapping, Sequence

import sqlalchemy as sa

from pbmhearts.storage import schema

_FROZEN = schema.frozen

IS_FROZEN = sa.exists().where(_FROZEN.c.outbox_id == schema.outbox.c.id).correlate(schema.outbox)
"""Whether the bytes of a letter of the outbox are kept."""


def freeze(connection: sa.Connection, letters: Mapping[int, bytes]) -> None:
    """Keep bytes by the number of their letter, in the place of any kept before."""
    melt(connection, list(letters))
    connection.execute(_KEEP, [{"outbox_id": number, "data": data} for number, data in letters.items()])


def of(connection: sa.Connection, numbers: Sequence[int]) -> dict[int, bytes]:
    """The bytes of those of these letters that are frozen."""
    return {number: bytes(data) for number, data in connection.execute(_OF, {"numbers": numbers})}


def melt(connection: sa.Connection, numbers: Sequence[int]) -> None:
    """Keep the bytes of these letters no longer."""
    connection.execute(_MELT, {"numbers": numbers})


_THESE = _FROZEN.c.outbox_id.in_(sa.bindparam("numbers", expanding=True))
_KEEP = sa.insert(_FROZEN)
_OF = sa.select(_FROZEN.c.outbox_id, _FROZEN.c.data).where(_THESE)
_MELT = sa.delete(_FROZEN).where(_THESE)
