"""The server ends while mails are coming in: what it took is done, once, whatever happens."""

import itertools
import os
import shutil
import signal
import smtplib
import subprocess
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from house import SERVER
from postfix import wait_until
from served import Served, address_of, composed

from pbmhearts.mail.transport.maildir import Maildirs

pytestmark = pytest.mark.e2e

SENDERS = 4
ENOUGH = 40
"""Mails taken before the server is ended."""


@dataclass
class Senders:
    """Threads that mail signups as fast as the server takes them.

    Attributes:
        sent: each userid whose mail went out, answered or not.
        codes: the server's answer to each of them, where one came.
    """

    port: int
    sent: list[str] = field(default_factory=list)
    codes: dict[str, int] = field(default_factory=dict)
    _stop: threading.Event = field(default_factory=threading.Event)

    def __enter__(self) -> "Senders":
        numbers = itertools.count(1)
        self._threads = [threading.Thread(target=self._send, args=(numbers,)) for _ in range(SENDERS)]
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        for thread in self._threads:
            thread.join()

    @property
    def taken(self) -> list[str]:
        """Who got a 250."""
        return [userid for userid, code in self.codes.items() if code == 250]

    def _send(self, numbers: Iterator[int]) -> None:
        try:
            with smtplib.SMTP("127.0.0.1", self.port, timeout=30) as smtp:
                while not self._stop.is_set():
                    userid = f"p{next(numbers)}"
                    self.sent.append(userid)
                    self.codes[userid] = sign_up(smtp, userid)
        except (OSError, smtplib.SMTPException):
            return  # the server is gone: what the test is about


def sign_up(smtp: smtplib.SMTP, userid: str) -> int:
    """Mail a signup, the same mail each time; the reply code it gets."""
    raw = composed(userid, f"signup {userid} secret-{userid}", f"signup-{userid}")
    try:
        smtp.sendmail(address_of(userid), [SERVER], raw)
    except smtplib.SMTPDataError as error:
        if error.smtp_code == 421:
            raise
        return error.smtp_code
    return 250


def send_again(served: Served, userids: list[str]) -> None:
    with smtplib.SMTP("127.0.0.1", served.port, timeout=30) as smtp:
        for userid in userids:
            assert sign_up(smtp, userid) == 250


def done(served: Served) -> list[str]:
    """Who has signed up; whatever a signup causes is there once, or nothing of it."""
    accounts = sorted(row[0] for row in served.rows("SELECT userid FROM accounts"))
    addressees = sorted(row[0] for row in served.rows("SELECT address FROM outbox"))
    recorded = sorted(row[0] for row in served.rows("SELECT header_from FROM inbox WHERE outcome = 'done'"))
    confirmed = sorted(row[0] for row in served.rows("SELECT address FROM addresses"))
    assert addressees == recorded == confirmed == sorted(map(address_of, accounts))
    assert served.rows("SELECT count(*) FROM inbox") == [(len(accounts),)]
    return accounts


def welcomes(served: Served, userid: str) -> int:
    return len(Maildirs(served.config.maildirs).messages(address_of(userid)))


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL], ids=lambda number: number.name)
def test_ended_while_mails_come_in(tmp_path: Path, number: signal.Signals):
    """Every mail with a 250 has its effect once after a restart; sent again, it changes nothing."""
    with Served(tmp_path) as served:
        with Senders(served.port) as senders:
            wait_until(lambda: len(senders.taken) >= ENOUGH, 60)
            code = served.stop() if number is signal.SIGTERM else served.kill()
        assert code == (0 if number is signal.SIGTERM else -signal.SIGKILL)

        served.start()
        before = done(served)
        assert set(senders.taken) <= set(before)
        send_again(served, before)
        assert done(served) == before
        send_again(served, senders.sent)
        assert done(served) == sorted(senders.sent)
        served.settle()
        assert {userid: welcomes(served, userid) for userid in senders.sent} == dict.fromkeys(senders.sent, 1)
        assert "Traceback" not in served.log


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 1.5 MB."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=1500k", "tmpfs", disk],
        capture_output=True,
        text=True,
        check=False,
    )
    if mounted.returncode:
        pytest.skip(f"no file system can be mounted: {mounted.stderr.strip()}")
    yield disk
    subprocess.run(["umount", disk], check=True)


@pytest.mark.skipif(shutil.which("mount") is None or os.geteuid() != 0, reason="wants root, to mount")
def test_the_disk_is_full(tmp_path: Path, small_disk: Path):
    """On a full disk mails are put off with 4xx and leave nothing behind; those taken before are safe."""
    with Served(tmp_path, {"server": {"data": small_disk}}) as served:
        with Senders(served.port) as senders:
            wait_until(lambda: len(senders.codes) - len(senders.taken) >= ENOUGH, 60)
        put_off = [userid for userid in senders.codes if userid not in senders.taken]
        assert {senders.codes[userid] for userid in put_off} <= {451, 452}
        assert 452 in senders.codes.values()
        assert served.stop() == 0

        subprocess.run(["mount", "-o", "remount,size=20m", small_disk], check=True)
        served.start()
        assert done(served) == sorted(senders.taken)
        send_again(served, senders.sent)
        assert done(served) == sorted(senders.sent)
        assert "Traceback" not in served.log
