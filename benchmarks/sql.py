# ruff: noqa: S608 - the names of our own tables
"""Statements counted, transactions timed, and many boards made of few."""

import contextlib
import os
import sqlite3
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from shared import database
from sqlalchemy.engine.default import DefaultDialect


def rows_of(folder: Path, table: str, board: int) -> int:
    """How many rows a table of the server's database has of a board."""
    query = f"SELECT count(*) FROM {table} WHERE board_id = ?"
    with contextlib.closing(sqlite3.connect(database(folder))) as connection:
        (count,) = connection.execute(query, (board,)).fetchone()
        return int(count)


_SILENT = ("BEGIN", "COMMIT", "ROLLBACK", "SAVEPOINT", "RELEASE", "PRAGMA", "SET")


@contextlib.contextmanager
def statements() -> Iterator[list[str]]:
    """The statements that are executed meanwhile, without those about transactions; an executemany is one."""
    seen: list[str] = []

    def note(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        if not statement.lstrip().upper().startswith(_SILENT):
            seen.append(statement)

    sa.event.listen(sa.Engine, "before_cursor_execute", note)
    try:
        yield seen
    finally:
        sa.event.remove(sa.Engine, "before_cursor_execute", note)


@dataclass(slots=True)
class Writes:
    """How long writing transactions took, in seconds, from their beginning to the end of their commit."""

    seconds: list[float] = field(default_factory=list)

    @property
    def longest_ms(self) -> float:
        """The longest of them."""
        return max(self.seconds, default=0.0) * 1000


@contextlib.contextmanager
def writes() -> Iterator[Writes]:
    """The writing transactions on SQLite that this process ends meanwhile, on whatever thread."""
    found, begun = Writes(), threading.local()

    def began(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        if statement.startswith("BEGIN IMMEDIATE"):
            begun.at = time.perf_counter()

    def committed(dialect: Any, connection: Any) -> None:
        commit(dialect, connection)
        if (at := vars(begun).pop("at", None)) is not None:
            found.seconds.append(time.perf_counter() - at)

    commit = DefaultDialect.do_commit
    DefaultDialect.do_commit = committed
    sa.event.listen(sa.Engine, "after_cursor_execute", began)
    try:
        yield found
    finally:
        sa.event.remove(sa.Engine, "after_cursor_execute", began)
        DefaultDialect.do_commit = commit


# Many boards


@dataclass(frozen=True, slots=True)
class Crowd:
    """What a database is to hold.

    Attributes:
        finished: boards that are over,
        running: and those that are not, in mid-deal.
        late: running boards that have waited for somebody for eight days, each for another person.
    """

    accounts: int
    finished: int
    running: int
    late: int = 0


def multiply(file: Path, running: int, finished: int, crowd: Crowd) -> range:
    """Copy a running board and one that is over until there are so many, with people in turn in their seats.

    Args:
        running: the number of the board to be copied, of which one seat is waited for.
        finished: the number of the one that is over.

    Returns:
        the numbers of the copies of the running board; the late are the first of them.
    """
    with contextlib.closing(sqlite3.connect(file, isolation_level=None)) as connection:
        for pragma in ("synchronous=OFF", "cache_size=-400000", "temp_store=MEMORY"):
            connection.execute(f"PRAGMA {pragma}")
        indices = connection.execute(
            "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql != ''"
        ).fetchall()
        connection.execute("BEGIN IMMEDIATE")
        for name, _ in indices:
            connection.execute(f"DROP INDEX {name}")
        people = _copy_people(connection, crowd.accounts)
        first = max(running, finished) + 1
        _copy_board(connection, finished, range(first, first + crowd.finished), people)
        first += crowd.finished
        copies = range(first, first + crowd.running)
        _copy_board(connection, running, copies, people)
        waiting = "waiting_since IS NOT NULL AND board_id >= ? AND board_id < ?"
        connection.execute(
            f"UPDATE seats SET waiting_since = datetime(waiting_since, '-8 days') || '.000000' WHERE {waiting}",
            (first, first + crowd.late),
        )
        connection.execute("UPDATE counters SET last = ? WHERE name = 'board'", (copies.stop,))
        for _, made in indices:
            connection.execute(made)
        connection.execute("COMMIT")
        connection.execute("ANALYZE")
    with file.open("rb") as written:
        os.fsync(written.fileno())  # else the first commit that is measured waits for all of it
    return copies


def _copy_people(connection: sqlite3.Connection, count: int) -> range:
    """Copy the first account, with its address, so many times; the copies' ids."""
    (first,) = connection.execute("SELECT max(id) + 1 FROM accounts").fetchone()
    ids = range(first, first + count)
    named = {"id": "n", "userid": "'u' || n", "userid_key": "'u' || n"}
    _copy(connection, "accounts", "id = 1", ids, named)
    address = {"id": "n", "account_id": "n", "address": "'u' || n || '@players.example'"}
    _copy(connection, "addresses", "account_id = 1", ids, address)
    return ids


def _copy_board(connection: sqlite3.Connection, board: int, numbers: range, people: range) -> None:
    _copy(connection, "boards", f"id = {board}", numbers, {"id": "n"})
    account = f"{people.start} + (4 * n + seat) % {len(people)}"
    _copy(
        connection,
        "seats",
        f"board_id = {board}",
        numbers,
        {"id": None, "board_id": "n", "account_id": account},
    )
    for table in ("deals", "actions"):
        _copy(connection, table, f"board_id = {board}", numbers, {"board_id": "n"})


def _copy(
    connection: sqlite3.Connection, table: str, which: str, numbers: range, values: dict[str, str | None]
) -> None:
    """Copy rows once for each number n, with some columns worked out from it and those with None left out."""
    if not numbers:
        return
    names = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
    taken = [name for name in names if values.get(name, "") is not None]
    select = ", ".join(values.get(name) or name for name in taken)
    connection.execute(
        f"WITH RECURSIVE numbers(n) AS (SELECT {numbers.start} UNION ALL SELECT n + 1 FROM numbers "
        f"WHERE n + 1 < {numbers.stop}) INSERT INTO {table} ({', '.join(taken)}) "
        f"SELECT {select} FROM numbers CROSS JOIN (SELECT * FROM {table} WHERE {which})"
    )
