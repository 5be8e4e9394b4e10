"""Days and spans of days."""

import itertools
from datetime import UTC, date, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from pbmhearts.commands import absences
from pbmhearts.storage import Account

NOW = datetime(2026, 11, 30, 23, 30, tzinfo=UTC)

some_days = st.sets(st.integers(0, 60).map(lambda n: date(2026, 12, 1) + timedelta(days=n)), max_size=20)


def person(**values: object) -> Account:
    """A player with these preferences or vacations."""
    vacations = values.pop("vacations", ())
    return Account(1, "ann", "", NOW, NOW, values, vacations=vacations)  # type: ignore[arg-type]


@given(some_days)
def test_days_and_spans_are_the_same(days: set[date]) -> None:
    """There and back; no span touches the next."""
    spans = absences.spans(days)
    assert absences.days(spans) == days
    assert all(before[1] + timedelta(days=1) < after[0] for before, after in itertools.pairwise(spans))


def test_the_day_is_the_players() -> None:
    """Half past eleven at night in Greenwich is tomorrow in Paris."""
    assert absences.today(person(), NOW) == date(2026, 11, 30)
    assert absences.today(person(zone="Europe/Paris"), NOW) == date(2026, 12, 1)


def test_away_from_the_first_day_to_the_last() -> None:
    """Both included."""
    span = (date(2026, 11, 30), date(2026, 12, 2))
    ann = person(vacations=(span,))
    assert absences.away_until(ann, NOW) == date(2026, 12, 2)
    assert absences.away_until(ann, NOW + timedelta(days=2)) == date(2026, 12, 2)
    assert absences.away_until(ann, NOW + timedelta(days=3)) is None
    assert absences.away_until(ann, NOW - timedelta(days=1)) is None
