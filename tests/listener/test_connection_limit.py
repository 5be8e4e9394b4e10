"""Counting connections and mails."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from pbmhearts.clock import FixedClock
from pbmhearts.config import ListenConfig
from pbmhearts.listener.connection_limit import ConnectionLimits
from pbmhearts.rate_limit import RateLimit

START = datetime(2026, 1, 1, tzinfo=UTC)


def limits(clock: FixedClock | None = None, **limits: object) -> ConnectionLimits:
    return ConnectionLimits(replace(ListenConfig(), **limits), clock or FixedClock(START))


@pytest.mark.parametrize(
    ("first", "second", "same"),
    [
        ("192.0.2.1", "192.0.2.1", True),
        ("192.0.2.1", "192.0.2.2", False),
        ("192.0.2.1", "::ffff:192.0.2.1", True),
        ("2001:db8:1:2::a", "2001:db8:1:2:ffff::b", True),
        ("2001:db8:1:2::a", "2001:db8:1:3::a", False),
        ("fe80::1%eth0", "fe80::2%eth1", True),
        ("", "", True),
    ],
)
def test_what_counts_as_one_peer(first: str, second: str, same: bool):
    """An IPv4 address in either writing is one peer, and so is the /64 that one IPv6 host has."""
    counted = limits(max_connections_per_peer=1)
    assert counted.enter(first)
    assert counted.enter(second) is not same


@pytest.mark.parametrize("peer", ["127.0.0.1", "::ffff:127.0.0.1", "::1"])
def test_a_trusted_peer_is_known_in_each_writing(peer: str):
    """The local host is trusted as the configuration comes, over IPv6 too."""
    counted = limits(max_connections_per_peer=1, max_mails_per_minute=1)
    assert [counted.enter(peer) for _ in range(3)] == [True] * 3
    assert [counted.mail(peer) for _ in range(3)] == [True] * 3


def test_a_place_that_is_left_is_free_again():
    """Whoever leaves makes room, in all and for its peer."""
    counted = limits(max_connections=1)
    assert counted.enter("192.0.2.1")
    assert not counted.enter("192.0.2.2")
    counted.leave("192.0.2.1")
    assert counted.enter("192.0.2.2")


def test_the_minute_slides():
    """A mail counts for exactly sixty seconds, not until a full minute of the clock."""
    clock = FixedClock(START)
    counted = limits(clock, max_mails_per_minute=2)
    answers = []
    for second in (0, 40, 59, 60, 61, 100):
        clock.set(START + timedelta(seconds=second))
        answers.append(counted.mail("192.0.2.1"))
    assert answers == [True, True, False, True, False, True]


def test_peers_are_forgotten():
    """A crowd of peers that came once takes no memory a minute later."""
    clock = FixedClock(START)
    counted = limits(clock, max_mails_per_minute=2)
    for number in range(1000):
        peer = f"192.0.{number // 250}.{number % 250}"
        assert counted.enter(peer) is (number < 100)
        counted.mail(peer)
    for number in range(100):
        counted.leave(f"192.0.0.{number}")
    clock.set(START + timedelta(minutes=1))
    counted.mail("192.0.2.9")
    rate = counted._rate
    assert (len(counted._inside), len(rate._recent), len(rate._counted)) == (0, 1, 1)


@pytest.mark.parametrize(
    ("peer", "trusted"),
    [
        ("10.1.2.3", True),
        ("::ffff:10.1.2.3", True),
        ("11.1.2.3", False),
        ("2001:db8::1", True),
        ("2001:db9::1", False),
        ("192.0.2.7", True),
        ("192.0.2.8", False),
        ("", False),
        ("not an address", False),
    ],
)
def test_networks_may_be_trusted(peer: str, trusted: bool):
    """A trusted network is every address in it, of its own kind."""
    counted = limits(
        max_mails_per_minute=1, trusted_peers=("10.0.0.0/8", "2001:db8::/32", "192.0.2.7", "10.9.9.9/16")
    )
    assert [counted.mail(peer) for _ in range(3)] == [True, trusted, trusted]


def test_a_mail_counts_under_all_its_keys_or_none():
    """One key that had its share keeps the mail out, and the others are not charged for it."""
    clock = FixedClock(START)
    rate = RateLimit(2, clock)
    assert rate.allows("ann", "shared")
    assert rate.allows("bob", "shared")
    assert not rate.allows("cat", "shared")
    assert [rate.allows("cat") for _ in range(3)] == [True, True, False]
    clock.set(START + timedelta(minutes=1))
    assert rate.allows("ann", "shared")
