"""Times as people read them: in their zone, and how far away.

Neither babel nor humanize: what is needed of them is one line each, in the one language of the templates, where the
words of a span are; they would bring the tables of hundreds of others.
"""

import functools
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

_UNITS = (("day", timedelta(days=1)), ("hour", timedelta(hours=1)), ("minute", timedelta(minutes=1)))


@dataclass(frozen=True, slots=True)
class PointInTime:
    """A point in time, and how far it is from now.

    Attributes:
        clock: such as "Mon 30 Nov, 10:00", in the reader's zone.
        zone: the zone's name.
        count: how many whole units away it is, 0 for less than a minute.
        unit: day, hour or minute.
        past: it has gone by.
    """

    clock: str
    zone: str
    count: int
    unit: str
    past: bool


@functools.lru_cache(64)
def zone_of(name: str) -> tuple[tzinfo, str]:
    """The zone of that IANA name and its name; UTC where there is none such."""
    try:
        return ZoneInfo(name), name
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return UTC, "UTC"


@functools.lru_cache(64)
def when(at: datetime, now: datetime, zone: str) -> PointInTime:
    """How `at` reads at `now` (both aware) to somebody in `zone`."""
    tz, name = zone_of(zone)
    local = at.astimezone(tz)
    away = abs(at - now)
    unit, length = next(((u, size) for u, size in _UNITS if away >= size), _UNITS[-1])
    return PointInTime(f"{local:%a} {local.day} {local:%b, %H:%M}", name, away // length, unit, at <= now)
