"""A smarthost with moods: what a server of ours may meet, over real sockets."""

import asyncio
import ssl
import threading
from concurrent.futures import Future
from types import TracebackType
from typing import Any, Self

from aiosmtpd.smtp import SMTP, AuthResult

PASSWORD = "spades-4711"


class MoodySmarthost:
    """An SMTP server in a thread that keeps what it takes, as a context manager.

    Args:
        tls: with a certificate it wants STARTTLS and a login.

    Attributes:
        port: on 127.0.0.1.
        mood: "well", or "MAIL 451 ...", "RCPT 450 ...", "DATA 451 ..." (after the dot), "hang" (no answer after the
            dot, and nothing kept), "drop" (kept, and the connection cut without an answer).
        kept: address and bytes of all that was taken, in order.
        seen: how many letters came up to the dot.
    """

    def __init__(self, tls: ssl.SSLContext | None = None) -> None:
        self.mood = "well"
        self.kept: list[tuple[str, bytes]] = []
        self.seen = 0
        self.port = 0
        self._options: dict[str, Any] = {"enable_SMTPUTF8": True}
        if tls is not None:
            self._options |= {
                "tls_context": tls,
                "require_starttls": True,
                "auth_required": True,
                "authenticator": _authenticate,
            }

    def to(self, address: str) -> list[bytes]:
        """What came for an address."""
        return [data for to, data in self.kept if to == address]

    def _answer(self, verb: str) -> str:
        return self.mood.removeprefix(f"{verb} ") if self.mood.startswith(verb) else "250 OK"

    async def handle_MAIL(  # noqa: N802
        self, _server: SMTP, _session: Any, envelope: Any, address: str, _options: Any
    ) -> str:
        """Aiosmtpd's."""
        envelope.mail_from = address
        return self._answer("MAIL")

    async def handle_RCPT(  # noqa: N802
        self, _server: SMTP, _session: Any, envelope: Any, address: str, _options: Any
    ) -> str:
        """Aiosmtpd's."""
        answer = self._answer("RCPT")
        if answer.startswith("250"):
            envelope.rcpt_tos.append(address)
        return answer

    async def handle_DATA(self, server: SMTP, _session: Any, envelope: Any) -> str:  # noqa: N802
        """Aiosmtpd's; the dot has come."""
        self.seen += 1
        if self.mood == "hang":
            await asyncio.sleep(30)
        answer = self._answer("DATA")
        if answer.startswith("250"):
            self.kept += [(to, envelope.content) for to in envelope.rcpt_tos]
        if self.mood == "drop":
            server.transport.abort()
        return answer

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
        server = await loop.create_server(
            lambda: SMTP(self, loop=loop, **self._options), "127.0.0.1", self.port
        )
        begun.set_result((server.sockets[0].getsockname()[1], loop, over))
        await over.wait()
        server.close()
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)
        await asyncio.sleep(0.01)  # transports close in a later turn


def _authenticate(_server: Any, _session: Any, _envelope: Any, _mechanism: str, data: Any) -> AuthResult:
    return AuthResult(success=data.password == PASSWORD.encode(), handled=False)
