"""Days and spans of days."""

import itertools
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

from house import open_house
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


def test_the_table_reads_who_is_away(tmp_path: Path) -> None:
    """A vacation and a pause stand in the others' letters while they last."""
    with open_house(tmp_path) as house:
        number = house.start()
        house.mail("bob", "vacation bob secret-bob 2026-12-01..2026-12-07")
        house.mail("cat", "pause cat secret-cat")
        house.wait(timedelta(days=2))
        house.letters("ann")
        text = " ".join(house.mail("ann", f"mhearts showas ann secret-ann {number}")[-1].text.split())
        assert "bob is away until Mon 7 Dec. cat takes no letters for now." in text
        house.mail("cat", "back cat secret-cat")
        house.wait(timedelta(days=7))
        text = " ".join(house.mail("ann", f"mhearts showas ann secret-ann {number}")[-1].text.split())
        assert "is away" not in text
        assert "takes no letters" not in text
