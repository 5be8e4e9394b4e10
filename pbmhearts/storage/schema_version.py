"""Which schema a database has, and which this version needs: what every start asks, without alembic's help."""

import sqlalchemy as sa

from pbmhearts.resources import data_path
from pbmhearts.storage.database import Database


def newest() -> str:
    """The revision this code wants: the number that the last migration's file begins with."""
    return max(
        file.name.partition("_")[0] for file in (data_path("migrations") / "versions").glob("[0-9]*.py")
    )


def current(database: Database) -> str:
    """The revision the database is at, "" for an empty one."""
    with database.read() as connection:
        if not sa.inspect(connection).has_table("alembic_version"):
            return ""
        return connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar() or ""


def is_newest(database: Database) -> bool:
    """Whether it fits this code."""
    return current(database) == newest()
