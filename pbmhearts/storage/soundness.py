"""Whether the pages of an SQLite file are whole, without changing it."""

import contextlib
import sqlite3
import time
from pathlib import Path

_STEPS = 100_000
"""How many steps of SQLite's go by between two looks at the time."""


def damage(file: Path, seconds: float) -> str | None:
    """What is wrong with a file: "" for nothing, None where the time ran out before all was read.

    Args:
        seconds: how long it may take.
    """
    until = time.monotonic() + seconds
    timed_out = False

    def look() -> bool:
        nonlocal timed_out
        timed_out = time.monotonic() > until
        return timed_out

    try:
        with contextlib.closing(_opened(file)) as connection:
            connection.set_progress_handler(look, _STEPS)
            (said,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    except sqlite3.Error as error:
        return None if timed_out else str(error)
    return "" if said == "ok" else str(said).splitlines()[-1]


def revision(file: Path) -> str:
    """The schema's revision in a file; "" where it is no database of ours."""
    try:
        with contextlib.closing(_opened(file)) as connection:
            row = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    except sqlite3.Error:
        return ""
    return str(row[0]) if row else ""


def _opened(file: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)
