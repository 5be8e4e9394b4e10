"""Bringing a database to this version's schema."""

import contextlib
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory

from pbmhearts.errors import LaterSchemaError, SchemaMismatchError, StorageError
from pbmhearts.resources import data_path
from pbmhearts.storage.database import Database
from pbmhearts.storage.schema_version import current, newest


def check(database: Database) -> None:
    """Raise SchemaMismatchError unless the database is at the newest revision; LaterSchemaError if it is beyond."""
    found = current(database)
    if found == newest():
        return
    if found:
        check_known(found)
    raise SchemaMismatchError(
        f"the database is at revision {found or 'none'}, this version needs {newest()}: run `pbmhearts db upgrade`"
    )


def check_known(revision: str) -> None:
    """Raise LaterSchemaError unless this version can use or upgrade a database of that revision."""
    if revision not in {step.revision for step in _steps().walk_revisions()}:
        raise LaterSchemaError(
            f"this database is for a later version: it is at revision {revision}, this version knows up to {newest()}"
        )


def upgrade(database: Database) -> None:
    """Bring the database to the newest revision, which it is not at.

    Of an SQLite file with something in it, a copy is kept beside it first.

    Raises:
        LaterSchemaError: it is for a later version.
        StorageError: it cannot be used.
    """
    found = current(database)
    if found:
        check_known(found)
        _keep_copy(database, found)
    with database.connect_to_write() as connection, _unchecked_keys(database, connection), connection.begin():
        config = _config()
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
        if database.is_sqlite and connection.exec_driver_sql("PRAGMA foreign_key_check").first():
            raise StorageError("the upgrade would leave rows that point nowhere", full=False)


@contextlib.contextmanager
def _unchecked_keys(database: Database, connection: sa.Connection) -> Iterator[None]:
    """Batch mode drops and makes tables anew, which SQLite forbids while it checks foreign keys.

    The switch does nothing inside a transaction, so it goes to the driver before one begins.
    """
    driver: Any = connection.connection.driver_connection
    if database.is_sqlite:
        driver.execute("PRAGMA foreign_keys=OFF")
    try:
        yield
    finally:
        if database.is_sqlite:
            driver.execute("PRAGMA foreign_keys=ON")


def _steps() -> ScriptDirectory:
    return ScriptDirectory.from_config(_config())


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(data_path("migrations")).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config


def _keep_copy(database: Database, found: str) -> None:
    name = database.engine.url.database
    if not database.is_sqlite or not name or name == ":memory:":
        return
    kept = Path(name).with_suffix(f".before-{found}.sqlite3")
    # Not the file's bytes: what others have committed may still be in the write-ahead log.
    with (
        database.engine.connect() as connection,
        contextlib.closing(sqlite3.connect(kept)) as copy,
    ):
        source: Any = connection.connection.driver_connection
        source.backup(copy)
