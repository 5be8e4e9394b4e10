"""Who has claimed letters, and whether that process is still there: when it dies, its letters are free at once.

On PostgreSQL a process that delivers holds an advisory lock in a session of its own for as long as it lives; on
SQLite it holds the lock of a file beside the database. Either is gone with the process, however that ends.
"""

import fcntl
from collections.abc import Iterable
from pathlib import Path
from typing import IO, Protocol

import sqlalchemy as sa

from pbmhearts.errors import StorageError
from pbmhearts.storage.database import Database

NOBODY = 0
"""An owner whose letters are free only when their lease ends."""

_LOCK = 0x6D69
"""Names the advisory locks of the processes that deliver."""

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


class Owner(Protocol):
    """The name under which a process claims letters.

    Attributes:
        number: that no other process has.
    """

    number: int

    def hold(self) -> int:
        """Be known to the others as alive; returns the number to claim under. To be called before each claim.

        Raises:
            StorageError: the database cannot be used.
        """
        ...

    def gone(self, others: Iterable[int]) -> list[int]:
        """Which of these owners are not there any more."""
        ...

    def close(self) -> None:
        """Be gone: what is claimed still is free."""
        ...


def owner_of(database: Database, number: int) -> Owner:
    """An owner for this kind of database.

    Args:
        number: one that no other process has, of 31 bits.
    """
    if not database.is_sqlite:
        return _SessionOwner(database, number)
    file = database.engine.url.database
    return _FileOwner(Path(file) if file and file != ":memory:" else None, number)


class _SessionOwner:
    def __init__(self, database: Database, number: int) -> None:
        self._database = database
        self.number = number
        self._session: sa.Connection | None = None

    def hold(self) -> int:
        """Keep a session, or make a new one where it was lost."""
        if self._session is not None:
            try:
                self._session.execute(sa.select(1))
            except StorageError:
                self.close()
        if self._session is None:
            self._session = self._database.engine.connect().execution_options(isolation_level="AUTOCOMMIT")
            self._session.execute(sa.select(sa.func.pg_advisory_lock(_LOCK, self.number)))
        return self.number

    def gone(self, others: Iterable[int]) -> list[int]:
        """Those without a session."""
        with self._database.read() as connection:
            alive = set(connection.execute(_ALIVE).scalars())
        return [other for other in others if other not in alive | {NOBODY, self.number}]

    def close(self) -> None:
        """End the session."""
        if self._session is not None:
            self._session.invalidate()
            self._session.close()
            self._session = None


class _FileOwner:
    """Args: database: the file, None for a database that nobody else can have."""

    def __init__(self, database: Path | None, number: int) -> None:
        self._database = database
        self.number = number
        self._file: IO[bytes] | None = None

    def hold(self) -> int:
        """Lock the file of this number."""
        if self._file is None and self._database is not None:
            try:
                self._file = self._path(self._database, self.number).open("wb")
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError as error:
                raise StorageError(
                    f"the data folder cannot be written: {error.strerror}", full=False
                ) from error
        return self.number

    def gone(self, others: Iterable[int]) -> list[int]:
        """Those whose file is not locked, or not there."""
        if self._database is None:
            return []
        paths = {other: self._path(self._database, other) for other in others}
        return [
            other for other, path in paths.items() if other not in {NOBODY, self.number} and _is_free(path)
        ]

    def close(self) -> None:
        """Let go of the file, and remove it."""
        if self._file is not None and self._database is not None:
            self._path(self._database, self.number).unlink(missing_ok=True)
            self._file.close()
            self._file = None

    def _path(self, database: Path, number: int) -> Path:
        return database.with_name(f"{database.name}-delivery-{number}")


def _is_free(path: Path) -> bool:
    """Whether nobody holds a file's lock; it is removed then."""
    try:
        with path.open("rb") as file:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            path.unlink(missing_ok=True)
    except FileNotFoundError:
        return True
    except OSError:
        return False
    return True
