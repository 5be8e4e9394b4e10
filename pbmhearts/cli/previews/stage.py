"""A server that plays to itself: fixed time, fixed chance, mails handed in, letters read from its maildirs."""

import contextlib
import email
import email.policy
import hashlib
import itertools
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from pathlib import Path

from pbmhearts import app, config
from pbmhearts.clock import FixedClock, Tokens, seeded_secrets
from pbmhearts.games import hearts
from pbmhearts.games.bots import simple
from pbmhearts.letters import Envelope, Receipt
from pbmhearts.mail.transport.maildir import Maildirs
from pbmhearts.reminders import run
from pbmhearts.storage import Board, Repositories
from pbmhearts.table.play import Dealer

FourNames = tuple[str, str, str, str]

START = datetime(2026, 11, 30, 10, 0, tzinfo=UTC)

_SERVER = "mhearts@cards.example"
_INI = f"""\
[server]
address = {_SERVER}
data = .

[players]
confirm_addresses = yes
challenges = ask
"""


def _seeded_tokens(seed: int) -> Tokens:
    numbers = itertools.count()

    def tokens(size: int) -> bytes:
        return hashlib.shake_256(f"{seed}:{next(numbers)}".encode()).digest(size)

    return tokens


@dataclass
class Stage:
    """The server, and everybody's mailboxes.

    Attributes:
        four: the userids of the players.
    """

    server: app.App
    clock: FixedClock
    four: FourNames
    _numbers: Iterator[int] = field(default_factory=itertools.count)

    def mail(self, who: str, subject: str, body: str = "", *, answers: bytes = b"") -> bytes:
        """Mail a command, or the answer to a letter; returns the newest letter that comes back to the writer."""
        message = EmailMessage(policy=email.policy.SMTP)
        message["From"] = f"{who}@players.example"
        to = _SERVER
        if answers:
            letter = email.message_from_bytes(answers, policy=email.policy.default)
            to = str(letter["Reply-To"] or letter["From"])
            subject = f"Re: {letter['Subject']}"
            message["In-Reply-To"] = str(letter["Message-ID"])
        message["To"] = to
        message["Subject"] = subject
        message["Message-ID"] = f"<{next(self._numbers)}@players.example>"
        message.set_content(body)
        recipient = to.rpartition("<")[2].rstrip(">")
        envelope = Envelope(f"{who}@players.example", (recipient,))
        receipt = self.server.take(bytes(message), envelope)
        if receipt is not Receipt.ACCEPTED:
            raise RuntimeError(f"the mail of {who} was not taken: {receipt.value}")
        self.clock.set(self.clock.now() + timedelta(minutes=7))
        return self.newest(who)

    def reply(self, who: str, letter: bytes, words: str) -> bytes:
        """Answer a letter."""
        return self.mail(who, "", words, answers=letter)

    def newest(self, who: str, about: str = "") -> bytes:
        """The last letter that has come to somebody, with these words in its Subject."""
        while self.server.delivery.round().tried:
            pass
        files = Maildirs(self.server.config.maildirs).messages(f"{who}@players.example")
        for file in reversed(files):
            raw = file.read_bytes()
            if about in str(email.message_from_bytes(raw, policy=email.policy.default)["Subject"]):
                return raw
        raise RuntimeError(f"no letter about {about!r} has come to {who}")

    def wait(self, span: timedelta) -> None:
        """Let time go by, and do what `pbmhearts remind` does then."""
        self.clock.set(self.clock.now() + span)
        run.remind(self.server.store, self.server.services)
        self.server.let_bots_move()

    def board(self, number: int) -> Board:
        """A board as it stands."""
        with self.server.store.read() as repositories:
            board = repositories.boards.load(number)
        if board is None:
            raise RuntimeError(f"there is no board {number}")
        return board

    def whose_turn(self, number: int) -> tuple[str, str]:
        """Who must move, the first of them, and what the bot would do there."""
        board = self.board(number)
        seat = hearts.waiting(board.state)[0]
        chosen = simple.choose(hearts.view(board.state, seat))
        return board.names[seat], " ".join(card.label for card in chosen)

    def move(self, number: int, comment: str = "") -> str:
        """Whoever must move does what the bot would do; returns who."""
        who, cards = self.whose_turn(number)
        self.mail(who, f"mhearts move {number} {who} secret-{who} {cards}", comment)
        return who

    def illegal_card(self, number: int) -> str:
        """A card that whoever must play holds and may not play."""
        state = self.board(number).state
        view = hearts.view(state, hearts.waiting(state)[0])
        return next(card.label for card in view.hand if card not in view.legal)

    def play_on(self, number: int, last: type[hearts.Event]) -> None:
        """Play without mails until the next move would bring about such an event."""

        def work(repositories: Repositories) -> None:
            board = repositories.boards.load(number)
            while board is not None and board.ended_at is None:
                seat = hearts.waiting(board.state)[0]
                cards = simple.choose(hearts.view(board.state, seat))
                passing = isinstance(board.state, hearts.Passing)
                one, *others = cards
                action = hearts.Pass(seat, (one, others[0], others[1])) if passing else hearts.Play(seat, one)
                events = hearts.apply(board.state, action)[1]
                if any(isinstance(event, last) for event in events):
                    return
                account = board.seats[seat].account_id
                dealer = Dealer(repositories, self.clock.now(), self.server.services.secrets)
                board = dealer.act(board, action, account)
                dealer.save(board)

        self.server.store.run(work)


@contextlib.contextmanager
def stage(folder: Path, seed: int, four: FourNames) -> Iterator[Stage]:
    """A fresh server in an empty folder; the same seed gives the same letters, byte by byte."""
    path = folder / "mhearts.ini"
    path.write_text(_INI, encoding="utf-8")
    clock = FixedClock(START)
    with app.opened(
        config.load(path, {}),
        clock=clock,
        tokens=_seeded_tokens(seed),
        secrets=seeded_secrets(seed),
        upgrade=True,
    ) as server:
        yield Stage(server, clock, four)
