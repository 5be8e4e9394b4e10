"""The sending side of SMTP: one smarthost, one connection that is kept between letters."""

import contextlib
import re
import smtplib
import socket
import ssl
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from pbmhearts.config import DeliveryConfig

Outcome = Literal["sent", "later", "never"]

# Every smtplib error is an OSError, as those of sockets and TLS are.
_ANY_LINE_END = re.compile(rb"\r\n|\r|\n")
_LINE_DOT = re.compile(rb"^\.", re.MULTILINE)
_LONGEST_TEXT = 300

_LEAVE_SECONDS = 1.0
"""How long a smarthost may take over our QUIT."""


@dataclass(frozen=True, slots=True)
class Result:
    """What became of one letter.

    Attributes:
        outcome: "sent": the smarthost has it. "later": it may yet go; the fault is the network's, the
            smarthost's or our set-up's. "never": this recipient or this letter was refused for good.
        code: the smarthost's reply code; 0 where it gave none.
        text: its words, on one line and shortened, or ours where it gave none; never a password.
        doubtful: the letter may have arrived although nobody said so.
    """

    outcome: Outcome
    code: int
    text: str
    doubtful: bool = False


class _Unanswered(Exception):  # noqa: N818 - not a fault: it says that trying once more is safe
    """The conversation ended before the letter was handed over."""

    def __init__(self, result: Result) -> None:
        super().__init__(result.text)
        self.result = result


class Smarthost:
    """Sends letters, one at a time: not for use by two threads at once.

    Args:
        config: where, how secured, who logs in.
        hostname: the name to greet with.
        context: how certificates are checked; the system's authorities unless told.
    """

    def __init__(
        self, config: DeliveryConfig, hostname: str, *, context: ssl.SSLContext | None = None
    ) -> None:
        self._config = config
        self._hostname = hostname
        self._context = context or ssl.create_default_context()
        self._password = ""
        self._kept: smtplib.SMTP | None = None
        self._aborted = False

    def send(self, envelope_from: str, to: str, data: bytes) -> Result:
        """Hand one letter to the smarthost; network faults are results, never raised.

        Args:
            envelope_from: the bounce address, or "" for none.
            to: the recipient.
            data: the message; any line ends, eight bits allowed.
        """
        for address in (envelope_from, to):
            if not address.isprintable() or re.search(r"[\s<>]", address):
                return Result("never", 553, "5.1.3 not an address that can be sent")
        if self._kept is not None:
            try:
                return self._send_over(self._kept, envelope_from, to, data, kept=True)
            except _Unanswered:
                self._drop()
        if self._aborted:
            return Result("later", 0, "we are shutting down")
        try:
            self._kept = self._connect()
            return self._send_over(self._kept, envelope_from, to, data, kept=False)
        except _Unanswered as unanswered:
            self._drop()
            return unanswered.result

    def check(self) -> Result:
        """Connect and log in as if to send a letter, and send none; "sent" if one could be."""
        try:
            self._kept = self._connect()
        except _Unanswered as unanswered:
            return unanswered.result
        return Result("sent", 250, "")

    def close(self) -> None:
        """Take leave of the smarthost."""
        if self._kept is not None:
            with contextlib.suppress(OSError):
                if self._kept.sock is not None:
                    self._kept.sock.settimeout(_LEAVE_SECONDS)
                self._kept.quit()
        self._drop()

    def abort(self) -> None:
        """End the `send` that another thread waits in, as if the smarthost had hung up, and let none begin."""
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
        config = self._config
        try:
            if config.user:
                self._password = Path(config.password_file).read_text(encoding="utf-8").strip("\r\n")
        except (OSError, UnicodeDecodeError) as error:
            why = f"password_file cannot be read ({type(error).__name__})"
            raise _Unanswered(Result("later", 0, why)) from None
        try:
            smtp = self._call()
        except (OSError, ValueError) as error:
            raise _Unanswered(self._fault(error)) from None
        try:
            self._introduce(smtp)
        except (OSError, ValueError) as error:
            smtp.close()
            raise _Unanswered(self._fault(error)) from None
        return smtp

    def _call(self) -> smtplib.SMTP:
        config = self._config
        seconds = config.timeout.total_seconds()
        if config.security == "tls":
            return smtplib.SMTP_SSL(
                config.smarthost, config.port, self._hostname, timeout=seconds, context=self._context
            )
        return smtplib.SMTP(config.smarthost, config.port, self._hostname, timeout=seconds)

    def _introduce(self, smtp: smtplib.SMTP) -> None:
        smtp.ehlo_or_helo_if_needed()
        if self._config.security == "starttls":
            smtp.starttls(context=self._context)
            smtp.ehlo_or_helo_if_needed()
        if self._config.user:
            smtp.login(self._config.user, self._password)

    def _send_over(
        self, smtp: smtplib.SMTP, envelope_from: str, to: str, data: bytes, *, kept: bool
    ) -> Result:
        """One letter over one connection.

        Raises:
            _Unanswered: the connection failed before the letter went out.
        """
        data = _ANY_LINE_END.sub(b"\r\n", data)
        if not data.endswith(b"\r\n"):
            data += b"\r\n"
        try:
            if kept:
                self._expect(250, smtp.rset())
            smtp.ehlo_or_helo_if_needed()
            foreign = not (envelope_from + to).isascii()
            if foreign and not smtp.has_extn("smtputf8"):
                return Result("never", 553, "5.6.7 the smarthost takes no such address (SMTPUTF8)")
            smtp.command_encoding = "utf-8" if foreign else "ascii"
            # smtp.mail() and smtp.rcpt() would read comments and names into the addresses.
            mail = f"FROM:<{envelope_from}>{_options(smtp, data, foreign=foreign)}"
            self._expect(250, smtp.docmd("MAIL", mail))
            code, text = smtp.docmd("RCPT", f"TO:<{to}>")
            if code in {250, 251}:
                code, text = smtp.docmd("DATA")
            if code == 354:
                return self._hand_over(smtp, data)
            if _about_the_connection(code):
                raise smtplib.SMTPResponseException(code, text)
            return self._refused(code, text)
        except OSError as error:
            raise _Unanswered(self._fault(error)) from None

    def _hand_over(self, smtp: smtplib.SMTP, data: bytes) -> Result:
        """The message after 354. A fault from here on may be one after it was taken: no second try now."""
        try:
            smtp.send(_LINE_DOT.sub(b"..", data) + b".\r\n")
            code, text = smtp.getreply()
            if code == 250:
                return Result("sent", code, self._words(text))
            if _about_the_connection(code):
                raise smtplib.SMTPResponseException(code, text)
        except OSError as error:
            self._drop()
            return replace(self._fault(error), doubtful=True)
        return self._refused(code, text)

    def _expect(self, wanted: int, reply: tuple[int, bytes]) -> None:
        """Anything else says nothing about the recipient: it is between the smarthost and us."""
        if reply[0] != wanted:
            raise smtplib.SMTPResponseException(*reply)

    def _refused(self, code: int, text: bytes) -> Result:
        """A refusal of the recipient or the letter."""
        return Result("never" if code >= 500 else "later", code, self._words(text))

    def _fault(self, error: Exception) -> Result:
        """Whatever went wrong between the smarthost and us, as "later"."""
        if isinstance(error, smtplib.SMTPResponseException):
            return Result("later", max(error.smtp_code, 0), self._words(error.smtp_error))
        if isinstance(error, ValueError) and not isinstance(error, OSError):
            # A password that is not ASCII: the error's own text would quote it.
            return Result("later", 0, f"the login cannot be sent ({type(error).__name__})")
        words = error.strerror if isinstance(error, OSError) else ""
        return Result("later", 0, self._words(words or str(error) or type(error).__name__))

    def _words(self, text: bytes | str) -> str:
        if isinstance(text, bytes):
            text = text.decode("utf-8", "replace")
        if self._password:
            text = text.replace(self._password, "***")
        line = " ".join("".join(c if c.isprintable() else " " for c in text).split())
        return line[:_LONGEST_TEXT]


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
