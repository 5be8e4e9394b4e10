"""From a mail's bytes to what its writer said."""

import hashlib
import re
from collections.abc import Callable, Iterator
from itertools import islice
from typing import TypeVar

from pbmhearts.letters import BoardTag, Envelope, InboundMail, LetterTag
from pbmhearts.mail.addresses import ServerAddress
from pbmhearts.mail.reading.authentication import is_authenticated
from pbmhearts.mail.reading.automatic import classify
from pbmhearts.mail.reading.decode import clean, encoded_words
from pbmhearts.mail.reading.flowed import unflow
from pbmhearts.mail.reading.headers import Headers, split
from pbmhearts.mail.reading.html import text_of_html
from pbmhearts.mail.reading.quoting import written
from pbmhearts.mail.reading.structure import Text, is_sealed, text_of
from pbmhearts.mail.reading.subject import read_subject

T = TypeVar("T")

MAX_REFERENCES = 20
"""Boards and codes that are taken from one mail's References."""

MAX_ADDRESS = 254
"""Characters of the longest address that mail can go to (RFC 5321, 4.5.3.1.3, without its angle brackets)."""

_QUOTED_STRING = re.compile(r'"(?:[^"\\]|\\.)*+(?:"|\\?$)')
_COMMENT = re.compile(r"\([^()]*+\)")
_ANGLE = re.compile(r"<\s*([^<>\s]{1,64}@[^<>\s@]{1,255})\s*>")
_BARE = re.compile(r"(?<![^\s<>,;:\"()])([^\s<>,;:\"()@]{1,64}@[^\s<>,;:\"()@]{1,255})")
_MESSAGE_ID = re.compile(r"<[!-;=?-~]{1,500}>")


_TOP = 2000
"""Bytes within which the mail system that is next to us writes what it knows."""
_RECEIVED = re.compile(rb"^received:", re.IGNORECASE | re.MULTILINE)
_NEXT_FIELD = re.compile(rb"\n(?![ \t])")
_ID = re.compile(rb"\sid\s+([A-Za-z0-9.-]{4,40})")


def read(raw: bytes, envelope: Envelope, me: ServerAddress, authserv_id: str = "") -> InboundMail:
    """Read a mail as well as it can be read.

    Never raises; takes time linear in the size of the mail (`benchmarks/reading.py` measures it).

    Args:
        raw: the mail as it came, lines ending in CRLF or LF.
        envelope: how it came.
        me: whose mail it is, to know our own tags, Message-IDs and addresses.
        authserv_id: the mail system that must have authenticated the From, or "" where none must.
    """
    headers, body = split(raw)
    header_from, header_name = _mailbox(headers.unread("from"))
    kind, why = classify(headers, header_from, envelope, me)
    subject = headers.get("subject")
    command, tag = read_subject(subject)
    text = text_of(headers, body)
    sealed = is_sealed(headers, text.text)
    own = written("" if sealed else _plain(text))
    return InboundMail(
        fingerprint=_fingerprint(headers, body),
        message_id=_message_id(headers.get("message-id")),
        kind=kind,
        why=why,
        header_from=header_from,
        header_name=header_name,
        subject=subject,
        command=command,
        tag=tag if isinstance(tag, BoardTag) else None,
        seat=next(_extensions(headers, envelope, me.extension), None),
        references=_references(headers, me),
        letter=tag if isinstance(tag, LetterTag) else _letter(headers, envelope, me),
        words=own.above,
        below=own.below,
        body=own.above,
        quoted=own.quoted,
        sealed=sealed,
        authenticated=not authserv_id or is_authenticated(headers, header_from, authserv_id),
    )


def queue_id(raw: bytes) -> str:
    """The id under which the mail system that handed a mail in knows it, "" where that wrote none."""
    top = raw[:_TOP]
    begins = _RECEIVED.search(top)
    if begins is None:
        return ""
    ends = _NEXT_FIELD.search(top, begins.end())
    found = _ID.search(top[begins.end() : ends.start() if ends else None])
    return found[1].decode("ascii") if found else ""


def envelope_of(raw: bytes, me: ServerAddress) -> Envelope:
    """The envelope of a mail that came without one, from a mailbox: what its header tells of it."""
    headers, _ = split(raw)
    path = headers.unread("return-path").strip()
    sender = "" if path == "<>" else _mailbox(path)[0] or "unknown@localhost"
    ours = dict.fromkeys(address for address in addressed(headers) if me.is_ours(address))
    return Envelope(sender, tuple(islice(ours, MAX_REFERENCES)) or (me.address,))


def _plain(text: Text) -> str:
    if text.html:
        return text_of_html(text.text)
    return unflow(text.text, delsp=text.delsp) if text.flowed else text.text


def _mailbox(value: str) -> tuple[str, str]:
    """The first address of a From header, lower-cased, and the name beside it.

    `email.utils.parseaddr` finds none in `Ann, B <ann@x>`, a common fault. Encoded words are read only in the
    name: what they hold is no address, whatever it looks like. One that is too long for an answer counts as none.
    """
    bare = _COMMENT.sub(" ", _QUOTED_STRING.sub(" ", value))
    found = _ANGLE.search(bare) or _BARE.search(bare) or _ANGLE.search(value)
    address = found[1].lower() if found else ""  # which may be longer than it was
    if found is None or len(address) > MAX_ADDRESS:
        return "", ""
    name = value.partition(found[0])[0].strip().strip('"').strip()
    return address, clean(encoded_words(name)).strip()[:200]


def _message_id(value: str) -> str:
    found = _MESSAGE_ID.search(value)
    if found:
        return found[0]
    wrapped = f"<{value.strip('<> ')}>"
    return wrapped if _MESSAGE_ID.fullmatch(wrapped) else ""


def _extensions(
    headers: Headers, envelope: Envelope, read_extension: Callable[[str], T | None]
) -> Iterator[T]:
    """What our addresses say that it was sent to: by the envelope, else (a fetched mailbox has none) the header."""
    for recipient in envelope.recipients:
        if found := read_extension(recipient):
            yield found
    for address in addressed(headers):
        if found := read_extension(address):
            yield found


def addressed(headers: Headers) -> Iterator[str]:
    """Every address that the header says it was sent to."""
    for name in ("delivered-to", "x-original-to", "envelope-to", "to", "cc"):
        for value in islice(headers.all(name), 10):
            yield from islice(_BARE.findall(value), 50)


def _letter(headers: Headers, envelope: Envelope, me: ServerAddress) -> LetterTag | None:
    """The letter that this answers: by its Message-ID, else by the address."""
    answered = me.letter_ids(headers.get("in-reply-to")) + me.letter_ids(headers.get("references"))[::-1]
    return next(iter(answered), None) or next(_extensions(headers, envelope, me.letter_extension), None)


def _references(headers: Headers, me: ServerAddress) -> tuple[BoardTag, ...]:
    ids = me.board_ids(headers.get("in-reply-to"))
    ids += reversed(me.board_ids(headers.get("references")))
    return tuple(islice(dict.fromkeys(ids), MAX_REFERENCES))


def _fingerprint(headers: Headers, body: bytes) -> str:
    """A digest of what makes a mail the same mail, whichever way it came and with whichever line ends."""
    digest = hashlib.sha256()
    text = body.replace(b"\r\n", b"\n").rstrip(b"\n")
    for piece in (headers.raw("from"), headers.raw("message-id"), headers.raw("subject"), text):
        digest.update(len(piece).to_bytes(8, "big") + piece)
    return digest.hexdigest()
