"""`pbmhearts deliver`: what it takes, where it puts it, and how it exits."""

import os
import sqlite3
from datetime import timedelta
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from house import SERVER

from pbmhearts import app, config
from pbmhearts.cli.main import cli
from pbmhearts.letters import Envelope, Receipt

SIGNUP = b"From: ann@players.example\nSubject: signup ann secret-ann\nMessage-ID: <1@players.example>\n\n"


@pytest.fixture
def ini(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("SENDER", "RECIPIENT", "ORIGINAL_RECIPIENT"):
        monkeypatch.delenv(name, raising=False)
    path = tmp_path / "mhearts.ini"
    path.write_text(f"[server]\naddress = {SERVER}\n[listen]\nmax_message = 5000\n", encoding="utf-8")
    return path


def deliver(ini: Path, *options: str, mail: bytes = b"") -> Result:
    return CliRunner().invoke(cli, ["--config", str(ini), "deliver", *options], input=mail)


def rows(ini: Path, query: str) -> list[tuple[object, ...]]:
    connection = sqlite3.connect(ini.parent / "var" / "pbmhearts.sqlite3")
    try:
        return connection.execute(query).fetchall()
    finally:
        connection.close()


def maildir(folder: Path, **mails: bytes) -> Path:
    """A maildir with these unread mails, by file name."""
    for part in ("tmp", "new", "cur"):
        (folder / part).mkdir(parents=True)
    for name, mail in mails.items():
        (folder / "new" / name).write_bytes(mail)
    return folder


def test_a_mail_on_standard_input_is_obeyed(ini: Path):
    """LF line ends will do; exit 0."""
    assert deliver(ini, mail=SIGNUP).exit_code == 0
    assert rows(ini, "SELECT userid FROM accounts") == [("ann",)]


def test_a_null_sender_is_believed_from_wherever_it_comes(ini: Path, monkeypatch: pytest.MonkeyPatch):
    """Return-Path, $SENDER and --from all tell the envelope sender; the last one wins."""
    first = b"Return-Path: <>\n" + SIGNUP
    assert deliver(ini, mail=first).exit_code == 0
    monkeypatch.setenv("SENDER", "")
    assert deliver(ini, mail=SIGNUP.replace(b"<1@", b"<2@")).exit_code == 0
    assert rows(ini, "SELECT outcome, why FROM inbox") == [("auto", "null return path")] * 2
    assert deliver(ini, "--from", "ann@players.example", mail=SIGNUP.replace(b"<1@", b"<3@")).exit_code == 0
    assert rows(ini, "SELECT userid FROM accounts") == [("ann",)]


def test_too_big_is_never(ini: Path):
    """A mail over the limit: 65, and one line that says why."""
    done = deliver(ini, mail=SIGNUP + b"x" * 5000)
    assert done.exit_code == os.EX_DATAERR
    assert done.stderr == "pbmhearts: a mail of more than 5000 bytes is not taken\n"


def test_a_database_that_cannot_be_used_is_later(ini: Path):
    """75, so that the mail system keeps the mail."""
    folder = ini.parent / "var" / "pbmhearts.sqlite3"
    folder.mkdir(parents=True)
    assert deliver(ini, mail=SIGNUP).exit_code == os.EX_TEMPFAIL


def test_a_maildir_is_emptied(ini: Path, tmp_path: Path):
    """Every mail in new/ is taken in the order of its name, and lies in cur/ as read."""
    help_mail = SIGNUP.replace(b"signup ann secret-ann", b"help").replace(b"<1@", b"<2@")
    box = maildir(tmp_path / "box", **{"1.a": SIGNUP, "2.b:2,": help_mail})
    assert deliver(ini, "--maildir", str(box)).exit_code == 0
    assert list((box / "new").iterdir()) == []
    assert sorted(file.name for file in (box / "cur").iterdir()) == ["1.a:2,S", "2.b:2,S"]
    assert rows(ini, "SELECT message_id FROM inbox ORDER BY id") == [
        ("<1@players.example>",),
        ("<2@players.example>",),
    ]
    assert deliver(ini, "--maildir", str(box)).exit_code == 0


def test_a_big_mail_in_a_maildir_holds_up_no_other(ini: Path, tmp_path: Path):
    """It is flagged in cur/, the next one is taken, and the exit code is 65."""
    box = maildir(tmp_path / "box", **{"1.a": SIGNUP + b"x" * 5000, "2.b": SIGNUP})
    assert deliver(ini, "--maildir", str(box)).exit_code == os.EX_DATAERR
    assert sorted(file.name for file in (box / "cur").iterdir()) == ["1.a:2,FS", "2.b:2,S"]
    assert rows(ini, "SELECT userid FROM accounts") == [("ann",)]


def test_a_maildir_waits_for_the_database(ini: Path, tmp_path: Path):
    """75, and everything is still new."""
    box = maildir(tmp_path / "box", **{"1.a": SIGNUP})
    (ini.parent / "var" / "pbmhearts.sqlite3").mkdir(parents=True)
    assert deliver(ini, "--maildir", str(box)).exit_code == os.EX_TEMPFAIL
    assert [file.name for file in (box / "new").iterdir()] == ["1.a"]


def test_a_maildir_stops_at_the_mail_that_must_come_again(
    ini: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """What comes after it stays new, so that a player's mails are obeyed in the order they were written."""
    box = maildir(tmp_path / "box", **{"1.a": SIGNUP, "2.b": SIGNUP.replace(b"<1@", b"<2@")})
    tried: list[bytes] = []

    class Busy(app.Intake):
        def process(self, raw: bytes, envelope: Envelope) -> Receipt:  # noqa: ARG002 - as its base
            tried.append(raw)
            return Receipt.TRY_LATER

    monkeypatch.setattr(app, "Intake", Busy)
    assert deliver(ini, "--maildir", str(box)).exit_code == os.EX_TEMPFAIL
    assert tried == [SIGNUP]
    assert sorted(file.name for file in (box / "new").iterdir()) == ["1.a", "2.b"]


def test_a_serve_that_runs_no_more_stops_no_clock(ini: Path):
    """Days after the last sign of it a mail taken otherwise ends the downtime; one that runs is left alone."""
    assert deliver(ini, mail=SIGNUP).exit_code == 0
    heartbeat = "SELECT value FROM settings WHERE name = 'heartbeat'"
    for age in (timedelta(0), timedelta(days=3)):
        with app.opened(config.load(ini)) as server:
            at = server.services.clock.now() - age
            server.store.run(lambda repositories, at=at: repositories.uptime.beat(at))
        assert rows(ini, heartbeat) == [(at.isoformat(),)]
        assert deliver(ini, mail=SIGNUP).exit_code == 0
        assert bool(rows(ini, heartbeat)) == (not age)
        assert rows(ini, "SELECT count(*) FROM downtimes") == [(int(bool(age)),)]
