"""What mail, storage and render share: a mail that came in, and a letter that goes out."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class MailKind(StrEnum):
    """What an arrived mail is, before anybody looks at its command."""

    COMMAND = "command"
    """A person wrote it."""
    AUTO = "auto"
    """A machine wrote it (RFC 3834): recorded, never answered."""
    BOUNCE = "bounce"
    """A delivery status notification (RFC 3464) or what passes for one."""
    LOOP = "loop"
    """Our own words came back."""


@dataclass(frozen=True, slots=True)
class BoardTag:
    """Names a board, and perhaps a seat and a moment of it, as our mails carry it.

    Attributes:
        board: the board's number.
        code: a turn code (in a Subject tag or a Message-ID) or a seat token (in an address), or "".
    """

    board: int
    code: str = ""


class LetterKind(StrEnum):
    """What a letter of ours that is about no running board asks for; its reply is known by this."""

    CONFIRM = "c"
    """Is this address yours? The number is the address's."""
    INVITE = "i"
    """Will you take this seat? The number is the invitation's."""
    ORGANISE = "o"
    """A board of yours lacks somebody. The number is the board's."""
    ACCOUNT = "a"
    """Something about an account. The number is the account's."""
    BOARDS = "b"
    """Several boards wait for a player. The number is the account's."""


@dataclass(frozen=True, slots=True)
class LetterTag:
    """Names a letter of ours that a mail answers, and proves that the writer got it."""

    kind: LetterKind
    number: int
    code: str


@dataclass(frozen=True, slots=True)
class Envelope:
    """The SMTP envelope (RFC 5321), which is not the header.

    Attributes:
        envelope_from: MAIL FROM, "" for the null return path.
        recipients: every RCPT TO that is ours.
        peer: the address the mail came from, or "" (standard input).
    """

    envelope_from: str
    recipients: tuple[str, ...]
    peer: str = ""


@dataclass(frozen=True, slots=True)
class InboundMail:
    """A mail, read as well as it can be.

    Attributes:
        fingerprint: SHA-256 (hex) of From, Message-ID, subject and body: the same for the same mail.
        message_id: with its angle brackets, or "".
        kind: who wrote it.
        why: for any kind but COMMAND, the header or fact that told, for the record.
        header_from: the From header's address, lower-cased, or "" if there is none to read.
        header_name: the display name beside it, or "".
        subject: decoded and unfolded, as it came.
        command: the subject without reply prefixes, list tags and our own tag; "" if nothing is left.
        tag: our `[mhearts N.code]` tag in the subject.
        seat: the board and token of the `+N-token` address it was sent to.
        references: the boards and codes of our Message-IDs in In-Reply-To, then References, newest first.
        letter: the letter about no running board that it answers: by subject, address or references.
        words: the lines the writer wrote above any quotation and signature, without blank ones at either end.
        below: the writer's own lines below or between the quotations.
        body: every line of the text before a signature or quotation that ends it, for `multiple`.
        quoted: whether anything was quoted.
        sealed: whether its text cannot be seen, as it is encrypted or signed in a way that hides it.
        authenticated: whether the From may be believed as far as it goes: False where the configuration asks for
            DMARC and the mail has not passed it.
    """

    fingerprint: str
    message_id: str
    kind: MailKind
    why: str
    header_from: str
    header_name: str
    subject: str
    command: str
    tag: BoardTag | None
    seat: BoardTag | None
    references: tuple[BoardTag, ...]
    letter: LetterTag | None
    words: tuple[str, ...]
    below: tuple[str, ...]
    body: tuple[str, ...]
    quoted: bool
    sealed: bool = False
    authenticated: bool = True

    @property
    def board(self) -> int | None:
        """The board of the letter that this mail answers, as far as anything in it tells."""
        tags = (self.tag, *self.references, self.seat)
        return next((tag.board for tag in tags if tag is not None), None)


@dataclass(frozen=True, slots=True)
class Attachment:
    """A text file that goes with a letter."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Content:
    """A letter's words, as render makes them: no address, no header but the Subject."""

    subject: str
    text: str
    html: str = ""
    attachments: tuple[Attachment, ...] = ()


@dataclass(frozen=True, slots=True)
class Letter:
    """A letter to one address, ready to become bytes.

    Attributes:
        to: the address.
        content: what it says.
        message_id: with its angle brackets; fixed before the first attempt, kept at each.
        date: when it was written, aware.
        in_reply_to: the Message-ID it answers, or "".
        references: the thread it belongs to, oldest first.
        reply_to: a seat address, or "" where answers go to the From.
        answer: it answers a mail (`auto-replied`) rather than coming by itself (`auto-generated`).
        board: the board it is about, or None.
    """

    to: str
    content: Content
    message_id: str
    date: datetime
    in_reply_to: str = ""
    references: tuple[str, ...] = ()
    reply_to: str = ""
    answer: bool = False
    board: int | None = None


class Receipt(StrEnum):
    """What became of a mail that was handed in; the listener and `deliver` turn it into their own codes."""

    ACCEPTED = "accepted"
    """Committed: its effects are in, or it is kept for the operator."""
    TRY_LATER = "try later"
    """Nothing happened; the same mail may come again."""
    STORAGE_FULL = "storage full"
    """As TRY_LATER, because the disk is full."""
    TOO_MANY = "too many"
    """As TRY_LATER, because its sender has had a share of mails."""
