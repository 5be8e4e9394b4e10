"""The two ends of SMTP against each other, and the listener against noise."""

import asyncio
import logging
import re
import socket
import threading
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from wire import CONFIG, OURS, Post, ours

from pbmhearts.clock import SystemClock
from pbmhearts.config import DeliveryConfig
from pbmhearts.listener import Listener
from pbmhearts.mail.transport.smtp import Smarthost

LIMITS = {"max_mails_per_minute": 100000, "trusted_peers": ("127.0.0.1",)}


@pytest.fixture(scope="module")
def post() -> Post:
    return Post()


@pytest.fixture(scope="module")
def port(post: Post) -> Iterator[int]:
    """A listener in a thread of its own."""
    begun: Future[tuple[int, asyncio.AbstractEventLoop, asyncio.Event]] = Future()

    async def serve() -> None:
        over = asyncio.Event()
        listener = Listener(replace(CONFIG, **LIMITS), ours, post.receive, SystemClock())
        await listener.start()
        begun.set_result((listener.address[1], asyncio.get_running_loop(), over))
        await over.wait()
        await listener.stop(grace=5)

    thread = threading.Thread(target=asyncio.run, args=(serve(),))
    thread.start()
    number, loop, over = begun.result(timeout=5)
    yield number
    loop.call_soon_threadsafe(over.set)
    thread.join()


@pytest.fixture(scope="module")
def smarthost(port: int) -> Iterator[Smarthost]:
    config = replace(DeliveryConfig(), smarthost="127.0.0.1", port=port, timeout=timedelta(seconds=5))
    sender = Smarthost(config, "client.example")
    yield sender
    sender.close()


PIECES = st.sampled_from([b".", b"..", b"\r\n", b"\n", b"\r", b"x", b"\xff\x00", b"\r\n.\r\n", b"QUIT"])


@settings(deadline=None, max_examples=100)
@given(pieces=st.lists(PIECES | st.binary(max_size=20), max_size=30))
def test_whatever_is_sent_arrives(pieces: list[bytes], post: Post, smarthost: Smarthost):
    """Any bytes arrive as they were, but for line ends, which become CRLF, and a last one, which is added."""
    data = b"".join(pieces)
    post.taken.clear()
    assert smarthost.send("ann@example.org", OURS, data).outcome == "sent"
    expected = re.sub(rb"\r\n|\r|\n", b"\r\n", data)
    expected += b"" if expected.endswith(b"\r\n") else b"\r\n"
    assert [taken for taken, _ in post.taken] == [expected]


WORDS = st.sampled_from([b"EHLO x\r\n", b"MAIL FROM:<", b"ann@example.org>", b"\r\n", b"\n", b"RCPT TO:<",
                         b"mhearts@cards.example>", b"DATA\r\n", b".\r\n", b"RSET\r\n", b"VRFY ", b"HELP ",
                         b"AUTH PLAIN ", b"SIZE=", b"STARTTLS\r\n", b"EXPN x\r\n", b"BODY=9", b" "])  # fmt: skip


@settings(deadline=None, max_examples=100)
@given(noise=st.lists(WORDS | st.binary(max_size=30), max_size=40))
def test_noise_does_no_harm(noise: list[bytes], port: int, smarthost: Smarthost):
    """Whatever a peer says, nothing is logged as a fault, no reply tells of an exception, and mail goes on."""
    faults: list[logging.LogRecord] = []
    handler = logging.Handler(logging.WARNING)
    handler.emit = faults.append  # type: ignore[method-assign]
    logging.getLogger().addHandler(handler)
    try:
        said = b""
        with socket.create_connection(("127.0.0.1", port), timeout=5) as line, suppress(ConnectionError):
            line.sendall(b"".join(noise) + b"\r\n.\r\nQUIT\r\n")
            while part := line.recv(65536):
                said += part
        assert smarthost.send("ann@example.org", OURS, b"\r\n").outcome == "sent"
    finally:
        logging.getLogger().removeHandler(handler)
    assert faults == []
    assert b"Error: (" not in said
