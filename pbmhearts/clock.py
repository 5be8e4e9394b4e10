"""Time and chance, injected from `app`: everything else takes them as arguments."""

import random
import secrets
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Protocol


class Clock(Protocol):
    """Tells the time."""

    def now(self) -> datetime:
        """The current time, aware, in UTC."""
        ...


class SystemClock:
    """The machine's clock."""

    def now(self) -> datetime:
        """The current time in UTC."""
        return datetime.now(UTC)


class FixedClock:
    """A clock that stands until it is moved, for tests and for answering "what was due then"."""

    def __init__(self, at: datetime) -> None:
        self._at = at

    def now(self) -> datetime:
        """The time it was set to."""
        return self._at

    def set(self, at: datetime) -> None:
        """Move the clock to `at`."""
        self._at = at


Tokens = Callable[[int], bytes]
"""A source of random bytes: called with how many."""


def system_tokens(size: int) -> bytes:
    """`size` bytes from the operating system's generator."""
    return secrets.token_bytes(size)


def seeded_tokens(seed: int) -> Tokens:
    """A repeatable source, for the demo and for tests: whoever knows the seed knows every deal."""
    return random.Random(seed).randbytes  # noqa: S311 - repeatable on purpose
