"""Complaints: a reader's "this is spam" button, as mail providers report it (RFC 5965)."""

from collections.abc import Iterator
from dataclasses import dataclass

from pbmhearts.letters import Envelope
from pbmhearts.mail.addresses import ServerAddress
from pbmhearts.mail.codes import Codes
from pbmhearts.mail.reading.dsn import returned_id, signed_letter
from pbmhearts.mail.reading.headers import Headers, split
from pbmhearts.mail.reading.structure import parts_of

_COMPLAINTS = frozenset({"abuse", "fraud", "other", "opt-out", "opt-out-list"})


@dataclass(frozen=True, slots=True)
class Complaint:
    """A reader called a letter spam.

    Attributes:
        outbox_id: the letter, by its own signed envelope sender; None where that does not stand in the report.
        message_id: the Message-ID of the letter that came with the report, a secret of its reader's, or "".
    """

    outbox_id: int | None
    message_id: str


def read_complaint(raw: bytes, envelope: Envelope, me: ServerAddress, codes: Codes) -> Complaint | None:
    """Read a complaint; None for any other mail, and for one that tells of no letter.

    The letter's own envelope sender tells, in the report's `Original-Mail-From` or in the letter's Return-Path;
    where a smarthost has rewritten it, or a provider left it out, its Message-ID.
    """
    headers, body = split(raw)
    parts = parts_of(headers, body)
    report = next((split(part)[0] for head, part in parts if _is_report(head)), None)
    if report is None or report.value("feedback-type") not in _COMPLAINTS:
        return None
    senders = tuple(_senders(report, parts))
    reached = Envelope(envelope.envelope_from, (*envelope.recipients, *senders))
    complaint = Complaint(signed_letter(headers, reached, me, codes), returned_id(parts))
    return complaint if complaint.outbox_id is not None or complaint.message_id else None


def _is_report(headers: Headers) -> bool:
    return headers.value("content-type") == "message/feedback-report"


def _senders(report: Headers, parts: list[tuple[Headers, bytes]]) -> Iterator[str]:
    yield report.get("original-mail-from").strip("<> ")
    for head, part in parts:
        if head.value("content-type") in {"message/rfc822", "text/rfc822-headers"}:
            yield split(part)[0].unread("return-path").strip("<> ")
