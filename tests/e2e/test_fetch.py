"""`pbmhearts fetch` and the mailbox reading below it, against a real Dovecot."""

import os
import ssl
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from dovecot import PASSWORD, PROGRAM, Dovecot
from postfix import wait_until
from served import PROGRAM as PBMHEARTS
from served import Served, composed

from pbmhearts import config
from pbmhearts.config import ImapConfig
from pbmhearts.mail.transport import imap

pytestmark = [
    pytest.mark.e2e,
    pytest.mark.skipif(not PROGRAM.exists() or os.geteuid() != 0, reason="wants Dovecot, and root for it"),
]

LIMIT = 262_144


@pytest.fixture
def dovecot() -> Iterator[Dovecot]:
    with Dovecot() as running:
        yield running


def settings(dovecot: Dovecot, tmp_path: Path, **more: str) -> ImapConfig:
    """What an ini with the mailbox's lines is read as."""
    ini = tmp_path / "imap.ini"
    lines = [f"{key} = {value}" for key, value in dovecot.settings(**more).items()]
    ini.write_text("\n".join(("[imap]", *lines)), encoding="utf-8")
    return config.load(ini).imap


def numbered(count: int) -> list[bytes]:
    return [composed("ann", "help", f"m{number}") for number in range(count)]


def fetch(server: Served, *options: str) -> subprocess.CompletedProcess[str]:
    command = [PBMHEARTS, "--config", server.ini, "fetch", *options]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


def test_a_command_in_the_mailbox_is_obeyed_once(dovecot: Dovecot, tmp_path: Path):
    """`fetch` signs a player up, moves the mail to the done folder, and finds nothing the next time."""
    server = Served(tmp_path, {"imap": dovecot.settings()})
    dovecot.put(composed("ann", "signup ann secret-ann", "1"))
    first, second = fetch(server), fetch(server)
    assert (first.returncode, first.stdout) == (0, "1 mails taken, 0 too big\n")
    assert (second.returncode, second.stdout) == (0, "")
    assert server.rows("SELECT userid FROM accounts") == [("ann",)]
    assert dovecot.counts("INBOX", "Done") == {"INBOX": 0, "Done": 1}


def test_killed_at_any_moment_it_obeys_each_mail_once(dovecot: Dovecot, tmp_path: Path):
    """SIGKILL again and again: in the end every mail is moved, recorded once, and answered once."""
    server = Served(tmp_path, {"imap": dovecot.settings()})
    dovecot.put(composed("ann", "signup ann secret-ann", "signup"))
    assert fetch(server).returncode == 0
    dovecot.put(*numbered(50))
    command = [PBMHEARTS, "--config", server.ini, "fetch"]
    for goal in (1, 3, 6, 10, 15, 21):
        with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
            wait_until(lambda goal=goal: dovecot.counts("Done")["Done"] >= goal)  # type: ignore[misc]
            process.kill()
    assert dovecot.counts("INBOX")["INBOX"] > 0
    assert fetch(server).returncode == 0
    assert dovecot.counts("INBOX", "Done") == {"INBOX": 0, "Done": 51}
    assert server.rows("SELECT count(*) FROM inbox") == [(51,)]
    assert server.rows("SELECT count(*), count(DISTINCT in_reply_to) FROM outbox") == [(51, 51)]


def test_a_mail_that_it_died_over_comes_again(dovecot: Dovecot, tmp_path: Path):
    """A mail is moved only after it was dealt with; those before it are not met again."""
    taken: list[bytes] = []

    def die_at_the_second(raw: bytes) -> bool:
        taken.append(raw)
        if len(taken) == 2:
            raise KeyboardInterrupt
        return True

    mails = numbered(3)
    dovecot.put(*mails)
    with pytest.raises(KeyboardInterrupt):
        imap.fetch(settings(dovecot, tmp_path), die_at_the_second, LIMIT)
    assert imap.fetch(settings(dovecot, tmp_path), die_at_the_second, LIMIT) == imap.Fetched(done=2)
    assert taken == [mails[0], mails[1], mails[1], mails[2]]


def test_what_cannot_be_taken_now_stays_and_so_does_what_follows(dovecot: Dovecot, tmp_path: Path):
    """A database that is away puts the mailbox off, in order."""
    dovecot.put(*numbered(3))
    seen: list[bytes] = []

    def take(raw: bytes) -> bool:
        seen.append(raw)
        return len(seen) < 2

    assert imap.fetch(settings(dovecot, tmp_path), take, LIMIT) == imap.Fetched(done=1, put_off=True)
    assert dovecot.counts("INBOX", "Done") == {"INBOX": 2, "Done": 1}


def test_a_mail_over_the_limit_is_flagged_and_not_read(dovecot: Dovecot, tmp_path: Path):
    """It does not hold up the ones behind it, and the operator can see it."""
    small = composed("ann", "help", "1")
    dovecot.put(b"Subject: big\r\n\r\n" + b"x" * 5000 + b"\r\n", small)
    taken: list[bytes] = []
    found = imap.fetch(settings(dovecot, tmp_path), lambda raw: not taken.append(raw), 2000)
    assert (found, taken) == (imap.Fetched(done=1, too_big=1), [small])
    assert ["Flagged" in flags for flags in dovecot.flags("Done")] == [True, False]


def test_asked_to_stop_it_ends_between_two_mails(dovecot: Dovecot, tmp_path: Path):
    """The mail in hand is finished and moved."""
    dovecot.put(*numbered(3))
    taken: list[bytes] = []
    found = imap.fetch(
        settings(dovecot, tmp_path),
        lambda raw: not taken.append(raw),
        LIMIT,
        stopping=lambda: len(taken) == 1,
    )
    assert found == imap.Fetched(done=1)
    assert dovecot.counts("INBOX", "Done") == {"INBOX": 2, "Done": 1}


@pytest.mark.parametrize("capability", ["IMAP4rev1 UIDPLUS", "IMAP4rev1"])
def test_servers_without_move_get_copies(tmp_path: Path, capability: str):
    """Old servers copy, mark and expunge; nothing stays behind in the folder."""
    with Dovecot(capability) as dovecot:
        dovecot.put(*numbered(2))
        assert imap.fetch(settings(dovecot, tmp_path), lambda _: True, LIMIT) == imap.Fetched(done=2)
        assert dovecot.counts("INBOX", "Done") == {"INBOX": 0, "Done": 2}


@pytest.mark.parametrize("security", ["starttls", "tls"])
def test_the_way_there_is_secured(dovecot: Dovecot, tmp_path: Path, security: str):
    """STARTTLS and TLS work with a certificate that is trusted, and not with one that is not."""
    dovecot.put(*numbered(1))
    port = dovecot.tls_port if security == "tls" else dovecot.port
    mailbox = settings(dovecot, tmp_path, security=security, port=str(port))
    with pytest.raises(imap.MailboxError, match=r"(?i)certificate"):
        imap.fetch(mailbox, lambda _: True, LIMIT)
    trusting = ssl.create_default_context(cafile=str(dovecot.certificate))
    assert imap.fetch(mailbox, lambda _: True, LIMIT, context=trusting).done == 1


def test_what_goes_wrong_is_told_without_the_password(dovecot: Dovecot, tmp_path: Path):
    """A refused login, a closed port, a missing folder or password file: MailboxError, in words."""
    wrong = tmp_path / "wrong"
    wrong.write_text("not it", encoding="utf-8")
    for more in (
        {"password_file": str(wrong)},
        {"port": "1"},
        {"folder": "Nowhere"},
        {"password_file": str(tmp_path / "missing")},
    ):
        with pytest.raises(imap.MailboxError) as told:
            imap.fetch(settings(dovecot, tmp_path, **more), lambda _: True, LIMIT)
        assert PASSWORD not in str(told.value)
        assert "not it" not in str(told.value)


def test_a_mailbox_that_is_away_is_tried_again(dovecot: Dovecot, tmp_path: Path):
    """Once: exit 75. With --every: it goes on, and SIGTERM ends it with 0."""
    server = Served(tmp_path, {"imap": dovecot.settings(port="1")})
    once = fetch(server)
    assert once.returncode == os.EX_TEMPFAIL
    assert once.stderr.startswith("pbmhearts: the mailbox at 127.0.0.1:1 cannot be used")
    server.ini.write_text(server.ini.read_text("utf-8").replace("port = 1\n", f"port = {dovecot.port}\n"))
    command = [PBMHEARTS, "--config", server.ini, "fetch", "--every", "1"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for number in range(2):
            dovecot.put(composed("ann", "help", f"again{number}"))
            assert process.stdout.readline() == "1 mails taken, 0 too big\n"
        started = time.monotonic()
        process.terminate()
        assert process.wait(10) == 0
        assert time.monotonic() - started < 5


def test_without_a_mailbox_there_is_nothing_to_fetch(tmp_path: Path):
    """An ini without [imap] host is an error of the configuration."""
    done = fetch(Served(tmp_path))
    assert done.returncode == 2
    assert "[imap] host: there is no mailbox to fetch from" in done.stderr
