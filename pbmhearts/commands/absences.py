"""Days on which a player is away."""

import zoneinfo
from collections.abc import Iterable
from datetime import date, datetime, timedelta

from pbmhearts.commands import preferences
from pbmhearts.storage import Account

Span = tuple[date, date]
"""First and last day."""

_DAY = timedelta(days=1)


def today(account: Account, now: datetime) -> date:
    """The day it is where the player lives."""
    return now.astimezone(zoneinfo.ZoneInfo(preferences.value(account.preferences, "zone"))).date()


def away_until(account: Account, now: datetime) -> date | None:
    """The last day of the vacation that the player is on, None if on none."""
    day = today(account, now)
    return next((last for first, last in account.vacations if first <= day <= last), None)


def days(spans: Iterable[Span]) -> set[date]:
    """Every day of these spans."""
    return {first + number * _DAY for first, last in spans for number in range((last - first).days + 1)}


def spans(days: Iterable[date]) -> tuple[Span, ...]:
    """The days as spans, as few as will do."""
    found: list[Span] = []
    for day in sorted(days):
        if found and day - found[-1][1] == _DAY:
            found[-1] = (found[-1][0], day)
        else:
            found.append((day, day))
    return tuple(found)
