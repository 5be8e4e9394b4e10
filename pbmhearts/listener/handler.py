# ruff: noqa: ARG002, N802 - aiosmtpd names its hooks and says what they are given
"""What the listener answers: which recipients, which mails, and what became of each."""

import asyncio
import logging
import re
import traceback
from collections.abc import Awaitable, Callable
from typing import assert_never

from aiosmtpd.smtp import SMTP, Session
from aiosmtpd.smtp import Envelope as SmtpEnvelope

from pbmhearts.config import ListenConfig
from pbmhearts.letters import Envelope, Receipt
from pbmhearts.listener.connection_limit import ConnectionLimits

OUR_FAULT = "451 4.3.0 A fault on our side, try again later"
_TOO_BIG = "552 5.3.4 Message too big"
_HEADERS_TOO_BIG = "552 5.3.4 Message headers too big"
_TOO_MANY = "450 4.7.1 Too many mails from you, try again in a minute"
_BARE = "550 5.6.11 Bare CR or LF in the message"

_BARE_CR_OR_LF = re.compile(rb"\r(?!\n)|(?<!\r)\n")
_DECLARED_SIZE = re.compile(r"SIZE=([0-9]{1,20})")
_log = logging.getLogger(__name__)

Receive = Callable[[bytes, Envelope], Awaitable[Receipt]]
Accepts = Callable[[str], bool]


def log_fault(what: str, error: BaseException) -> None:
    """Log where it happened, without the error's own text: that may quote the mail."""
    frames = "".join(traceback.format_tb(error.__traceback__))
    _log.error("%s: %s\n%s", what, type(error).__name__, frames)


def peer_of(session: Session) -> str:
    """The host that a session talks to."""
    return str(session.peer[0]) if session.peer else ""


class Handler:
    """aiosmtpd's hooks; one serves every connection.

    Attributes:
        in_hand: the mails being received; they outlive a connection that drops.
    """

    def __init__(
        self, config: ListenConfig, accepts: Accepts, receive: Receive, limits: ConnectionLimits
    ) -> None:
        self._config = config
        self._accepts = accepts
        self._receive = receive
        self._limits = limits
        self.in_hand: set[asyncio.Task[str]] = set()

    async def handle_EHLO(
        self, server: SMTP, session: Session, envelope: SmtpEnvelope, hostname: str, responses: list[str]
    ) -> list[str]:
        """Announce what we take besides aiosmtpd's own list; nobody needs HELP or logs in."""
        session.host_name = hostname
        return [
            responses[0],
            f"250-SIZE {self._config.max_message}",
            *(line for line in responses[1:-1] if not line.startswith("250-AUTH")),
            "250 PIPELINING",
        ]

    async def handle_MAIL(
        self, server: SMTP, session: Session, envelope: SmtpEnvelope, address: str, options: list[str]
    ) -> str:
        """Begin a mail, unless it is announced as too big or its peer sends too many."""
        for option in options:
            if option.startswith("SIZE"):
                size = _DECLARED_SIZE.fullmatch(option)
                if not size:
                    return "501 5.5.4 SIZE wants a number"
                if int(size[1]) > self._config.max_message:
                    return _TOO_BIG
        if not self._limits.mail(peer_of(session)):
            return _TOO_MANY
        envelope.mail_from = address
        envelope.mail_options.extend(options)
        return "250 2.1.0 OK"

    async def handle_RCPT(
        self, server: SMTP, session: Session, envelope: SmtpEnvelope, address: str, options: list[str]
    ) -> str:
        """Take a recipient of ours; never relay."""
        if not self._accepts(address):
            return "550 5.1.1 No such address here"
        if len(envelope.rcpt_tos) >= self._config.max_recipients:
            return "452 4.5.3 Too many recipients"
        envelope.rcpt_tos.append(address)
        return "250 2.1.5 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: SmtpEnvelope) -> str:
        """Judge a whole message and hand it in; content None stands for one over the size limit."""
        content = envelope.content
        if not isinstance(content, bytes):
            return _TOO_BIG
        if _BARE_CR_OR_LF.search(content):
            return _BARE
        if len(content.partition(b"\r\n\r\n")[0]) > self._config.max_headers:
            return _HEADERS_TOO_BIG
        sender = "" if envelope.mail_from == "<>" else envelope.mail_from or ""
        recipients = tuple(dict.fromkeys(envelope.rcpt_tos))
        task = asyncio.create_task(self._take(content, Envelope(sender, recipients, peer_of(session))))
        self.in_hand.add(task)
        task.add_done_callback(self.in_hand.discard)
        # A peer that goes away cancels its conversation; the mail it handed in is finished all the same.
        return await asyncio.shield(task)

    async def _take(self, content: bytes, envelope: Envelope) -> str:
        try:
            receipt = await self._receive(content, envelope)
        except Exception as error:  # noqa: BLE001 - whatever it is, it is ours, and the peer must try again
            log_fault("a mail could not be received", error)
            return OUR_FAULT
        match receipt:
            case Receipt.ACCEPTED:
                return "250 2.0.0 Accepted"
            case Receipt.TRY_LATER:
                return "451 4.3.0 Try again later"
            case Receipt.STORAGE_FULL:
                return "452 4.3.1 Storage is full, try again later"
            case Receipt.TOO_MANY:
                return _TOO_MANY
            case _:
                assert_never(receipt)
