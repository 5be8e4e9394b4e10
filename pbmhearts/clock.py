"""Time and chance, injected from `app`: everything else takes them as arguments."""

import hashlib
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


DealSecrets = Callable[[int, int], str]
"""The source of deals: called with board and deal, gives a fresh secret of 64 lower-case hex characters."""


def system_secret(board: int, deal: int) -> str:  # noqa: ARG001 - the source's shape; chance knows neither
    """A secret that nobody could guess."""
    return secrets.token_hex(32)


def seeded_secrets(seed: int) -> DealSecrets:
    """Repeatable secrets, for the demo and for tests: whoever knows the seed knows every deal."""
    return lambda board, deal: hashlib.sha256(f"{seed}:{board}:{deal}".encode()).hexdigest()
