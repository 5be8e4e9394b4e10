"""The clocks of the seats.

A seat's time runs while its board waits for it. It stands still on the player's vacations (whole days in the
player's zone), while the server was down, and while a domain that all the player's addresses are at takes nothing
from us; where these overlap they count once. What has run of finished waits is kept in `used`; what runs now is
worked out from when the wait began, so that a vacation or a downtime freezes what is left and never refills it.

Three times bound a seat, a board's own or the ini's. After `nagtime` of one wait its player is reminded. After
`forfeittime` of one wait and what `extend` added to it, or after `totaltime` of all waits together, the seat is
lost, but not before a reminder has been with its player for a while. So the reminder goes out sooner where a seat
would be lost sooner: at `WARNING` before that, or half-way, whichever is later.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

import sqlalchemy as sa

from pbmhearts.clock import Span, runs_out
from pbmhearts.games.hearts import Seat
from pbmhearts.storage import schema
from pbmhearts.storage.accounts import Accounts
from pbmhearts.storage.pauses import Pauses
from pbmhearts.storage.records import Terms

WARNING = timedelta(days=3)
"""How long before the seat is lost its player hears of it at the latest."""

_BOARD = schema.boards
_SEAT = schema.seats
_SITS = _SEAT.c.until_seq.is_(None)
_OF_BOARD = ("seq", "nagtime", "forfeittime", "totaltime", "unrated", "private")
_WAITED_FOR = (
    sa.select(_SEAT, *(_BOARD.c[name] for name in _OF_BOARD))
    .join(_BOARD)
    .where(_SITS, _SEAT.c.account_id.is_not(None), _SEAT.c.waiting_since.is_not(None))
    .order_by(_SEAT.c.waiting_since, _SEAT.c.board_id, _SEAT.c.seat)
)
_AT_BOARD = _WAITED_FOR.where(_SEAT.c.board_id == sa.bindparam("number"))
_OWN_TIMES = sa.or_(
    _BOARD.c.nagtime.is_not(None), _BOARD.c.forfeittime.is_not(None), _BOARD.c.totaltime.is_not(None)
)


@dataclass(frozen=True, slots=True)
class Limits:
    """The times that bound a seat, as the ini has them.

    Attributes:
        totaltime: None for no such limit.
    """

    nagtime: timedelta
    forfeittime: timedelta
    totaltime: timedelta | None

    def of(self, terms: Terms) -> "Limits":
        """With a board's own times where it has them."""
        return Limits(
            terms.nagtime or self.nagtime,
            terms.forfeittime or self.forfeittime,
            terms.totaltime or self.totaltime,
        )


@dataclass(frozen=True, slots=True)
class SeatClock:
    """The clock of a seat that its board waits for.

    Attributes:
        seq: the board's last action.
        since: when the wait began.
        reminded_at: when the player was last reminded of this wait, or None.
        used: what ran of the waits before this one.
        extension: what `extend` has added to this wait.
        extensions: how often the player has extended on this board.
        pauses: when the clock stands still.
    """

    board: int
    seat: Seat
    account_id: int
    seq: int
    since: datetime
    reminded_at: datetime | None
    used: timedelta
    extension: timedelta
    extensions: int
    limits: Limits
    pauses: tuple[Span, ...]

    @property
    def allowed(self) -> timedelta:
        """How long this wait may run in all."""
        one = self.limits.forfeittime + self.extension
        total = self.limits.totaltime
        return one if total is None else max(min(one, total - self.used), timedelta(0))

    @property
    def _last_warning(self) -> timedelta:
        return max(self.allowed - WARNING, self.allowed / 2)

    @property
    def nags_at(self) -> datetime:
        """When its player is to be reminded, if nothing else pauses it."""
        return self._at(min(self.limits.nagtime, self._last_warning))

    @property
    def warns_at(self) -> datetime:
        """When its player is to be reminded for the last time, if nothing else pauses it."""
        return self._at(self._last_warning)

    @property
    def runs_out_at(self) -> datetime:
        """The deadline: when the seat would be lost, if nothing else pauses it."""
        return self._at(self.allowed)

    def stands_still(self, now: datetime) -> bool:
        """Whether it is paused at this moment."""
        return any(first <= now < last for first, last in self.pauses)

    def _at(self, span: timedelta) -> datetime:
        return runs_out(self.since, span, self.pauses)


class Clocks:
    """The clocks that run, within one transaction."""

    def __init__(self, connection: sa.Connection, accounts: Accounts) -> None:
        self._connection = connection
        self._accounts = accounts

    def pauses(self, since: datetime, now: datetime) -> Pauses:
        """The pauses that end after `since`."""
        return Pauses(self._connection, self._accounts, since, now)

    def of_board(self, number: int, limits: Limits, now: datetime) -> tuple[SeatClock, ...]:
        """The clocks of the people whom a board waits for, in seat order."""
        rows = self._connection.execute(_AT_BOARD, {"number": number}).mappings().all()
        return self._clocks(rows, limits, now)

    def late(self, limits: Limits, now: datetime, *, account_id: int | None = None) -> tuple[SeatClock, ...]:
        """The clocks of those who are to be reminded by now, or more than that; the longest wait first.

        Args:
            account_id: only this player's. The seats stay this transaction's then; those that another one has in
                hand are left out.
        """
        only = [] if account_id is None else [_SEAT.c.account_id == account_id]
        soonest = min(limits.nagtime, max(limits.forfeittime - WARNING, limits.forfeittime / 2))
        waited = [_SEAT.c.waiting_since <= now - soonest] if limits.totaltime is None else []
        # A shorter wait can be late only where the board has times of its own.
        own = [_BOARD.c.ended_at.is_(None), _OWN_TIMES]
        clocks = {
            (clock.since, clock.board, clock.seat): clock
            for conditions in (waited, own)
            for clock in self._waiting([*only, *conditions], limits, now)
        }
        return tuple(clock for _, clock in sorted(clocks.items()) if clock.nags_at <= now)

    def extend(self, number: int, seat: Seat, span: timedelta) -> None:
        """Add to what the seat's wait may run, once more."""
        self._connection.execute(
            sa.update(_SEAT)
            .where(_SEAT.c.board_id == number, _SEAT.c.seat == int(seat), _SITS)
            .values(
                extension=_SEAT.c.extension + int(span.total_seconds()), extensions=_SEAT.c.extensions + 1
            )
        )

    def _waiting(
        self, conditions: list[sa.ColumnElement[bool]], limits: Limits, now: datetime
    ) -> tuple[SeatClock, ...]:
        rows = self._connection.execute(_WAITED_FOR.where(*conditions)).mappings().all()
        return self._clocks(rows, limits, now)

    def _clocks(
        self, rows: "Sequence[sa.RowMapping]", limits: Limits, now: datetime
    ) -> tuple[SeatClock, ...]:
        if not rows:
            return ()
        since = min(row["waiting_since"] for row in rows)
        pauses = self.pauses(since, now)
        return tuple(_clock(row, limits, pauses.of(row["account_id"])) for row in rows)


def _clock(row: "sa.RowMapping", limits: Limits, pauses: tuple[Span, ...]) -> SeatClock:
    return SeatClock(
        board=row["board_id"],
        seat=Seat(row["seat"]),
        account_id=row["account_id"],
        seq=row["seq"],
        since=row["waiting_since"],
        reminded_at=row["reminded_at"],
        used=timedelta(seconds=row["used"]),
        extension=timedelta(seconds=row["extension"]),
        extensions=row["extensions"],
        limits=limits.of(read_terms(row)),
        pauses=pauses,
    )


def read_terms(row: "sa.RowMapping") -> Terms:
    """The terms that a board's row holds."""

    def span(name: str) -> timedelta | None:
        return None if row[name] is None else timedelta(seconds=row[name])

    return Terms(
        span("nagtime"),
        span("forfeittime"),
        span("totaltime"),
        unrated=row["unrated"],
        private=row["private"],
    )


def terms_columns(terms: Terms) -> dict[str, object]:
    """What a board's row holds of its terms."""
    spans = {"nagtime": terms.nagtime, "forfeittime": terms.forfeittime, "totaltime": terms.totaltime}
    seconds = {name: None if span is None else int(span.total_seconds()) for name, span in spans.items()}
    return {**seconds, "unrated": terms.unrated, "private": terms.private}
