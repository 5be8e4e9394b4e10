"""Time and chance, injected from `app`: everything else takes them as arguments."""

import hashlib
import secrets
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, date, datetime, time, timedelta
from typing import Protocol
from zoneinfo import ZoneInfo


class Clock(Protocol):
    """Tells the time."""

    def now(self) -> datetime:
        """The current time, aware, in UTC."""
        ...


class SystemClock:
    """The machine's clock."""

    def now(self) -> datetime:
        """The current time in UTC."""
        return datetime.now(UTC)


class FixedClock:
    """A clock that stands until it is moved, for tests and for answering "what was due then"."""

    def __init__(self, at: datetime) -> None:
        self._at = at

    def now(self) -> datetime:
        """The time it was set to."""
        return self._at

    def set(self, at: datetime) -> None:
        """Move the clock to `at`."""
        self._at = at


Tokens = Callable[[int], bytes]
"""A source of random bytes: called with how many."""


def system_tokens(size: int) -> bytes:
    """`size` bytes from the operating system's generator."""
    return secrets.token_bytes(size)


DealSecrets = Callable[[int, int], str]
"""The source of deals: called with board and deal, gives a fresh secret of 64 lower-case hex characters."""


def system_secret(board: int, deal: int) -> str:  # noqa: ARG001 - the source's shape; chance knows neither
    """A secret that nobody could guess."""
    return secrets.token_hex(32)


def seeded_secrets(seed: int) -> DealSecrets:
    """Repeatable secrets, for the demo and for tests: whoever knows the seed knows every deal."""
    return lambda board, deal: hashlib.sha256(f"{seed}:{board}:{deal}".encode()).hexdigest()


Span = tuple[datetime, datetime]
"""From one moment to a later one."""


def running(since: datetime, until: datetime, pauses: Iterable[Span]) -> timedelta:
    """The time from `since` to `until` that none of the pauses covers, however they overlap; never below zero."""
    paused = sum((last - first for first, last in _within(since, until, pauses)), timedelta(0))
    return max(until - since, timedelta(0)) - paused


def runs_out(since: datetime, span: timedelta, pauses: Iterable[Span]) -> datetime:
    """The first moment from `since` on at which `running` has come to `span`."""
    left, at = span, since
    for first, last in _within(since, datetime.max.replace(tzinfo=UTC), pauses):
        if first - at >= left:
            break
        left -= first - at
        at = last
    return at + left if left > timedelta(0) else since


def _within(since: datetime, until: datetime, pauses: Iterable[Span]) -> Iterator[Span]:
    """The pauses cut to these bounds, in order, without what an earlier one covers."""
    at = since
    for first, last in sorted(pauses):
        begin, end = max(first, at), min(last, until)
        if begin < end:
            yield begin, end
            at = end


def days(first: date, last: date, zone: str) -> Span:
    """From the first day's beginning to the last day's end, as the clocks of an IANA zone show them; in UTC."""
    here = ZoneInfo(zone)
    begin = datetime.combine(first, time(0), here)
    end = datetime.combine(last + timedelta(days=1), time(0), here)
    return begin.astimezone(UTC), end.astimezone(UTC)
