"""The one writer: groups share a commit, and nobody suffers for another's fault."""

import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Future
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy.exc import DataError, IntegrityError
from storage_tables import sqlite_url

from pbmhearts.errors import StorageError
from pbmhearts.storage.database import Database
from pbmhearts.storage.writer import GROUP, Piece, Writer

NOTES = sa.Table(
    "notes",
    sa.MetaData(),
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("text", sa.Text, nullable=False),
)


@contextmanager
def writing(url: str, **options: Any) -> Iterator[tuple[Database, Writer]]:
    """A database with the table of notes, and its writer."""
    database = Database(url, **options)
    NOTES.metadata.create_all(database.engine)
    writer = Writer(database)
    try:
        yield database, writer
    finally:
        writer.close()
        database.close()


def note(number: int, text: str = "a note") -> Callable[[sa.Connection], int]:
    """Work that writes one note."""

    def work(connection: sa.Connection) -> int:
        connection.execute(sa.insert(NOTES).values(id=number, text=text))
        return number

    return work


def noted(database: Database) -> list[int]:
    """What is committed."""
    with database.read() as connection:
        return list(connection.execute(sa.select(NOTES.c.id).order_by(NOTES.c.id)).scalars())


@contextmanager
def held(writer: Writer) -> Iterator[None]:
    """What is submitted meanwhile becomes one group: the writer is busy with a piece of work until the end."""
    begun, go_on = threading.Event(), threading.Event()

    def wait(_connection: sa.Connection) -> None:
        begun.set()
        assert go_on.wait(10)

    first = writer.submit(wait)
    assert begun.wait(10)
    try:
        yield
    finally:
        go_on.set()
    first.result(10)


@contextmanager
def commits(database: Database) -> Iterator[list[int]]:
    """Counts the commits of writing transactions."""
    counted: list[int] = []

    def committed(connection: sa.Connection) -> None:
        if connection.get_execution_options().get("pbmhearts_write"):
            counted.append(1)

    sa.event.listen(database.engine, "commit", committed)
    yield counted


def test_what_waits_shares_a_commit(url: str) -> None:
    """All that waits is done in one commit, in the order in which it came."""
    with writing(url) as (database, writer), commits(database) as counted:
        order: list[int] = []

        def work(number: int) -> Callable[[sa.Connection], None]:
            return lambda connection: (note(number)(connection), order.append(number))[1]

        with held(writer):
            futures = [writer.submit(work(number)) for number in range(20)]
            assert not any(future.done() for future in futures)
        for future in futures:
            future.result(10)
        assert (len(counted), order) == (2, list(range(20)))
        assert noted(database) == list(range(20))


def test_a_group_has_a_bound(url: str) -> None:
    """More than a group holds takes two commits."""
    with writing(url) as (database, writer), commits(database) as counted:
        with held(writer):
            futures = [writer.submit(note(number)) for number in range(GROUP + 1)]
        assert [future.result(10) for future in futures] == list(range(GROUP + 1))
        assert len(counted) == 3


def test_a_future_is_done_only_after_the_commit(url: str) -> None:
    """When a future is done, every other connection sees what it wrote."""
    with writing(url) as (database, writer):
        for number in range(20):
            writer.submit(note(number)).result(10)
            assert noted(database) == list(range(number + 1))


def test_work_that_raises_is_undone_alone(url: str) -> None:
    """A piece of work that raises gets its own exception, and is undone without the others of its group."""

    def spoilt(connection: sa.Connection) -> None:
        note(100)(connection)
        raise LookupError("mine")

    with writing(url) as (database, writer), commits(database) as counted:
        with held(writer):
            futures: list[Future[Any]] = [
                writer.submit(work) for work in (note(1), spoilt, note(2), spoilt, note(3))
            ]
        assert [futures[each].result(10) for each in (0, 2, 4)] == [1, 2, 3]
        for each in (1, 3):
            with pytest.raises(LookupError, match="mine"):
                futures[each].result(10)
        assert (noted(database), len(counted)) == ([1, 2, 3], 2)


def test_a_key_that_is_there_already_is_the_fault_of_its_work(url: str) -> None:
    """Who writes a key twice is undone alone and not tried again; the group goes on."""
    with writing(url) as (database, writer), commits(database) as counted:
        with held(writer):
            futures = [writer.submit(note(number)) for number in (1, 1, 2)]
        assert [futures[each].result(10) for each in (0, 2)] == [1, 2]
        with pytest.raises(IntegrityError):
            futures[1].result(10)
        assert (noted(database), len(counted)) == ([1, 2], 2)


def test_two_processes_write_one_after_the_other(url: str) -> None:
    """What one process read and then writes upon, no other writes in between; each sees what was before it."""

    def count_on(connection: sa.Connection) -> int:
        text = connection.execute(sa.select(NOTES.c.text).where(NOTES.c.id == 1)).scalar()
        time.sleep(0.01)
        if text is None:
            connection.execute(sa.insert(NOTES).values(id=1, text="1"))
            return 1
        connection.execute(sa.update(NOTES).where(NOTES.c.id == 1).values(text=str(int(text) + 1)))
        return int(text) + 1

    with writing(url) as (_, one), writing(url) as (_, other):
        futures = [writer.submit(count_on) for _ in range(10) for writer in (one, other)]
        assert sorted(future.result(10) for future in futures) == list(range(1, 21))


def test_a_fault_of_the_driver_abandons_the_group_and_each_runs_alone(url: str) -> None:
    """After a driver's error each of the group runs in its own transaction, in order; one alone gets the fault."""
    runs: list[str] = []

    def seen(name: str, work: Callable[[sa.Connection], Any]) -> Callable[[sa.Connection], Any]:
        def run(connection: sa.Connection) -> Any:
            runs.append(name)
            return work(connection)

        return run

    def broken(connection: sa.Connection) -> None:
        note(50)(connection)
        connection.exec_driver_sql("SELECT nothing FROM nowhere")

    with writing(url) as (database, writer), commits(database) as counted:
        with held(writer):
            futures = [
                writer.submit(seen("a", note(1))),
                writer.submit(seen("b", broken)),
                writer.submit(seen("c", note(2))),
            ]
        assert [futures[each].result(10) for each in (0, 2)] == [1, 2]
        with pytest.raises(StorageError):
            futures[1].result(10)
        assert (noted(database), len(counted)) == ([1, 2], 3)
        assert runs == ["a", "b", "a", "b", "c"]


def test_what_is_queued_together_shares_a_commit_and_is_told_once(url: str) -> None:
    """Whoever queued it hears what each piece has raised; a piece whose preparation failed is left out."""

    def unready() -> None:
        raise LookupError("before")

    def spoilt(connection: sa.Connection) -> None:
        note(50)(connection)
        raise ValueError("within")

    with writing(url) as (database, writer), commits(database) as counted:
        pieces = [Piece(note(1)), Piece(note(2), unready), Piece(spoilt), Piece(note(3), lambda: None)]
        faults = writer.submit_all(pieces).result(10)
        assert [type(fault) for fault in faults] == [type(None), LookupError, ValueError, type(None)]
        assert (noted(database), len(counted)) == ([1, 3], 1)


def test_words_that_a_database_cannot_hold_are_the_fault_of_their_work(postgres_url: str) -> None:
    """A value that the database refuses is its work's fault: undone alone, not tried again."""
    with writing(postgres_url) as (database, writer), commits(database) as counted:
        with held(writer):
            futures = [writer.submit(work) for work in (note(1), note(2, "a \0 in it"), note(3))]
        assert [futures[each].result(10) for each in (0, 2)] == [1, 3]
        with pytest.raises(DataError):
            futures[1].result(10)
        assert (noted(database), len(counted)) == ([1, 3], 2)


def test_a_cancelled_piece_of_work_is_left_out(url: str) -> None:
    """Who gave up before the writer came to it is not served, and the writer lives on."""
    with writing(url) as (database, writer):
        with held(writer):
            future, other = writer.submit(note(1)), writer.submit(note(2))
            assert future.cancel()
        assert other.result(10) == 2
        with pytest.raises(CancelledError):
            future.result(10)
        assert writer.submit(note(3)).result(10) == 3
        assert noted(database) == [2, 3]


def test_closing_finishes_what_waits(url: str) -> None:
    """What was submitted before the close is done; after it nothing is taken."""
    with writing(url) as (database, writer):
        with held(writer):
            futures = [writer.submit(note(number)) for number in range(GROUP + 5)]
            closing = threading.Thread(target=writer.close)
            closing.start()
        closing.join(10)
        assert [future.result(0) for future in futures] == list(range(GROUP + 5))
        with pytest.raises(StorageError) as caught:
            writer.submit(note(99))
        assert not caught.value.full
        writer.close()
        assert len(noted(database)) == GROUP + 5


def test_many_threads_at_once_all_get_in(url: str) -> None:
    """Work from many threads is all done, each once."""
    with writing(url) as (database, writer):
        threads = [
            threading.Thread(
                target=lambda start=start: [writer.run(note(start + each)) for each in range(10)]
            )
            for start in range(0, 80, 10)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(30)
        assert noted(database) == list(range(80))


def test_a_database_locked_by_others_is_told_after_the_wait(tmp_path: Path) -> None:
    """While another holds the lock a whole group fails after one wait, as not full; later all get in."""
    with writing(sqlite_url(tmp_path), busy_milliseconds=300) as (database, writer):
        other = sqlite3.connect(tmp_path / "hearts.sqlite3", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        begun = time.monotonic()
        locked = [writer.submit(note(number)) for number in range(10)]
        for future in locked:
            with pytest.raises(StorageError) as caught:
                future.result(10)
            assert not caught.value.full
        # The first may be alone in its group; the others share one.
        assert 0.3 <= time.monotonic() - begun < 1.5
        other.execute("ROLLBACK")
        other.close()
        assert writer.submit(note(200)).result(10) == 200
        assert noted(database) == [200]


def test_a_writer_of_another_process_is_waited_for_so_long(postgres_url: str) -> None:
    """On PostgreSQL too a group fails after one wait while another process writes, and gets in later."""
    with (
        writing(postgres_url, busy_milliseconds=300) as (database, writer),
        writing(postgres_url) as (_, other),
    ):
        with held(other):
            for future in [writer.submit(note(number)) for number in range(10)]:
                with pytest.raises(StorageError) as caught:
                    future.result(10)
                assert not caught.value.full
            assert noted(database) == []
        assert writer.submit(note(200)).result(10) == 200
        assert noted(database) == [200]


def test_servers_in_schemas_of_their_own_do_not_wait_for_each_other(
    postgres_url: str, request: pytest.FixtureRequest
) -> None:
    """One PostgreSQL database may hold two servers, each of which writes while the other does."""
    public, _, _ = postgres_url.partition("options=")
    elsewhere = Database(public.rstrip("?&"), busy_milliseconds=300)
    request.addfinalizer(elsewhere.close)
    with writing(postgres_url) as (_, writer), held(writer), elsewhere.write() as connection:
        assert connection.execute(sa.text("SELECT current_schema()")).scalar_one() == "public"


def test_reading_goes_on_while_another_writes(tmp_path: Path) -> None:
    """A reader sees what is committed and waits for nobody, even while the write lock is held."""
    with writing(sqlite_url(tmp_path)) as (database, writer):
        writer.run(note(1))
        with held(writer):
            assert noted(database) == [1]


def test_a_reading_transaction_is_one_picture(url: str) -> None:
    """What is committed while a reading transaction runs is not seen in it."""
    with writing(url) as (database, writer), database.read() as connection:
        count = sa.select(sa.func.count()).select_from(NOTES)
        assert connection.execute(count).scalar_one() == 0
        writer.run(note(1))
        assert connection.execute(count).scalar_one() == 0


@pytest.mark.parametrize(
    "away", ["postgresql+psycopg://nobody@127.0.0.1:1/nothing", "sqlite:////proc/hearts.sqlite3"]
)
def test_a_database_that_is_away_is_told_to_each(away: str) -> None:
    """Without a database reading and writing raise StorageError, and nothing else."""
    database = Database(away)
    writer = Writer(database)
    futures = [writer.submit(note(number)) for number in range(3)]
    for future in futures:
        with pytest.raises(StorageError) as caught:
            future.result(10)
        assert not caught.value.full
    with pytest.raises(StorageError), database.read():
        pass
    writer.close()
    database.close()


def test_a_fault_while_reading_is_a_storage_error_where_it_happens(url: str) -> None:
    """Whoever reads can tell the database's fault from its own, before the transaction ends."""
    with writing(url) as (database, _), database.read() as connection, pytest.raises(StorageError):
        connection.exec_driver_sql("SELECT nothing FROM nowhere")


def test_no_fault_shows_what_was_written(url: str) -> None:
    """The words that a statement was given are in no error."""
    with writing(url) as (_, writer):
        writer.run(note(1))

        def work(connection: sa.Connection) -> None:
            connection.execute(sa.text("INSERT INTO nowhere VALUES (:word)"), {"word": "secret-ann"})

        fault = writer.submit(work).exception(10)
        assert isinstance(fault, StorageError)
        assert "secret-ann" not in str(fault)
