# ruff: noqa: N802, S101 - aiosmtpd names the methods; asserts tell mypy what it promises
"""One connection: aiosmtpd's SMTP and LMTP, with its limits made ours and its weak spots covered."""

import asyncio
import re
import ssl
from collections import defaultdict
from typing import AnyStr

from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import SMTP, TLSSetupException

from pbmhearts.config import ListenConfig
from pbmhearts.listener.connection_limit import ConnectionLimits
from pbmhearts.listener.handler import OUR_FAULT, Handler, log_fault, peer_of

_FOREIGN = re.compile(rb"\x16\x03|(?:GET|HEAD|POST|PUT|DELETE|OPTIONS|CONNECT|TRACE|PRI) ")
"""How a TLS hello or an HTTP request begins."""

_PATH = re.compile(
    r"""<(?:@[^\s:<>]*:)?                                              # an old source route is ignored
        (?P<address>(?:"(?:[^"\\]|\\.)*"|[^\s<>@"]+)(?:@[^\s<>@]+)?|)>
        \s*(?P<rest>.*)
      | (?P<naked>[^\s<>@"]+@[^\s<>@]+)(?:\s+(?P<naked_rest>.*))?
    """,
    re.VERBOSE | re.DOTALL,
)

_COMMAND_BYTES = 1024
"""RFC 5321 asks for 512 and more for each extension; VERP makes long addresses."""

_DATA_PATIENCE = 10
"""A message may take this many idle timeouts in all, so that a trickle cannot hold a connection for ever."""

_DRAIN_FACTOR = 10
"""A message over the limit is read to its end, up to this many times the limit."""


class Conversation(SMTP):
    """An SMTP session."""

    replies_per_recipient = False
    command_size_limit = _COMMAND_BYTES

    def __init__(
        self,
        config: ListenConfig,
        handler: Handler,
        limits: ConnectionLimits,
        others: "set[Conversation]",
        tls: ssl.SSLContext | None,
    ) -> None:
        # aiosmtpd takes the stream's limit from here: a line may be as long as a message.
        self.line_length_limit = config.max_message
        super().__init__(
            handler,
            data_size_limit=None,
            enable_SMTPUTF8=True,
            hostname=config.hostname,
            ident="LMTP" if self.replies_per_recipient else "ESMTP",
            timeout=config.idle_timeout.total_seconds(),
            loop=asyncio.get_running_loop(),
            tls_context=tls,
        )
        # aiosmtpd shares one dictionary among all connections and lets each EHLO raise it.
        self.command_size_limits = defaultdict(lambda: _COMMAND_BYTES)
        self._config = config
        self._handler = handler
        self._limits = limits
        self._others = others
        self._spoken = False
        self._replies = -1  # the greeting answers no command
        self._in_hand = False
        self._receiving = False
        self._closing_text: str | None = None

    def finish(self) -> None:
        """Close with 421: now, or after the message that is coming in."""
        if self._in_hand:
            self._closing_text = "421 4.3.2 Shutting down"
        else:
            self._hang_up("421 4.3.2 Shutting down")

    def abort(self) -> None:
        """Drop the connection, whatever it does."""
        transport = self._original_transport if self._agreeing_on_tls else self.transport
        if transport is not None:
            transport.abort()  # type: ignore[attr-defined]

    @property
    def _agreeing_on_tls(self) -> bool:
        """Whether STARTTLS was said and nothing can be said before it is done."""
        return self._original_transport is not None and (self.session is None or self.session.ssl is None)

    @property
    def task(self) -> asyncio.Task[None] | None:
        """What serves the connection; done when it is over."""
        return self._handler_coroutine

    def _hang_up(self, text: str) -> None:
        if self._agreeing_on_tls:
            self.abort()
            self.connection_lost(None)  # TLS would tell us nothing
            return
        if self.transport is None or self.transport.is_closing():
            return
        if text:
            self._writer.write(text.encode("ascii") + b"\r\n")
        self.transport.close()
        if self._handler_coroutine is not None:
            self._handler_coroutine.cancel()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin, among the open connections."""
        self._others.add(self)
        super().connection_made(transport)

    def connection_lost(self, error: Exception | None) -> None:
        """End; a mail that is being received is finished without us."""
        self._others.discard(self)
        super().connection_lost(error)

    async def _handle_client(self) -> None:
        assert self.session is not None
        peer = peer_of(self.session)
        if not self._limits.enter(peer):
            self._hang_up("421 4.7.0 Too many connections, try again later")
            return
        try:
            await super()._handle_client()
        except ConnectionError:
            pass  # the peer went away while we answered
        finally:
            self._limits.leave(peer)

    def data_received(self, data: bytes) -> None:
        """Feed the stream; a message that keeps coming is not idle.

        A peer whose first words are TLS or HTTP is closed without a word.
        """
        if not self._spoken:
            self._spoken = True
            if _FOREIGN.match(data):
                self._hang_up("")
                return
        if self._in_hand and not self._receiving:
            self._reset_timeout()
        super().data_received(data)

    def eof_received(self) -> bool | None:
        """A peer that has said its last word while its mail is received still gets the answer."""
        if self._receiving:
            self._closing_text = ""
            return self._original_transport is None  # TLS has no half-closed connections
        return super().eof_received()

    def _timeout_cb(self) -> None:
        # A peer that does not even read leaves bytes behind that close() would wait for.
        if self.transport is not None and self.transport.get_write_buffer_size():  # type: ignore[attr-defined]
            self.abort()
        self._hang_up("421 4.4.2 Idle for too long")

    async def push(self, status: AnyStr) -> None:
        """Send one line; each last line answers one command, and those without a mail are counted."""
        if status[3:4] not in {"-", b"-"}:
            self._replies += 1
            if self._replies > self._config.max_idle_commands:
                self._hang_up("421 4.7.0 Too many commands without a mail")
                await asyncio.sleep(0)  # lets the cancellation out
        await super().push(status)

    async def handle_exception(self, error: Exception) -> str:
        """Our own words instead of aiosmtpd's, which are a permanent 500 with the exception's text."""
        if isinstance(error, TLSSetupException):
            return ""  # the peer's doing, and there is no line left to answer on
        log_fault("a command failed", error)
        return OUR_FAULT

    def _getaddr(self, arg: str) -> tuple[str | None, str | None]:
        """The address and the parameters after it; None for what is no address.

        The parser in `email` that aiosmtpd uses raises more than it says it does.
        """
        match = _PATH.fullmatch(arg.strip())
        if not match or not arg.isprintable():  # what is not UTF-8 came as surrogates: not printable
            return None, None
        if match["naked"]:
            return match["naked"], match["naked_rest"] or ""
        return match["address"] or "<>", match["rest"]

    async def smtp_MAIL(self, arg: str) -> None:
        """Begin a mail; under require_tls only over TLS.

        aiosmtpd's own require_starttls refuses LHLO, so that no LMTP client would ever hear of STARTTLS.
        """
        if self._config.require_tls and self._tls_protocol is None:
            await self.push("530 5.7.0 Must issue a STARTTLS command first")
            return
        await super().smtp_MAIL(arg)

    async def smtp_VRFY(self, arg: str) -> None:  # noqa: ARG002 - no address is looked at
        """Tell nothing about addresses."""
        await self.push("252 2.5.0 Send a mail and see")

    async def smtp_AUTH(self, arg: str) -> None:  # noqa: ARG002 - nobody logs in here
        """Know no logins: mail for us is taken from anybody."""
        await self.push("502 5.5.1 No logins here")

    async def smtp_DATA(self, arg: str) -> None:
        """Read a message, hand it in, and answer once, or once for each recipient (LMTP)."""
        if await self.check_helo_needed():
            return
        assert self.envelope is not None
        if not self.envelope.rcpt_tos:
            await self.push("503 5.5.1 Error: need RCPT command")
            return
        if arg:
            await self.push("501 5.5.4 Syntax: DATA")
            return
        self._in_hand = True
        try:
            await self._take_message()
        finally:
            self._in_hand = False
        if self._closing_text is not None:
            self._hang_up(self._closing_text)

    async def _take_message(self) -> None:
        assert self.envelope is not None
        await self.push("354 End data with <CR><LF>.<CR><LF>")
        self.envelope.content = await self._read_message()
        status = await self._receive()
        count = len(self.envelope.rcpt_tos) if self.replies_per_recipient else 1
        self._set_post_data_state()  # type: ignore[no-untyped-call]
        self._replies = -count
        for _ in range(count):
            await self.push(status)

    async def _receive(self) -> str:
        assert self._timeout_handle is not None
        assert self.session is not None
        assert self.envelope is not None
        self._timeout_handle.cancel()  # it is our turn: the peer is not idle
        self._receiving = True
        try:
            status: str = await self._handler.handle_DATA(self, self.session, self.envelope)
        finally:
            self._receiving = False
        self._reset_timeout()
        return status

    async def _read_message(self) -> bytes | None:
        """The message up to the lone dot, dot-stuffing undone; None if it is over the size limit."""
        lines: list[bytes] = []
        size = 0
        fresh = True  # at the start of a line
        deadline = self.loop.time() + _DATA_PATIENCE * self._config.idle_timeout.total_seconds()
        while True:
            try:
                line = await self._reader.readuntil(b"\r\n")
                whole = True
            except asyncio.LimitOverrunError as overrun:
                line = await self._reader.read(overrun.consumed)
                whole = False
            if fresh and line == b".\r\n":
                return None if size > self._config.max_message else b"".join(lines)
            if fresh and line.startswith(b"."):
                line = line[1:]
            fresh = whole
            size += len(line)
            if size <= self._config.max_message:
                lines.append(line)
            else:
                lines.clear()
            if size > _DRAIN_FACTOR * self._config.max_message or self.loop.time() > deadline:
                self._hang_up("421 4.3.2 The message does not end")
                await asyncio.sleep(0)  # lets the cancellation out


class LmtpConversation(Conversation, LMTP):
    """An LMTP session (RFC 2033): a status line for each recipient."""

    replies_per_recipient = True
