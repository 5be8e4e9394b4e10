"""Who has claimed a letter, and whether that process is still there.

On PostgreSQL each process that delivers holds an advisory lock in a session of its own for as long as it lives. When
it dies, the database ends the session, and its letters are free at once. On SQLite there is nobody to ask: a lease
must run out, or the next server takes over.
"""

import sqlalchemy as sa

from pbmhearts.errors import StorageError
from pbmhearts.storage import schema
from pbmhearts.storage.database import Database
from pbmhearts.storage.lines import Place

NOBODY = 0
"""An owner whose letters are free only when their lease ends."""

_LOCK = 0x6D69
"""Names the advisory locks of the processes that deliver."""

_OUTBOX = schema.outbox

_LOCKS = sa.table(
    "pg_locks", *(sa.column(name) for name in ("locktype", "classid", "objid", "objsubid", "database"))
)
_DATABASES = sa.table("pg_database", sa.column("oid"), sa.column("datname"))
_HERE = sa.select(_DATABASES.c.oid).where(_DATABASES.c.datname == sa.func.current_database())
_ALIVE = sa.select(sa.cast(_LOCKS.c.objid, sa.BigInteger)).where(
    _LOCKS.c.locktype == "advisory",
    _LOCKS.c.classid == _LOCK,
    _LOCKS.c.objsubid == 2,  # a lock with two numbers
    _LOCKS.c.database == _HERE.scalar_subquery(),
)


class Owner:
    """The name under which a process claims letters.

    Args:
        number: one that no other process has, of 31 bits.
    """

    def __init__(self, database: Database, number: int) -> None:
        self.number = number
        self._database = database
        self._session: sa.Connection | None = None

    def hold(self) -> int:
        """Be known to the other processes as alive; returns the number. To be called before each claim.

        Raises:
            StorageError: the database cannot be used.
        """
        if self._session is not None:
            try:
                self._session.execute(sa.select(1))
            except StorageError:
                self.close()
        if self._session is None and not self._database.is_sqlite:
            self._session = self._database.engine.connect().execution_options(isolation_level="AUTOCOMMIT")
            self._session.execute(sa.select(sa.func.pg_advisory_lock(_LOCK, self.number)))
        return self.number

    def close(self) -> None:
        """Be gone: what is claimed still is free."""
        if self._session is not None:
            self._session.invalidate()
            self._session.close()
            self._session = None


def abandoned(dialect: str) -> sa.ColumnElement[bool]:
    """Whether a letter is claimed by a process that is gone, or under a lease that has run out at the time `now`."""
    over = _OUTBOX.c.leased_until <= sa.bindparam("now")
    if dialect != "sqlite":
        over = sa.or_(over, sa.and_(_OUTBOX.c.owner != NOBODY, _OUTBOX.c.owner.not_in(_ALIVE)))
    return sa.and_(_OUTBOX.c.place == Place.CLAIMED, over)
