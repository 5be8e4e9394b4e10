"""A player of the demo: knows nothing but what the letters' text parts say, and answers by SMTP."""

import contextlib
import email
import email.policy
import hashlib
import os
import re
import smtplib
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from email.message import EmailMessage, Message
from email.utils import make_msgid, parseaddr
from pathlib import Path

_POLL_SECONDS = 0.005

_BOARD = re.compile(r"\[mhearts (\d+)")
_CODE = re.compile(r"^Code: (\S+)", re.MULTILINE)
_ONE_OF = re.compile(r"^Reply with one of: (.+)$", re.MULTILINE)
_THREE = re.compile(r"^Reply with three cards, for example: (.+)$((?:\n[ \t]+\S.*)*)", re.MULTILINE)
_OVER = re.compile(r"^Board \d+ is over", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Read:
    """What a player reads in a letter."""

    letter: Message
    text: str
    board: int
    choices: tuple[str, ...]
    over: bool


Answer = Callable[["Player", Read, str], EmailMessage]
"""A way to answer: makes the mail that plays a choice."""


@dataclass(slots=True)
class Player:
    """One of the four, on a thread of its own.

    Attributes:
        answer: how this player answers.
        over: the boards whose end this player has been told.
        received: letters read so far.
        sent: mails sent so far.
    """

    userid: str
    password: str
    address: str
    server: str
    mailbox: Path
    seed: int
    answer: Answer
    connect: Callable[[], smtplib.SMTP]
    over: set[int] = field(default_factory=set)
    received: int = 0
    sent: int = 0
    fault: str = ""
    _smtp: smtplib.SMTP | None = None
    _stop: threading.Event = field(default_factory=threading.Event)
    _thread: threading.Thread | None = None

    def start(self) -> None:
        """Begin to read and answer."""
        self._thread = threading.Thread(target=self._play, name=self.userid, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Read no more."""
        self._stop.set()
        if self._thread is not None:
            self._thread.join()
        if self._smtp is not None:
            with contextlib.suppress(OSError):  # smtplib's errors too: the server may have gone first
                self._smtp.quit()
            self._smtp = None

    def mail(self, subject: str) -> None:
        """Send a command."""
        self.send(self.compose(self.server, subject, ""))

    def compose(self, to: str, subject: str, body: str) -> EmailMessage:
        """A mail of this player's."""
        message = EmailMessage(policy=email.policy.SMTP)
        message["From"] = f"{self.userid} <{self.address}>"
        message["To"] = to
        message["Subject"] = subject
        message["Message-ID"] = make_msgid(domain="players.example")
        message.set_content(body)
        return message

    def send(self, message: EmailMessage) -> None:
        """Hand a mail to the server."""
        if self._smtp is None:
            self._smtp = self.connect()
        to = parseaddr(str(message["To"]))[1]
        self._smtp.send_message(message, from_addr=self.address, to_addrs=[to])
        self.sent += 1

    def unread(self) -> list[Path]:
        """The letters that came and were not read, in order."""
        new = self.mailbox / "new"
        return sorted(new / name for name in os.listdir(new)) if new.is_dir() else []  # noqa: PTH208 - twice as fast

    def take(self, file: Path) -> Read:
        """Read a letter, once."""
        letter = email.message_from_bytes(file.read_bytes())
        file.rename(self.mailbox / "cur" / f"{file.name}:2,S")
        self.received += 1
        text = _plain_text(letter)
        board = _BOARD.search(str(letter["Subject"]))
        return Read(letter, text, int(board[1]) if board else 0, _choices(text), bool(_OVER.search(text)))

    def _play(self) -> None:
        try:
            while not self._stop.is_set():
                files = self.unread()
                for file in files:
                    self._deal_with(self.take(file))
                if not files:
                    time.sleep(_POLL_SECONDS)
        except (OSError, ValueError) as error:
            self.fault = f"{self.userid} gave up: {error}"

    def _deal_with(self, read: Read) -> None:
        if read.over:
            self.over.add(read.board)
        elif read.choices:
            self.send(self.answer(self, read, self._choose(read)))

    def _choose(self, read: Read) -> str:
        # By what is offered and nothing else: the same seed chooses the same, whatever the threads do.
        text = f"{self.seed}:{self.userid}:{read.board}:{read.letter['Subject']}:{read.choices}"
        number = int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")
        return read.choices[number % len(read.choices)]


def _plain_text(letter: Message) -> str:
    for part in letter.walk():
        if part.get_content_type() == "text/plain":
            content = part.get_payload(decode=True)
            return content.decode("utf-8") if isinstance(content, bytes) else ""
    return ""


def _choices(text: str) -> tuple[str, ...]:
    """The cards, or threes of cards, that a letter offers."""
    cards = _ONE_OF.search(text)
    if cards:
        return tuple(cards[1].split())
    threes = _THREE.search(text)
    if threes:
        return tuple(" ".join(line.split()) for line in (threes[1], *threes[2].splitlines()) if line.strip())
    return ()


def with_password(player: Player, read: Read, choice: str) -> EmailMessage:
    """A full command in the Subject."""
    command = f"mhearts move {read.board} {player.userid} {player.password} {choice}"
    return player.compose(player.server, command, "")


def with_code(player: Player, read: Read, choice: str) -> EmailMessage:
    """The letter's turn code in the Subject."""
    code = _CODE.search(read.text)
    return player.compose(player.server, f"mhearts move {read.board} {code[1] if code else ''} {choice}", "")


def below_the_quote(player: Player, read: Read, choice: str) -> EmailMessage:
    """A reply: the whole letter quoted, the choice below it."""
    quoted = "\n".join(f"> {line}".rstrip() for line in read.text.splitlines())
    body = f"On {read.letter['Date']}, {read.letter['From']} wrote:\n{quoted}\n\n{choice}\n"
    message = player.compose(str(read.letter["Reply-To"]), f"Re: {read.letter['Subject']}", body)
    message["In-Reply-To"] = str(read.letter["Message-ID"])
    message["References"] = str(read.letter["Message-ID"])
    return message
