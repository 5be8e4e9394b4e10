"""A copy of the database while it is in use, and such a copy put in its place."""

import contextlib
import itertools
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from pbmhearts.errors import PbmheartsError
from pbmhearts.files import replacing
from pbmhearts.storage import migrate

_LOG_FILES = ("-wal", "-shm", "-journal")
"""What SQLite keeps beside a database; beside another one it would be taken for that one's."""

_BUSY_SECONDS = 30


class BackupError(PbmheartsError):
    """A backup cannot be made, or not be used; the database is as it was."""


def save(url: str, file: Path) -> int:
    """Copy the database, as it is at one moment, to a file for its owner only; what was there is replaced.

    Others may go on writing. The copy stands alone, and holds nothing of what has been erased.

    Returns:
        The copy's size in bytes.

    Raises:
        BackupError: it cannot be made; nothing was replaced.
    """
    database = _file_of(url)
    if not database.exists():
        raise BackupError(f"there is no database at {database}")
    if file.exists() and file.samefile(database):
        raise BackupError(f"{file} is the database itself")
    with told(f"{database} cannot be saved to {file}"), replacing(file) as copy:
        with contextlib.closing(sqlite3.connect(database, timeout=_BUSY_SECONDS)) as source:
            source.execute("VACUUM INTO ?", (str(copy),))
        _check(copy)
    return file.stat().st_size


def restore(url: str, file: Path, *, force: bool = False) -> Path | None:
    """Put a copy in the database's place; nobody may have that open.

    Args:
        force: also where there is a database already; it is kept beside the new one.

    Returns:
        Where the database that was there is kept now, None if there was none.

    Raises:
        BackupError: the copy is not sound, a server is running, or there is a database and no `force`.
        LaterSchemaError: the copy is of a later version.
    """
    database, kept = _file_of(url), None
    with told(f"{file} cannot be restored to {database}"):
        database.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with replacing(database) as copy:
            shutil.copyfile(file, copy)
            _check(copy)
            if database.exists():
                _let_go(database)
                if not force:
                    raise BackupError(
                        f"there is a database at {database}; --force keeps it under another name"
                    )
                kept = _unused_name(database)
                database.replace(kept)
            for end in _LOG_FILES:
                database.with_name(database.name + end).unlink(missing_ok=True)
    return kept


def _file_of(url: str) -> Path:
    if not url.startswith("sqlite:///"):
        raise BackupError(
            "this database is PostgreSQL's, whose own tools do that: `pg_dump --format=custom --file=FILE DATABASE`"
            " saves it while the server runs, `pg_restore --clean --dbname=DATABASE FILE` brings it back"
        )
    return Path(url.removeprefix("sqlite:///"))


@contextlib.contextmanager
def told(what: str) -> Iterator[None]:
    """Turn what goes wrong with files into a BackupError that begins so."""
    try:
        yield
    except sqlite3.Error as error:
        raise BackupError(f"{what}: {error}") from error
    except OSError as error:
        raise BackupError(f"{what}: {error.strerror}") from error


def _check(copy: Path) -> None:
    """Raise unless the file is a sound database that this version can use or upgrade."""
    with contextlib.closing(sqlite3.connect(copy)) as connection:
        sound = connection.execute("PRAGMA integrity_check(1)").fetchone() == ("ok",)
        if not sound or connection.execute("PRAGMA foreign_key_check").fetchone():
            raise BackupError("its content is damaged")
        revisions = connection.execute("SELECT version_num FROM alembic_version").fetchall()
    migrate.check_known(*(revision for (revision,) in revisions))


def _let_go(database: Path) -> None:
    """Raise if anybody has it open; else what its log still holds is in it now, for it may be kept."""
    try:
        with contextlib.closing(sqlite3.connect(database, timeout=0)) as connection:
            # Leaving WAL takes a lock that not even an idle connection lets one have.
            connection.execute("PRAGMA journal_mode=DELETE")
    except sqlite3.DatabaseError as error:
        if error.sqlite_errorname.startswith("SQLITE_BUSY"):
            raise BackupError(
                f"{database} is in use: stop the server, and whatever else uses it, first"
            ) from error
        # Otherwise it is broken, which is a reason to restore.


def _unused_name(database: Path) -> Path:
    names = (database.with_suffix(f".before-restore-{number}.sqlite3") for number in itertools.count(1))
    return next(name for name in names if not name.exists())
