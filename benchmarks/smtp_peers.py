# ruff: noqa: ARG002, N802 - aiosmtpd names its hooks and says what they are given
"""The other ends of SMTP that the benchmarks talk to: a client that costs little, and servers that only take mail."""

import asyncio
import contextlib
import logging
import multiprocessing
import selectors
import socket
import sqlite3
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from aiosmtpd.smtp import SMTP

_START_SECONDS = 30


@dataclass(frozen=True, slots=True)
class Mail:
    """What one move sends.

    Attributes:
        steps: the commands and the message, each sent when the one before was answered.
        board: what it is a move of.
    """

    steps: tuple[bytes, bytes, bytes, bytes]
    board: int
    sender: str
    raw: bytes

    @classmethod
    def of(cls, sender: str, to: str, raw: bytes, board: int) -> "Mail":
        """The mail of a message with CRLF line ends and no line that begins with a dot."""
        steps = (
            f"MAIL FROM:<{sender}> SIZE={len(raw)}\r\n".encode(),
            f"RCPT TO:<{to}>\r\n".encode(),
            b"DATA\r\n",
            raw + b".\r\n",
        )
        return cls(steps, board, sender, raw)


_WANTED = (b"250", b"250", b"354", b"250")


@dataclass(slots=True)
class _Lane:
    """One kept connection and the mails that go over it, one after the other."""

    connection: socket.socket
    mails: Sequence[Mail]
    sent: int = 0
    step: int = 0
    busy: bool = False

    def begin(self) -> bool:
        """Send the first command of the next mail; False where there is none."""
        self.busy = self.sent < len(self.mails)
        self.step = 0
        if self.busy:
            self.connection.sendall(self.mails[self.sent].steps[0])
        return self.busy

    def go_on(self) -> bool:
        """Take a reply; True once a mail is through."""
        reply = self.connection.recv(4096)
        if not reply.startswith(_WANTED[self.step]) or not reply.endswith(b"\n"):
            raise OSError(f"the server said {reply!r}")
        self.step += 1
        if self.step < len(_WANTED):
            self.connection.sendall(self.mails[self.sent].steps[self.step])
            return False
        self.sent += 1
        return True


@dataclass(frozen=True, slots=True)
class Driven:
    """What was sent.

    Attributes:
        mails: those that the server took, in no order.
    """

    mails: list[Mail] = field(default_factory=list)
    seconds: float = 0.0

    @property
    def rate(self) -> float:
        """Mails a second."""
        return len(self.mails) / self.seconds


def drive(ports: Sequence[int], lanes: Sequence[Sequence[Mail]], seconds: float) -> Driven:
    """Send mails over one kept connection a lane until the time is over or none is left; lane n to port n mod ports.

    One thread and no library between: what the client costs is taken from the server on a small machine.

    Raises:
        OSError: the server answered anything but yes.
    """
    with contextlib.ExitStack() as stack, selectors.DefaultSelector() as selector:
        open_lanes = []
        for number, mails in enumerate(lanes):
            connection = stack.enter_context(_greeted(ports[number % len(ports)]))
            open_lanes.append(_Lane(connection, mails))
            selector.register(connection, selectors.EVENT_READ, open_lanes[-1])
        begun = time.perf_counter()
        busy = sum(lane.begin() for lane in open_lanes)
        while busy:
            for key, _ in selector.select(timeout=60):
                lane = key.data
                if lane.go_on():
                    over = time.perf_counter() - begun > seconds
                    busy -= over or not lane.begin()
        spent = time.perf_counter() - begun
    return Driven([mail for lane in open_lanes for mail in lane.mails[: lane.sent]], spent)


@contextlib.contextmanager
def _greeted(port: int) -> Iterator[socket.socket]:
    with socket.create_connection(("127.0.0.1", port), timeout=60) as connection:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        _expect(connection, b"220")
        connection.sendall(b"EHLO client.example\r\n")
        _expect(connection, b"250")
        yield connection


def _expect(connection: socket.socket, code: bytes) -> None:
    reply = b""
    while not reply.endswith(b"\r\n") or not reply.splitlines()[-1].startswith(code + b" "):
        more = connection.recv(4096)
        if not more:
            raise OSError("the server hung up")
        reply += more


class NoOp:
    """An aiosmtpd handler that takes every mail and does nothing."""

    async def handle_DATA(self, server: SMTP, session: Any, envelope: Any) -> str:
        """Take it."""
        return "250 2.0.0 Accepted"


class OneInsert:
    """An aiosmtpd handler that commits one small row a mail before it takes it."""

    def __init__(self, file: Path) -> None:
        self._connection = sqlite3.connect(file, isolation_level=None, check_same_thread=False)
        self._connection.execute("PRAGMA journal_mode=WAL")
        self._connection.execute("PRAGMA synchronous=FULL")
        self._connection.execute("CREATE TABLE mails (id INTEGER PRIMARY KEY, raw BLOB)")

    async def handle_DATA(self, server: SMTP, session: Any, envelope: Any) -> str:
        """Keep it."""
        self._connection.execute("BEGIN IMMEDIATE")
        self._connection.execute("INSERT INTO mails (raw) VALUES (?)", (envelope.content,))
        self._connection.execute("COMMIT")
        return "250 2.0.0 Accepted"


class _DistantSMTP(SMTP):
    """Answers as a server does that is far away: each reply arrives so much later.

    Attributes:
        delay: how much later, in seconds.
    """

    delay = 0.0

    async def push(self, status: Any) -> None:
        """Send a reply, later."""
        if not self.delay:
            await super().push(status)
            return
        text = status if isinstance(status, bytes) else status.encode()
        asyncio.get_running_loop().call_later(self.delay, self._writer.write, text + b"\r\n")


class _Sink:
    """Takes letters and forgets them; offers PIPELINING."""

    async def handle_EHLO(
        self,
        server: SMTP,
        session: Any,
        envelope: Any,
        hostname: str,
        responses: list[str],
    ) -> list[str]:
        """Announce it."""
        session.host_name = hostname
        return [*responses[:-1], "250-PIPELINING", responses[-1]]

    async def handle_DATA(self, server: SMTP, session: Any, envelope: Any) -> str:
        """Take it."""
        return "250 2.0.0 Accepted"


def _run(kind: str, argument: Any, told: Connection) -> None:
    """Serve until this process is ended."""

    async def serve() -> None:
        handler = {"noop": NoOp, "insert": lambda: OneInsert(argument), "sink": _Sink}[kind]()

        def conversation() -> SMTP:
            smtp = _DistantSMTP(handler, hostname="localhost")
            smtp.delay = argument if kind == "sink" else 0.0
            return smtp

        server = await asyncio.get_running_loop().create_server(conversation, "127.0.0.1", 0)
        told.send(server.sockets[0].getsockname()[1])
        await server.serve_forever()

    logging.getLogger("mail.log").setLevel(logging.ERROR)
    asyncio.run(serve())


@contextlib.contextmanager
def peer(kind: str, argument: Any = None) -> Iterator[int]:
    """A server in a process of its own; its port.

    Args:
        kind: "noop"; "insert" with the file of its database; "sink" with the seconds that a reply takes.
    """
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=_run, args=(kind, argument, theirs), daemon=True)
    process.start()
    theirs.close()
    try:
        if not ours.poll(_START_SECONDS):
            raise OSError(f"the {kind} server did not start")
        yield int(ours.recv())
    finally:
        process.terminate()
        process.join()
