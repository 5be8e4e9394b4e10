"""`vacation`: days away. The house's clock stands at 30 November 2026."""

from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path

import pytest
from house import House, open_house
from seats import daily, run

pytestmark = pytest.mark.slow


def spans(house: House, userid: str = "eve") -> tuple[tuple[date, date], ...]:
    """A player's vacations."""
    with house.app.store.read() as repositories:
        account = repositories.accounts.by_userid(userid)
        assert account is not None
        return account.vacations


@pytest.fixture
def ten(tmp_path: Path) -> Iterator[House]:
    """Ten days a year, and eve."""
    with open_house(tmp_path, players="confirm_addresses = no\nmax_vacation_days = 10") as house:
        house.sign_up("eve")
        yield house


def test_it_is_kept_and_told(eve: House) -> None:
    """With the days that are left this year."""
    (answer,) = eve.mail("eve", "vacation eve secret-eve 2026-12-20..2027-01-03")
    assert "from 2026-12-20 to 2027-01-03" in answer.text
    assert "left in 2026: 48" in answer.text
    assert spans(eve) == ((date(2026, 12, 20), date(2027, 1, 3)),)


def test_who_shows_it_while_it_lasts(eve: House) -> None:
    """Until the last day."""
    eve.mail("eve", "vacation eve secret-eve 2026-12-01..2026-12-02")
    assert "away" not in eve.mail("ann", "who eve")[0].text
    eve.wait(timedelta(days=1))
    assert "away until 2026-12-02" in eve.mail("ann", "who eve")[0].text
    eve.wait(timedelta(days=2))
    assert "away" not in eve.mail("ann", "who eve")[0].text


def test_spans_that_touch_become_one(eve: House) -> None:
    """A second vacation does not replace the first."""
    eve.mail("eve", "vacation eve secret-eve 2026-12-01..2026-12-03")
    eve.mail("eve", "vacation eve secret-eve 2026-12-10..2026-12-11")
    eve.mail("eve", "vacation eve secret-eve 2026-12-04..2026-12-05")
    assert spans(eve) == (
        (date(2026, 12, 1), date(2026, 12, 5)),
        (date(2026, 12, 10), date(2026, 12, 11)),
    )


def test_off_keeps_the_days_that_were_taken(eve: House) -> None:
    """They count, with the one that has begun; those to come are given back."""
    eve.mail("eve", "vacation eve secret-eve 2026-11-30..2026-12-20")
    eve.wait(timedelta(days=2))
    (answer,) = eve.mail("eve", "vacation eve secret-eve OFF")
    assert "no vacation ahead. Your clocks run again from tomorrow on." in answer.text
    assert "left in 2026: 57" in answer.text
    assert spans(eve) == ((date(2026, 11, 30), date(2026, 12, 2)),)


def test_off_lets_no_clock_run_out_behind_the_player(playing: House) -> None:
    """Who comes back on a day of vacation on which the time would have run out has the rest of it from tomorrow."""
    number = playing.start("--nagtime=2d --forfeittime=5d")
    playing.pass_all(number)
    name, _ = playing.turn(number)
    daily(playing, 4)
    playing.mail(name, f"vacation {name} secret-{name} 2026-12-05..2026-12-20")
    playing.wait(timedelta(hours=34))
    playing.mail(name, f"vacation {name} secret-{name} off")
    assert run(playing).forfeited == []
    playing.wait(timedelta(hours=13))
    assert run(playing).forfeited == []
    playing.wait(timedelta(hours=2))
    assert run(playing).forfeited == [(name, number)]


@pytest.mark.parametrize(
    ("days", "good"),
    [
        ("2026-12-01..2026-12-10", True),
        ("2026-12-01..2026-12-11", False),
        ("2026-12-22..2027-01-10", True),
        ("2026-12-22..2027-01-11", False),
        ("2026-12-21..2027-01-03", False),
    ],
)
def test_so_many_days_a_calendar_year(ten: House, days: str, good: bool) -> None:
    """Each year for itself."""
    (answer,) = ten.mail("eve", f"vacation eve secret-eve {days}")
    assert ("10 days of vacation a year" not in answer.text) == good
    assert bool(spans(ten)) == good


def test_the_same_days_twice_count_once(ten: House) -> None:
    """As a set of days."""
    ten.mail("eve", "vacation eve secret-eve 2026-12-01..2026-12-08")
    ten.mail("eve", "vacation eve secret-eve 2026-12-03..2026-12-10")
    assert spans(ten) == ((date(2026, 12, 1), date(2026, 12, 10)),)
    (answer,) = ten.mail("eve", "vacation eve secret-eve 2026-12-20..2026-12-20")
    assert "would make 11 in 2026" in " ".join(answer.text.split())


def test_today_is_the_players_day(eve: House) -> None:
    """On Kiritimati it is tomorrow already."""
    eve.mail("eve", "set eve secret-eve zone=Pacific/Kiritimati")
    (answer,) = eve.mail("eve", "vacation eve secret-eve 2026-11-30..2026-12-02")
    assert "in the past" in answer.text
    eve.mail("eve", "vacation eve secret-eve 2026-12-01..2026-12-02")
    assert spans(eve) == ((date(2026, 12, 1), date(2026, 12, 2)),)


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("", "Two days are needed, or off."),
        ("tomorrow", "Two days are needed, or off."),
        ("2026-12-01", "Two days are needed, or off."),
        ("2026-12-05..2026-12-01", "The first day comes first."),
        ("2026-11-29..2026-12-01", "cannot begin in the past"),
        ("2026-12-01..2026-12-32", "There is no such day."),
        ("2026-02-30..2026-12-01", "There is no such day."),
        ("2028-01-01..2028-01-02", "too far ahead"),
        ("2026-12-01..9999-12-31", "too far ahead"),
    ],
)
def test_what_is_refused(eve: House, words: str, why: str) -> None:
    """With the reason and the usage."""
    (answer,) = eve.mail("eve", f"vacation eve secret-eve {words}")
    assert why in answer.text
    assert "Usage: vacation userid password from..to" in answer.text
    assert spans(eve) == ()


def test_a_vacation_across_new_year_survives_it(ten: House) -> None:
    """Each day counts in its own year, and what was taken last year still stops the clocks of waits from then."""
    ten.mail("eve", "vacation eve secret-eve 2026-12-22..2027-01-05")
    ten.wait(timedelta(days=33))
    (answer,) = ten.mail("eve", "vacation eve secret-eve 2027-03-01..2027-03-05")
    assert "left in 2027: 0" in answer.text
    whole = (date(2026, 12, 22), date(2027, 1, 5))
    assert spans(ten) == (whole, (date(2027, 3, 1), date(2027, 3, 5)))
    (answer,) = ten.mail("eve", "vacation eve secret-eve 2027-04-01..2027-04-01")
    assert "would make 11 in 2027" in " ".join(answer.text.split())
    ten.mail("eve", "vacation eve secret-eve off")
    assert spans(ten) == ((date(2026, 12, 22), date(2027, 1, 2)),)
    (answer,) = ten.mail("eve", "vacation eve secret-eve 2027-02-01..2027-02-08")
    assert "left in 2027: 0" in answer.text
