"""`backup` and `restore`: the database in one file, and back."""

import contextlib
import shutil
import sqlite3
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from ready_house import BOARD, begun

from pbmhearts.cli.main import cli
from pbmhearts.errors import PbmheartsError, SchemaMismatchError

pytestmark = pytest.mark.slow

DATABASE = "var/pbmhearts.sqlite3"


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Path]:
    """The folder of a server that is not running, with a board in play."""
    with begun("playing", tmp_path):
        pass
    return tmp_path


def run(folder: Path, *words: object) -> Result:
    """Run a command; its own errors are raised."""
    call = ["--config", str(folder / "mhearts.ini"), *map(str, words)]
    return CliRunner().invoke(cli, call, catch_exceptions=False, standalone_mode=False)


def boards(folder: Path) -> str:
    """What `boards list` says."""
    return run(folder, "boards", "list").output


def change(database: Path, statement: str) -> None:
    """Change a database behind the server's back."""
    with contextlib.closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("PRAGMA secure_delete=OFF")  # Debian's SQLite overwrites by itself what is deleted
        connection.execute(statement)


def test_a_backup_comes_back_on_a_new_machine(server: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Boards, codes and all, where there was nothing but an ini; only its owner may read either file."""
    copy = server / "copy.sqlite3"
    assert str(copy) in run(server, "backup", copy).output
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    shutil.copy(server / "mhearts.ini", elsewhere)
    run(elsewhere, "restore", copy)
    assert boards(elsewhere) == boards(server) != ""
    me = boards(server).split()[-1]
    seen = [run(folder, "boards", "show", BOARD, "--as", me).output for folder in (server, elsewhere)]
    assert "Code: " in seen[0]
    assert seen[0] == seen[1]
    assert [stat.S_IMODE(file.stat().st_mode) for file in (copy, elsewhere / DATABASE)] == [0o600, 0o600]


def test_what_is_erased_is_not_in_the_backup(server: Path) -> None:
    """The database file keeps what was deleted until the room is used again; the copy does not."""
    change(server / DATABASE, "INSERT INTO settings VALUES ('note', 'an-old-password')")
    change(server / DATABASE, "DELETE FROM settings WHERE name = 'note'")
    run(server, "backup", server / "copy")
    assert b"an-old-password" in (server / DATABASE).read_bytes()
    assert b"an-old-password" not in (server / "copy").read_bytes()


def test_the_next_backup_replaces_the_last(server: Path) -> None:
    """The same name every night; no other file is left in the folder."""
    folder = server / "backups"
    folder.mkdir()
    for size in (run(server, "backup", folder / "copy").output for _ in range(2)):
        assert f"{(folder / 'copy').stat().st_size} bytes" in size
    assert [file.name for file in folder.iterdir()] == ["copy"]


def test_restore_replaces_a_database_by_force_only(server: Path) -> None:
    """Without --force nothing happens; with it the database of before stays, under a name of its own each time."""
    copy = server / "copy"
    run(server, "backup", copy)
    change(server / DATABASE, "UPDATE accounts SET userid = 'annabel' WHERE userid = 'ann'")
    with pytest.raises(PbmheartsError, match="--force"):
        run(server, "restore", copy)
    assert "annabel" in boards(server)
    told = [run(server, "restore", copy, "--force").output for _ in range(2)]
    assert "annabel" not in boards(server)
    kept = [Path(text.split()[-1]) for text in told]
    names = [f"pbmhearts.before-restore-{number}.sqlite3" for number in (1, 2)]
    assert [file.name for file in kept] == names
    assert b"annabel" in kept[0].read_bytes()


@pytest.mark.parametrize("force", [(), ("--force",)], ids=["", "force"])
def test_a_database_in_use_is_not_replaced(tmp_path: Path, force: tuple[str, ...]) -> None:
    """While a server has it open, however idle, neither way restores anything."""
    with begun("playing", tmp_path) as house:
        run(tmp_path, "backup", tmp_path / "copy")
        with pytest.raises(PbmheartsError, match="in use: stop the server"):
            run(tmp_path, "restore", tmp_path / "copy", *force)
        assert house.board(BOARD).names == ("ann", "bob", "cat", "dan")


def test_a_broken_database_is_replaced(server: Path) -> None:
    """What cannot be opened any more is what a backup is for."""
    run(server, "backup", server / "copy")
    whole = boards(server)
    (server / DATABASE).write_bytes(b"\0" * 5000)
    run(server, "restore", server / "copy", "--force")
    assert boards(server) == whole


def test_a_damaged_backup_changes_nothing(server: Path) -> None:
    """A file that is cut off, one that is no database, and one that is not there: said, and all stays."""
    run(server, "backup", server / "copy")
    whole, before = (server / "copy").read_bytes(), boards(server)
    (server / "half").write_bytes(whole[: len(whole) // 2])
    (server / "words").write_text("not a database", encoding="utf-8")
    for name in ("half", "words", "none"):
        with pytest.raises(PbmheartsError, match=name):
            run(server, "restore", server / name, "--force")
    assert boards(server) == before
    assert sorted(file.name for file in (server / "var").iterdir()) == ["mail", "pbmhearts.sqlite3"]


def test_a_backup_of_a_later_version_is_refused(server: Path) -> None:
    """This version could not use it."""
    run(server, "backup", server / "copy")
    change(server / "copy", "UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(SchemaMismatchError, match="9999"):
        run(server, "restore", server / "copy", "--force")


def test_the_database_is_no_place_for_its_backup(server: Path) -> None:
    """It would be replaced by its own copy, under the server."""
    with pytest.raises(PbmheartsError, match="the database itself"):
        run(server, "backup", server / DATABASE)


def test_a_folder_that_is_not_there_is_named(server: Path) -> None:
    """One sentence, not a traceback."""
    with pytest.raises(PbmheartsError, match="No such file"):
        run(server, "backup", server / "nowhere" / "copy")


def test_postgresql_is_left_to_its_own_tools(tmp_path: Path) -> None:
    """Both commands name those, and no password."""
    (tmp_path / "mhearts.ini").write_text(
        "[database]\nurl = postgresql+psycopg://me:my-password@127.0.0.1/hearts\n", encoding="utf-8"
    )
    for words in (("backup", tmp_path / "copy"), ("restore", tmp_path / "copy")):
        with pytest.raises(PbmheartsError, match=r"pg_dump.*pg_restore") as told:
            run(tmp_path, *words)
        assert "my-password" not in str(told.value)
