"""Mail that answers itself: between two servers of ours, and with programs that answer everything."""

import contextlib
import email
import email.policy
import itertools
from collections.abc import Callable, Iterator
from datetime import timedelta
from email.message import EmailMessage
from email.utils import parseaddr
from pathlib import Path

import pytest
from house import SERVER, House, open_house

from pbmhearts import config
from pbmhearts.app import opened
from pbmhearts.delivery.rounds import Delivery
from pbmhearts.letters import Envelope, Receipt
from pbmhearts.mail.transport.batch import Batch, SendOutcome, SendResult

pytestmark = pytest.mark.slow

NORTH, SOUTH, ANN = "mhearts@north.example", "mhearts@south.example", "ann@players.example"

Answer = Callable[[EmailMessage], EmailMessage | None]


class Post:
    """Carries letters between servers and programs until nothing is left to carry.

    Attributes:
        carried: sender and recipient of each mail, in order.
    """

    def __init__(self, programs: dict[str, Answer] | None = None) -> None:
        self.houses: dict[str, House] = {}
        self.programs = programs or {}
        self.carried: list[tuple[str, str]] = []
        self._queue: list[tuple[str, str, bytes]] = []

    def send(self, envelope_from: str, to: str, data: bytes) -> SendResult:
        self._queue.append((envelope_from, to, data))
        return SendResult(SendOutcome.SENT, 250, "2.0.0 ok")

    def send_all(self, batch: Batch) -> None:
        batch.each(lambda parcel: self.send(parcel.envelope_from, parcel.to, parcel.data))

    def close(self) -> None:
        """Nothing is kept."""

    def carry(self, most: int = 20) -> list[tuple[str, str]]:
        """Carry until it ends by itself, or fail after `most` mails."""
        while self._queue:
            envelope_from, to, data = self._queue.pop(0)
            self.carried.append((envelope_from, to))
            assert len(self.carried) <= most, "it does not end"
            self._arrive(envelope_from, to, data)
        return self.carried

    def _arrive(self, envelope_from: str, to: str, data: bytes) -> None:
        local, _, domain = to.partition("@")
        house = self.houses.get(f"{local.partition('+')[0]}@{domain}")
        if house is not None:
            assert house.app.intake.process(data, Envelope(envelope_from, (to,))) is Receipt.ACCEPTED
            delivery = Delivery(house.app.store, house.app.services, self)
            while delivery.round().tried:
                pass
        elif program := self.programs.get(to):
            answer = program(email.message_from_bytes(data, policy=email.policy.default))
            if answer is not None:
                self.send(str(answer["From"]), str(answer["To"]), bytes(answer))


@contextlib.contextmanager
def house_at(folder: Path, address: str) -> Iterator[House]:
    """A server with an address of its own."""
    with open_house(folder) as house:
        path = house.app.config.path
    path.write_text(path.read_text("utf-8").replace(SERVER, address), encoding="utf-8")
    with opened(config.load(path), clock=house.clock) as app:
        yield House(app, house.clock)


@contextlib.contextmanager
def servers(folder: Path, post: Post, *addresses: str) -> Iterator[None]:
    with contextlib.ExitStack() as stack:
        for address in addresses:
            (folder / address).mkdir()
            post.houses[address] = stack.enter_context(house_at(folder / address, address))
        yield


def mail(sender: str, to: str, subject: str, body: str = "") -> bytes:
    message = EmailMessage(policy=email.policy.SMTP)
    message["From"], message["To"], message["Subject"] = sender, to, subject
    message["Message-ID"] = f"<start@{sender.rpartition('@')[2]}>"
    message.set_content(body)
    return bytes(message)


@pytest.mark.parametrize("subject", ["help", "what is this?", "signup north secret-north", "ping"])
def test_two_servers_of_ours_fall_silent(tmp_path: Path, subject: str) -> None:
    """A mail in the name of one server to the other: its answer is not answered."""
    post = Post()
    with servers(tmp_path, post, NORTH, SOUTH):
        post.send(NORTH, SOUTH, mail(NORTH, SOUTH, subject))
        assert len(post.carry()) <= 3


@pytest.mark.parametrize("stripped", [False, True])
def test_a_forwarder_between_two_servers_ends_too(tmp_path: Path, stripped: bool) -> None:
    """An address that passes each answer on to the other server, in its own name, even without our headers."""

    def pass_on(letter: EmailMessage) -> EmailMessage:
        target = SOUTH if NORTH in str(letter["From"]) else NORTH
        copy = EmailMessage(policy=email.policy.SMTP)
        copy["From"], copy["To"], copy["Subject"] = "both@else.example", target, str(letter["Subject"])
        if not stripped:
            copy["Auto-Submitted"] = str(letter["Auto-Submitted"])
        copy.set_content("passed on")
        return copy

    post = Post({"both@else.example": pass_on})
    with servers(tmp_path, post, NORTH, SOUTH):
        post.send("both@else.example", NORTH, mail("both@else.example", NORTH, "help"))
        carried = post.carry(most=40)
        answers = [sender for sender, _ in carried if sender != "both@else.example"]
        assert len(answers) <= (6 if stripped else 1)


def vacation(*, marked: bool, names: Iterator[str]) -> Answer:
    """A responder that answers each letter, from the next of `names`."""

    def answer(letter: EmailMessage) -> EmailMessage:
        reply = EmailMessage(policy=email.policy.SMTP)
        reply["From"], reply["To"] = next(names), parseaddr(str(letter["Reply-To"] or letter["From"]))[1]
        reply["Subject"] = f"Out of office: {letter['Subject']}"
        reply["In-Reply-To"] = str(letter["Message-ID"])
        if marked:
            reply["Auto-Submitted"] = "auto-replied"
        reply.set_content("I am away until Monday.")
        return reply

    return answer


def addresses(domain: str) -> Iterator[str]:
    """A new address each time."""
    return (f"away{number}@{domain}" for number in itertools.count())


@pytest.mark.parametrize("marked", [True, False])
def test_a_vacation_responder_that_changes_its_from_ends(tmp_path: Path, marked: bool) -> None:
    """It answers our answer, whether it says what it is or not: within three mails nobody says anything."""
    reply = vacation(marked=marked, names=addresses("else.example"))
    post = Post({f"away{number}@else.example": reply for number in range(30)})
    with servers(tmp_path, post, SOUTH):
        start = "away29@else.example"
        post.send(start, SOUTH, mail(start, SOUTH, "what is this?", "I am away until Monday."))
        answers = [to for sender, to in post.carry() if "south.example" in sender]
        assert len(answers) == 1
        assert len(post.carried) <= 3


def test_a_responder_at_a_players_address_gets_one_answer(tmp_path: Path) -> None:
    """A player's mail program answers a board's letter in words that are no move: one answer, nothing is published."""
    reply = vacation(marked=False, names=itertools.repeat(ANN))
    with open_house(tmp_path) as house:
        number = house.start()
        before = house.log(number)
        (letter,) = house.letters("ann")[-1:]
        others = ("bob", "cat", "dan")
        for name in others:
            house.letters(name)
        answers = 0
        for number_of_mail in range(5):
            answer = reply(letter.message)
            assert answer is not None
            raw = bytes(answer).replace(
                b"In-Reply-To", b"Message-ID: <%d@x>\r\nIn-Reply-To" % number_of_mail, 1
            )
            house.raw(raw, envelope_from=ANN, to=str(answer["To"]))
            came = house.letters("ann")
            answers += len(came)
            letter = came[-1] if came else letter
        assert answers == 1
        assert house.log(number) == before
        assert [house.letters(name) for name in others] == [[], [], []]


@pytest.mark.parametrize(
    "words", ["We received your request. Your ticket number is {}.", "Away, {} days left", "Ref {} {} {} {}"]
)
def test_a_program_that_counts_gets_few_answers(tmp_path: Path, words: str) -> None:
    """A number that goes up does not make its words new ones."""
    with open_house(tmp_path) as house:
        house.start()
        (letter,) = house.letters("ann")[-1:]
        answers = sum(
            len(house.reply(letter, words.format(*(number + each for each in range(4)))))
            for number in range(20)
        )
        assert 1 <= answers <= 5


def test_whatever_a_program_says_an_address_gets_few_answers(tmp_path: Path) -> None:
    """Other words each time: ten answers an hour and thirty a day, and commands are obeyed all the same."""
    with open_house(tmp_path) as house:
        house.start()
        house.letters("ann")
        said = (
            f"{chr(97 + number // 26)}{chr(97 + number % 26)}x is what we have heard" for number in range(200)
        )
        assert sum(len(house.mail("ann", next(said))) for _ in range(15)) == 10
        assert house.mail("ann", "ping")[0].subject.endswith("ping")
        day = 10
        for _ in range(5):
            house.wait(timedelta(minutes=61))
            day += sum(len(house.mail("ann", next(said))) for _ in range(15))
        assert day == 30
