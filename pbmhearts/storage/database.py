"""Engines and transactions: the only place that knows how each database begins, locks and fails."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import ArgumentError, DataError, DBAPIError, IntegrityError

from pbmhearts.errors import StorageError

_BUSY_MILLISECONDS = 5000
_COLLISIONS = {"40001", "40P01"}
"""PostgreSQL's states for a transaction given up because of another: serialisation, deadlock."""
_WRITERS = 0x6D68  # names our advisory lock on PostgreSQL


class Database:
    """A database and its two kinds of transaction.

    A writing transaction takes the write lock as it begins, so it sees all that was written before it, never fails
    half way because another got there first, and no two that read the same begin to write what excludes the other.

    SQLite has such a lock (`BEGIN IMMEDIATE`), and runs in WAL with `synchronous=FULL`: what is committed survives a
    power cut. On PostgreSQL an advisory lock of the schema stands for it, which transactions that change one board
    only share: such a one locks the board's row before it reads the board, and rows of accounts in the order of
    their ids. So moves on different boards run side by side in several processes.

    Args:
        busy_milliseconds: how long to wait for another process's write lock.
    """

    def __init__(self, url: str, *, busy_milliseconds: int = _BUSY_MILLISECONDS) -> None:
        self.is_sqlite = url.startswith("sqlite")
        options: dict[str, Any] = {"hide_parameters": True}  # they may be secrets, or cards
        if self.is_sqlite:
            if url in {"sqlite://", "sqlite:///:memory:"}:
                options |= {"poolclass": sa.pool.StaticPool, "connect_args": {"check_same_thread": False}}
            else:
                _make_folder(Path(url.removeprefix("sqlite:///")).parent)
        else:
            options["pool_pre_ping"] = True
        self.engine = _engine(url, options)
        sa.event.listen(self.engine, "handle_error", _as_ours)
        if self.is_sqlite:
            sa.event.listen(self.engine, "connect", partial(_prepare_sqlite, busy_milliseconds))
            sa.event.listen(self.engine, "begin", _begin_sqlite)
        else:
            sa.event.listen(self.engine, "begin", partial(_begin_postgres, busy_milliseconds))

    @contextmanager
    def read(self) -> Iterator[sa.Connection]:
        """A transaction that writes nothing: one consistent picture."""
        with self.engine.connect() as connection:
            if not self.is_sqlite:
                # By itself each statement would see what was committed before it; SQLite's snapshot holds anyway.
                connection.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
            with connection.begin():
                yield connection

    @contextmanager
    def write(self, *, side_by_side: bool = False) -> Iterator[sa.Connection]:
        """A writing transaction: committed at the end, rolled back when anything is raised.

        Args:
            side_by_side: it locks what it changes, such as a board's row, and others may write beside it.
        """
        with self.connect_to_write(side_by_side=side_by_side) as connection, connection.begin():
            yield connection
            self._still_in_transaction(connection)

    def connect_to_write(self, *, side_by_side: bool = False) -> sa.Connection:
        """A connection whose next transaction takes the write lock, or its share of it, as it begins."""
        return self.engine.connect().execution_options(
            pbmhearts_write=True, pbmhearts_side_by_side=side_by_side
        )

    def _still_in_transaction(self, connection: sa.Connection) -> None:
        # SQLite may end the whole transaction by itself, as on a full disk; what follows would then commit alone.
        if self.is_sqlite:
            driver: Any = connection.connection.driver_connection
            if not driver.in_transaction:
                raise StorageError("the database ended the transaction by itself", full=False)

    def close(self) -> None:
        """Close every pooled connection."""
        self.engine.dispose()


def locks_rows(connection: sa.Connection) -> bool:
    """Whether the connection's transaction has others beside it that write, so that it locks what it changes."""
    return connection.dialect.name != "sqlite" and bool(
        connection.get_execution_options().get("pbmhearts_side_by_side", False)
    )


@contextmanager
def savepoint(connection: sa.Connection) -> Iterator[None]:
    """A part of a transaction that is undone alone when an exception leaves it.

    `Connection.begin_nested` does the same, but builds its statements anew each time, which takes longer than to
    run them. Where the driver itself has ended the transaction, what is raised goes out all the same.
    """
    connection.exec_driver_sql("SAVEPOINT part")
    try:
        yield
    except StorageError:
        raise  # the whole transaction is given up
    except BaseException:
        connection.exec_driver_sql("ROLLBACK TO SAVEPOINT part")
        connection.exec_driver_sql("RELEASE SAVEPOINT part")
        raise
    connection.exec_driver_sql("RELEASE SAVEPOINT part")


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise StorageError(f"the folder {folder} cannot be made: {error.strerror}", full=False) from error


def _engine(url: str, options: dict[str, Any]) -> sa.Engine:
    """The engine for a URL; why there can be none is told without the URL, which may hold a password."""
    try:
        return sa.create_engine(url, **options)
    except ImportError as error:  # of the driver; that SQLAlchemy knows no such database is an ArgumentError
        why = f"Python has no module {error.name} for that database; PostgreSQL's comes with the extra `postgres`"
    except (ArgumentError, ValueError):
        why = "that is no URL of a database, such as postgresql+psycopg://user:password@host/database"
    raise StorageError(f"[database] url: {why}", full=False)


def _prepare_sqlite(busy_milliseconds: int, connection: Any, _record: Any) -> None:
    connection.isolation_level = None  # SQLAlchemy emits BEGIN itself, below
    cursor = connection.cursor()
    for pragma in (
        "journal_mode=WAL",
        "synchronous=FULL",
        "foreign_keys=ON",
        f"busy_timeout={busy_milliseconds}",
    ):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin_sqlite(connection: sa.Connection) -> None:
    writes = connection.get_execution_options().get("pbmhearts_write", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _begin_postgres(busy_milliseconds: int, connection: sa.Connection) -> None:
    if connection.get_execution_options().get("pbmhearts_write", False):
        connection.exec_driver_sql(f"SET LOCAL lock_timeout = {busy_milliseconds}")
        # The names of locks are the whole database's; the schema keeps two servers in one database apart.
        schema = sa.func.hashtext(sa.func.coalesce(sa.func.current_schema(), ""))
        shares = locks_rows(connection)
        lock = sa.func.pg_advisory_xact_lock_shared if shares else sa.func.pg_advisory_xact_lock
        connection.execute(sa.select(lock(_WRITERS, schema)))


def _as_ours(context: sa.engine.ExceptionContext) -> None:
    """Turn a driver's fault into a StorageError where it happens.

    IntegrityError and DataError pass: they say something about the data, not about the database.
    """
    error = context.sqlalchemy_exception
    if isinstance(error, DBAPIError) and not isinstance(error, (IntegrityError, DataError)):
        collided = getattr(error.orig, "sqlstate", "") in _COLLISIONS
        raise StorageError(str(error.orig).splitlines()[0], full=_is_full(error), collided=collided)


def _is_full(error: DBAPIError) -> bool:
    name = getattr(error.orig, "sqlite_errorname", "")
    state = getattr(error.orig, "sqlstate", "")
    return name == "SQLITE_FULL" or state == "53100"
