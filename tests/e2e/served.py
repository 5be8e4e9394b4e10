"""The server as its operator runs it: a process with an ini, reached by its port, its database and its maildirs."""

import configparser
import contextlib
import email
import email.policy
import re
import smtplib
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path
from typing import IO, Any

from house import SERVER, Mail
from postfix import wait_until

from pbmhearts import config
from pbmhearts.app import App, opened
from pbmhearts.config import Config
from pbmhearts.mail.transport.maildir import Maildirs

PROGRAM = Path(sys.executable).with_name("pbmhearts")
"""The console script of the environment that runs the tests."""

STOP_SECONDS = 10
"""How long the server may take to stop."""


class Served:
    """`pbmhearts serve` in a folder of its own, as a context manager; it may be stopped and started again.

    Args:
        ini: further keys of the configuration, by section.

    Attributes:
        port: where it listens, once started.
    """

    def __init__(self, folder: Path, ini: dict[str, dict[str, object]] | None = None) -> None:
        given = ini or {}
        keys = given | {
            "server": {"address": SERVER} | given.get("server", {}),
            "listen": {"port": 0} | given.get("listen", {}),
        }
        parser = configparser.ConfigParser(interpolation=None)
        parser.read_dict(keys)
        self.ini = folder / "mhearts.ini"
        with self.ini.open("w", encoding="utf-8") as file:
            parser.write(file)
        self.port = 0
        self._log = folder / "server.log"
        self._process: subprocess.Popen[str] | None = None

    def __enter__(self) -> "Served":
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._process is not None:
            self.kill()

    def start(self) -> None:
        """Start it; returns once it takes mail."""
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                [PROGRAM, "--config", self.ini, "serve"], stdout=subprocess.PIPE, stderr=log, text=True
            )
        line = self._stdout.readline()
        found = re.search(r" listens on \S+:(\d+)$", line)
        if not found:
            self.kill()
            raise AssertionError(f"it did not start: {line!r}\n{self.log}")
        self.port = int(found[1])

    def stop(self) -> int:
        """SIGTERM; its exit code."""
        assert self._process is not None
        self._process.terminate()
        return self._end()

    def kill(self) -> int:
        """SIGKILL; its exit code."""
        assert self._process is not None
        self._process.kill()
        return self._end()

    def _end(self) -> int:
        assert self._process is not None
        code = self._process.wait(STOP_SECONDS)
        self._stdout.close()
        self._process = None
        return code

    @property
    def _stdout(self) -> IO[str]:
        assert self._process is not None
        assert self._process.stdout is not None
        return self._process.stdout

    @property
    def log(self) -> str:
        """What the server has logged in all its lives."""
        return self._log.read_text(encoding="utf-8")

    @property
    def config(self) -> Config:
        """Its configuration."""
        return config.load(self.ini)

    @contextlib.contextmanager
    def inside(self) -> Iterator[App]:
        """A second look at the same database; what the server commits is seen."""
        with opened(self.config) as app:
            yield app

    def rows(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        """What a query finds in the database file."""
        path = self.config.database_url.removeprefix("sqlite:///")
        with contextlib.closing(sqlite3.connect(path, timeout=20)) as connection:
            return connection.execute(query, values).fetchall()

    def send(self, raw: bytes, sender: str, to: str = SERVER) -> None:
        """Hand in the bytes of a mail; raises an SMTPException if it is not taken."""
        with smtplib.SMTP("127.0.0.1", self.port, timeout=30) as smtp:
            smtp.sendmail(sender, [to], raw)

    def settle(self) -> None:
        """Wait until all letters have been sent."""
        wait_until(lambda: self.rows("SELECT 1 FROM outbox WHERE state <> 'sent'") == [], 60)

    def letters(self, address: str) -> list[Mail]:
        """The unread letters of an address, in order."""
        return [read(raw) for raw in Maildirs(self.config.maildirs).read(address)]


def read(raw: bytes) -> Mail:
    """A letter as its reader's mail program shows it."""
    return Mail(email.message_from_bytes(raw, policy=email.policy.default))


def address_of(userid: str) -> str:
    """Where a player of the tests reads mail."""
    return f"{userid}@players.example"


def composed(userid: str, subject: str, message_id: str, body: str = "", to: str = SERVER) -> bytes:
    """A mail as a player's mail program sends it."""
    message = EmailMessage(policy=email.policy.SMTP)
    message["From"] = address_of(userid)
    message["To"] = to
    message["Subject"] = subject
    message["Message-ID"] = f"<{message_id}@players.example>"
    message.set_content(body)
    return message.as_bytes()


def reply(letter: Mail, text: str, message_id: str) -> bytes:
    """An answer to a letter: `text` on top, the whole letter quoted below."""
    quoted = "\n".join(f"> {line}".rstrip() for line in letter.text.splitlines())
    message = EmailMessage(policy=email.policy.SMTP)
    message["From"] = letter["To"]
    message["To"] = letter["Reply-To"]
    message["Subject"] = f"Re: {letter.subject}"
    message["Message-ID"] = f"<{message_id}@players.example>"
    message["In-Reply-To"] = letter["Message-ID"]
    message.set_content(f"{text}\n\nOn Mon, 30 Nov 2026 at 10:00, {letter['From']} wrote:\n{quoted}\n")
    return message.as_bytes()
