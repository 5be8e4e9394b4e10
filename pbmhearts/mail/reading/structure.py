"""Which part of a mail is the text that its writer typed."""

import re
from dataclasses import dataclass

from pbmhearts.mail.reading import decode
from pbmhearts.mail.reading.headers import Headers, split

MAX_DEPTH = 320
"""Nested parts that are followed: far more than any writer makes, and within Python's own stack."""
MAX_PARTS = 100
"""Parts of one multipart that are looked at."""
MAX_READ = 12_000_000
"""Bytes that a search reads, and at most twice as many that it holds: every level reads what is in it."""
MAX_TEXT = 262_144
"""Characters of a text that are kept."""

_NO_TEXT = re.compile(r"text/(?:calendar|x-vcard|vcard|directory|csv|rtf|x-amp-html|rfc822-headers)")
_SEALED = frozenset({"application/pkcs7-mime", "application/x-pkcs7-mime", "multipart/encrypted"})
_NOTICE = re.compile(
    r"\b(?:contains?|is|in|an?|as|needs?|requires?|view|display|show|supports?|read)\b[^.]{0,60}\bhtml\b"
    r"|\bhtml\b[^.]{0,60}\b(?:mail|message|version|part|client|viewer|format|support)",
    re.IGNORECASE,
)
_LONGEST_NOTICE = 300


@dataclass(frozen=True, slots=True)
class Text:
    """A text part, decoded.

    Attributes:
        text: its characters, cleaned.
        html: whether it is HTML.
        flowed: whether its lines flow (RFC 3676).
        delsp: whether the space before a soft break goes with the break.
    """

    text: str
    html: bool = False
    flowed: bool = False
    delsp: bool = False


def text_of(headers: Headers, body: bytes) -> Text:
    """The text of a mail: its first text part with something in it, plain before HTML; else an empty one.

    Telephones and Exchange may make a file of it, which counts where there is no other text.
    """
    found = _Search(MAX_READ).text(headers, body, 0) or _Search(MAX_READ, files=True).text(headers, body, 0)
    return found or Text("")


def is_sealed(headers: Headers, text: str) -> bool:
    """Whether a mail is encrypted, or signed so that its text cannot be seen (S/MIME, PGP)."""
    kind = headers.value("content-type")
    return kind in _SEALED or text.lstrip().startswith("-----BEGIN PGP MESSAGE-----")


def parts_of(headers: Headers, body: bytes) -> list[tuple[Headers, bytes]]:
    """The parts of a multipart, one level deep; [] for any other mail."""
    boundary = headers.parameter("content-type", "boundary").encode("utf-8", "replace").rstrip()
    if not boundary or not headers.value("content-type").startswith("multipart/"):
        return []
    return [split_part(part) for part in _Search(MAX_READ).parts(body, boundary)]


class _Search:
    """One walk through a mail's parts, which gives up once it has read `budget` bytes."""

    def __init__(self, budget: int, *, files: bool = False) -> None:
        self._budget = budget
        self._files = files

    def text(self, headers: Headers, body: bytes, depth: int) -> Text | None:
        """The part's text, None if it has none, or only blanks."""
        kind = headers.value("content-type")
        as_file = depth and _is_file(headers) and not (self._files and kind == "text/plain")
        if as_file or kind == "multipart/digest":
            return None
        if not kind.startswith("multipart/"):
            return _leaf(headers, body, kind)
        boundary = headers.parameter("content-type", "boundary").encode("utf-8", "replace").rstrip()
        parts = self.parts(body, boundary) if boundary else []
        if not parts:
            # A multipart without parts: perhaps a text whose wrapping was lost.
            return _leaf(headers, body, "text/plain") if depth == 0 else None
        if depth >= MAX_DEPTH:
            return None
        html = notice = None
        for part in parts:
            found = self.text(*split_part(part), depth + 1)
            if found and kind == "multipart/alternative" and found.html:
                html = html or found
            elif found and kind == "multipart/alternative" and _is_notice(found.text):
                notice = notice or found
            elif found:
                return found
        return html or notice

    def parts(self, body: bytes, boundary: bytes) -> list[bytes]:
        """The parts of a multipart; one that does not end ends with the body."""
        parts: list[bytes] = []
        start = -1
        at = -1
        delimiter = b"--" + boundary
        while self._budget > 0 and len(parts) < MAX_PARTS:
            before, at = at + 1, body.find(delimiter, at + 1)
            self._budget -= (at if at >= 0 else len(body)) - before + 50
            if at < 0:
                break
            if at and body[at - 1 : at] != b"\n":
                continue
            end = body.find(b"\n", at)
            tail = body[at + len(delimiter) : end if end >= 0 else len(body)].strip()
            if tail not in {b"", b"--"}:
                continue
            if start >= 0:
                parts.append(body[start : max(at - 1, start)])
            start = end + 1 if end >= 0 and not tail else -1
            if start < 0:
                break
        if start >= 0 and len(parts) < MAX_PARTS:
            parts.append(body[start:])
        return parts


def split_part(part: bytes) -> tuple[Headers, bytes]:
    """Part a part's header from its body; one that starts with a blank line has no header (RFC 2046)."""
    if part[:2] == b"\r\n" or part[:1] == b"\n":
        return Headers(()), part.lstrip(b"\r\n")
    return split(part)


def _is_file(headers: Headers) -> bool:
    """Whether a part is a file beside the text, not the text itself."""
    disposition = headers.value("content-disposition")
    return disposition == "attachment" or bool(headers.parameter("content-disposition", "filename"))


def _is_notice(text: str) -> bool:
    """Whether a text says no more than that the mail is in HTML."""
    said = " ".join(text.split())
    return len(said) < _LONGEST_NOTICE and _NOTICE.search(said) is not None


def _leaf(headers: Headers, body: bytes, kind: str) -> Text | None:
    if "/" in kind and (not kind.startswith("text/") or _NO_TEXT.match(kind)):
        return None
    data = decode.transfer(body, headers.value("content-transfer-encoding"))
    text = decode.clean(decode.charset(data, headers.parameter("content-type", "charset")))[:MAX_TEXT]
    if not text.strip():
        return None
    flowed = headers.parameter("content-type", "format").lower() == "flowed"
    delsp = headers.parameter("content-type", "delsp").lower() == "yes"
    return Text(text, html=kind in {"text/html", "text/enriched"}, flowed=flowed, delsp=delsp)
