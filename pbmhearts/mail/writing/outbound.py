"""From a letter to the bytes of a mail.

Written by hand from the parts of `email`: an `EmailMessage` with `policy.SMTP` costs several times more
(`benchmarks/reading.py` measures both), and a letter has one fixed shape.
"""

import binascii
import functools
import hashlib
import re
from email.header import Header
from email.utils import format_datetime
from urllib.parse import quote

from pbmhearts.letters import Letter, LetterKind
from pbmhearts.mail.addresses import ServerAddress
from pbmhearts.mail.reading.automatic import LOOP_HEADER

_LINE = 76
_MAX_LINE = 990
_UNSAFE = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]+")
_ATOM = re.compile(r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~ -]+")
_CLEAN = re.compile(r"[!-~]+(?: [!-~]+)*")
_LINE_ENDS = re.compile(r"\r\n|\r|\n")


def write(letter: Letter, me: ServerAddress) -> bytes:
    """The mail, lines ending in CRLF; the same letter gives the same bytes.

    Nothing in the letter can add a header or a part: line breaks and control characters in header values
    become spaces.
    """
    body_type, body = _body(letter)
    lines = [_field(name, value) for name, value in _headers(letter, me) if value]
    return b"".join((*lines, b"MIME-Version: 1.0\r\n", body_type, b"\r\n", body))


def _headers(letter: Letter, me: ServerAddress) -> list[tuple[str, str]]:
    own_list = f"{_phrase(me.name)} <{me.local}.{me.domain}>"
    return [
        ("From", f"{_phrase(me.name)} <{me.address}>"),
        ("To", letter.to),
        ("Reply-To", letter.reply_to),
        ("Subject", _words(letter.content.subject)),
        ("Date", format_datetime(letter.date)),
        ("Message-ID", letter.message_id),
        ("In-Reply-To", letter.in_reply_to),
        ("References", " ".join(letter.references)),
        ("Auto-Submitted", "auto-replied" if letter.answer else "auto-generated"),
        ("X-Auto-Response-Suppress", "All"),
        ("List-Id", own_list),
        ("List-Unsubscribe", f"<{_unsubscribe(letter, me)}>"),
        ("X-PBMHearts-Board", "" if letter.board is None else str(letter.board)),
        (LOOP_HEADER, me.domain),
    ]


def _unsubscribe(letter: Letter, me: ServerAddress) -> str:
    """A link that mails `pause`, or `never` to who is no player yet, with the code that the letter carries anyway."""
    if letter.reply_to:
        return _unsubscribe_by(letter.reply_to, me)
    tags = me.board_ids(letter.message_id)
    subject = f"[mhearts {tags[0].board}.{tags[0].code}] pause" if tags else "pause"
    return f"mailto:{quote(me.address, safe='@+-._')}?subject={quote(subject, safe='')}"


@functools.lru_cache(512)  # a player's letters of one board have one such address
def _unsubscribe_by(reply_to: str, me: ServerAddress) -> str:
    answers = me.letter_extension(reply_to)
    closes = answers is not None and answers.kind in {LetterKind.INVITE, LetterKind.CONFIRM}
    word = "never" if closes else "pause"
    return f"mailto:{quote(reply_to, safe='@+-._')}?subject={word}"


def _body(letter: Letter) -> tuple[bytes, bytes]:
    """The Content headers of the whole, and what stands below them."""
    content = letter.content
    head, body = _part("text/plain", content.text)
    if content.html:
        html = _part("text/html", content.html)
        head, body = _multipart("alternative", letter, [(head, body), html])
    if content.attachments:
        files = [_part("text/plain", file.text, file.name) for file in content.attachments]
        head, body = _multipart("mixed", letter, [(head, body), *files])
    return head, body


def _multipart(kind: str, letter: Letter, parts: list[tuple[bytes, bytes]]) -> tuple[bytes, bytes]:
    """Put parts together; their boundary holds `=_`, which no encoded part can hold."""
    digest = hashlib.sha256(f"{kind} {letter.message_id}".encode("utf-8", "replace")).hexdigest()
    boundary = f"=_{digest[:32]}".encode("ascii")
    pieces = [b"--" + boundary + b"\r\n" + head + b"\r\n" + body + b"\r\n" for head, body in parts]
    head = b"Content-Type: multipart/" + kind.encode("ascii") + b';\r\n boundary="' + boundary + b'"\r\n'
    return head, b"".join((*pieces, b"--", boundary, b"--\r\n"))


def _part(kind: str, text: str, name: str = "") -> tuple[bytes, bytes]:
    lines = _LINE_ENDS.split(text) if "\r" in text else text.split("\n")
    if len(lines) > 1 and not lines[-1]:
        lines.pop()
    plain = text.isascii() and "\0" not in text and max(map(len, lines)) <= _MAX_LINE
    # A line that starts with our boundary's characters must not pass for one.
    if plain and "--=_" not in text:
        encoding, charset = b"7bit", b"us-ascii"
        data = "\r\n".join((*lines, "")).encode("ascii")
    else:
        encoding, charset = b"quoted-printable", b"utf-8"
        data = b"".join(map(_quoted, lines))
    head = b"Content-Type: " + kind.encode("ascii") + b'; charset="' + charset + b'"\r\n'
    head += b"Content-Transfer-Encoding: " + encoding + b"\r\n"
    if name:
        safe = re.sub(r"[^A-Za-z0-9._-]", "_", name)[:60]
        head += f'Content-Disposition: attachment; filename="{safe}"\r\n'.encode("ascii")
    return head, data


@functools.lru_cache(2048)  # most lines of a letter stand in the one before it, too
def _quoted(line: str) -> bytes:
    """A line in quoted-printable. It is encoded with its CRLF, as binascii folds with the line end that it finds."""
    return binascii.b2a_qp(line.encode("utf-8", "replace") + b"\r\n")


def _field(name: str, value: str) -> bytes:
    """One header field, folded at its spaces."""
    if len(name) + 2 + len(value) <= _LINE and _CLEAN.fullmatch(value):
        return f"{name}: {value}\r\n".encode("ascii")
    text = " ".join(_UNSAFE.sub(" ", value).split(" "))
    lines = [f"{name}:"]
    for word in text.split():
        if len(lines[-1]) + 1 + len(word) > _LINE and lines[-1].strip() and not lines[-1].endswith(":"):
            lines.append("")
        lines[-1] += f" {word}"
    return "\r\n".join(lines).encode("utf-8", "replace") + b"\r\n"


def _words(text: str) -> str:
    """Free text for a header: as it is if ASCII, else encoded words (RFC 2047)."""
    text = " ".join(_UNSAFE.sub(" ", text).split())
    if text.isascii() and "=?" not in text and all(len(word) < _MAX_LINE // 2 for word in text.split(" ")):
        return text
    return Header(text, "utf-8", maxlinelen=70).encode(linesep="").replace("\n", " ")


@functools.lru_cache(8)
def _phrase(text: str) -> str:
    """A display name: as it is if plain, quoted if ASCII, else encoded words."""
    text = " ".join(_UNSAFE.sub(" ", text).split())
    if not text.isascii():
        return _words(text)
    if _ATOM.fullmatch(text):
        return text
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
