"""A letter to be sent: whom it goes to, what it is about, and how that is stored."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any, assert_never

import sqlalchemy as sa


class OutboxKind(StrEnum):
    """What a letter of the outbox is about."""

    BOARD = "board"
    ANSWER = "answer"
    REMINDER = "reminder"
    BROADCAST = "broadcast"


class OutboxState(StrEnum):
    """What has become of a letter."""

    WAITING = "waiting"
    SENT = "sent"
    DEAD = "dead"
    """Given up; it can be tried again."""
    MERGED = "merged"
    """It went out as a part of another."""
    DROPPED = "dropped"
    """The operator has taken it out; it can be tried again."""


@dataclass(frozen=True, slots=True)
class BoardNews:
    """The board as it stood after `to_seq` of the mail, with all that came after its `from_seq`.

    Attributes:
        note: a sentence of answer above it.
        said: the ids of the remarks that are told.
        answer: it answers a mail.
        whole: the reader asked for the board, and is told all of it.
    """

    note: str = ""
    said: tuple[int, ...] = ()
    answer: bool = False
    whole: bool = False


@dataclass(frozen=True, slots=True)
class WrittenLetter:
    """A letter whose words are there already.

    Attributes:
        answer: it answers a mail.
    """

    subject: str
    text: str
    html: str
    answer: bool = True


@dataclass(frozen=True, slots=True)
class DueBoard:
    """A board that waits for the reader in that seat, told as it stood after `to_seq`, with all after `from_seq`."""

    board: int
    seat: int
    from_seq: int
    to_seq: int


@dataclass(frozen=True, slots=True)
class BoardReminder:
    """The boards that wait for the reader."""

    boards: tuple[DueBoard, ...]


@dataclass(frozen=True, slots=True)
class BroadcastCopy:
    """The reader's copy of the broadcast of that number."""

    broadcast: int


@dataclass(frozen=True, slots=True)
class Erased:
    """Nobody knows any more: the letter has been sent, or went into another."""


About = BoardNews | WrittenLetter | BoardReminder | BroadcastCopy | Erased


@dataclass(frozen=True, slots=True)
class OutgoingMail:
    """A letter for the outbox.

    Attributes:
        reply_to: a seat address, or "".
        not_before: when it is due, None for at once.
    """

    about: About
    address: str
    message_id: str
    account_id: int | None = None
    board: int | None = None
    seat: int | None = None
    from_seq: int | None = None
    to_seq: int | None = None
    in_reply_to: str = ""
    reply_to: str = ""
    not_before: datetime | None = None


@dataclass(frozen=True, slots=True)
class ClaimedMail:
    """A letter that is ours to send.

    Attributes:
        attempts: how often it was tried.
        data: the frozen bytes, b"" before the first attempt.
    """

    id: int
    mail: OutgoingMail
    created_at: datetime
    attempts: int
    data: bytes


@dataclass(frozen=True, slots=True)
class OutboxRow:
    """A letter as the operator sees it, without its words.

    Attributes:
        from_seq: the letter of a board tells what came after this action,
        to_seq: up to this one.
        error: what went wrong last; of a merged row, which one it went into; of a dropped one, why;
            of a sent one, what it was answered.
        rendered: its bytes are kept, for the next attempt.
        sent_at: when it was taken, or None.
    """

    id: int
    kind: OutboxKind
    address: str
    account_id: int | None
    board: int | None
    seat: int | None
    from_seq: int | None
    to_seq: int | None
    message_id: str
    state: OutboxState
    created_at: datetime
    due_at: datetime
    attempts: int
    error: str
    rendered: bool
    sent_at: datetime | None

    @property
    def domain(self) -> str:
        """Where it goes, in lower case."""
        return self.address.rpartition("@")[2].lower()


def stored(about: About) -> tuple[OutboxKind, dict[str, Any]]:
    """What a letter is about, as its row keeps it."""
    match about:
        case BoardNews(note, said, answer, whole):
            more = ({"said": list(said)} if said else {}) | ({"whole": True} if whole else {})
            return OutboxKind.BOARD, {"note": note, "answer": answer} | more
        case WrittenLetter(subject, text, html, answer):
            return OutboxKind.ANSWER, {"subject": subject, "text": text, "html": html, "answer": answer}
        case BoardReminder(boards):
            rows = [[due.board, due.seat, due.to_seq, due.from_seq] for due in boards]
            return OutboxKind.REMINDER, {"boards": rows}
        case BroadcastCopy(broadcast):
            return OutboxKind.BROADCAST, {"broadcast": broadcast}
        case Erased():
            raise ValueError("a letter without words")
        case _:
            assert_never(about)


def _restored(kind: OutboxKind, facts: dict[str, Any]) -> About:
    """What the row of a letter says that it is about."""
    if not facts:
        return Erased()
    match kind:
        case OutboxKind.BOARD:
            said = facts.get("said", [])
            heard = tuple(said) if isinstance(said, list) else (said,)
            return BoardNews(
                facts.get("note", ""), heard, facts.get("answer", False), facts.get("whole", False)
            )
        case OutboxKind.ANSWER:
            words = (facts["subject"], facts["text"], facts["html"])
            return WrittenLetter(*words, answer=facts.get("answer", True))
        case OutboxKind.REMINDER:
            # A reminder that was enqueued without its `from_seq` tells no news.
            boards = (
                (board, seat, told[0] if told else seq, seq) for board, seat, seq, *told in facts["boards"]
            )
            return BoardReminder(tuple(DueBoard(*due) for due in boards))
        case OutboxKind.BROADCAST:
            return BroadcastCopy(facts["broadcast"])


def as_row(mail: OutgoingMail) -> dict[str, Any]:
    """The columns of a letter's row that say whom it goes to and what it is about."""
    kind, facts = stored(mail.about)
    return {
        "kind": kind.value,
        "address": mail.address,
        "account_id": mail.account_id,
        "board_id": mail.board,
        "seat": mail.seat,
        "from_seq": mail.from_seq,
        "to_seq": mail.to_seq,
        "message_id": mail.message_id,
        "in_reply_to": mail.in_reply_to,
        "reply_to": mail.reply_to,
        "facts": facts,
    }


def claimed(row: sa.RowMapping, data: bytes = b"") -> ClaimedMail:
    """A letter by its row and its frozen bytes."""
    mail = OutgoingMail(
        about=_restored(OutboxKind(row["kind"]), row["facts"]),
        address=row["address"],
        message_id=row["message_id"],
        account_id=row["account_id"],
        board=row["board_id"],
        seat=row["seat"],
        from_seq=row["from_seq"],
        to_seq=row["to_seq"],
        in_reply_to=row["in_reply_to"],
        reply_to=row["reply_to"],
    )
    return ClaimedMail(row["id"], mail, row["created_at"], row["attempts"], data)
