"""What a letter is made from: the facts that the services hand over, and how a reader wants them."""

from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum

from pbmhearts.games.hearts import Counts, Event, Seat, View

FourNames = tuple[str, str, str, str]
FourNumbers = tuple[int, int, int, int]


class CardStyle(StrEnum):
    """How cards are written."""

    UNICODE = "unicode"
    """10♣"""
    ASCII = "ascii"
    """10C, and nothing but 7-bit text in the whole letter."""
    WORDS = "words"
    """ten of clubs"""


class Style(StrEnum):
    """How a board is laid out."""

    TABLE = "table"
    """Drawn, with columns."""
    PROSE = "prose"
    """Sentences only, for ears and for braille."""


class OutcomeState(StrEnum):
    """What became of one command of a mail."""

    DONE = "done"
    REFUSED = "refused"
    NOT_TRIED = "not tried"


@dataclass(frozen=True, slots=True)
class Look:
    """How a reader wants letters.

    Attributes:
        cards: how cards are written.
        style: drawn or in sentences.
        html: whether a letter has an HTML part.
        zone: the IANA name of the zone that times are told in; one that is not known counts as UTC.
        counts: strips tell what is still out, and who has run out of a suit.
        turn_subject: the subject names the turn and its code, instead of staying the same throughout a deal.
    """

    cards: CardStyle = CardStyle.UNICODE
    style: Style = Style.TABLE
    html: bool = True
    zone: str = "UTC"
    turn_subject: bool = False
    counts: bool = True


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment that came with a player's move, or chat. Its text is hostile until it has been rendered."""

    author: str
    text: str


@dataclass(frozen=True, slots=True)
class DealRow:
    """A finished deal on the score table.

    Attributes:
        number: from 1.
        points: what each seat got for this deal, the moon counted.
        totals: the match totals after it.
        moon: the seat that took all, or None.
        queen: the seat that took the queen of spades; None where that was not looked up.
    """

    number: int
    points: FourNumbers
    totals: FourNumbers
    moon: Seat | None = None
    queen: Seat | None = None


@dataclass(frozen=True, slots=True)
class Commitment:
    """The promise of a deal to come.

    Attributes:
        deal: the deal's number.
        value: SHA-256 of its secret, in hex.
    """

    deal: int
    value: str


@dataclass(frozen=True, slots=True)
class DealCheck:
    """What one deal can be checked by.

    Attributes:
        secret: in hex, as are mix and commitment.
        log: the text that the next deal's mix is made of.
        receivers: to whom seats 1 to 4 passed, as four digits; each to itself where nobody passed.
    """

    deal: int
    secret: str
    mix: str
    commitment: str
    log: str
    receivers: str


@dataclass(frozen=True, slots=True)
class RatingChange:
    """A player's rating before and after the board."""

    userid: str
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class Absence:
    """A player whom the table need not expect.

    Attributes:
        until: the last day of a vacation; None where the player has paused, for as long as that takes.
    """

    name: str
    until: date | None = None


ALL_OFFERS = frozenset({"chat", "queue", "show", "showas", "undo", "extend", "propose", "resign", "help"})
ALL_OFFERS |= {"set", "fairness", "unsubscribe"}
"""The verbs besides moves that letters know how to suggest."""


@dataclass(frozen=True, slots=True)
class BoardPage:
    """One board as one reader is to be told of it.

    Attributes:
        board: its number.
        names: who sits where, by seat.
        view: what the reader may see.
        happened: what came about since the reader's last letter, oldest first.
        server: the server's plain address, for commands.
        look: how the reader wants it.
        now: the time of writing, aware UTC.
        comments: comments and chat since the last letter, oldest first.
        deals: the finished deals so far.
        code: the reader's turn code; "" for watchers and finished boards.
        userid: the reader; "" for a watcher.
        waiting_since: since when the board waits for whoever must move, or None.
        due: until when they have time, or None.
        note: one sentence of answer put before all else, or "".
        commitments: the promises that this letter carries.
        fewer_mails: whether the footer offers fewer mails.
        checks: at the end of the board, what its deals can be checked by.
        first_names: who sat where when the board began, as deal 1 was mixed of it; needed with checks only.
        replay: at the end of the board, all deals trick by trick, as text of at most 72 columns.
        ratings: at the end of a rated board, each player's change.
        abandoned: the board has ended without a result; nobody is waited for.
        offers: the verbs that a letter may suggest for a reply; what the server does not know is not offered.
        absences: the players who are away.
        terms: the options of a challenge that ask for the board's own times and terms, or "".
        counts: what can be counted, None unless cards are being played.
        whole: all of the board is told, be the reader waited for or not.
        heard: the comments are why the letter comes.
        asked: something is proposed, and the reader has not agreed to it yet.
    """

    board: int
    names: FourNames
    view: View
    happened: tuple[Event, ...]
    server: str
    look: Look
    now: datetime
    comments: tuple[Comment, ...] = ()
    deals: tuple[DealRow, ...] = ()
    code: str = ""
    userid: str = ""
    waiting_since: datetime | None = None
    due: datetime | None = None
    note: str = ""
    commitments: tuple[Commitment, ...] = ()
    fewer_mails: bool = False
    checks: tuple[DealCheck, ...] = ()
    first_names: tuple[str, ...] = ()
    replay: str = ""
    ratings: tuple[RatingChange, ...] = ()
    abandoned: bool = False
    offers: frozenset[str] = ALL_OFFERS
    absences: tuple[Absence, ...] = ()
    terms: str = ""
    asked: bool = False
    counts: Counts | None = None
    whole: bool = False
    heard: bool = False


@dataclass(frozen=True, slots=True)
class Outcome:
    """One command of a mail and what became of it.

    Attributes:
        command: as it was read, credentials masked.
        state: done, refused or not tried.
        text: what it answers, plain text of at most 72 columns, or "".
        why: for a refusal, what is wrong.
        hint: what would be right ("Did you mean ..."), or "".
        usage: the verb's usage line, or "".
        legal: the cards that may be played now, as labels ("10C"), where a move was refused.
        needed: how many of them make a move.
    """

    command: str
    state: OutcomeState
    text: str = ""
    why: str = ""
    hint: str = ""
    usage: str = ""
    legal: tuple[str, ...] = ()
    needed: int = 1


@dataclass(frozen=True, slots=True)
class AnswerPage:
    """The one answer to a mail.

    Attributes:
        subject: the subject to answer under, without "Re:".
        outcomes: one a command, in order.
        read: what was read from the mail, credentials masked; "" where that need not be said.
        userid: who is answered, or "" where that is not known.
        server: the server's plain address.
        look: how the reader wants it.
        comment: the comment that was passed on, or "".
    """

    subject: str
    outcomes: tuple[Outcome, ...]
    server: str
    look: Look
    read: str = ""
    userid: str = ""
    comment: str = ""


@dataclass(frozen=True, slots=True)
class Tap:
    """A command that a link in the HTML part mails, ready-made.

    Attributes:
        label: what the link says.
        subject: the Subject of the mail that it opens.
        main: it is what the letter hopes for, and shown so.
    """

    label: str
    subject: str
    main: bool = False


@dataclass(frozen=True, slots=True)
class NoticePage:
    """A letter that is about no running board: a welcome, an invitation, a confirmation.

    Attributes:
        subject: its subject, whole.
        text: what it says, plain text of at most 72 columns.
        server: the server's plain address, where taps go.
    """

    subject: str
    text: str
    server: str
    look: Look
    taps: tuple[Tap, ...] = ()


@dataclass(frozen=True, slots=True)
class ReminderPage:
    """The boards that wait for one person, for one mail a day."""

    userid: str
    boards: tuple[BoardPage, ...]
    server: str
    look: Look
    now: datetime
