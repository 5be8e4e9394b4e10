"""What the doctor says of the database and its backups."""

import contextlib
import os
import sqlite3
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from house import START, House, open_house

from pbmhearts.operator.doctor import Finding, Grade, data, database
from pbmhearts.storage import copies


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with open_house(tmp_path) as house:
        yield house


def found(house: House, later: timedelta = timedelta(0)) -> dict[str, Finding]:
    """The findings that are not ok, by what they are about."""
    config = house.app.config
    findings = [*data.examine(config), *database.examine(config, START + later)]
    return {each.about: each for each in findings if each.grade is not Grade.OK}


def file_of(house: House) -> Path:
    file = house.app.config.database_file
    assert file is not None
    return file


def backed_up(house: House, at: datetime) -> Path:
    """A backup made then."""
    copy = house.app.config.backups / "copy.sqlite3"
    copy.parent.mkdir(exist_ok=True)
    copies.save(house.app.config.database_url, copy)
    os.utime(copy, (at.timestamp(), at.timestamp()))
    return copy


def test_a_backup_that_is_old_or_missing(house: House) -> None:
    """It is opened, and its age told; on the first day none is missed."""
    house.sign_up("ann")
    assert "backup" not in found(house)
    assert found(house, timedelta(days=2))["backup"].says.startswith("there is none in")
    backed_up(house, START)
    assert "backup" not in found(house, timedelta(hours=20))
    assert "is of 2026-11-30 10:00 UTC" in found(house, timedelta(hours=30))["backup"].says


def test_a_backup_that_cannot_be_read(house: House) -> None:
    """Neither what is no database, nor a damaged one, nor one of a later version is taken for a backup."""
    copy = backed_up(house, START)
    whole = copy.read_bytes()
    for content in (b"", b"not a database at all" * 100, whole[: len(whole) // 2]):
        copy.write_bytes(content)
        assert "cannot be used" in found(house)["backup"].says
    copy.write_bytes(whole)
    with contextlib.closing(sqlite3.connect(copy)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    assert "no database of this version" in found(house)["backup"].says


def test_a_later_database(house: House) -> None:
    """It says so, and does not advise an upgrade, which would not work."""
    with contextlib.closing(sqlite3.connect(file_of(house))) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    told = found(house)["database"]
    assert told.says.startswith("this database is for a later version")
    assert "upgrade" not in told.mend


def test_a_damaged_page(house: House) -> None:
    """The pages are read, and which is broken is told."""
    file = file_of(house)
    with contextlib.closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        (page,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'boards'").fetchone()
        (size,) = connection.execute("PRAGMA page_size").fetchone()
    with file.open("r+b") as pages:
        pages.seek((page - 1) * size)
        pages.write(b"\xff" * 64)
    told = found(house)["pages"]
    assert (told.grade, "damaged" in told.says, "restore" in told.mend) == (Grade.WRONG, True, True)


def test_pages_that_take_long(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for a large file: that it was not read to its end is a note."""
    monkeypatch.setattr(database, "_SECONDS", -1.0)
    monkeypatch.setattr("pbmhearts.storage.soundness._STEPS", 1)
    assert found(house)["pages"].grade is Grade.NOTE


def test_a_row_is_tried_and_taken_back(house: House) -> None:
    """Looking leaves nothing behind."""
    house.app.store.try_writing()
    with contextlib.closing(sqlite3.connect(file_of(house))) as connection:
        assert connection.execute("SELECT * FROM settings WHERE name = 'trial'").fetchall() == []


def test_little_room(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Space and files are both counted, before the disk is full."""
    full = os.statvfs(house.app.config.data)
    monkeypatch.setattr(data, "_TIGHT", full.f_bavail * full.f_frsize + 10**9)
    assert "MB are free" in found(house)["disk"].says
    monkeypatch.setattr(data, "_TIGHT", 0)
    monkeypatch.setattr(data, "_FEW_FILES", full.f_favail + 10**6)
    assert "more files fit" in found(house)["disk"].says


def test_reminders_that_never_run(house: House) -> None:
    """A note in the first hours of a server; then wrong, as players are waited for in vain."""
    house.sign_up("ann")
    assert found(house)["reminders"].grade is Grade.NOTE
    told = found(house, timedelta(hours=3))["reminders"]
    assert (told.grade, told.says) == (Grade.WRONG, "reminders have never run")


def test_strangers_who_use_their_answers_up(house: House) -> None:
    """Whoever writes for the first time gets no answer then, and the operator should know."""
    most = house.app.config.players.all_strangers_per_hour
    house.app.store.run(lambda r: [r.tallies.add("strangers", START) for _ in range(most)])
    assert "get no answer" in found(house, timedelta(minutes=1))["strangers"].says
    assert "strangers" not in found(house, timedelta(hours=2))
