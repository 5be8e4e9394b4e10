"""Complaints: a reader's "this is spam" button, as mail providers report it (RFC 5965)."""

from collections.abc import Iterator

from pbmhearts.letters import Envelope
from pbmhearts.mail.addresses import ServerAddress
from pbmhearts.mail.codes import Codes
from pbmhearts.mail.dsn import signed_letter
from pbmhearts.mail.headers import Headers, split
from pbmhearts.mail.structure import parts_of

_COMPLAINTS = frozenset({"abuse", "fraud", "other", "opt-out", "opt-out-list"})


def complained_of(raw: bytes, envelope: Envelope, me: ServerAddress, codes: Codes) -> int | None:
    """The letter that a complaint is about; None for what is no complaint, or names no letter that we signed.

    The letter's own envelope sender tells, in the report's `Original-Mail-From` or in the letter's Return-Path.
    """
    headers, body = split(raw)
    parts = parts_of(headers, body)
    report = next((split(part)[0] for head, part in parts if _is_report(head)), None)
    if report is None or report.value("feedback-type") not in _COMPLAINTS:
        return None
    senders = tuple(_senders(report, parts))
    return signed_letter(
        headers, Envelope(envelope.envelope_from, (*envelope.recipients, *senders)), me, codes
    )


def _is_report(headers: Headers) -> bool:
    return headers.value("content-type") == "message/feedback-report"


def _senders(report: Headers, parts: list[tuple[Headers, bytes]]) -> Iterator[str]:
    yield report.get("original-mail-from").strip("<> ")
    for head, part in parts:
        if head.value("content-type") in {"message/rfc822", "text/rfc822-headers"}:
            yield split(part)[0].unread("return-path").strip("<> ")
