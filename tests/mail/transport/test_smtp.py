# ruff: noqa: ARG002, N802 - aiosmtpd names its hooks and says what they are given
"""The sending side against real SMTP servers on loopback."""

import asyncio
import socket
import ssl
import subprocess
import threading
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.smtp import SMTP, AuthResult
from aiosmtpd.smtp import Envelope as SmtpEnvelope
from ports import free_port

from pbmhearts.config import DeliveryConfig
from pbmhearts.mail.transport.batch import Batch, Parcel, SendOutcome, SendResult
from pbmhearts.mail.transport.smtp import Smarthost

FROM = "mhearts+b-x@cards.example"
ANN = "ann@example.org"
MAIL = b"Subject: x\r\n\r\nhello\r\n"
PASSWORD = "spades-4711"


class Sink:
    """Takes mails; a test says what it answers, by verb."""

    offers_pipelining = False

    def __init__(self, **answers: str) -> None:
        self.answers = answers
        self.mails: list[SmtpEnvelope] = []
        self.connections = 0
        self.drop_at = ""

    async def handle_EHLO(self, server, session, envelope, hostname, responses):
        session.host_name = hostname
        self.connections += 1
        return ["250-PIPELINING", *responses] if self.offers_pipelining else responses

    async def handle_MAIL(self, server, session, envelope, address, options):
        self._drop(server, "MAIL")
        envelope.mail_from = address
        envelope.mail_options.extend(options)
        return self.answers.get("MAIL", "250 OK")

    async def handle_RCPT(self, server, session, envelope, address, options):
        self._drop(server, "RCPT")
        envelope.rcpt_tos.append(address)
        return self.answers.get("RCPT", "250 OK")

    async def handle_DATA(self, server, session, envelope):
        self.mails.append(envelope)
        self._drop(server, "DATA")
        return self.answers.get("DATA", "250 queued")

    def _drop(self, server: SMTP, verb: str) -> None:
        if self.drop_at == verb:
            self.drop_at = ""
            server.transport.abort()


@pytest.fixture(autouse=True, params=[False, True], ids=["step by step", "pipelining"])
def pipelining(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each test is played against sinks without and with PIPELINING: nothing else may differ."""
    monkeypatch.setattr(Sink, "offers_pipelining", request.param)


@contextmanager
def running(sink: Sink, tls: ssl.SSLContext | None = None, **options: Any) -> Iterator[DeliveryConfig]:
    """The sink on a free port, in a thread of its own, and how to deliver there."""
    options = {"enable_SMTPUTF8": True, **options}
    begun: Future[tuple[int, asyncio.AbstractEventLoop, asyncio.Event]] = Future()

    async def serve() -> None:
        loop, over = asyncio.get_running_loop(), asyncio.Event()
        server = await loop.create_server(lambda: SMTP(sink, loop=loop, **options), "127.0.0.1", 0, ssl=tls)
        begun.set_result((server.sockets[0].getsockname()[1], loop, over))
        await over.wait()
        server.close()
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)
        await asyncio.sleep(0.01)  # transports close in a later turn

    thread = threading.Thread(target=asyncio.run, args=(serve(),))
    thread.start()
    port, loop, over = begun.result(timeout=5)
    try:
        yield config(port)
    finally:
        loop.call_soon_threadsafe(over.set)
        thread.join()


def config(port: int) -> DeliveryConfig:
    return DeliveryConfig(smarthost="127.0.0.1", port=port, timeout=timedelta(seconds=3), connections=1)


@contextmanager
def calling(config: DeliveryConfig, context: ssl.SSLContext | None = None) -> Iterator[Smarthost]:
    smarthost = Smarthost(config, "cards.example", context=context)
    try:
        yield smarthost
    finally:
        smarthost.close()


@contextmanager
def scripted(*steps: bytes, hang: bool = False, heard: list[bytes] | None = None) -> Iterator[int]:
    """A server for one connection that answers each line with the next step, then closes or falls silent."""
    over = threading.Event()

    def serve() -> None:
        connection, _ = server.accept()
        with connection, connection.makefile("rb") as lines:
            for number, step in enumerate(steps):
                if number:
                    line = lines.readline()
                    if heard is not None:
                        heard.append(line)
                connection.sendall(step)
            if hang:
                over.wait(10)

    with socket.create_server(("127.0.0.1", 0)) as server:
        thread = threading.Thread(target=serve)
        thread.start()
        try:
            yield server.getsockname()[1]
        finally:
            over.set()
            thread.join()


def test_a_letter_arrives_whole():
    """CRLF line ends, leading dots and eight bits reach the sink; so does the envelope."""
    sink = Sink()
    with running(sink) as where, calling(where) as smarthost:
        result = smarthost.send(FROM, ANN, b"Subject: \xc3\xa9\n\n.dot\r\n..two\rthree\n.")
    assert result == SendResult(SendOutcome.SENT, 250, "queued")
    (mail,) = sink.mails
    assert mail.content == b"Subject: \xc3\xa9\r\n\r\n.dot\r\n..two\r\nthree\r\n.\r\n"
    assert (mail.mail_from, mail.rcpt_tos) == (FROM, [ANN])
    assert {f"SIZE={len(mail.content)}", "BODY=8BITMIME"} == set(mail.mail_options)


def test_a_bounce_address_may_be_empty():
    """The null return path is sent as such, and seven bits announce nothing more."""
    sink = Sink()
    with running(sink) as where, calling(where) as smarthost:
        assert smarthost.send("", ANN, MAIL).outcome == "sent"
    assert sink.mails[0].mail_from == "<>"
    assert "BODY=8BITMIME" not in sink.mails[0].mail_options


def test_the_connection_is_kept():
    """Letters one after the other, refused ones among them, go over one connection."""
    sink = Sink()
    with running(sink) as where, calling(where) as smarthost:
        smarthost.send(FROM, ANN, MAIL)
        sink.answers["RCPT"] = "550 5.1.1 who?"
        assert smarthost.send(FROM, ANN, MAIL) == SendResult(SendOutcome.NEVER, 550, "5.1.1 who?")
        del sink.answers["RCPT"]
        smarthost.send(FROM, ANN, MAIL)
    assert (len(sink.mails), sink.connections) == (2, 1)


@pytest.mark.parametrize(
    ("answers", "expected"),
    [
        ({"RCPT": "550 5.1.1 No such user"}, SendResult(SendOutcome.NEVER, 550, "5.1.1 No such user")),
        ({"RCPT": "450 4.2.0 Greylisted"}, SendResult(SendOutcome.LATER, 450, "4.2.0 Greylisted")),
        ({"DATA": "554 5.7.1 Spam"}, SendResult(SendOutcome.NEVER, 554, "5.7.1 Spam")),
        ({"DATA": "452 4.3.1 Full"}, SendResult(SendOutcome.LATER, 452, "4.3.1 Full")),
        ({"MAIL": "451 4.3.0 Busy"}, SendResult(SendOutcome.LATER, 451, "4.3.0 Busy")),
        ({"MAIL": "550 5.7.1 Bad sender"}, SendResult(SendOutcome.LATER, 550, "5.7.1 Bad sender")),
    ],
)
def test_refusals_are_told_apart(answers: dict[str, str], expected: SendResult):
    """4xx is "later"; 5xx is "never" where it is about the recipient or the letter, not about us."""
    with running(Sink(**answers)) as where, calling(where) as smarthost:
        assert smarthost.send(FROM, ANN, MAIL) == expected


def test_long_words_are_shortened():
    """The smarthost's words become one line of at most 300 characters, without control characters."""
    with (
        running(Sink(RCPT="550-5.1.1 one\r\n550 \x1b[31mtwo " + "x" * 400)) as where,
        calling(where) as smarthost,
    ):
        text = smarthost.send(FROM, ANN, MAIL).text
    assert text.startswith("5.1.1 one [31mtwo xxx")
    assert len(text) == 300


def test_an_address_is_sent_as_it_is():
    """What looks like a comment or a list in an address is not taken out of it."""
    heard: list[bytes] = []
    replies = (b"220 hello\r\n", b"250 hello\r\n", b"250 ok\r\n", b"550 no\r\n")
    with scripted(*replies, heard=heard) as port, calling(config(port)) as smarthost:
        assert smarthost.send(FROM, "a(b),c=d@example.org", MAIL).code == 550
    assert heard[2] == b"RCPT TO:<a(b),c=d@example.org>\r\n"


def test_a_goodbye_on_a_kept_connection_is_no_refusal():
    """421 at RCPT on a kept connection costs one new connection; a second one makes the letter wait."""
    sink = Sink()
    with running(sink) as where, calling(where) as smarthost:
        smarthost.send(FROM, ANN, MAIL)
        sink.answers["RCPT"] = "421 4.7.0 too many mails here"
        assert smarthost.send(FROM, ANN, MAIL) == SendResult(
            SendOutcome.LATER, 421, "4.7.0 too many mails here"
        )
    assert sink.connections == 2


@pytest.mark.parametrize("verb", ["MAIL", "RCPT"])
def test_a_kept_connection_that_died_is_made_anew(verb: str):
    """A drop before the message was handed over costs one new connection, not the letter."""
    sink = Sink()
    with running(sink) as where, calling(where) as smarthost:
        smarthost.send(FROM, ANN, MAIL)
        sink.drop_at = verb
        assert smarthost.send(FROM, ANN, MAIL).outcome == "sent"
    assert (len(sink.mails), sink.connections) == (2, 2)


def test_a_smarthost_that_was_restarted_is_called_again():
    """The kept connection was closed from the other side between two letters."""
    sink = Sink()
    with running(sink) as where, calling(where) as smarthost:
        smarthost.send(FROM, ANN, MAIL)
        smarthost._clients[0]._kept.sock.shutdown(socket.SHUT_RDWR)
        assert smarthost.send(FROM, ANN, MAIL).outcome == "sent"
    assert sink.connections == 2


def test_a_new_connection_that_dies_is_not_tried_again():
    """A fresh connection that drops is "later": no endless reconnecting."""
    sink = Sink()
    sink.drop_at = "RCPT"
    with running(sink) as where, calling(where) as smarthost:
        result = smarthost.send(FROM, ANN, MAIL)
    assert (result.outcome, result.code, sink.connections) == ("later", 0, 1)


def test_a_drop_after_the_dot_is_later():
    """Nobody knows whether the letter was taken: it is not sent again at once, and the next one goes."""
    sink = Sink()
    with running(sink) as where, calling(where) as smarthost:
        smarthost.send(FROM, ANN, MAIL)
        sink.drop_at = "DATA"
        result = smarthost.send(FROM, ANN, MAIL)
        assert (result.outcome, result.code, len(sink.mails)) == ("later", 0, 2)
        assert smarthost.send(FROM, ANN, MAIL).outcome == "sent"


def test_nobody_there():
    """A refused connection is "later"."""
    with calling(config(free_port())) as smarthost:
        result = smarthost.send(FROM, ANN, MAIL)
    assert result == SendResult(SendOutcome.LATER, 0, "Connection refused")


def test_a_name_that_does_not_resolve():
    """A smarthost that DNS does not know is "later"."""
    with calling(replace(config(25), smarthost="smarthost.invalid")) as smarthost:
        assert smarthost.send(FROM, ANN, MAIL).outcome == "later"


@pytest.mark.parametrize(
    "steps",
    [
        (),
        (b"220 hello\r\n",),
        (b"220 hello\r\n", b"250 hello\r\n", b"250 ok\r\n", b"250 ok\r\n", b"354 go on\r\n"),
    ],
)
def test_a_silent_smarthost_is_given_up(steps: tuple[bytes, ...]):
    """Silence at the greeting, at EHLO or after the dot is "later" once the timeout is over."""
    with scripted(*steps, hang=True) as port:
        where = replace(config(port), timeout=timedelta(seconds=0.3))
        with calling(where) as smarthost:
            result = smarthost.send(FROM, ANN, MAIL)
    assert (result.outcome, result.code) == ("later", 0)
    assert "timed out" in result.text


@pytest.mark.parametrize(
    ("steps", "code"),
    [
        ((b"554 no service here\r\n",), 554),
        ((b"421 too busy\r\n",), 421),
        ((b"\xff\xfe\x00junk\r\n",), 0),
        ((b"220 " + b"x" * 20000 + b"\r\n",), 500),
        ((b"220 hello\r\n", b"500 what\r\n", b"500 what\r\n"), 500),
        ((b"220 hello\r\n", b"250 hello\r\n", b"250 ok\r\n", b"421 closing\r\n"), 421),
    ],
)
def test_a_strange_smarthost_is_tried_later(steps: tuple[bytes, ...], code: int):
    """Refusals and nonsense that are not about the letter are "later"."""
    with scripted(*steps) as port, calling(config(port)) as smarthost:
        result = smarthost.send(FROM, ANN, MAIL)
    assert (result.outcome, result.code) == ("later", code)


@pytest.mark.parametrize(
    "address", ["ann@example.org\r\nRCPT TO:<eve@example.org>", "a b@c", "<a@b>", "\udcff@x"]
)
def test_an_address_cannot_carry_commands(address: str):
    """White space, brackets and control characters in an address are refused before anything is sent."""
    sink = Sink()
    with running(sink) as where, calling(where) as smarthost:
        assert smarthost.send(FROM, address, MAIL).outcome == "never"
        assert smarthost.send(address, ANN, MAIL).outcome == "never"
    assert sink.connections == 0


def test_addresses_beyond_ascii_need_smtputf8():
    """They go where it is offered, are "never" elsewhere, and the next letter is none the worse."""
    sink = Sink()
    with running(sink) as where, calling(where) as smarthost:
        assert smarthost.send(FROM, "jürgen@example.org", MAIL).outcome == "sent"
        assert smarthost.send(FROM, ANN, MAIL).outcome == "sent"
    assert sink.mails[0].rcpt_tos == ["jürgen@example.org"]
    assert "SMTPUTF8" in sink.mails[0].mail_options
    with running(sink, enable_SMTPUTF8=False) as where, calling(where) as smarthost:
        assert smarthost.send(FROM, "jürgen@example.org", MAIL).code == 553
        assert smarthost.send(FROM, ANN, MAIL).outcome == "sent"


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A certificate for 127.0.0.1 that signs itself, with its key in the same file."""
    path = tmp_path_factory.mktemp("tls") / "both.pem"
    key = path.with_name("key.pem")
    subprocess.run(
        [
            "openssl",
            "req",
            "-x509",
            "-newkey",
            "ec",
            "-pkeyopt",
            "ec_paramgen_curve:prime256v1",
            "-nodes",
            "-days",
            "2",
            "-subj",
            "/CN=smarthost",
            "-addext",
            "subjectAltName=IP:127.0.0.1",
            "-keyout",
            str(key),
            "-out",
            str(path),
        ],
        check=True,
        capture_output=True,
    )
    path.write_bytes(path.read_bytes() + key.read_bytes())
    return path


def server_context(certificate: Path) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    return context


def test_starttls_with_a_certificate_that_is_trusted(certificate: Path):
    """The letter goes over TLS."""
    sink = Sink()
    options = {"tls_context": server_context(certificate), "require_starttls": True}
    with (
        running(sink, **options) as where,
        calling(
            replace(where, security="starttls"), ssl.create_default_context(cafile=str(certificate))
        ) as smarthost,
    ):
        assert smarthost.send(FROM, ANN, MAIL).outcome == "sent"
        assert smarthost.send(FROM, ANN, MAIL).outcome == "sent"
    assert len(sink.mails) == 2


def test_starttls_with_a_certificate_that_nobody_vouches_for(certificate: Path):
    """Nothing is sent, and the letter waits."""
    sink = Sink()
    with running(sink, tls_context=server_context(certificate)) as where:
        with calling(replace(where, security="starttls")) as smarthost:
            result = smarthost.send(FROM, ANN, MAIL)
        assert "certificate verify failed" in result.text
        assert result.outcome == "later"
        name = replace(where, security="starttls", smarthost="localhost")
        with calling(name, ssl.create_default_context(cafile=str(certificate))) as smarthost:
            assert smarthost.send(FROM, ANN, MAIL).outcome == "later"
    assert sink.mails == []


def test_starttls_that_is_not_offered():
    """A smarthost that stopped offering TLS gets no letter in the clear."""
    sink = Sink()
    with running(sink) as where, calling(replace(where, security="starttls")) as smarthost:
        assert smarthost.send(FROM, ANN, MAIL).outcome == "later"
    assert sink.mails == []


def test_tls_from_the_first_byte(certificate: Path):
    """`security = tls` speaks TLS at once, and checks the certificate."""
    sink = Sink()
    with running(sink, server_context(certificate)) as where:
        tls = replace(where, security="tls")
        with calling(tls, ssl.create_default_context(cafile=str(certificate))) as smarthost:
            assert smarthost.send(FROM, ANN, MAIL).outcome == "sent"
        with calling(tls) as smarthost:
            assert smarthost.send(FROM, ANN, MAIL).outcome == "later"
    assert len(sink.mails) == 1


def authenticator(server: Any, session: Any, envelope: Any, mechanism: str, data: Any) -> AuthResult:
    right = (data.login, data.password) == (b"mhearts", PASSWORD.encode())
    return AuthResult(
        success=right, message=None if right else f"535 5.7.8 not {data.password.decode()}", handled=False
    )


@pytest.mark.parametrize(
    ("password", "outcome", "code"),
    [(PASSWORD, "sent", 250), ("wrong", "later", 535), ("\xe9t\xe9", "later", 0)],
)
def test_logging_in(certificate: Path, tmp_path: Path, password: str, outcome: str, code: int):
    """The password comes from its file; a wrong one is our fault, and never quoted."""
    (tmp_path / "password").write_text(password + "\n", encoding="utf-8")
    options = {
        "tls_context": server_context(certificate),
        "authenticator": authenticator,
        "auth_required": True,
    }
    with running(Sink(), **options) as where:
        login = replace(where, security="starttls", user="mhearts", password_file=str(tmp_path / "password"))
        with calling(login, ssl.create_default_context(cafile=str(certificate))) as smarthost:
            result = smarthost.send(FROM, ANN, MAIL)
    assert (result.outcome, result.code) == (outcome, code)
    assert password not in result.text
    assert "\xe9" not in result.text


def test_a_login_that_is_not_offered(tmp_path: Path):
    """A smarthost without AUTH gets no letter."""
    (tmp_path / "password").write_text(PASSWORD)
    with running(Sink()) as where:
        login = replace(where, user="mhearts", password_file=str(tmp_path / "password"))
        with calling(login) as smarthost:
            assert smarthost.send(FROM, ANN, MAIL).outcome == "later"


def test_a_password_file_that_is_not_there():
    """It is "later", and says which key is wrong."""
    with calling(replace(config(free_port()), user="mhearts", password_file="/nowhere")) as smarthost:
        result = smarthost.send(FROM, ANN, MAIL)
    assert (result.outcome, result.code) == ("later", 0)
    assert "password_file" in result.text


def test_closing_twice_does_no_harm():
    """close() says QUIT once; a closed Smarthost connects again when there is a letter."""
    sink = Sink()
    with running(sink) as where, calling(where) as smarthost:
        smarthost.close()
        smarthost.send(FROM, ANN, MAIL)
        smarthost.close()
        smarthost.close()
        assert smarthost.send(FROM, ANN, MAIL).outcome == "sent"
    assert sink.connections == 2


def parcels(*lines: str) -> list[Parcel]:
    """A letter for each, in the line of that name, with its number as the subject."""
    words = [b"Subject: %d\r\n\r\nhello\r\n" % number for number in range(len(lines))]
    return [
        Parcel(number, line, FROM, f"{line}@example.org", words[number]) for number, line in enumerate(lines)
    ]


def test_a_batch_goes_over_one_connection_in_order():
    """A smarthost that answers at once gets all letters over one connection."""
    sink = Sink()
    batch = Batch(parcels("ann", "ann", "bob", "ann", "cat"))
    with running(sink) as where, calling(where) as smarthost:
        smarthost.send_all(batch)
    assert {result.outcome for result in batch.results.values()} == {SendOutcome.SENT}
    assert [mail.rcpt_tos[0][:3] for mail in sink.mails].count("ann") == 3
    of_ann = [mail.content for mail in sink.mails if mail.rcpt_tos[0].startswith("ann")]
    assert of_ann == sorted(of_ann)
    assert len(sink.mails) == 5


def test_a_refusal_within_a_batch_is_its_letters_own():
    """Whoever is refused at RCPT or behind the dot, the letters before and behind it go out."""
    for verb in ("RCPT", "DATA"):
        sink = Picky(verb, "bob@example.org")
        batch = Batch(parcels("ann", "bob", "cat", "dan"))
        with running(sink) as where, calling(where) as smarthost:
            smarthost.send_all(batch)
        assert [batch.results[number].outcome for number in range(4)] == ["sent", "never", "sent", "sent"]
        taken = [mail.content for mail in sink.mails if mail.rcpt_tos != ["bob@example.org"]]
        assert taken == [parcel.data for parcel in parcels("ann", "bob", "cat", "dan") if parcel.id != 1]
        assert sink.connections == 1


class Picky(Sink):
    """A sink that refuses one recipient for good, at a verb."""

    def __init__(self, verb: str, refused: str) -> None:
        super().__init__()
        self._verb = verb
        self._refused = refused

    async def handle_RCPT(self, server, session, envelope, address, options):
        self.answers = {self._verb: "550 5.1.1 who?"} if address == self._refused else {}
        return await super().handle_RCPT(server, session, envelope, address, options)


def test_what_comes_behind_a_letter_put_off_waits():
    """The rest of its line is not tried; other lines are none the worse."""
    sink = Sink(DATA="452 4.3.1 Full")
    batch = Batch(parcels("ann", "ann", "bob"))
    with running(sink) as where, calling(where) as smarthost:
        smarthost.send_all(batch)
    assert {number: result.code for number, result in batch.results.items()} == {0: 452, 2: 452}
    assert len(sink.mails) == 2


def test_a_drop_behind_the_dot_costs_no_other_letter():
    """The letter in hand is doubtful; the next one, whose commands may be under way, goes over a new connection."""
    sink = Sink()
    sink.drop_at = "DATA"
    batch = Batch(parcels("ann", "bob", "cat"))
    with running(sink) as where, calling(where) as smarthost:
        smarthost.send_all(batch)
    assert [batch.results[number].outcome for number in range(3)] == ["later", "sent", "sent"]
    assert batch.results[0].doubtful
    assert len(sink.mails) == 3


def test_a_slow_smarthost_gets_several_connections():
    """Where replies take their time up to `connections` are opened, each line still one letter after the other."""
    sink = Slow(0.02)
    lines = [name for _ in range(6) for name in ("ann", "bob", "cat", "dan", "eve")]
    batch = Batch(parcels(*lines))
    with running(sink) as where, calling(replace(where, connections=3)) as smarthost:
        smarthost.send_all(batch)
    assert len(batch.results) == len(sink.mails) == len(lines)
    assert sink.connections == 3
    assert sink.most_at_once == 3
    assert not sink.overtaken
    for name in set(lines):
        of_one = [
            int(mail.content[9:].split(b"\r")[0]) for mail in sink.mails if mail.rcpt_tos[0].startswith(name)
        ]
        assert of_one == sorted(of_one)


def test_a_smarthost_that_wants_no_second_connection_is_left_with_one():
    """The letters all go over the first one."""
    sink = Slow(0.02, most=1)
    batch = Batch(parcels(*(f"p{number}" for number in range(8))))
    with running(sink) as where, calling(replace(where, connections=4)) as smarthost:
        smarthost.send_all(batch)
    assert [result.outcome for result in batch.results.values()].count("sent") >= 7
    assert "never" not in {result.outcome for result in batch.results.values()}
    assert sink.connections == 2


class Slow(Sink):
    """A sink that takes its time over each letter.

    Attributes:
        most_at_once: how many letters were in its hands at once, at most.
        overtaken: a letter came while another to the same address was in hand.
    """

    def __init__(self, seconds: float, most: int = 100) -> None:
        super().__init__()
        self._seconds = seconds
        self._most = most
        self._in_hand: list[str] = []
        self.most_at_once = 0
        self.overtaken = False

    async def handle_EHLO(self, server, session, envelope, hostname, responses):
        responses = await super().handle_EHLO(server, session, envelope, hostname, responses)
        return ["421 4.7.0 too many connections"] if self.connections > self._most else responses

    async def handle_HELO(self, server, session, envelope, hostname):
        return "421 4.7.0 too many connections"

    async def handle_DATA(self, server, session, envelope):
        (address,) = envelope.rcpt_tos
        self.overtaken |= address in self._in_hand
        self._in_hand.append(address)
        self.most_at_once = max(self.most_at_once, len(self._in_hand))
        await asyncio.sleep(self._seconds)
        self._in_hand.remove(address)
        return await super().handle_DATA(server, session, envelope)


def test_a_smarthost_that_cannot_be_reached_puts_off_all_at_once():
    """One call is enough for a whole batch: the first letter of each line has tried, the others wait."""
    batch = Batch(parcels("ann", "bob", "ann"))
    with calling(config(free_port())) as smarthost:
        smarthost.send_all(batch)
    told = {number: result.text for number, result in batch.results.items()}
    assert told == dict.fromkeys((0, 1), "Connection refused")
