"""Bringing a database to this version's schema."""

import shutil
from pathlib import Path

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory

from pbmhearts.errors import SchemaMismatchError
from pbmhearts.resources import data_path
from pbmhearts.storage.database import Database, translated

_LOCK = 0x6D68  # names our advisory lock on PostgreSQL


def current(database: Database) -> str:
    """The revision the database is at, "" for an empty one."""
    with database.read() as connection:
        return MigrationContext.configure(connection).get_current_revision() or ""


def newest() -> str:
    """The revision this code wants."""
    return ScriptDirectory.from_config(_config()).get_current_head() or ""


def check(database: Database) -> None:
    """Raise SchemaMismatchError unless the database is at the newest revision."""
    found = current(database)
    if found != newest():
        raise SchemaMismatchError(
            f"the database is at revision {found or 'none'}, this version needs {newest()}: run `pbmhearts db upgrade`"
        )


def upgrade(database: Database) -> bool:
    """Bring the database to the newest revision; True if anything had to be done.

    Of an SQLite file with something in it, a copy is kept beside it first.
    """
    found = current(database)
    if found == newest():
        return False
    if found:
        _keep_copy(database, found)
    with translated(), database.connect_to_write() as connection, connection.begin():
        if not database.is_sqlite:
            connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_LOCK)))
        config = _config()
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
    return True


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(data_path("migrations")).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config


def _keep_copy(database: Database, found: str) -> None:
    name = database.engine.url.database
    if not database.is_sqlite or not name or name == ":memory:":
        return
    with database.engine.connect() as connection:
        connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
    shutil.copy2(name, Path(name).with_suffix(f".before-{found}.sqlite3"))
