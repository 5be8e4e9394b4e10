"""The schema: from nothing, from an older version, and twice."""

import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from storage_tables import FOUR, opened, pass_all, sqlite_url, stored

from pbmhearts.errors import SchemaMismatchError
from pbmhearts.games import fairdeal, hearts
from pbmhearts.storage import Store, indices, migrate, schema_version
from pbmhearts.storage.database import Database

pytestmark = pytest.mark.slow

FIRST = "0001"
"""The first version's revision."""

_UPGRADE = "import sys; from pbmhearts.storage import Store; print(Store(sys.argv[1]).upgrade())"


def revised(url: str, revision: str) -> Database:
    """A database as an older version left it."""
    database = Database(url)
    with database.connect_to_write() as connection, connection.begin():
        config = migrate._config()
        config.attributes["connection"] = connection
        command.upgrade(config, revision)
    return database


def first_version(url: str) -> Database:
    """A database of the first version with a board of four in it, dealt."""
    database = revised(url, FIRST)
    at = "2026-11-01 10:00:00"
    hands = hearts.hands_to_pbn(fairdeal.deal("1" * 64, fairdeal.first_mix(101, FOUR)))
    with database.write() as connection:
        for account, userid in enumerate(FOUR, 1):
            connection.execute(
                sa.text(
                    "INSERT INTO accounts (id, userid, userid_key, created_at, seen_at, preferences)"
                    " VALUES (:id, :userid, :userid, :at, :at, '{}')"
                ),
                {"id": account, "userid": userid, "at": at},
            )
        connection.execute(
            sa.text(
                "INSERT INTO boards (id, rules, rules_version, created_at, created_by, seq, moved_at)"
                " VALUES (101, :rules, 1, :at, 1, 1, :at)"
            ),
            {"rules": '{"version": 1}', "at": at},
        )
        for seat in range(4):
            connection.execute(
                sa.text(
                    "INSERT INTO seats (board_id, seat, account_id, from_seq, told_seq, waiting_since)"
                    " VALUES (101, :seat, :account, 0, 0, :at)"
                ),
                {"seat": seat, "account": seat + 1, "at": at},
            )
        for number, first in ((1, 1), (2, None)):
            connection.execute(
                sa.text(
                    "INSERT INTO deals (board_id, number, secret, first_seq, first_move, totals, tie)"
                    " VALUES (101, :number, :secret, :first, :first, :totals, :tie)"
                ),
                {
                    "number": number,
                    "secret": f"{number}" * 64,
                    "first": first,
                    "totals": "[0, 0, 0, 0]" if first else None,
                    "tie": False if first else None,
                },
            )
        connection.execute(
            sa.text("INSERT INTO actions (board_id, seq, deal, action, at) VALUES (101, 1, 1, :action, :at)"),
            {"action": f"deal {hands}", "at": at},
        )
    return database


def test_an_empty_database_gets_the_schema_of_the_tables(url: str) -> None:
    """The revisions make what schema.py says, to the last index, and nothing else."""
    store = Store(url)
    assert store.revision() == ""
    assert store.upgrade()
    store.check()
    assert store.revision() == schema_version.newest()
    store.close()
    database = Database(url)
    with database.read() as connection:
        context = MigrationContext.configure(connection, opts={"compare_server_default": False})
        assert compare_metadata(context, indices.metadata) == []
    database.close()


def test_a_second_upgrade_has_nothing_to_do(url: str) -> None:
    """An upgraded database is left alone."""
    store = Store(url)
    assert [store.upgrade(), store.upgrade()] == [True, False]
    store.close()


def test_a_first_copy_is_not_made_of_nothing(tmp_path: Path) -> None:
    """Making a new database leaves no copy beside it."""
    store = Store(sqlite_url(tmp_path))
    assert store.upgrade()
    store.close()
    assert not list(tmp_path.glob("*before*"))


def test_boards_of_an_older_version_play_on(url: str) -> None:
    """A board made by the first version is there after the upgrade, and goes on."""
    first_version(url).close()
    with opened(url) as store:
        board = stored(store, 101)
        assert board.names == FOUR
        assert len(hearts.waiting(board.state)) == 4
        assert isinstance(pass_all(store, 101).state, hearts.Playing)


def test_a_copy_is_kept_before_an_upgrade(tmp_path: Path) -> None:
    """The copy holds all that was committed, even while somebody reads and the log cannot be folded in."""
    database = first_version(sqlite_url(tmp_path))
    with database.engine.connect() as reader:
        reader.exec_driver_sql("SELECT count(*) FROM accounts").scalar_one()
        with database.write() as connection:
            connection.exec_driver_sql("UPDATE accounts SET userid = 'eve' WHERE id = 4")
        reader.exec_driver_sql("SELECT count(*) FROM accounts").scalar_one()
        migrate._keep_copy(database, FIRST)
    database.close()
    copy = sqlite3.connect(tmp_path / f"hearts.before-{FIRST}.sqlite3")
    assert copy.execute("SELECT userid FROM accounts ORDER BY id").fetchall()[3] == ("eve",)
    copy.close()


def test_an_upgrade_keeps_the_older_database(tmp_path: Path) -> None:
    """An upgrade leaves the database as it was beside the new one."""
    first_version(sqlite_url(tmp_path)).close()
    with opened(sqlite_url(tmp_path)):
        copy = Database(f"sqlite:///{tmp_path / f'hearts.before-{FIRST}.sqlite3'}")
        assert schema_version.current(copy) == FIRST
        with copy.read() as connection:
            assert connection.exec_driver_sql("SELECT count(*) FROM actions").scalar_one() == 1
        copy.close()


@pytest.mark.parametrize("revision", ["", FIRST])
def test_a_database_of_another_version_is_refused(url: str, revision: str) -> None:
    """Without an upgrade an older or empty database is refused, with the way out."""
    if revision:
        revised(url, revision).close()
    store = Store(url)
    with pytest.raises(SchemaMismatchError, match=f"revision {revision or 'none'}.*pbmhearts db upgrade"):
        store.check()
    store.close()


def test_a_database_of_a_later_version_is_left_alone(url: str) -> None:
    """What a later version made is neither used nor upgraded."""
    with opened(url) as store:
        later = Database(url)
        with later.write() as connection:
            connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
        later.close()
        with pytest.raises(SchemaMismatchError, match="9999"):
            store.check()
        with pytest.raises(SchemaMismatchError, match="9999"):
            store.upgrade()
        assert store.revision() == "9999"


def test_an_upgrade_that_fails_leaves_the_older_database(url: str) -> None:
    """A revision that cannot be done is undone whole."""
    database = first_version(url)
    with database.write() as connection:
        # In the way of a table that the next revision makes last.
        connection.exec_driver_sql("CREATE TABLE resets (id INTEGER)")
    store = Store(url)
    with pytest.raises(Exception, match="resets"):
        store.upgrade()
    assert store.revision() == FIRST
    store.close()
    with database.write() as connection:
        connection.exec_driver_sql("DROP TABLE resets")
        assert not sa.inspect(connection).has_table("invitations")
    database.close()
    with opened(url) as store:
        assert stored(store, 101).names == FOUR


@pytest.mark.slow
@pytest.mark.parametrize("older", [False, True])
def test_two_upgrades_at_once(url: str, older: bool) -> None:
    """Two servers that start at once upgrade the database once; both find it upgraded."""
    if older:
        first_version(url).close()
    running = [
        subprocess.Popen(
            [sys.executable, "-c", _UPGRADE, url], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        for _ in range(3)
    ]
    for process in running:
        output, errors = process.communicate(timeout=60)
        assert process.returncode == 0, errors
        assert output.strip() in {"True", "False"}
    store = Store(url)
    store.check()
    store.close()
