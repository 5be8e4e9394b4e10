"""Bounces: which letter did not arrive, and why (RFC 3464, and what mail systems write instead)."""

import logging
import re
from collections.abc import Iterator
from dataclasses import dataclass
from email.message import Message
from enum import StrEnum
from itertools import islice

from pbmhearts.letters import Envelope
from pbmhearts.mail.addresses import ServerAddress
from pbmhearts.mail.codes import Codes
from pbmhearts.mail.reading import decode
from pbmhearts.mail.reading.headers import Headers, split
from pbmhearts.mail.reading.inbound import addressed
from pbmhearts.mail.reading.structure import parts_of, text_of

MAX_FAILURES = 20
"""Recipients that one report tells of."""
MAX_SCANNED = 16_384
"""Characters that are given to the library: its patterns are tried on each line of them."""
MAX_LINE = 200
"""Characters of a line that it sees."""

_STATUS = re.compile(r"(?<![\d.])([245]\.\d{1,3}\.\d{1,3})(?![\d.])")
_ADDRESS = re.compile(r"[^\s<>,;:\"()@]{1,64}@[^\s<>,;:\"()@]{1,255}")
_POLICY = re.compile(
    r"\b(?:block(?:ed|ing|list)|black-?list(?:ed)?|spam|spamhaus|rbl|dnsbl|policy|reputation|dmarc|spf|dkim|"
    r"reverse dns|unsolicited)\b",
    re.IGNORECASE,
)
_NOBODY = re.compile(
    r"\b(?:(?:user|recipient|mailbox|address|account)[\w ]{0,20}(?:unknown|not found|disabled|inactive)|"
    r"(?:unknown|invalid|no such) (?:user|recipient|mailbox|address|account|person)|"
    r"(?:does not|doesn't|do not|not) exist)\b",
    re.IGNORECASE,
)
_OUR_FAULT = ("5.1.7", "5.1.8")
"""Statuses about the sender's address, which is ours."""


class FailureKind(StrEnum):
    """What a failure means for the address."""

    HARD = "hard"
    """Nobody is there."""
    SOFT = "soft"
    """Another letter may arrive: a full mailbox, a letter too large, a network away too long."""
    POLICY = "policy"
    """They refuse us, whoever the reader is."""
    DELAYED = "delayed"
    """It is still being tried."""


@dataclass(frozen=True, slots=True)
class Failure:
    """One recipient that a letter did not reach.

    Attributes:
        address: the recipient, lower-cased, "" if the report names none.
        status: the enhanced status code (RFC 3463), or "".
        action: RFC 3464's, `failed` where a report of another form says so.
        diagnostic: the refusing server's words, on one line.
    """

    address: str
    status: str
    action: str
    diagnostic: str

    @property
    def kind(self) -> FailureKind | None:
        """What it means; None for what is no failure (`delivered`, `relayed`, `expanded`)."""
        match self.action:
            case "delayed":
                return FailureKind.DELAYED
            case "failed":
                return kind_of(self.status, self.diagnostic)
            case _:
                return None


@dataclass(frozen=True, slots=True)
class Bounce:
    """A bounce.

    Attributes:
        outbox_id: the letter, by its own signed envelope sender; None without a valid signature.
        message_id: the Message-ID of the letter that came back with the report, or "". Each letter's is a secret
            of its reader's and ours.
        failures: what the report says of each recipient.
    """

    outbox_id: int | None
    message_id: str
    failures: tuple[Failure, ...]

    @property
    def failure(self) -> Failure | None:
        """What counts for the letter, which had one recipient: the worst of its failures."""
        order = (FailureKind.POLICY, FailureKind.HARD, FailureKind.SOFT, FailureKind.DELAYED)
        told = [failure for failure in self.failures if failure.kind is not None]
        return min(told, key=lambda failure: order.index(failure.kind or FailureKind.DELAYED), default=None)


def kind_of(status: str, words: str) -> FailureKind:
    """What a failure for good means, by its enhanced status code and the words with it."""
    found = _STATUS.search(words)
    # A report's own status is often a mere 5.0.0, and the server's words hold the real one.
    best = status if status and not status.endswith(".0.0") else (found[1] if found else status)
    if best.startswith("5.7.") or best in _OUR_FAULT:
        return FailureKind.POLICY
    if _POLICY.search(words) and not best.startswith(("5.1.", "5.2.")):
        return FailureKind.POLICY
    if best.startswith("5.1.") or best == "5.2.1":
        return FailureKind.HARD
    vague = best == "" or best.endswith(".0.0")
    return FailureKind.HARD if vague and _NOBODY.search(words) else FailureKind.SOFT


def read_bounce(raw: bytes, envelope: Envelope, me: ServerAddress, codes: Codes) -> Bounce:
    """Read a bounce as well as it can be read; never raises."""
    headers, body = split(raw)
    parts = parts_of(headers, body)
    failures = tuple(islice(_rfc3464(parts), MAX_FAILURES)) or tuple(_by_words(headers, body))
    return Bounce(signed_letter(headers, envelope, me, codes), returned_id(parts), failures)


def signed_letter(headers: Headers, envelope: Envelope, me: ServerAddress, codes: Codes) -> int | None:
    """The letter whose own envelope sender a mail was sent to; None if there is none that we signed."""
    for address in (*envelope.recipients, *addressed(headers)):
        outbox_id = codes.bounced_outbox_id(me.bounce_token(address))
        if outbox_id is not None:
            return outbox_id
    return None


def _rfc3464(parts: list[tuple[Headers, bytes]]) -> Iterator[Failure]:
    for headers, body in parts:
        if headers.value("content-type") in {"message/delivery-status", "message/global-delivery-status"}:
            data = decode.transfer(body, headers.value("content-transfer-encoding")).replace(b"\r\n", b"\n")
            for group in re.split(rb"\n[ \t]*\n", data[:65_536]):
                fields, _ = split(group.strip(b"\n") + b"\n\n")
                if fields.has("final-recipient") or fields.has("original-recipient"):
                    yield _failure(fields)


def _failure(fields: Headers) -> Failure:
    recipient = fields.get("original-recipient") or fields.get("final-recipient")
    address = _ADDRESS.search(recipient)
    status = _STATUS.search(fields.get("status"))
    return Failure(
        address=address[0].lower() if address else "",
        status=status[1] if status else "",
        action=fields.value("action").partition(" ")[0][:20],
        diagnostic=fields.get("diagnostic-code").partition(";")[2].strip()[:500],
    )


def _by_words(headers: Headers, body: bytes) -> Iterator[Failure]:
    """What reports of other forms say: X-Failed-Recipients, else what flufl.bounce knows of many mail systems."""
    lines = text_of(headers, body).text[:MAX_SCANNED].split("\n")
    text = "\n".join(line[:MAX_LINE] for line in lines)
    named = _ADDRESS.findall(headers.get("x-failed-recipients")[:5000])
    for address in islice(named or _scanned(headers, text), MAX_FAILURES):
        near = text[max(text.find(address), 0) :][:1000]
        status = _STATUS.search(near)
        yield Failure(address.lower(), status[1] if status else "", "failed", " ".join(near.split())[:500])


def _scanned(headers: Headers, text: str) -> list[str]:
    """The addresses that the library finds in a report's text.

    It is given a plain message of a bounded number of short lines, whatever came: no parts to nest, no line long
    enough for its patterns to take long over. What it raises means that it found nothing.
    """
    from flufl.bounce import scan_message  # noqa: PLC0415 - slow to import, and few mails are bounces

    logging.getLogger("flufl.bounce").setLevel(logging.CRITICAL)  # it logs its detectors' faults
    sender = _ADDRESS.search(headers.unread("from")[:MAX_LINE])
    message = Message()
    # One of its detectors fails without a From.
    message["From"] = _ascii(sender[0] if sender else "mailer-daemon@localhost")
    message["Subject"] = _ascii(headers.get("subject")[:MAX_LINE])
    message["Content-Type"] = "text/plain; charset=us-ascii"
    message.set_payload(_ascii(text))
    try:
        found = scan_message(message)
    except Exception:  # noqa: BLE001 - eighteen detectors, each with its own idea of what a mail may hold
        return []
    return sorted(address.decode("ascii", "replace") for address in found)


def _ascii(text: str) -> str:
    return text.encode("ascii", "replace").decode("ascii")


def returned_id(parts: list[tuple[Headers, bytes]]) -> str:
    """The Message-ID of the letter that came back among a report's parts, or ""."""
    for headers, body in parts:
        if headers.value("content-type") in {"message/rfc822", "text/rfc822-headers", "message/global"}:
            data = decode.transfer(body, headers.value("content-transfer-encoding"))
            found = re.search(r"<[!-;=?-~]{1,500}>", split(data)[0].get("message-id"))
            if found:
                return found[0]
    return ""
