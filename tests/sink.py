"""A mail server that only keeps what it gets."""

import asyncio
import threading
from concurrent.futures import Future
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Self

from aiosmtpd.smtp import SMTP


@dataclass(frozen=True, slots=True)
class Caught:
    """A mail that came to the sink."""

    envelope_from: str
    recipients: tuple[str, ...]
    data: bytes


class Sink:
    """An SMTP server in a thread that keeps every mail, as a context manager.

    Attributes:
        port: on 127.0.0.1.
        mails: what came, in order.
        answers: what RCPT is answered for an address instead of 250, such as "550 5.1.1 No such user".
    """

    def __init__(self) -> None:
        self.mails: list[Caught] = []
        self.answers: dict[str, str] = {}
        self.port = 0

    async def handle_RCPT(  # noqa: N802 - aiosmtpd's
        self, _server: SMTP, _session: Any, envelope: Any, address: str, _options: list[str]
    ) -> str:
        """Take a recipient, unless the test has other plans."""
        if answer := self.answers.get(address):
            return answer
        envelope.rcpt_tos.append(address)
        return "250 2.1.5 OK"

    async def handle_DATA(self, _server: SMTP, _session: Any, envelope: Any) -> str:  # noqa: N802 - aiosmtpd's
        """Keep a mail."""
        sender = "" if envelope.mail_from == "<>" else envelope.mail_from
        self.mails.append(Caught(sender, tuple(envelope.rcpt_tos), envelope.content))
        return "250 2.0.0 kept"

    def to(self, address: str) -> list[Caught]:
        """The mails that came for an address."""
        return [mail for mail in self.mails if address in mail.recipients]

    def __enter__(self) -> Self:
        begun: Future[tuple[int, asyncio.AbstractEventLoop, asyncio.Event]] = Future()
        self._thread = threading.Thread(target=asyncio.run, args=(self._serve(begun),))
        self._thread.start()
        self.port, self._loop, self._over = begun.result(timeout=10)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._loop.call_soon_threadsafe(self._over.set)
        self._thread.join()

    async def _serve(self, begun: "Future[tuple[int, asyncio.AbstractEventLoop, asyncio.Event]]") -> None:
        loop, over = asyncio.get_running_loop(), asyncio.Event()
        server = await loop.create_server(lambda: SMTP(self, loop=loop, enable_SMTPUTF8=True), "127.0.0.1", 0)
        begun.set_result((server.sockets[0].getsockname()[1], loop, over))
        await over.wait()
        server.close()
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)
        await asyncio.sleep(0.01)  # transports close in a later turn
