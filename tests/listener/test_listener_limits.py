"""Each limit of the listener, and how it ends."""

import asyncio
from datetime import UTC, datetime

from wire import OURS, Post, listening, seconds

from pbmhearts.clock import FixedClock


def test_a_message_announced_as_too_big_is_refused_at_once():
    """SIZE above the limit gets 552 5.3.4 at MAIL."""

    async def story() -> None:
        async with listening(Post(), max_message=1000) as (_, call):
            line = await call()
            await line.greet()
            assert (await line.say("MAIL FROM:<ann@example.org> SIZE=1001")).startswith("552 5.3.4")
            assert (await line.say("MAIL FROM:<ann@example.org> SIZE=x")).startswith("501")
            assert (await line.say("MAIL FROM:<ann@example.org> SIZE=1000")).startswith("250")

    asyncio.run(story())


def test_the_size_limit_is_to_the_byte():
    """A message of exactly the limit is taken, one byte more is 552 5.3.4, whatever its lines are like."""

    async def story() -> None:
        post = Post()
        async with listening(post, max_message=1000) as (_, call):
            line = await call()
            await line.begin()
            assert (await line.say(b"\r\n" + b"x" * 996 + b"\r\n.")).startswith("250")
            for message in (b"\r\n" + b"x" * 997, b"\r\n" + b"\r\n".join([b"x" * 98] * 10), b"y" * 9000):
                await line.say("MAIL FROM:<ann@example.org>")
                await line.say(f"RCPT TO:<{OURS}>")
                await line.say("DATA")
                assert (await line.say(message + b"\r\n.")).startswith("552 5.3.4")
        assert [len(data) for data, _ in post.taken] == [1000]

    asyncio.run(story())


def test_a_message_without_end_is_cut_off():
    """What goes far beyond the limit is not read to its end: 421."""

    async def story() -> None:
        async with listening(Post(), max_message=1000) as (_, call):
            line = await call()
            await line.begin()
            await line.send(b"x" * 11000)
            assert (await line.reply()).startswith("421 4.3.2")
            assert await line.closed()

    asyncio.run(story())


def test_headers_have_a_limit_of_their_own():
    """Headers up to the limit are taken with any body; longer ones are 552 5.3.4."""

    async def story() -> None:
        post = Post()
        async with listening(post, max_headers=1000) as (_, call):
            line = await call()
            await line.begin()
            assert (await line.say(b"X: " + b"x" * 997 + b"\r\n\r\n" + b"y" * 5000 + b"\r\n.")).startswith(
                "250"
            )
            await line.say("MAIL FROM:<ann@example.org>")
            await line.say(f"RCPT TO:<{OURS}>")
            await line.say("DATA")
            assert (await line.say(b"X: " + b"x" * 998 + b"\r\n\r\ny\r\n.")).startswith("552 5.3.4")
        assert len(post.taken) == 1

    asyncio.run(story())


def test_recipients_are_limited():
    """One recipient too many gets 452 4.5.3; the others keep their mail."""

    async def story() -> None:
        post = Post()
        async with listening(post, max_recipients=2) as (_, call):
            line = await call()
            await line.greet()
            await line.say("MAIL FROM:<ann@example.org>")
            codes = [(await line.say(f"RCPT TO:<mhearts+{n}@cards.example>"))[:9] for n in range(3)]
            assert codes == ["250 2.1.5", "250 2.1.5", "452 4.5.3"]
            await line.say("DATA")
            await line.say("\r\n.")
        assert post.taken[0][1].recipients == ("mhearts+0@cards.example", "mhearts+1@cards.example")

    asyncio.run(story())


def test_commands_without_a_mail_are_limited():
    """After so many commands in a row that bring no mail: 421, and closed; a mail starts the count again."""

    async def story() -> None:
        async with listening(Post(), max_idle_commands=5) as (_, call):
            line = await call()
            await line.begin()
            assert (await line.say("\r\n.")).startswith("250")
            for _ in range(4):
                assert (await line.say("NOOP")).startswith("250")
            assert (await line.say("")).startswith("500")
            assert (await line.say("NOOP")).startswith("421 4.7.0")
            assert await line.closed()

    asyncio.run(story())


def test_commands_behind_the_limit_do_nothing():
    """A mail pipelined behind the 421 is not received."""

    async def story() -> None:
        post = Post()
        async with listening(post, max_idle_commands=5) as (_, call):
            line = await call()
            await line.greet()
            mail = f"MAIL FROM:<ann@example.org>\r\nRCPT TO:<{OURS}>\r\nDATA\r\n\r\n.\r\n"
            await line.send(b"NOOP\r\n" * 5 + mail.encode())
            assert [(await line.reply())[:3] for _ in range(5)] == ["250"] * 4 + ["421"]
            assert await line.closed()
        assert post.taken == []

    asyncio.run(story())


def test_a_silent_connection_is_closed():
    """Nothing said for the idle time, before, between or within mails: 421 4.4.2."""

    async def story() -> None:
        async with listening(Post(), idle_timeout=seconds(0.2)) as (_, call):
            silent = await call()
            await silent.reply()
            stuck = await call()
            await stuck.begin()
            await stuck.send(b"\r\nhello\r\n")
            for line in (silent, stuck):
                assert (await line.reply()).startswith("421 4.4.2")
                assert await line.closed()

    asyncio.run(story())


def test_a_slow_message_is_not_idle():
    """A message that comes in slower than the idle time, but keeps coming, is taken."""

    async def story() -> None:
        async with listening(Post(), idle_timeout=seconds(0.3)) as (_, call):
            line = await call()
            await line.begin()
            for _ in range(6):
                await line.send(b"hello\r\n")
                await asyncio.sleep(0.1)
            assert (await line.say(".")).startswith("250")

    asyncio.run(story())


def test_a_trickle_does_not_hold_a_connection():
    """A message that keeps coming for ten idle times is cut off."""

    async def story() -> None:
        post = Post()
        async with listening(post, idle_timeout=seconds(0.3)) as (_, call):
            line = await call()
            await line.begin()

            async def trickle() -> None:
                while True:
                    await line.send(b"x\r\n")
                    await asyncio.sleep(0.05)

            trickling = asyncio.create_task(trickle())
            assert (await line.reply()).startswith("421 4.3.2")
            trickling.cancel()
            assert await line.closed()
        assert post.taken == []

    asyncio.run(story())


def test_our_own_time_is_not_the_peers_idleness():
    """Receiving a mail may take longer than the idle time."""

    async def story() -> None:
        post = Post(hold=asyncio.Event())
        async with listening(post, idle_timeout=seconds(0.1)) as (_, call):
            line = await call()
            await line.begin()
            await line.send(b"\r\n.\r\n")
            await asyncio.sleep(0.3)
            post.hold.set()
            assert (await line.reply()).startswith("250")

    asyncio.run(story())


def test_connections_are_limited_in_all():
    """One connection too many, even from a trusted peer, is told 421 and closed; a free place is taken again."""

    async def story() -> None:
        async with listening(Post(), max_connections=2, trusted_peers=("127.0.0.1",)) as (_, call):
            first, second = await call(), await call()
            await first.greet()
            await second.greet()
            third = await call()
            assert (await third.reply()).startswith("421 4.7.0")
            assert await third.closed()
            await first.say("QUIT")
            assert await first.closed()
            await (await call()).greet()

    asyncio.run(story())


def test_connections_of_one_peer_are_limited():
    """A peer's own limit holds before the limit in all."""

    async def story() -> None:
        async with listening(Post(), max_connections_per_peer=1) as (_, call):
            await (await call()).greet()
            assert (await (await call()).reply()).startswith("421 4.7.0")

    asyncio.run(story())


def test_a_trusted_peer_is_free_of_its_own_limits():
    """Connections and mails of a trusted peer are not counted against a peer's limits."""

    async def story() -> None:
        limits = {"max_connections_per_peer": 1, "max_mails_per_minute": 1, "trusted_peers": ("127.0.0.1",)}
        async with listening(Post(), **limits) as (_, call):
            for _ in range(3):
                line = await call()
                await line.begin()
                assert (await line.say("\r\n.")).startswith("250")

    asyncio.run(story())


def test_mails_a_minute_are_limited():
    """A mail too many within a minute is told 450; a minute later there is room again."""

    async def story() -> None:
        clock = FixedClock(datetime(2026, 1, 1, tzinfo=UTC))
        async with listening(Post(), clock, max_mails_per_minute=2) as (_, call):
            line = await call()
            await line.greet()
            for expected in ("250", "250", "450 4.7.1"):
                assert (await line.say("MAIL FROM:<ann@example.org>")).startswith(expected)
                await line.say("RSET")
            clock.set(datetime(2026, 1, 1, 0, 1, tzinfo=UTC))
            assert (await line.say("MAIL FROM:<ann@example.org>")).startswith("250")

    asyncio.run(story())


def test_a_long_command_is_refused():
    """A command line over the limit gets 500, and the next one is read."""

    async def story() -> None:
        async with listening(Post()) as (_, call):
            line = await call()
            await line.greet()
            assert (await line.say("NOOP " + "x" * 2000)).startswith("500")
            assert (await line.say("NOOP")).startswith("250")

    asyncio.run(story())


def test_unknown_commands_are_limited():
    """A peer that talks another language is told goodbye."""

    async def story() -> None:
        async with listening(Post()) as (_, call):
            line = await call()
            await line.greet()
            said = [(await line.say("HOLA"))[:3] for _ in range(5)]
            assert said == ["500"] * 4 + ["502"]
            assert await line.closed()

    asyncio.run(story())
