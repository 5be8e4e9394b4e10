"""One connection to the smarthost, kept between letters and made anew where it was lost.

Where the smarthost offers PIPELINING, MAIL, RCPT and DATA go out in one write, and the next letter's behind the words
of this one: a letter then costs one round trip instead of four.
"""

import contextlib
import re
import smtplib
import socket
import ssl
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from pbmhearts.config import DeliveryConfig
from pbmhearts.mail.transport.batch import Batch, Parcel, SendOutcome, SendResult, fault_of_ours

# Every smtplib error is an OSError, as those of sockets and TLS are.
_ANY_LINE_END = re.compile(rb"\r\n|\r|\n")
_LINE_DOT = re.compile(rb"^\.", re.MULTILINE)
_NOT_IN_ADDRESSES = re.compile(r"[\s<>]")
_LONGEST_TEXT = 300

_LEAVE_SECONDS = 1.0
"""How long a smarthost may take over our QUIT."""


class NotConnectedError(Exception):
    """The smarthost cannot be reached, or does not let us in."""

    def __init__(self, result: SendResult) -> None:
        super().__init__(result.text)
        self.result = result


class _UnansweredError(Exception):
    """The conversation ended before the letter was handed over, so that trying once more is safe."""

    def __init__(self, result: SendResult) -> None:
        super().__init__(result.text)
        self.result = result


@dataclass(frozen=True, slots=True)
class _Step:
    """A command, and the replies that let the next one follow.

    Attributes:
        ours: a refusal says nothing about the recipient: it is between the smarthost and us.
    """

    command: bytes
    wanted: frozenset[int]
    ours: bool


_RSET = _Step(b"RSET\r\n", frozenset({250}), ours=True)
_DATA = _Step(b"DATA\r\n", frozenset({354}), ours=False)


@dataclass(frozen=True, slots=True)
class _Offer:
    """A letter as it is sent over one connection.

    Attributes:
        data: with the dot that ends it.
    """

    parcel: Parcel
    steps: tuple[_Step, ...]
    data: bytes

    @property
    def commands(self) -> bytes:
        """All that is said before the letter."""
        return b"".join(step.command for step in self.steps)


class SmtpClient:
    """Sends letters over one connection; not for use by two threads at once, but for `abort`.

    Args:
        config: where, how secured, who logs in.
        hostname: the name to greet with.
        context: makes what certificates are checked with, when it is needed.
    """

    def __init__(self, config: DeliveryConfig, hostname: str, context: Callable[[], ssl.SSLContext]) -> None:
        self._config = config
        self._hostname = hostname
        self._context = context
        self._password = ""
        self._kept: smtplib.SMTP | None = None
        self._refused_midway = False
        self._aborted = False

    def send_all(self, batch: Batch, took: Callable[[float], None]) -> None:
        """Send letters of the batch until none can be taken.

        Args:
            took: called after each letter with the seconds that it took.

        Raises:
            NotConnectedError: there is no way to the smarthost; the letter in hand is given back.
        """
        ahead: _Offer | None = None
        while (parcel := ahead.parcel if ahead else batch.take()) is not None:
            began = time.monotonic()
            try:
                result, ahead = self._send(parcel, ahead, batch)
            except NotConnectedError:
                batch.put_back(parcel)
                raise
            except Exception as error:  # noqa: BLE001 - one letter's fault must not hold up the others
                self._drop()
                result, ahead = fault_of_ours(parcel, error), None
            batch.done(parcel, result)
            took(time.monotonic() - began)

    def check(self) -> SendResult:
        """Connect and log in as if to send a letter, and send none; "sent" if one could be."""
        try:
            self._connect()
        except NotConnectedError as error:
            return error.result
        return SendResult(SendOutcome.SENT, 250, "")

    def close(self) -> None:
        """Take leave of the smarthost."""
        if self._kept is not None:
            with contextlib.suppress(OSError):
                if self._kept.sock is not None:
                    self._kept.sock.settimeout(_LEAVE_SECONDS)
                self._kept.quit()
        self._drop()

    def abort(self) -> None:
        """End a conversation that another thread waits in, as if the smarthost had hung up, and let none begin."""
        self._aborted = True
        kept = self._kept
        if kept is not None and kept.sock is not None:
            with contextlib.suppress(OSError):
                # A TLS socket's own shutdown() would drop the TLS state under the thread that reads from it.
                socket.socket.shutdown(kept.sock, socket.SHUT_RDWR)

    def _drop(self) -> None:
        if self._kept is not None:
            self._kept.close()
            self._kept = None

    def _connect(self) -> smtplib.SMTP:
        if self._aborted:
            raise NotConnectedError(SendResult(SendOutcome.LATER, 0, "we are shutting down"))
        config = self._config
        try:
            if config.user:
                self._password = Path(config.password_file).read_text(encoding="utf-8").strip("\r\n")
        except (OSError, UnicodeDecodeError) as error:
            why = f"password_file cannot be read ({type(error).__name__})"
            raise NotConnectedError(SendResult(SendOutcome.LATER, 0, why)) from None
        try:
            smtp = self._call()
        except (OSError, ValueError) as error:
            raise NotConnectedError(self._fault(error)) from None
        try:
            self._introduce(smtp)
        except (OSError, ValueError) as error:
            smtp.close()
            raise NotConnectedError(self._fault(error)) from None
        self._kept = smtp
        self._refused_midway = False
        return smtp

    def _call(self) -> smtplib.SMTP:
        config = self._config
        seconds = config.timeout.total_seconds()
        if config.security == "tls":
            return smtplib.SMTP_SSL(
                config.smarthost, config.port, self._hostname, timeout=seconds, context=self._context()
            )
        return smtplib.SMTP(config.smarthost, config.port, self._hostname, timeout=seconds)

    def _introduce(self, smtp: smtplib.SMTP) -> None:
        if smtp.sock is not None:
            # Each write is a whole step: to wait for more would only delay it.
            smtp.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        smtp.ehlo_or_helo_if_needed()
        if self._config.security == "starttls":
            smtp.starttls(context=self._context())
            smtp.ehlo_or_helo_if_needed()
        if self._config.user:
            smtp.login(self._config.user, self._password)

    def _send(self, parcel: Parcel, begun: _Offer | None, batch: Batch) -> tuple[SendResult, _Offer | None]:
        """Send a letter; returns also the next one, where its commands went out with this one.

        Args:
            begun: this letter, if its commands have gone out already.
        """
        if begun is None and not _is_sendable(parcel):
            return SendResult(SendOutcome.NEVER, 553, "5.1.3 not an address that can be sent"), None
        if self._kept is not None:
            try:
                return self._send_over(self._kept, parcel, begun, batch)
            except _UnansweredError:
                self._drop()
        smtp = self._connect()
        try:
            return self._send_over(smtp, parcel, None, batch)
        except _UnansweredError as unanswered:
            self._drop()
            return unanswered.result, None

    def _send_over(
        self, smtp: smtplib.SMTP, parcel: Parcel, begun: _Offer | None, batch: Batch
    ) -> tuple[SendResult, _Offer | None]:
        """One letter over one connection.

        Raises:
            _UnansweredError: the connection failed before the letter went out.
        """
        offer = begun or _offer(smtp, parcel, reset=self._refused_midway)
        if offer is None:
            words = "5.6.7 the smarthost takes no such address (SMTPUTF8)"
            return SendResult(SendOutcome.NEVER, 553, words), None
        try:
            refusal = self._propose(smtp, offer, is_written=begun is not None)
        except OSError as error:
            raise _UnansweredError(self._fault(error)) from None
        return (refusal, None) if refusal else self._hand_over(smtp, offer, batch)

    def _propose(self, smtp: smtplib.SMTP, offer: _Offer, *, is_written: bool) -> SendResult | None:
        """Name sender and recipient; returns the refusal, or None once the smarthost waits for the letter."""
        at_once = smtp.has_extn("pipelining")
        if at_once and not is_written:
            smtp.send(offer.commands)
        for position, step in enumerate(offer.steps, 1):
            if not at_once:
                smtp.send(step.command)
            code, text = smtp.getreply()
            if code in step.wanted:
                continue
            if step.ours or _about_the_connection(code):
                raise smtplib.SMTPResponseException(code, text)
            self._refused_midway = True
            if at_once:
                self._read_on(smtp, len(offer.steps) - position)
            return self._refused(code, text)
        return None

    def _read_on(self, smtp: smtplib.SMTP, replies: int) -> None:
        """Read what the commands behind a refused one are answered; where a letter is asked for, it gets none."""
        try:
            for _ in range(replies):
                code, _ = smtp.getreply()
                if code == 354:
                    smtp.send(b".\r\n")
                    smtp.getreply()
        except OSError:
            self._drop()

    def _hand_over(self, smtp: smtplib.SMTP, offer: _Offer, batch: Batch) -> tuple[SendResult, _Offer | None]:
        """The letter after 354. A fault from here on may be one after it was taken: no second try now."""
        ahead = self._ahead(smtp, batch) if smtp.has_extn("pipelining") else None
        try:
            smtp.send(offer.data + ahead.commands if ahead else offer.data)
            code, text = smtp.getreply()
            if code != 250 and _about_the_connection(code):
                raise smtplib.SMTPResponseException(code, text)
        except OSError as error:
            self._drop()
            if ahead is not None:
                batch.put_back(ahead.parcel)
            return replace(self._fault(error), doubtful=True), None
        if code == 250:
            return SendResult(SendOutcome.SENT, code, self._words(text)), ahead
        return self._refused(code, text), ahead

    def _ahead(self, smtp: smtplib.SMTP, batch: Batch) -> _Offer | None:
        """The next letter, ready to be proposed behind the words of this one."""
        parcel = batch.take()
        if parcel is None:
            return None
        offer = _offer(smtp, parcel, reset=False) if _is_sendable(parcel) else None
        if offer is None:
            batch.put_back(parcel)  # it is refused when its turn has come
        return offer

    def _refused(self, code: int, text: bytes) -> SendResult:
        """A refusal of the recipient or the letter."""
        return SendResult(SendOutcome.NEVER if code >= 500 else SendOutcome.LATER, code, self._words(text))

    def _fault(self, error: Exception) -> SendResult:
        """Whatever went wrong between the smarthost and us, as "later"."""
        if isinstance(error, smtplib.SMTPResponseException):
            return SendResult(SendOutcome.LATER, max(error.smtp_code, 0), self._words(error.smtp_error))
        if isinstance(error, ValueError) and not isinstance(error, OSError):
            # A password that is not ASCII: the error's own text would quote it.
            return SendResult(SendOutcome.LATER, 0, f"the login cannot be sent ({type(error).__name__})")
        words = error.strerror if isinstance(error, OSError) else ""
        return SendResult(SendOutcome.LATER, 0, self._words(words or str(error) or type(error).__name__))

    def _words(self, text: bytes | str) -> str:
        if isinstance(text, bytes):
            text = text.decode("utf-8", "replace")
        if self._password:
            text = text.replace(self._password, "***")
        if not text.isprintable():
            text = "".join(c if c.isprintable() else " " for c in text)
        return " ".join(text.split())[:_LONGEST_TEXT]


def _is_sendable(parcel: Parcel) -> bool:
    addresses = parcel.envelope_from + parcel.to
    return addresses.isprintable() and not _NOT_IN_ADDRESSES.search(addresses)


def _offer(smtp: smtplib.SMTP, parcel: Parcel, *, reset: bool) -> _Offer | None:
    """A letter as this smarthost takes it; None if it takes no such address.

    Args:
        reset: what was refused before must be taken back first.
    """
    data = _with_crlf(parcel.data)
    foreign = not (parcel.envelope_from + parcel.to).isascii()
    if foreign and not smtp.has_extn("smtputf8"):
        return None
    # smtp.mail() and smtp.rcpt() would read comments and names into the addresses.
    mail = f"MAIL FROM:<{parcel.envelope_from}>{_options(smtp, data, foreign=foreign)}\r\n"
    steps = (
        _Step(mail.encode(), frozenset({250}), ours=True),
        _Step(f"RCPT TO:<{parcel.to}>\r\n".encode(), frozenset({250, 251}), ours=False),
        _DATA,
    )
    if b"\n." in data or data.startswith(b"."):
        data = _LINE_DOT.sub(b"..", data)
    return _Offer(parcel, (_RSET, *steps) if reset else steps, data + b".\r\n")


def _with_crlf(data: bytes) -> bytes:
    ends = data.count(b"\r\n")
    if data.count(b"\n") != ends or data.count(b"\r") != ends:
        data = _ANY_LINE_END.sub(b"\r\n", data)
    return data if data.endswith(b"\r\n") else data + b"\r\n"


def _options(smtp: smtplib.SMTP, data: bytes, *, foreign: bool) -> str:
    """What MAIL says beside the address."""
    options = ""
    if smtp.has_extn("size"):
        options += f" SIZE={len(data)}"
    if not data.isascii() and smtp.has_extn("8bitmime"):
        options += " BODY=8BITMIME"
    return options + (" SMTPUTF8" if foreign else "")


def _about_the_connection(code: int) -> bool:
    """A goodbye (421), or no reply that SMTP knows: neither is about the letter."""
    return code == 421 or not 400 <= code < 600
