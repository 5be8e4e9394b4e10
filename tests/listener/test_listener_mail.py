"""What the listener takes, what it refuses, and in what words."""

import asyncio
import logging

import pytest
from wire import OURS, Line, Post, listening

from pbmhearts.letters import Envelope, Receipt


def test_a_mail_arrives_byte_for_byte():
    """CRLF, lines that begin with dots, eight bits, NULs and long lines reach the receiver as they were."""
    message = b"Subject: x\r\n\r\n.one\r\n..two\r\n\xe9\x00\r\n" + b"y" * 20000 + b"\r\n.\t\r\n"

    async def story() -> None:
        post = Post()
        async with listening(post) as (_, call):
            line: Line = await call()
            await line.begin()
            stuffed = b"".join(
                (b"." + part if part.startswith(b".") else part) for part in message.splitlines(keepends=True)
            )
            assert (await line.say(stuffed + b".")) == "250 2.0.0 Accepted"
            assert await line.say("QUIT") == "221 Bye"
            assert await line.closed()
        assert post.taken == [(message, Envelope("ann@example.org", (OURS,), "127.0.0.1"))]

    asyncio.run(story())


def test_it_announces_what_it_takes():
    """SIZE with the limit, 8BITMIME, SMTPUTF8 and PIPELINING are announced."""

    async def story() -> None:
        async with listening(Post(), max_message=5000) as (_, call):
            said = (await (await call()).greet()).split("\n")
            assert {line[4:] for line in said[1:]} == {"SIZE 5000", "8BITMIME", "SMTPUTF8", "PIPELINING"}

    asyncio.run(story())


@pytest.mark.parametrize(
    ("recipient", "code"),
    [
        (f"<{OURS}>", "250"),
        ("<MHearts+101-k7f3q2ab@Cards.Example>", "250"),
        ("<postmaster>", "250"),
        ("<@relay.example:mhearts@cards.example>", "250"),
        ("mhearts@cards.example", "250"),
        ("<ann@example.org>", "550 5.1.1"),
        ("<mhearts@example.org>", "550 5.1.1"),
        ("<mhearts%example.org@cards.example>", "550 5.1.1"),
        ("<jürgen@example.org>", "550 5.1.1"),
        ('<"a b"@cards.example>', "550 5.1.1"),
        ("<>", "550 5.1.1"),
        ("<a@b@cards.example>", "553"),
        ("<mhearts@cards.example", "553"),
        ("<m\x01@cards.example>", "553"),
        ('<"@cards.example>', "553"),
    ],
)
def test_only_our_addresses_are_taken(recipient: str, code: str):
    """The server's address, its extensions and postmaster are taken; the listener never relays."""

    async def story() -> None:
        async with listening(Post()) as (_, call):
            line = await call()
            await line.greet()
            await line.say("MAIL FROM:<>")
            assert (await line.say(f"RCPT TO:{recipient}")).startswith(code)

    asyncio.run(story())


def test_an_address_that_is_no_text_is_malformed():
    """Bytes that are not UTF-8 in an envelope address are a protocol fault."""

    async def story() -> None:
        async with listening(Post()) as (_, call):
            line = await call()
            await line.greet()
            assert (await line.say(b"MAIL FROM:<j\xfcrgen@example.org>")).startswith("553")

    asyncio.run(story())


def test_the_null_return_path_is_empty():
    """MAIL FROM:<> reaches the receiver as an empty envelope_from; a recipient named twice comes once."""

    async def story() -> None:
        post = Post()
        async with listening(post) as (_, call):
            line = await call()
            await line.greet()
            await line.say("MAIL FROM:<> BODY=8BITMIME SMTPUTF8 SIZE=100")
            await line.say(f"RCPT TO:<{OURS}>")
            await line.say(f"RCPT TO:<{OURS}>")
            await line.say("DATA")
            assert (await line.say(".")).startswith("250")
        assert post.taken == [(b"", Envelope("", (OURS,), "127.0.0.1"))]

    asyncio.run(story())


@pytest.mark.parametrize(
    ("receipt", "words"),
    [
        (Receipt.ACCEPTED, "250 2.0.0"),
        (Receipt.TRY_LATER, "451 4.3.0"),
        (Receipt.STORAGE_FULL, "452 4.3.1"),
        (Receipt.TOO_MANY, "450 4.7.1"),
    ],
)
def test_each_receipt_has_its_code(receipt: Receipt, words: str):
    """What became of the mail is what the peer reads, and the connection goes on."""

    async def story() -> None:
        async with listening(Post(answer=lambda *_: receipt)) as (_, call):
            line = await call()
            await line.begin()
            assert (await line.say("Subject: x\r\n\r\n.")).startswith(words)
            assert (await line.say("MAIL FROM:<ann@example.org>")).startswith("250")

    asyncio.run(story())


def test_our_own_fault_is_temporary_and_tells_nothing(caplog: pytest.LogCaptureFixture):
    """An exception in receiving becomes 451 in fixed words; neither peer nor log sees its text."""

    def fail(data: bytes, envelope: Envelope) -> Receipt:
        raise ValueError(data.decode())

    async def story() -> None:
        async with listening(Post(answer=fail)) as (_, call):
            line = await call()
            await line.begin()
            said = await line.say("Subject: x\r\n\r\npassword 4711\r\n.")
            assert said == "451 4.3.0 A fault on our side, try again later"

    asyncio.run(story())
    assert "ValueError" in caplog.text
    assert "4711" not in caplog.text


def test_a_fault_in_judging_an_address_is_temporary(caplog: pytest.LogCaptureFixture):
    """An exception outside DATA too becomes 451 in fixed words, never aiosmtpd's 500."""

    def fail(address: str) -> bool:
        raise KeyError(address)

    async def story() -> None:
        async with listening(Post(), accepts=fail) as (_, call):
            line = await call()
            await line.greet()
            await line.say("MAIL FROM:<ann@example.org>")
            said = await line.say("RCPT TO:<mhearts+4711@cards.example>")
            assert said == "451 4.3.0 A fault on our side, try again later"
            assert (await line.say("RSET")).startswith("250")

    asyncio.run(story())
    assert "KeyError" in caplog.text
    assert "4711" not in caplog.text


@pytest.mark.parametrize(
    "body",
    [
        b"one\n.\r\nMAIL FROM:<eve@example.org>\r\n",
        b"one\r\n.\nMAIL FROM:<eve@example.org>\r\n",
        b"one\n.\nMAIL FROM:<eve@example.org>\r\n",
        b"one\r.\r\nMAIL FROM:<eve@example.org>\r\n",
        b"one\r\n.\rMAIL FROM:<eve@example.org>\r\n",
        b"one\r.\rtwo\r\n",
        b"one\ntwo\r\n",
        b"one\r\r\n",
        b"\n\r\n",
    ],
)
def test_bare_line_ends_end_no_message(body: bytes):
    """A dot between bare CR or LF smuggles nothing: the whole is one message, and it is refused."""

    async def story() -> None:
        post = Post()
        async with listening(post) as (_, call):
            line = await call()
            await line.begin()
            assert (await line.say(b"Subject: x\r\n\r\n" + body + b".")).startswith("550 5.6.11")
            assert (await line.say("NOOP")).startswith("250")
        assert post.taken == []

    asyncio.run(story())


def test_pipelined_commands_are_answered_in_order():
    """Commands sent in one go, and a second mail right behind the first, are all answered."""

    async def story() -> None:
        post = Post()
        async with listening(post) as (_, call):
            line = await call()
            await line.greet()
            group = f"MAIL FROM:<ann@example.org>\r\nRCPT TO:<{OURS}>\r\nRCPT TO:<x@y.example>\r\nDATA\r\n"
            await line.send(group.encode())
            assert [(await line.reply())[:3] for _ in range(4)] == ["250", "250", "550", "354"]
            await line.send(b"\r\none\r\n.\r\n" + group.encode())
            assert [(await line.reply())[:3] for _ in range(5)] == ["250", "250", "250", "550", "354"]
            await line.send(b"\r\ntwo\r\n.\r\nQUIT\r\n")
            assert [(await line.reply())[:3] for _ in range(2)] == ["250", "221"]
        assert [data for data, _ in post.taken] == [b"\r\none\r\n", b"\r\ntwo\r\n"]

    asyncio.run(story())


def test_lmtp_gives_each_recipient_its_line():
    """LMTP answers LHLO, and after the dot one line for each recipient taken."""

    async def story() -> None:
        post = Post()
        async with listening(post, protocol="lmtp") as (_, call):
            line = await call()
            await line.greet("LHLO")
            assert (await line.say("EHLO client.example")).startswith("500")
            await line.say("MAIL FROM:<ann@example.org>")
            for recipient, code in ((OURS, "250"), ("x@y.example", "550"), (f"{OURS}", "250")):
                assert (await line.say(f"RCPT TO:<{recipient}>")).startswith(code)
            await line.say("DATA")
            assert (await line.say("\r\nhello\r\n.")).startswith("250 2.0.0")
            assert (await line.reply()).startswith("250 2.0.0")
            assert (await line.say("NOOP")).startswith("250 OK")
        assert len(post.taken) == 1

    asyncio.run(story())


def test_lmtp_refuses_for_each_recipient_too():
    """What is wrong with the message is told for each recipient."""

    async def story() -> None:
        async with listening(Post(), protocol="lmtp", max_message=1000) as (_, call):
            line = await call()
            await line.begin(OURS, "postmaster@cards.example", verb="LHLO")
            await line.send(b"x" * 3000 + b"\r\n.\r\n")
            assert [(await line.reply())[:9] for _ in range(2)] == ["552 5.3.4"] * 2
            assert (await line.say("NOOP")).startswith("250 OK")

    asyncio.run(story())


@pytest.mark.parametrize(
    "hello", [b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"]
)
def test_other_protocols_are_closed_quietly(hello: bytes, caplog: pytest.LogCaptureFixture):
    """A TLS hello or an HTTP request ends the connection, and nothing is logged."""
    caplog.set_level(logging.INFO)

    async def story() -> None:
        async with listening(Post()) as (_, call):
            line = await call()
            await line.reply()
            await line.send(hello)
            assert await line.closed()
            assert (await (await call()).greet()).startswith("250")

    asyncio.run(story())
    assert caplog.text == ""


def test_a_mail_in_hand_survives_its_connection():
    """A peer that drops while its mail is received does not stop the receiving."""

    async def story() -> None:
        post = Post(hold=asyncio.Event())
        async with listening(post) as (_, call):
            line = await call()
            await line.begin()
            await line.send(b"\r\nhello\r\n.\r\n")
            await post.started.wait()
            line.reset()
            await asyncio.sleep(0.05)
            post.hold.set()
        assert [data for data, _ in post.taken] == [b"\r\nhello\r\n"]

    asyncio.run(story())


def test_a_peer_that_has_said_all_still_gets_its_answer():
    """A half-closed connection is answered after the dot, then closed."""

    async def story() -> None:
        post = Post(hold=asyncio.Event())
        async with listening(post) as (_, call):
            line = await call()
            await line.begin()
            await line.send(b"\r\nhello\r\n.\r\n")
            await post.started.wait()
            line.writer.write_eof()
            await asyncio.sleep(0.05)
            post.hold.set()
            assert await line.reply() == "250 2.0.0 Accepted"
            assert await line.closed()

    asyncio.run(story())


def test_a_peer_that_vanishes_before_the_dot_leaves_nothing(caplog: pytest.LogCaptureFixture):
    """A message without its dot is no message, and no traceback tells of it."""

    async def story() -> None:
        post = Post()
        async with listening(post) as (_, call):
            line = await call()
            await line.begin()
            await line.send(b"\r\nhello\r\n")
            line.reset()
            await asyncio.sleep(0.05)
        assert post.taken == []

    asyncio.run(story())
    assert caplog.text == ""


def test_message_lines_and_commands_are_not_logged(caplog: pytest.LogCaptureFixture):
    """Neither a message nor an unknown command is in the log, at any level."""
    caplog.set_level(logging.DEBUG)

    async def story() -> None:
        async with listening(Post()) as (_, call):
            line = await call()
            await line.begin()
            await line.say("\r\npassword 4711\r\n.")
            await line.say("PASSWORD4711 x")

    asyncio.run(story())
    assert "4711" not in caplog.text
