"""A disk that fills, and what stands after it."""

import os
import random
import sqlite3
import subprocess
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from email.message import EmailMessage
from pathlib import Path

import pytest
import sqlalchemy as sa
from house import SERVER, House, open_house
from sqlalchemy.exc import IntegrityError
from storage_tables import START, opened, sqlite_url

from pbmhearts.errors import StorageError
from pbmhearts.letters import Envelope, Receipt
from pbmhearts.storage import Repositories, Store
from pbmhearts.storage.database import Database

LONG = 30_000

LARGE = "help commands"
"""A command with a long answer."""


def add(store: Store, name: str, size: int) -> "Future[int]":
    """Two rows that belong together: an account, and a letter of that many characters."""
    return store.submit(lambda repositories: _add(repositories, name, size))


def _add(repositories: Repositories, name: str, size: int) -> int:
    account = repositories.accounts.add(name, "x" * size, START).id
    with repositories.savepoint():
        repositories.accounts.add_address(account, f"{name}@players.example", START, START)
        repositories.accounts.add(f"{name}-2", "x" * size, START)
    return account


def kept(store: Store) -> set[str]:
    """The accounts that are in the database, each whole."""
    with store.read() as repositories:
        names = set(repositories.accounts.userids())
        whole = {name for name in names if not name.endswith("-2")}
        assert names == whole | {f"{name}-2" for name in whole}
        for name in whole:
            account = repositories.accounts.by_userid(name)
            assert account is not None
            assert repositories.accounts.confirmed(account.id) == (f"{name}@players.example",)
    return whole


def limit_pages(store: Store, extra: int) -> None:
    """Let the database grow by so many pages at most, on each of its connections."""

    def listen(connection: sa.Connection) -> None:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
        connection.exec_driver_sql(f"PRAGMA max_page_count={pages + extra}")

    store._writer.run(listen)


def outcomes(futures: dict[str, "Future[int]"]) -> tuple[set[str], set[str]]:
    """Who got in and who did not; whoever did not was told that the disk is full."""
    succeeded, failed = set(), set()
    for name, future in futures.items():
        fault = future.exception(60)
        assert fault is None or (isinstance(fault, StorageError) and fault.full), fault
        (failed if fault else succeeded).add(name)
    return succeeded, failed


def test_a_full_database_in_the_middle_of_a_group_costs_only_what_does_not_fit(tmp_path: Path) -> None:
    """Of a group that does not fit, those told "done" are in, the others were told "full", and nothing is half done."""
    url = sqlite_url(tmp_path)
    with opened(url) as store:
        limit_pages(store, 60)
        rng = random.Random(3)  # noqa: S311 - repeatable on purpose
        futures = {f"p{each}": add(store, f"p{each}", rng.choice((10, LONG))) for each in range(40)}
        succeeded, failed = outcomes(futures)
        assert succeeded
        assert failed
        assert kept(store) == succeeded
    with opened(url) as store:
        assert kept(store) == succeeded
        # With room again, whoever comes again gets in.
        again = {name: add(store, name, 10) for name in sorted(failed)}
        assert outcomes(again) == (failed, set())
        assert kept(store) == succeeded | failed


@contextmanager
def small_disk(folder: Path, kilobytes: int) -> Iterator[Path]:
    """A file system of that size, of the test's own."""
    if os.geteuid() != 0:
        pytest.skip("only root can mount a small disk")
    folder.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={kilobytes}k", "tmpfs", folder],
        capture_output=True,
        check=False,
    )
    if mounted.returncode:
        pytest.skip(f"a small disk cannot be mounted: {mounted.stderr.decode().strip()}")
    try:
        yield folder
    finally:
        subprocess.run(["umount", folder], check=True)


def test_a_full_disk_costs_only_what_does_not_fit(tmp_path: Path) -> None:
    """On a disk that is really full, those told "done" are in after reopening, and the others can come again."""
    with small_disk(tmp_path / "disk", 1200) as disk:
        ballast = disk / "ballast"
        ballast.write_bytes(b"x" * 300_000)
        url = sqlite_url(disk)
        with opened(url) as store:
            futures = {f"p{each}": add(store, f"p{each}", LONG) for each in range(40)}
            succeeded, failed = outcomes(futures)
            assert succeeded
            assert failed
            assert kept(store) == succeeded
        ballast.unlink()
        with opened(url) as store:
            assert kept(store) == succeeded
            name = sorted(failed)[0]
            assert outcomes({name: add(store, name, 10)}) == ({name}, set())
            assert kept(store) == succeeded | {name}


def _mail(number: int, subject: str, body: str = "") -> tuple[bytes, Envelope]:
    message = EmailMessage()
    message["From"] = f"p{number}@players.example"
    message["To"] = SERVER
    message["Subject"] = subject
    message["Message-ID"] = f"<{number}@players.example>"
    message.set_content(body)
    return bytes(message), Envelope(f"p{number}@players.example", (SERVER,))


def _rows(house: House) -> tuple[int, int]:
    """How many mails were dealt with, and how many letters wait."""
    with house.app.store.read() as repositories:
        mails = repositories._connection.exec_driver_sql("SELECT count(*) FROM inbox").scalar_one()
        return mails, len(repositories.outbox.rows())


def test_mails_that_do_not_fit_may_come_again(tmp_path: Path) -> None:
    """With the disk full a mail is told so and nothing of it is in; with room again it is obeyed, once."""
    with open_house(tmp_path) as house:
        limit_pages(house.app.store, 8)
        receipts = {}
        for number in range(30):
            receipts[number] = house.app.intake.process(*_mail(number, LARGE))
        full = [number for number, receipt in receipts.items() if receipt is Receipt.STORAGE_FULL]
        assert full
        assert set(receipts.values()) == {Receipt.ACCEPTED, Receipt.STORAGE_FULL}
        done = len(receipts) - len(full)
        assert _rows(house) == (done, done)
        limit_pages(house.app.store, 10_000)
        number = full[0]
        for _ in range(2):
            assert house.app.intake.process(*_mail(number, LARGE)) is Receipt.ACCEPTED
        assert _rows(house) == (done + 1, done + 1)


@pytest.mark.parametrize("ended_by", ["ROLLBACK", "COMMIT"])
def test_what_follows_the_end_of_a_transaction_is_not_told_done(tmp_path: Path, ended_by: str) -> None:
    """SQLite may end a whole transaction by itself: its work fails then, instead of being "done" without a commit."""
    database = Database(sqlite_url(tmp_path))
    with database.engine.begin() as connection:
        connection.exec_driver_sql("CREATE TABLE notes (number INTEGER)")

    def work() -> None:
        with database.write() as connection:
            connection.exec_driver_sql("INSERT INTO notes VALUES (1)")
            driver = connection.connection.driver_connection
            assert isinstance(driver, sqlite3.Connection)
            driver.execute(ended_by)  # as a full disk does, below SQLAlchemy

    with pytest.raises(StorageError, match="ended the transaction"):
        work()
    database.close()


def test_no_fault_of_the_data_shows_what_was_written(tmp_path: Path) -> None:
    """An error names the statement and never its values: these may be cards, codes or passwords."""
    with opened(sqlite_url(tmp_path)) as store:
        store.run(lambda repositories: repositories.accounts.add("ann", "a-hash-of-ann", START))
        with pytest.raises(IntegrityError) as caught:
            store.run(lambda repositories: repositories.accounts.add("ann", "another-hash", START))
    assert "INSERT INTO accounts" in str(caught.value)
    assert "another-hash" not in str(caught.value)
