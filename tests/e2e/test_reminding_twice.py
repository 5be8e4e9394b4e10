"""`remind` by cron, where runs overlap, and where one dies: everybody who is late gets one reminder."""

import collections
import contextlib
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from at_table import create_board
from house import START, House, open_house

from pbmhearts.games import hearts
from pbmhearts.storage import Repositories

pytestmark = pytest.mark.e2e

BOARDS = 25
LONG_AGO = START - timedelta(days=3650)


def late(house: House) -> set[str]:
    """Boards of four that have waited for all of their players for years; the addresses of these."""

    def begin(repositories: Repositories) -> set[str]:
        addresses = set()
        for number in range(BOARDS):
            ids = []
            for seat in "abcd":
                account = repositories.accounts.add(f"{seat}{number}", "", LONG_AGO)
                repositories.accounts.add_address(
                    account.id, f"{seat}{number}@players.example", LONG_AGO, LONG_AGO
                )
                addresses.add(f"{seat}{number}@players.example")
                ids.append(account.id)
            create_board(repositories, hearts.RuleSet(), ids, None, LONG_AGO, house.app.services.secrets)
        return addresses

    return house.app.store.run(begin)


def start(house: House) -> "subprocess.Popen[str]":
    """The program as cron starts it."""
    ini = str(house.app.config.path)
    return subprocess.Popen(
        [sys.executable, "-m", "pbmhearts", "--config", ini, "remind"], stdout=subprocess.PIPE, text=True
    )


def reminders(folder: Path) -> "collections.Counter[str]":
    """How many reminders each address gets."""
    with contextlib.closing(sqlite3.connect(folder / "var" / "pbmhearts.sqlite3", timeout=30)) as connection:
        rows = connection.execute("SELECT address FROM outbox WHERE kind = 'reminder'").fetchall()
    return collections.Counter(address for (address,) in rows)


@contextlib.contextmanager
def nobody_writes(folder: Path) -> Iterator[None]:
    """Hold the database's write lock."""
    path = folder / "var" / "pbmhearts.sqlite3"
    with contextlib.closing(sqlite3.connect(path, timeout=30, isolation_level=None)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        yield
        connection.execute("ROLLBACK")


def test_a_run_that_is_killed_and_two_at_once_remind_everybody_once(tmp_path: Path) -> None:
    """What the killed run had done stays done; the two after it share the rest, and say so."""
    with open_house(tmp_path) as house:
        addresses = late(house)
        with start(house) as killed:
            until = time.monotonic() + 60
            while not reminders(tmp_path) and time.monotonic() < until:
                time.sleep(0.002)
            killed.kill()
        before = reminders(tmp_path)
        assert 0 < len(before) < len(addresses)
        with nobody_writes(tmp_path):
            one, other = start(house), start(house)
            time.sleep(2)  # both find the same people due meanwhile
        with one, other:
            told = [one.communicate(timeout=60)[0], other.communicate(timeout=60)[0]]
        assert (one.returncode, other.returncode) == (0, 0)
        assert reminders(tmp_path) == collections.Counter(addresses)
        done = [int(line.split()[0]) for line in told]
        assert sum(done) == len(addresses) - len(before)
        with start(house) as again:
            assert again.communicate(timeout=60)[0].startswith("0 reminded")
