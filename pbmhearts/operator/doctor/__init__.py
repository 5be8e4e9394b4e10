"""Looks a whole set-up over, changes nothing, and says what to do."""

from collections.abc import Iterator
from datetime import datetime

from pbmhearts.config import Config
from pbmhearts.operator.doctor import certificate, data, database, dns_records, keys, postfix, ways
from pbmhearts.operator.doctor.dns_records import Names, names
from pbmhearts.operator.doctor.finding import Finding, Grade
from pbmhearts.operator.doctor.trial import send_test

__all__ = ["Finding", "Grade", "Names", "examine", "names", "send_test"]


def examine(config: Config, now: datetime, names: Names) -> Iterator[Finding]:
    """Everything there is to look at, in the order in which one would mend it.

    Args:
        names: whom to ask about the domain.
    """
    yield from keys.examine(config)
    yield from data.examine(config)
    yield from database.examine(config, now)
    yield from certificate.examine(config, now)
    yield from ways.examine(config)
    yield from postfix.examine(config, now)
    yield from dns_records.examine(config, names)
