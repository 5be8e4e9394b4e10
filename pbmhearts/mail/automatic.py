"""Whether a person wrote a mail, or a machine (RFC 3834): machines are never answered."""

import re

from pbmhearts.letters import Envelope, MailKind
from pbmhearts.mail.addresses import ServerAddress
from pbmhearts.mail.headers import Headers

LOOP_HEADER = "X-PBMHearts-Loop"
"""Stands in every letter of ours, and of any other such server: no person writes it."""

_NEVER_A_PERSON = re.compile(
    r"(?:mailer-?daemon|postmaster|no-?_?reply|do-?_?not-?_?reply|bounces?|.*-bounces?|.*-no-?reply)(?:\+.*)?",
    re.IGNORECASE,
)
_NEVER_SENDS_FOR_ANYBODY = re.compile(r"mailer-?daemon|postmaster|no-?reply|do-?not-?reply", re.IGNORECASE)
"""In the envelope names with "bounces" say nothing: forwarders and relays put them there for what people write."""
_AUTO_HEADERS = ("x-autoreply", "x-autorespond", "x-autoresponder", "x-autoreply-from", "x-mail-autoreply")
_PRECEDENCE = frozenset({"bulk", "junk", "list", "auto_reply"})


def classify(
    headers: Headers, header_from: str, envelope: Envelope, me: ServerAddress
) -> tuple[MailKind, str]:
    """What kind of mail it is, and the header or fact that told ("" for a person's)."""
    loop = _loop(headers, header_from, envelope, me)
    if loop:
        return MailKind.LOOP, loop
    bounce = _bounce(headers, header_from, envelope, me)
    if bounce:
        return MailKind.BOUNCE, bounce
    auto = _auto(headers, header_from, envelope, me)
    return (MailKind.AUTO, auto) if auto else (MailKind.COMMAND, "")


def _loop(headers: Headers, header_from: str, envelope: Envelope, me: ServerAddress) -> str:
    if headers.has(LOOP_HEADER.lower()):
        return LOOP_HEADER
    if me.is_ours(header_from):
        return "From: our own address"
    return "envelope: our own address" if me.is_ours(envelope.envelope_from) else ""


def _bounce(headers: Headers, header_from: str, envelope: Envelope, me: ServerAddress) -> str:
    """RFC 3464's report, or anything a mail system sends to a letter's own envelope sender."""
    machine = _null_path(headers, envelope) or _is_machine(header_from)
    if machine and _report(headers) == "delivery-status":
        return "multipart/report; delivery-status"
    if machine and headers.has("x-failed-recipients"):
        return "X-Failed-Recipients"
    vacation = headers.value("auto-submitted").startswith("auto-replied") and not _report(headers)
    if machine and not vacation and any(me.bounce_token(to) for to in envelope.recipients):
        return "sent to a bounce address"
    return ""


def _auto(headers: Headers, header_from: str, envelope: Envelope, me: ServerAddress) -> str:
    submitted = headers.value("auto-submitted").partition("(")[0].strip()
    if submitted not in {"", "no"}:
        return f"Auto-Submitted: {submitted[:40]}"
    for told, why in (
        (_null_path(headers, envelope), "null return path"),
        (headers.value("precedence") in _PRECEDENCE, f"Precedence: {headers.value('precedence')[:20]}"),
        (headers.has("list-id"), "List-Id"),
        (headers.value("content-type") == "multipart/report", f"multipart/report; {_report(headers)[:40]}"),
        (_is_machine(header_from or headers.unread("from").strip("<> ")), "From: a machine's address"),
        (_is_daemon(envelope.envelope_from), "envelope: a machine's address"),
        (any(me.bounce_token(to) for to in envelope.recipients), "sent to a bounce address"),
    ):
        if told:
            return why
    return next((name for name in _AUTO_HEADERS if headers.value(name) not in {"", "no"}), "")


def _null_path(headers: Headers, envelope: Envelope) -> bool:
    return envelope.envelope_from.strip() in {"", "<>"} or headers.raw("return-path") == b"<>"


def _report(headers: Headers) -> str:
    """The type of a multipart/report, "" for any other mail."""
    if headers.value("content-type") != "multipart/report":
        return ""
    return headers.parameter("content-type", "report-type").lower() or "unknown"


def _is_machine(address: str) -> bool:
    return _NEVER_A_PERSON.fullmatch(address.rpartition("@")[0] or address) is not None


def _is_daemon(envelope_from: str) -> bool:
    return _NEVER_SENDS_FOR_ANYBODY.fullmatch(envelope_from.rpartition("@")[0]) is not None
