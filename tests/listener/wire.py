"""A listener with its mails, and a client that says exactly what it is told, over real sockets."""

import asyncio
import socket
import struct
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta

from pbmhearts.clock import FixedClock
from pbmhearts.config import ListenConfig
from pbmhearts.letters import Envelope, Receipt
from pbmhearts.listener import Listener

OURS = "mhearts@cards.example"
CONFIG = ListenConfig(port=0, hostname="cards.example", trusted_peers=())


def ours(address: str) -> bool:
    local, _, domain = address.lower().rpartition("@")
    return address.lower() == "postmaster" or (
        local.partition("+")[0] in {"mhearts", "postmaster"} and domain == "cards.example"
    )


@dataclass
class Post:
    """Takes mails as a service would; `answer` says what becomes of each."""

    answer: Callable[[bytes, Envelope], Receipt] = lambda _data, _envelope: Receipt.ACCEPTED
    taken: list[tuple[bytes, Envelope]] = field(default_factory=list)
    hold: asyncio.Event | None = None
    started: asyncio.Event = field(default_factory=asyncio.Event)

    async def receive(self, data: bytes, envelope: Envelope) -> Receipt:
        self.started.set()
        if self.hold is not None:
            await self.hold.wait()
        receipt = self.answer(data, envelope)
        self.taken.append((data, envelope))
        return receipt


@dataclass
class Line:
    """One connection to the listener."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter

    async def reply(self) -> str:
        """The next reply, its lines joined; "" at the end of the connection."""
        lines = []
        while True:
            raw = await asyncio.wait_for(self.reader.readline(), 5)
            line = raw.decode().rstrip("\r\n")
            lines.append(line)
            if line[3:4] != "-":
                return "\n".join(lines)

    async def say(self, text: str | bytes) -> str:
        """Send one command line and read its reply."""
        await self.send((text.encode() if isinstance(text, str) else text) + b"\r\n")
        return await self.reply()

    async def send(self, data: bytes) -> None:
        self.writer.write(data)
        await self.writer.drain()

    async def greet(self, verb: str = "EHLO") -> str:
        assert (await self.reply()).startswith("220 ")
        return await self.say(f"{verb} client.example")

    async def begin(self, *recipients: str, verb: str = "EHLO") -> None:
        """Up to the 354."""
        await self.greet(verb)
        assert (await self.say("MAIL FROM:<ann@example.org>")).startswith("250")
        for recipient in recipients or (OURS,):
            assert (await self.say(f"RCPT TO:<{recipient}>")).startswith("250")
        assert (await self.say("DATA")).startswith("354")

    def reset(self) -> None:
        """Drop the connection with a reset: the other side may not even answer."""
        linger = struct.pack("ii", 1, 0)
        self.writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
        self.writer.transport.abort()

    async def closed(self) -> bool:
        """Whether the other side has closed, with nothing more to say."""
        try:
            return await asyncio.wait_for(self.reader.read(), 5) == b""
        except ConnectionResetError:
            return True


@asynccontextmanager
async def listening(
    post: Post, clock: FixedClock | None = None, accepts: Callable[[str], bool] = ours, **limits: object
) -> AsyncIterator[tuple[Listener, Callable[[], object]]]:
    """A listener and what opens a `Line` to it."""
    clock = clock or FixedClock(datetime(2026, 1, 1, tzinfo=UTC))
    listener = Listener(replace(CONFIG, **limits), accepts, post.receive, clock)
    await listener.start()
    writers: list[asyncio.StreamWriter] = []

    async def call() -> Line:
        reader, writer = await asyncio.open_connection(*listener.address)
        writers.append(writer)
        return Line(reader, writer)

    try:
        yield listener, call
    finally:
        for writer in writers:
            writer.close()
        await listener.stop(grace=5)


def seconds(number: float) -> timedelta:
    return timedelta(seconds=number)
