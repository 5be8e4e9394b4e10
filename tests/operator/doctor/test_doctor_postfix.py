"""What the doctor says of Postfix, whose two programs for that are stood in for by scripts that answer as they do."""

import json
import socket
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from ports import free_port

from pbmhearts import config
from pbmhearts.operator.doctor import Finding, Grade, postfix

NOW = datetime(2026, 11, 30, 10, tzinfo=UTC)


@pytest.fixture
def bin_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(postfix, "_ADMIN_FOLDERS", str(tmp_path))
    return tmp_path


def program(folder: Path, name: str, source: str) -> None:
    file = folder / name
    file.write_text(f"#!{sys.executable}\nimport sys\n{source}\n", encoding="utf-8")
    file.chmod(0o755)


def found(folder: Path, milters: str = "", queue: tuple[dict[str, object], ...] = ()) -> list[Finding]:
    """What is said of a Postfix with these milters and that queue."""
    settings = {"queue_directory": str(folder), "smtpd_milters": milters}
    program(folder, "postconf", f"print({settings!r}[sys.argv[2]])")
    program(
        folder, "postqueue", f"sys.stdout.write({''.join(json.dumps(mail) + chr(10) for mail in queue)!r})"
    )
    ini = folder / "mhearts.ini"
    ini.write_text("[delivery]\nsmarthost = 127.0.0.1\n", encoding="utf-8")
    return list(postfix.examine(config.load(ini), NOW))


def test_a_milter_that_stopped(bin_folder: Path) -> None:
    """Postfix takes letters without it, and they leave unsigned."""
    signing, _ = found(bin_folder, f"inet:127.0.0.1:{free_port()}")
    assert (signing.grade, "may leave unsigned" in signing.says) == (Grade.WRONG, True)
    signing, _ = found(bin_folder, "unix:none.sock")
    assert signing.grade is Grade.WRONG
    signing, _ = found(bin_folder)
    assert (signing.grade, "it has no milter" in signing.says) == (Grade.WRONG, True)


def test_milters_that_answer(bin_folder: Path) -> None:
    """By TCP, or by a socket below Postfix's own root."""
    with socket.create_server(("127.0.0.1", 0)) as tcp, socket.socket(socket.AF_UNIX) as unix:
        unix.bind(str(bin_folder / "milter.sock"))
        unix.listen()
        told = found(bin_folder, f"inet:127.0.0.1:{tcp.getsockname()[1]}, unix:milter.sock")
    assert [each.grade for each in told] == [Grade.OK] * 3


def test_a_queue_that_is_stuck(bin_folder: Path) -> None:
    """A mail of more than an hour is wrong, with Postfix's own reason."""
    at = (NOW - timedelta(hours=2)).timestamp()
    fresh = {"arrival_time": NOW.timestamp(), "recipients": []}
    why = {"address": "ann@x.example", "delay_reason": "connect to mx.x.example[192.0.2.1]:25: timed out"}
    _, queue = found(bin_folder, queue=(fresh, {"arrival_time": at, "recipients": [why]}))
    assert queue.grade is Grade.WRONG
    assert "1 mails have waited in Postfix for over an hour: connect to mx.x.example" in queue.says
    _, queue = found(bin_folder, queue=(fresh,))
    assert (queue.grade, queue.says) == (Grade.OK, "1 mails wait in Postfix")


def test_a_queue_that_is_not_shown(bin_folder: Path) -> None:
    """That is a note: the rest is known all the same."""
    found(bin_folder)
    program(bin_folder, "postqueue", "sys.exit(69)")
    *_, queue = postfix.examine(config.load(bin_folder / "mhearts.ini"), NOW)
    assert queue.grade is Grade.NOTE


def test_letters_that_go_elsewhere(bin_folder: Path) -> None:
    """Another machine's Postfix cannot be looked at."""
    found(bin_folder)
    ini = bin_folder / "mhearts.ini"
    ini.write_text("[delivery]\nsmarthost = smtp.example.net\n", encoding="utf-8")
    assert list(postfix.examine(config.load(ini), NOW)) == []
