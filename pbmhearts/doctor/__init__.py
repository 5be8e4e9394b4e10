"""Looks a whole set-up over, changes nothing, and says what to do."""

from collections.abc import Iterator
from datetime import datetime

from pbmhearts.config import Config
from pbmhearts.doctor import keys, records, state, ways
from pbmhearts.doctor.finding import Finding, Grade
from pbmhearts.doctor.records import Names
from pbmhearts.doctor.trial import send_test

__all__ = ["Finding", "Grade", "Names", "examine", "send_test"]


def examine(config: Config, now: datetime, names: Names) -> Iterator[Finding]:
    """Everything there is to look at, in the order in which one would mend it.

    Args:
        names: whom to ask about the domain.
    """
    yield from keys.examine(config)
    yield from state.examine(config, now)
    yield from ways.examine(config)
    yield from records.examine(config, names)
