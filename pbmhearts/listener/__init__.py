"""The sockets that mail comes in by: SMTP, or LMTP behind Postfix.

It never relays, refuses for good only what can never be taken, and answers its own faults with 4xx.
"""

import asyncio
import logging
from typing import Any

from pbmhearts.clock import Clock
from pbmhearts.config import ListenConfig
from pbmhearts.listener.certificate import Certificate
from pbmhearts.listener.connection_limit import ConnectionLimits
from pbmhearts.listener.conversation import Conversation, LmtpConversation
from pbmhearts.listener.handler import Accepts, Handler, Receive

__all__ = ["Listener"]


class Listener:
    """Listens on one port until it is stopped.

    Args:
        config: where, and the limits.
        accepts: whether an address (as RCPT gave it, any case) is ours; called on the event loop.
        receive: takes a whole message (CRLF line ends, dot-stuffing undone) and its envelope. It is
            finished even when the peer goes away meanwhile; what it raises becomes a 451.
        clock: for the mails a minute.
    """

    def __init__(self, config: ListenConfig, accepts: Accepts, receive: Receive, clock: Clock) -> None:
        self._config = config
        self._limits = ConnectionLimits(config, clock)
        self._handler = Handler(config, accepts, receive, self._limits)
        self._server: asyncio.Server | None = None
        self._certificate: Certificate | None = None
        self._open: set[Conversation] = set()

    async def start(self) -> None:
        """Begin to listen.

        Raises:
            OSError: the address cannot be had, or the certificate or its key cannot be used.
        """
        self._certificate = Certificate(self._config)
        # aiosmtpd logs what peers say: message lines at DEBUG, unknown commands at WARNING.
        logging.getLogger("mail.log").setLevel(logging.ERROR)
        self._server = await asyncio.get_running_loop().create_server(
            self._conversation, self._config.host, self._config.port
        )

    @property
    def address(self) -> tuple[str, int]:
        """The host and port it listens on; port 0 in the configuration has become a real one."""
        if self._server is None or not self._server.sockets:
            raise RuntimeError("the listener is not listening")
        host, port = self._server.sockets[0].getsockname()[:2]
        return host, port

    async def stop(self, grace: float) -> None:
        """Accept nothing new, finish the messages that are coming in, then close.

        Args:
            grace: how long to wait for those, in seconds; what is not done then is dropped unanswered,
                so that its sender tries again.
        """
        if self._server is None:
            return
        self._server.close()
        await asyncio.sleep(0)  # what was accepted just now becomes a conversation
        for conversation in set(self._open):
            conversation.finish()
        if tasks := self._tasks():
            await asyncio.wait(tasks, timeout=grace)
        for conversation in set(self._open):
            conversation.abort()
        tasks |= self._tasks()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._server.wait_closed()
        self._server = None

    def _tasks(self) -> set[asyncio.Task[Any]]:
        return {c.task for c in self._open if c.task is not None} | self._handler.in_hand

    def _conversation(self) -> Conversation:
        kind = LmtpConversation if self._config.protocol == "lmtp" else Conversation
        tls = self._certificate.context() if self._certificate else None
        return kind(self._config, self._handler, self._limits, self._open, tls)
