"""Our listener behind a real Postfix."""

import asyncio
import os
import threading
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import replace

import pytest
from ports import free_port
from postfix import PROGRAM, Postfix, wait_until
from sink import Sink

from pbmhearts.clock import SystemClock
from pbmhearts.config import ListenConfig
from pbmhearts.letters import Envelope, Receipt
from pbmhearts.listener import Listener

pytestmark = [
    pytest.mark.e2e,
    pytest.mark.skipif(not PROGRAM.exists() or os.geteuid() != 0, reason="wants Postfix, and root for it"),
]

MAIL = (
    b"From: ann@example.org\r\nDate: Thu, 01 Jan 2026 12:00:00 +0000\r\nMessage-ID: <1@example.org>\r\n"
    b"Subject: play 4C\r\n\r\n.dot\r\n\xc3\xa9\r\n"
)


class Server:
    """Our side: keeps what it is handed, with the receipts it is told to give."""

    def __init__(self) -> None:
        self.port = free_port()
        self.taken: list[tuple[bytes, Envelope]] = []
        self.receipt = Receipt.ACCEPTED
        self.receipts: list[Receipt] = []

    async def receive(self, data: bytes, envelope: Envelope) -> Receipt:
        self.taken.append((data, envelope))
        self.receipts.append(self.receipt)
        return self.receipt

    async def serve(self, begun: "Future[tuple[asyncio.AbstractEventLoop, asyncio.Event]]") -> None:
        config = replace(ListenConfig(), protocol="lmtp", port=self.port, hostname="cards.example")
        listener = Listener(
            config, lambda address: address.startswith("mhearts"), self.receive, SystemClock()
        )
        await listener.start()
        over = asyncio.Event()
        begun.set_result((asyncio.get_running_loop(), over))
        await over.wait()
        await listener.stop(grace=5)


@contextmanager
def serving(server: Server) -> Iterator[None]:
    begun: Future[tuple[asyncio.AbstractEventLoop, asyncio.Event]] = Future()
    thread = threading.Thread(target=asyncio.run, args=(server.serve(begun),))
    thread.start()
    loop, over = begun.result(timeout=10)
    try:
        yield
    finally:
        loop.call_soon_threadsafe(over.set)
        thread.join()


@pytest.fixture(scope="module")
def sink() -> Iterator[Sink]:
    with Sink() as running:
        yield running


@pytest.fixture(scope="module")
def server() -> Server:
    return Server()


@pytest.fixture(scope="module")
def postfix(server: Server, sink: Sink) -> Iterator[Postfix]:
    with Postfix(lmtp_port=server.port, sink_port=sink.port) as running:
        yield running


@pytest.fixture(autouse=True)
def _from_the_start(server: Server, sink: Sink) -> None:
    server.taken.clear()
    server.receipts.clear()
    server.receipt = Receipt.ACCEPTED
    sink.mails.clear()
    sink.answers.clear()


def test_a_mail_comes_through_with_its_extension(postfix: Postfix, server: Server):
    """Envelope, extension and bytes survive Postfix; it adds its own trace lines in front."""
    with serving(server):
        postfix.submit("ann@example.org", ["mhearts+101-k7f3q2ab@cards.example"], MAIL)
        ((data, envelope),) = wait_until(lambda: server.taken)
        wait_until(lambda: not postfix.queue())
    assert envelope == Envelope("ann@example.org", ("mhearts+101-k7f3q2ab@cards.example",), "127.0.0.1")
    assert data.endswith(MAIL)
    assert b"\n" not in data.replace(b"\r\n", b"")


def test_two_recipients_are_one_mail(postfix: Postfix, server: Server):
    """A mail to two of our addresses is handed in once, each with its own status line."""
    with serving(server):
        both = ("mhearts+1-a@cards.example", "mhearts+2-b@cards.example")
        postfix.submit("ann@example.org", list(both), MAIL)
        wait_until(lambda: server.taken)
        wait_until(lambda: not postfix.queue())
    assert [set(envelope.recipients) for _, envelope in server.taken] == [set(both)]


def test_a_refused_recipient_bounces(postfix: Postfix, server: Server, sink: Sink):
    """An address that is not ours comes back to its sender with our words."""
    with serving(server):
        postfix.submit("ann@example.org", ["nobody@cards.example"], MAIL)
        (bounce,) = wait_until(lambda: sink.to("ann@example.org"))
    assert bounce.envelope_from == ""
    assert b"550 5.1.1" in bounce.data
    assert server.taken == []


def test_what_cannot_be_taken_now_comes_later(postfix: Postfix, server: Server, sink: Sink):
    """TRY_LATER leaves the mail in the queue; it comes again, and nobody hears of it."""
    with serving(server):
        server.receipt = Receipt.TRY_LATER
        postfix.submit("ann@example.org", ["mhearts@cards.example"], MAIL)
        wait_until(lambda: server.taken)
        (waiting,) = wait_until(
            lambda: [mail for mail in postfix.queue() if mail["queue_name"] == "deferred"]
        )
        assert "451 4.3.0" in waiting["recipients"][0]["delay_reason"]
        server.receipt = Receipt.ACCEPTED
        wait_until(lambda: not postfix.queue())
    assert server.receipts[0] is Receipt.TRY_LATER
    assert server.receipts.count(Receipt.ACCEPTED) == 1
    assert sink.mails == []


def test_mail_waits_while_we_are_down(postfix: Postfix, server: Server):
    """A mail sent while nobody listens arrives once somebody does."""
    postfix.submit("ann@example.org", ["mhearts@cards.example"], MAIL)
    wait_until(lambda: [mail for mail in postfix.queue() if mail["queue_name"] == "deferred"])
    with serving(server):
        postfix.flush()
        wait_until(lambda: not postfix.queue())
    assert len(server.taken) == 1


def test_mail_for_others_goes_out(postfix: Postfix, sink: Sink):
    """What is not for our domain reaches the sink with its envelope."""
    postfix.submit("mhearts+b-x@cards.example", ["bob@example.net"], MAIL)
    (mail,) = wait_until(lambda: sink.to("bob@example.net"))
    assert mail.envelope_from == "mhearts+b-x@cards.example"
    assert mail.data.endswith(MAIL)


def test_a_letter_that_cannot_be_delivered_comes_back_to_us(postfix: Postfix, server: Server, sink: Sink):
    """A player's address that is gone brings a report (RFC 3464) to the bounce address of that letter."""
    sink.answers["bob@example.net"] = "550 5.1.1 No such user"
    with serving(server):
        postfix.submit("mhearts+b-x@cards.example", ["bob@example.net"], MAIL)
        ((data, envelope),) = wait_until(lambda: server.taken)
    assert envelope == Envelope("", ("mhearts+b-x@cards.example",), "127.0.0.1")
    assert b"report-type=delivery-status" in data
    assert b"Status: 5.1.1\r\n" in data


def test_nothing_is_left_behind(server: Server, sink: Sink):
    """A Postfix that is stopped leaves no folder and no open port, even after a failure."""
    kept: list[Postfix] = []

    def fail() -> None:
        with Postfix(lmtp_port=server.port, sink_port=sink.port) as second:
            kept.append(second)
            raise RuntimeError("a test failed")

    with pytest.raises(RuntimeError):
        fail()
    assert not kept[0]._root.exists()
    assert not kept[0]._answers()
