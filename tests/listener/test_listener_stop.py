"""Starting and stopping."""

import asyncio

import pytest
from wire import OURS, Post, listening

from pbmhearts.listener import Listener


def test_a_listener_that_does_not_listen_has_no_address():
    """Before start and after stop there is no address; stopping twice does no harm."""

    async def story() -> None:
        async with listening(Post()) as (listener, _):
            assert listener.address[1] > 0
            await listener.stop(grace=1)
            with pytest.raises(RuntimeError):
                _ = listener.address

    asyncio.run(story())


def test_idle_connections_are_closed_at_once():
    """A connection without a mail in hand is told 421 when the listener stops."""

    async def story() -> None:
        async with listening(Post()) as (listener, call):
            line = await call()
            await line.greet()
            await line.say("MAIL FROM:<ann@example.org>")
            host, port = listener.address
            await asyncio.wait_for(listener.stop(grace=5), 1)
            assert (await line.reply()).startswith("421 4.3.2")
            assert await line.closed()
            with pytest.raises(ConnectionRefusedError):
                await asyncio.open_connection(host, port)

    asyncio.run(story())


def test_a_message_that_is_coming_in_is_finished():
    """stop() waits for the message in hand, whose peer gets its 250 before the 421."""

    async def story() -> None:
        post = Post()
        async with listening(post) as (listener, call):
            line = await call()
            await line.begin()
            await line.send(b"Subject: x\r\n")
            stopping = asyncio.create_task(listener.stop(grace=5))
            await asyncio.sleep(0.1)
            assert not stopping.done()
            assert (await line.say("\r\nhello\r\n.")).startswith("250 2.0.0")
            assert (await line.reply()).startswith("421 4.3.2")
            await asyncio.wait_for(stopping, 1)
        assert [data for data, _ in post.taken] == [b"Subject: x\r\n\r\nhello\r\n"]

    asyncio.run(story())


def test_a_mail_whose_peer_has_gone_is_finished():
    """stop() waits for a mail in hand though nobody waits for its answer."""

    async def story() -> None:
        post = Post(hold=asyncio.Event())
        async with listening(post) as (listener, call):
            line = await call()
            await line.begin()
            await line.send(b"\r\nhello\r\n.\r\n")
            await post.started.wait()
            line.reset()
            await asyncio.sleep(0.05)
            stopping = asyncio.create_task(listener.stop(grace=5))
            await asyncio.sleep(0.05)
            post.hold.set()
            await asyncio.wait_for(stopping, 1)
        assert len(post.taken) == 1

    asyncio.run(story())


@pytest.mark.parametrize("received", [b"Subject: x\r\n", b"Subject: x\r\n\r\n.\r\n"])
def test_what_takes_longer_than_the_grace_is_dropped_unanswered(received: bytes):
    """After the grace the connection is dropped without a reply, so that the sender tries again."""

    async def story() -> None:
        post = Post(hold=asyncio.Event())
        async with listening(post) as (listener, call):
            line = await call()
            await line.begin()
            await line.send(received)
            await asyncio.sleep(0.05)
            await asyncio.wait_for(listener.stop(grace=0.1), 1)
            assert await line.closed()
        assert post.taken == []

    asyncio.run(story())


def test_a_crowd_is_stopped_in_the_midst_of_its_mails():
    """However the stop falls, each mail that was answered 250 was received, and none was received twice."""

    async def story() -> None:
        post = Post()
        confirmed = 0
        async with listening(post, max_connections=50, max_connections_per_peer=50) as (listener, call):

            async def send_for_ever(name: int) -> None:
                nonlocal confirmed
                line = await call()
                await line.greet()
                for number in range(1000):
                    for command in ("MAIL FROM:<ann@example.org>", f"RCPT TO:<{OURS}>", "DATA"):
                        if (await line.say(command))[:3] not in {"250", "354"}:
                            return
                    said = await line.say(f"Subject: {name}-{number}\r\n\r\n.")
                    if not said.startswith("250"):
                        return
                    confirmed += 1

            crowd = [asyncio.create_task(send_for_ever(name)) for name in range(8)]
            await asyncio.sleep(0.2)
            await listener.stop(grace=5)
            await asyncio.gather(*crowd, return_exceptions=True)
        assert confirmed > 0
        assert len({data for data, _ in post.taken}) == len(post.taken) == confirmed

    asyncio.run(story())


def test_a_port_that_is_taken_is_an_error():
    """start() raises OSError when the address cannot be had."""

    async def story() -> None:
        async with listening(Post()) as (listener, _):
            with pytest.raises(OSError, match="in use"):
                async with listening(Post(), port=listener.address[1]):
                    pass

    asyncio.run(story())


def test_both_protocols_have_their_greeting():
    """The greeting names the host and the protocol, not the library."""

    async def story() -> None:
        for protocol, word in (("smtp", "ESMTP"), ("lmtp", "LMTP")):
            async with listening(Post(), protocol=protocol) as (listener, call):
                assert isinstance(listener, Listener)
                assert await (await call()).reply() == f"220 cards.example {word}"

    asyncio.run(story())
