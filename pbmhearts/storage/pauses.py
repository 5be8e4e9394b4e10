"""When clocks stand still: vacations, the server's downtimes, and held domains."""

from datetime import datetime, timedelta

import sqlalchemy as sa

from pbmhearts.clock import Span, days
from pbmhearts.storage import schema
from pbmhearts.storage.accounts import Accounts
from pbmhearts.storage.settings import drop_setting, read_setting, write_setting

LONGEST_SILENCE = timedelta(minutes=10)
"""A server that has not said for longer that it is there was down."""

GIVEN_UP = timedelta(days=2)
"""A `serve` that has been silent for longer, while mail is taken in another way, is none that comes back."""

_DOWNTIME = schema.downtimes
_HOLD = schema.holds
_SETTING = schema.settings
_HEARTBEAT = "heartbeat"
_REMINDERS = "reminders"

_SINCE = sa.bindparam("since", type_=_HOLD.c.until.type)
_DOWN = "down"
_HELD = "held"
_NEVER = sa.cast(sa.null(), schema.UtcDateTime)
_STOPS = sa.union_all(
    sa.select(
        sa.literal(_DOWN).label("what"), sa.literal("").label("of"), _DOWNTIME.c.since, _DOWNTIME.c.until
    ).where(_DOWNTIME.c.until > _SINCE),
    sa.select(sa.literal(_HELD), _HOLD.c.domain, _HOLD.c.since, _HOLD.c.until).where(_HOLD.c.until > _SINCE),
    sa.select(sa.literal(_HEARTBEAT), _SETTING.c.value, _NEVER, _NEVER).where(_SETTING.c.name == _HEARTBEAT),
)


class Pauses:
    """The pauses that end after a moment, within one transaction.

    Args:
        since: what ended by then is of no interest.
        now: until when a server that is down now has been down.
    """

    def __init__(self, connection: sa.Connection, accounts: Accounts, since: datetime, now: datetime) -> None:
        self._accounts = accounts
        stops = connection.execute(_STOPS, {"since": since}).all()
        self._downtimes: tuple[Span, ...] = tuple(
            (row.since, row.until) for row in stops if row.what == _DOWN
        )
        beat = next((datetime.fromisoformat(row.of) for row in stops if row.what == _HEARTBEAT), None)
        silent = _silence(beat, now)
        if silent is not None:
            # It may be back in a moment, but it is down now.
            self._downtimes = (*self._downtimes, (silent[0], now + LONGEST_SILENCE))
        self._holds = [(row.of, (row.since, row.until)) for row in stops if row.what == _HELD]
        self._of: dict[int, tuple[Span, ...]] = {}

    def of(self, account_id: int) -> tuple[Span, ...]:
        """When the clocks of a player stand still; pauses to come that are known already included."""
        if account_id not in self._of:
            self._of[account_id] = (*self._downtimes, *self._vacations(account_id), *self._held(account_id))
        return self._of[account_id]

    def _vacations(self, account_id: int) -> list[Span]:
        account = self._accounts.by_id(account_id)
        zone = account.preferences.get("zone", "UTC")
        return [days(first, last, zone) for first, last in account.vacations]

    def _held(self, account_id: int) -> list[Span]:
        if not self._holds:
            return []
        domains = {address.rpartition("@")[2] for address in self._accounts.confirmed(account_id)}
        # Whoever has an address elsewhere is still reached.
        return [span for domain, span in self._holds if domains == {domain}]


def silence(connection: sa.Connection, now: datetime) -> Span | None:
    """Since when the server has been down, if it is; None where `serve` does not run at all."""
    return _silence(_noted(connection, _HEARTBEAT), now)


def _silence(last: datetime | None, now: datetime) -> Span | None:
    return (last, now) if last is not None and now - last > LONGEST_SILENCE else None


def _noted(connection: sa.Connection, what: str) -> datetime | None:
    text = read_setting(connection, what)
    return None if text is None else datetime.fromisoformat(text)


class Uptime:
    """What the server notes of itself, within one transaction."""

    def __init__(self, connection: sa.Connection) -> None:
        self._connection = connection

    def begin(self, now: datetime) -> Span | None:
        """The server is there again; returns the downtime that ends with this, which is kept once."""
        down = silence(self._connection, now)
        if down is not None:
            self._keep(down)
        self.beat(now)
        return down

    def go_on_without(self, now: datetime) -> Span | None:
        """Mail is taken, but not by `serve`: one that has not run for long is waited for no more.

        Returns:
            the downtime that ends with this, which is kept; from now on clocks run until `serve` begins again.
        """
        down = silence(self._connection, now)
        if down is None or now - down[0] <= GIVEN_UP:
            return None
        self._keep(down)
        drop_setting(self._connection, _HEARTBEAT)
        return down

    def _keep(self, down: Span) -> None:
        since, until = down
        self._connection.execute(sa.insert(_DOWNTIME).values(since=since, until=until))

    def beat(self, now: datetime) -> None:
        """The server is there."""
        write_setting(self._connection, _HEARTBEAT, now.isoformat())

    def silence(self, now: datetime) -> Span | None:
        """Since when the server has been down, if it is; None where `serve` does not run at all."""
        return silence(self._connection, now)

    def last_beat(self) -> datetime | None:
        """When the server last said that it is there; None where `serve` does not run at all."""
        return _noted(self._connection, _HEARTBEAT)

    def reminded(self, now: datetime) -> None:
        """A run of the reminders has ended."""
        write_setting(self._connection, _REMINDERS, now.isoformat())

    def last_reminders(self) -> datetime | None:
        """When the last run of the reminders ended, None before the first."""
        return _noted(self._connection, _REMINDERS)
