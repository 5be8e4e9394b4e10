"""What the repositories give back: plain values, never a row that could reach the database again."""

from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from typing import Any

from pbmhearts.games.hearts import Event, RuleSet, Seat, State

BARRED = "barred"
"""The status of an account that the operator has suspended: its commands are refused, its boards' clocks run on."""


@dataclass(frozen=True, slots=True)
class Account:
    """A person: a userid, perhaps a password.

    Attributes:
        password_hash: argon2id, or "" for none.
        status: "active", "inactive" (signed off), "barred" (suspended by the operator) or "deleted".
        paused_at: since when no letter is wanted, or None.
        vacations: first and last day of each, as dates.
        digested_at: when the last digest was enqueued, or None.
    """

    id: int
    userid: str
    password_hash: str
    created_at: datetime
    seen_at: datetime
    preferences: dict[str, Any]
    status: str = "active"
    paused_at: datetime | None = None
    vacations: tuple[tuple[date, date], ...] = ()
    digested_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Address:
    """An address of an account.

    Attributes:
        confirmed_at: when its reader showed that it is the account's, or None.
        suspended_at: since when nothing can be delivered there, or None.
    """

    id: int
    account_id: int
    address: str
    created_at: datetime
    confirmed_at: datetime | None
    suspended_at: datetime | None


@dataclass(frozen=True, slots=True)
class Terms:
    """What a board is played for, and in what time.

    Attributes:
        nagtime: how long it waits for somebody before a reminder; None for the ini's, as with the next two.
        forfeittime: how long it waits for somebody until the seat is lost.
        totaltime: how long it waits for somebody in all until the seat is lost.
        unrated: it changes no rating.
        private: it is not listed, and nobody may watch.
    """

    nagtime: timedelta | None = None
    forfeittime: timedelta | None = None
    totaltime: timedelta | None = None
    unrated: bool = False
    private: bool = False


STAND_IN = "standin"
"""The kind of bot that plays on for somebody who has left."""


@dataclass(frozen=True, slots=True)
class Sitter:
    """Who is to sit in a seat: a person or a bot.

    Attributes:
        account_id: None for a bot.
        bot: the kind of bot, "" for a person.
    """

    account_id: int | None
    bot: str = ""


@dataclass(frozen=True, slots=True)
class Seated:
    """Who sits where on a board now.

    Attributes:
        account_id: None for a bot.
        userid: "bot" for a bot.
        bot: the kind of bot, "" for a person.
        told_seq: the last action that the player has been told of, or that a letter on its way tells of.
        waiting_since: since when the board has waited for this seat, or None.
        sitting: 0 for who was there when the board began, else a number that nobody else has at any seat.
        used: what ran of the waits that are over, in whole seconds.
    """

    seat: Seat
    account_id: int | None
    userid: str
    bot: str
    told_seq: int
    waiting_since: datetime | None
    reminded_at: datetime | None
    sitting: int = 0
    used: timedelta = timedelta(0)


@dataclass(frozen=True, slots=True)
class DealRecord:
    """One deal of a board, finished or being played.

    Attributes:
        number: from 1.
        secret: 64 hex characters, fixed before the deal before it was played.
        mix: what the deal before it added, "" until dealt.
        first_seq: the log's Deal action, 0 until dealt.
        first_move: the move number it began at.
        totals: the match's totals at its start.
        tie: it is played to break a tie (Rule 8).
        points: the seats' points, empty until it is over.
        moon: who shot it, or None.
        log: the text that the next mix is made of, "" until it is over.
    """

    number: int
    secret: str
    mix: str
    first_seq: int
    first_move: int
    totals: tuple[int, ...]
    tie: bool
    points: tuple[int, ...]
    moon: Seat | None
    log: str


@dataclass(frozen=True, slots=True)
class Logged:
    """An action of a board's log, with what it brought about.

    Attributes:
        seq: its number in the log, from 1.
        deal: the number of the deal that it belongs to.
        account_id: who did it, None for a bot, the operator and the dealing.
        events: empty where it was read from the log.
    """

    seq: int
    deal: int
    action: str
    account_id: int | None
    at: datetime
    events: tuple[Event, ...] = ()


@dataclass(frozen=True, slots=True)
class Board:
    """A match that is stored under a number.

    Attributes:
        number: from 101.
        state: the match as it stands after action `seq`.
        seq: the number of the last action in its log.
        seats: the four players, in the order of the challenge.
        places: 1 to 4 by seat once it is over, else empty.
        deals: the last of them: the one that is being played, and the one whose secret only is fixed.
        abandoned: it has ended without a result.
        news: what has happened on it within this transaction.
    """

    number: int
    rules: RuleSet
    state: State
    seq: int
    seats: tuple[Seated, ...]
    created_at: datetime
    moved_at: datetime
    ended_at: datetime | None
    places: tuple[int, ...]
    deals: tuple[DealRecord, ...] = field(compare=False, repr=False)
    abandoned: bool = False
    news: tuple[Logged, ...] = field(default=(), compare=False, repr=False)

    def events(self, told: int = 0) -> tuple[Event, ...]:
        """What has come about within this transaction, after action `told`."""
        return tuple(event for logged in self.news if logged.seq > told for event in logged.events)

    @property
    def waits_for_bots(self) -> bool:
        """Whether a bot has to move, among others."""
        return any(seated.bot and seated.waiting_since for seated in self.seats)

    @property
    def names(self) -> tuple[str, str, str, str]:
        """What the four are called, in seat order: of several bots each by its seat, or none could be told apart."""
        several = sum(bool(seated.bot) for seated in self.seats) > 1
        first, second, third, fourth = (
            f"{seated.userid}{seated.seat.number}" if several and seated.bot else seated.userid
            for seated in self.seats
        )
        return first, second, third, fourth

    def seat_of(self, account_id: int) -> Seat | None:
        """Where the account sits, or None."""
        return next((seated.seat for seated in self.seats if seated.account_id == account_id), None)


@dataclass(frozen=True, slots=True)
class Remark:
    """What a player said to the table.

    Attributes:
        seq: the action it came with.
        account_id: who said it.
    """

    seq: int
    account_id: int
    userid: str
    text: str
    at: datetime
