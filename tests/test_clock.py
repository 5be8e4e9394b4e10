"""Time and chance as they are injected."""

from datetime import UTC, date, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from pbmhearts.clock import (
    FixedClock,
    Span,
    SystemClock,
    days,
    running,
    runs_out,
    seeded_secrets,
    system_secret,
    system_tokens,
)
from pbmhearts.games import fairdeal

AT = datetime(2026, 11, 30, 10, 0, tzinfo=UTC)


def test_the_machines_clock_tells_utc() -> None:
    """The time is aware, in UTC, and goes on."""
    clock = SystemClock()
    first = clock.now()
    assert first.utcoffset() == timedelta(0)
    assert timedelta(0) <= clock.now() - first < timedelta(minutes=1)


def test_a_fixed_clock_stands_until_moved() -> None:
    """It tells what it was set to, as often as it is asked."""
    clock = FixedClock(AT)
    assert [clock.now(), clock.now()] == [AT, AT]
    clock.set(AT + timedelta(days=1))
    assert clock.now() == AT + timedelta(days=1)


def test_tokens_are_as_long_as_asked_and_differ() -> None:
    """Random bytes: as many as asked for, and never the same twice."""
    assert [len(system_tokens(size)) for size in (0, 1, 32)] == [0, 1, 32]
    assert len({system_tokens(16) for _ in range(100)}) == 100


def test_a_secret_is_one_that_deals_are_made_of() -> None:
    """Secrets are 64 lower-case hex characters, which a commitment takes, and never the same twice."""
    secrets = {system_secret(101, 1) for _ in range(100)}
    assert len(secrets) == 100
    for secret in secrets:
        assert len(fairdeal.commitment(secret)) == 64


def test_seeded_secrets_repeat() -> None:
    """The same seed gives the same secret for a board's deal; another seed, board or deal another one."""
    assert seeded_secrets(1)(101, 1) == seeded_secrets(1)(101, 1)
    differing = {
        seeded_secrets(seed)(board, deal) for seed in (1, 2) for board in (101, 102) for deal in (1, 2)
    }
    assert len(differing) == 8
    assert all(fairdeal.commitment(secret) for secret in differing)


hours = st.integers(0, 200).map(lambda count: timedelta(hours=count))


@st.composite
def some_pauses(draw: st.DrawFn) -> list[Span]:
    """Pauses in any order, that overlap or not, some of no length."""
    begins = draw(st.lists(st.tuples(hours, hours), max_size=6))
    return [
        (AT + begin - timedelta(hours=50), AT + begin + span - timedelta(hours=50)) for begin, span in begins
    ]


@given(some_pauses(), hours)
def test_running_time_counts_each_hour_that_no_pause_covers(pauses: list[Span], span: timedelta) -> None:
    """The same as looking at each hour."""
    steps = [AT + timedelta(hours=count) for count in range(span // timedelta(hours=1))]
    free = [at for at in steps if not any(first <= at < last for first, last in pauses)]
    assert running(AT, AT + span, pauses) == timedelta(hours=len(free))


@given(some_pauses(), hours)
def test_time_runs_out_when_so_much_has_run(pauses: list[Span], span: timedelta) -> None:
    """At that moment all of it has run, and a second before not."""
    at = runs_out(AT, span, pauses)
    assert running(AT, at, pauses) == span
    assert at == AT or running(AT, at - timedelta(seconds=1), pauses) < span


def test_time_does_not_run_backwards() -> None:
    """Before the beginning nothing has run."""
    assert running(AT, AT - timedelta(hours=1), []) == timedelta(0)


def test_days_begin_and_end_at_midnight_of_their_zone() -> None:
    """Both included; on the day the clocks change it has an hour less."""
    begin, end = days(date(2026, 3, 28), date(2026, 3, 29), "Europe/Paris")
    assert (begin, end) == (datetime(2026, 3, 27, 23, tzinfo=UTC), datetime(2026, 3, 29, 22, tzinfo=UTC))
