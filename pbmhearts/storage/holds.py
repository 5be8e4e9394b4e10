"""Addresses that letters do not reach, and domains that refuse us."""

from dataclasses import dataclass
from datetime import datetime, timedelta

import sqlalchemy as sa

from pbmhearts.storage import schema
from pbmhearts.storage.accounts import Accounts

FAILURES_COUNT_FOR = timedelta(days=30)
"""After this a day on which an address failed is forgotten."""

_REFUSED = "refused:"
"""What the names of tallies of reported refusals begin with."""

_ADDRESS = schema.addresses
_BOUNCE = schema.bounces
_HOLD = schema.holds
_OUTBOX = schema.outbox
_TALLY = schema.tallies
_HAS_FAILED = sa.select(_BOUNCE.c.address).where(_BOUNCE.c.address == sa.bindparam("written")).limit(1)


@dataclass(frozen=True, slots=True)
class Hold:
    """A time in which a domain takes nothing from us, so that its players' clocks stand still.

    Attributes:
        until: when letters are tried again; each refusal puts it off.
        why: the words of the refusal.
    """

    domain: str
    since: datetime
    until: datetime
    why: str


@dataclass(frozen=True, slots=True)
class Addressee:
    """Whom a letter of the outbox went to."""

    address: str
    account_id: int | None

    @property
    def domain(self) -> str:
        """What stands after the @."""
        return self.address.rpartition("@")[2]


class Bounces:
    """What became of letters that did not arrive, within one transaction."""

    def __init__(self, connection: sa.Connection, accounts: Accounts) -> None:
        self._connection = connection
        self._accounts = accounts

    def letter(self, outbox_id: int) -> Addressee | None:
        """The addressee of a letter, by its number."""
        return self._letter(_OUTBOX.c.id == outbox_id)

    def letter_of(self, message_id: str) -> Addressee | None:
        """The addressee of a letter, by its Message-ID."""
        return self._letter(_OUTBOX.c.message_id == message_id)

    def _letter(self, which: sa.ColumnElement[bool]) -> Addressee | None:
        query = sa.select(_OUTBOX.c.address, _OUTBOX.c.account_id).where(which)
        row = self._connection.execute(query).first()
        return Addressee(row.address.lower(), row.account_id) if row else None

    def fail(self, address: str, at: datetime, status: str) -> int:
        """Note that an address failed for good; returns on how many separate days it has, lately."""
        here = _BOUNCE.c.address == address
        today = at.date()
        first = sa.select(_BOUNCE.c.day).where(here, _BOUNCE.c.day == today)
        if self._connection.execute(first).first() is None:
            values = {"address": address, "day": today, "status": status[:200]}
            self._connection.execute(sa.insert(_BOUNCE).values(values))
        since = (at - FAILURES_COUNT_FOR).date()
        days = sa.select(sa.func.count()).select_from(_BOUNCE).where(here, _BOUNCE.c.day > since)
        return int(self._connection.execute(days).scalar_one())

    def suspend(self, address: str, at: datetime) -> tuple[int, ...]:
        """Send nothing to this address any more; returns the accounts that have it and had it working."""
        done = self._connection.execute(
            sa.update(_ADDRESS)
            .where(_ADDRESS.c.address == address, _ADDRESS.c.suspended_at.is_(None))
            .values(suspended_at=at)
            .returning(_ADDRESS.c.account_id)
        )
        self._accounts.forget()
        return tuple(sorted(done.scalars()))

    def lift(self, address: str) -> None:
        """The address works: letters go there again, and its failures are forgotten."""
        if self._connection.execute(_HAS_FAILED, {"written": address}).first() is None:
            return
        self._accounts.forget()
        self._connection.execute(
            sa.update(_ADDRESS)
            .where(_ADDRESS.c.address == address, _ADDRESS.c.suspended_at.is_not(None))
            .values(suspended_at=None)
        )
        self._connection.execute(sa.delete(_BOUNCE).where(_BOUNCE.c.address == address))

    def refused(self, addressee: Addressee, at: datetime, since: datetime) -> int:
        """Note a report that the addressee's domain refuses us; returns of how many people there one came since.

        A player's addresses at one domain are one person, and so are one mailbox's with their extensions.
        """
        who = addressee.address.rpartition("@")[0].partition("+")[0]
        if addressee.account_id is not None:
            who = f"#{addressee.account_id}"
        name = f"{_REFUSED}{who}@{addressee.domain}"
        self._connection.execute(sa.insert(_TALLY).values(name=name, at=at))
        people = sa.select(sa.func.count(_TALLY.c.name.distinct())).where(
            _TALLY.c.name.startswith(_REFUSED, autoescape=True),
            _TALLY.c.name.endswith(f"@{addressee.domain}", autoescape=True),
            _TALLY.c.at > since,
        )
        return int(self._connection.execute(people).scalar_one())

    def hold(self, domain: str, at: datetime, until: datetime, why: str) -> bool:
        """A domain refuses us: hold its letters until then; True if it did not refuse us just before.

        A refusal during a hold, or within as long after it as a hold lasts, goes on with the same one.
        """
        query = (
            sa.select(_HOLD.c.id)
            .where(_HOLD.c.domain == domain, _HOLD.c.until > at - (until - at))
            .order_by(_HOLD.c.id.desc())
        )
        running = self._connection.execute(query.limit(1)).scalar()
        if running is None:
            values = {"domain": domain, "since": at, "until": until, "why": why[:500]}
            self._connection.execute(sa.insert(_HOLD).values(values))
            return True
        self._connection.execute(sa.update(_HOLD).where(_HOLD.c.id == running).values(until=until))
        return False

    def release(self, domain: str, at: datetime) -> None:
        """End a domain's hold now; its letters are due."""
        ends = (_HOLD.c.domain == domain, _HOLD.c.until > at)
        self._connection.execute(sa.update(_HOLD).where(*ends).values(until=at))
        self._connection.execute(
            sa.update(_OUTBOX).where(_goes_to(domain), _OUTBOX.c.state == "waiting").values(due_at=at)
        )

    def holds(self, *, ended_after: datetime | None = None) -> tuple[Hold, ...]:
        """All holds there were and are, the oldest first, for the clocks of the players behind them."""
        query = sa.select(_HOLD).order_by(_HOLD.c.id)
        if ended_after is not None:
            query = query.where(_HOLD.c.until > ended_after)
        rows = self._connection.execute(query)
        return tuple(Hold(row.domain, row.since, row.until, row.why) for row in rows)

    def held(self, at: datetime) -> tuple[Hold, ...]:
        """The holds that last at that time."""
        return tuple(hold for hold in self.holds(ended_after=at) if hold.since <= at)


def _goes_to(domain: str) -> sa.ColumnElement[bool]:
    return sa.func.lower(_OUTBOX.c.address).endswith(f"@{domain}", autoescape=True)
