"""Time and chance as they are injected."""

from datetime import UTC, datetime, timedelta

from pbmhearts.clock import FixedClock, SystemClock, seeded_secrets, system_secret, system_tokens
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
