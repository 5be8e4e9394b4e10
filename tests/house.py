"""A whole server for tests, without sockets: mails go in at intake, letters come out of maildirs."""

import contextlib
import email
import email.policy
import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from pathlib import Path
from urllib.parse import unquote

import new_database

from pbmhearts import config
from pbmhearts.app import App, opened
from pbmhearts.clock import FixedClock, seeded_secrets
from pbmhearts.games import hearts
from pbmhearts.letters import Envelope, Receipt
from pbmhearts.mail.transport.maildir import Maildirs
from pbmhearts.storage import Board

SERVER = "mhearts@cards.example"
START = datetime(2026, 11, 30, 10, 0, tzinfo=UTC)
FOUR = ("ann", "bob", "cat", "dan")


@dataclass(frozen=True)
class Mail:
    """A letter as its reader's mail program shows it."""

    message: EmailMessage

    def __getitem__(self, header: str) -> str:
        return str(self.message[header] or "")

    @property
    def subject(self) -> str:
        return self["Subject"]

    @property
    def text(self) -> str:
        part = self.message.get_body(("plain",))
        return part.get_content() if part else ""

    @property
    def html(self) -> str:
        part = self.message.get_body(("html",))
        return part.get_content() if part else ""

    @property
    def taps(self) -> list[str]:
        """The ready Subjects that the links of the HTML part open a mail with."""
        return [unquote(subject) for subject in re.findall(r"mailto:[^\"?]+\?subject=([^\"]+)", self.html)]

    @property
    def code(self) -> str:
        found = re.search(r"^Code: (\S+)", self.text, re.MULTILINE)
        return found[1] if found else ""

    @property
    def offers(self) -> list[str]:
        found = re.search(r"^Reply with one of: (.+)", self.text, re.MULTILINE)
        return found[1].split() if found else []


@dataclass
class House:
    """The server, its clock, and the mailboxes of everybody who was written to."""

    app: App
    clock: FixedClock
    _ids: Iterator[int] = field(default_factory=lambda: itertools.count(1))

    def raw(self, raw: bytes, *, envelope_from: str, to: str = SERVER) -> Receipt:
        """Hand in the bytes of a mail."""
        return self.app.take(raw, Envelope(envelope_from, (to,)))

    def mail(
        self,
        sender: str,
        subject: str,
        body: str = "",
        *,
        to: str = SERVER,
        reply_to: Mail | None = None,
        headers: dict[str, str] | None = None,
    ) -> list[Mail]:
        """Mail a command from `sender` (a name or an address); returns what comes back to that address."""
        address = sender if "@" in sender else f"{sender}@players.example"
        message = EmailMessage(policy=email.policy.SMTP)
        message["From"] = address
        message["To"] = to
        message["Subject"] = subject
        message["Message-ID"] = f"<{next(self._ids)}@players.example>"
        if reply_to is not None:
            message["In-Reply-To"] = reply_to["Message-ID"]
        for name, value in (headers or {}).items():
            message[name] = value
        message.set_content(body)
        receipt = self.raw(bytes(message), envelope_from=address, to=to)
        assert receipt is Receipt.ACCEPTED
        return self.letters(address)

    def reply(self, letter: Mail, text: str, *, sender: str | None = None) -> list[Mail]:
        """Answer a letter with `text` on top, as a mail program does; returns what comes back."""
        quoted = "\n".join(f"> {line}" for line in letter.text.splitlines())
        body = f"{text}\n\nOn Mon, 30 Nov 2026 at 10:00, MHearts <{SERVER}> wrote:\n{quoted}\n"
        return self.mail(
            sender or letter["To"],
            f"Re: {letter.subject}",
            body,
            to=letter["Reply-To"] or SERVER,
            reply_to=letter,
        )

    def letters(self, who: str) -> list[Mail]:
        """Deliver what waits; the unread letters of a name or an address, in order."""
        self.deliver()
        address = who if "@" in who else f"{who}@players.example"
        maildirs = Maildirs(self.app.config.maildirs)
        return [
            Mail(email.message_from_bytes(raw, policy=email.policy.default)) for raw in maildirs.read(address)
        ]

    def deliver(self) -> None:
        """Send all that is due now."""
        while self.app.delivery.round().tried:
            pass

    def wait(self, span: timedelta) -> None:
        """Move the clock on."""
        self.clock.set(self.clock.now() + span)

    def sign_up(self, *userids: str) -> None:
        """Open accounts with the passwords `secret-NAME`, and read the welcomes."""
        for userid in userids:
            self.mail(userid, f"signup {userid} secret-{userid}")

    def start(self, options: str = "", players: tuple[str, ...] = FOUR) -> int:
        """Sign up whoever is new, start a board of four, and read no letter of it; returns its number."""
        with self.app.store.read() as repositories:
            new = [player for player in players if repositories.accounts.by_userid(player) is None]
        self.sign_up(*new)
        before = self.boards()
        address = f"{players[0]}@players.example"
        message = EmailMessage(policy=email.policy.SMTP)
        message["From"] = address
        message["To"] = SERVER
        message["Subject"] = " ".join(f"mhearts challenge {options} {' '.join(players)}".split())
        message["Message-ID"] = f"<{next(self._ids)}@players.example>"
        message.set_content("")
        assert self.raw(bytes(message), envelope_from=address) is Receipt.ACCEPTED
        (number,) = set(self.boards()) - set(before)
        return number

    def boards(self) -> tuple[int, ...]:
        """The numbers of all boards."""
        with self.app.store.read() as repositories:
            return repositories.boards.numbers()

    def board(self, number: int) -> Board:
        """A board as it is stored."""
        with self.app.store.read() as repositories:
            board = repositories.boards.load(number)
        assert board is not None
        return board

    def log(self, number: int) -> tuple[str, ...]:
        """A board's actions."""
        with self.app.store.read() as repositories:
            return repositories.boards.log(number)

    def newest(self, who: str) -> Mail:
        """The last of the unread letters; all are read then."""
        return self.letters(who)[-1]

    def pass_all(self, number: int) -> None:
        """Everybody passes the first three cards of the hand, by full commands."""
        board = self.board(number)
        for seat in hearts.waiting(board.state):
            cards = " ".join(str(card) for card in hearts.legal_cards(board.state, seat)[:3])
            name = board.names[seat]
            self.mail(name, f"mhearts move {number} {name} secret-{name} {cards}")

    def turn(self, number: int) -> tuple[str, list[str]]:
        """Whose turn it is in the play, and which cards are legal."""
        board = self.board(number)
        (seat,) = hearts.waiting(board.state)
        return board.names[seat], [str(card) for card in hearts.legal_cards(board.state, seat)]

    def play_one(self, number: int) -> str:
        """Whoever's turn it is plays the first legal card by a full command; returns the userid."""
        name, legal = self.turn(number)
        self.mail(name, f"mhearts move {number} {name} secret-{name} {legal[0]}")
        return name


@contextlib.contextmanager
def open_house(
    folder: Path,
    ini: str = "",
    *,
    seed: int = 7,
    players: str = "confirm_addresses = no",
    at: datetime = START,
) -> Iterator[House]:
    """A fresh server in `folder`, or the one that is there.

    Args:
        ini: further lines of its configuration, after those of [server].
        players: the lines of [players]; by default an address counts as its player's at once.
        at: where its clock stands; now, if a program with the real time writes to it too.
    """
    path = folder / "mhearts.ini"
    text = f"[players]\n{players}\n\n[server]\naddress = {SERVER}\n{ini}"
    path.write_text(text, encoding="utf-8")
    clock = FixedClock(at)
    settings = config.load(path)
    new_database.prepare(settings.database_url)
    with opened(settings, clock=clock, secrets=seeded_secrets(seed), upgrade=True) as app:
        yield House(app, clock)
