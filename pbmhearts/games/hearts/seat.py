"""The four seats, and where passed cards go."""

from collections.abc import Iterable
from enum import IntEnum, StrEnum
from typing import TypeVar

T = TypeVar("T")


class Seat(IntEnum):
    """A place at the table, in the order of the challenge (Rule 1)."""

    FIRST = 0
    SECOND = 1
    THIRD = 2
    FOURTH = 3

    @property
    def left(self) -> "Seat":
        """The next seat: play goes left (Rule 1)."""
        return SEATS[(self + 1) % 4]

    @property
    def number(self) -> int:
        """1 to 4, as logs and people count."""
        return self + 1


SEATS = tuple(Seat)
"""All four, in order."""


def each_seat(things: Iterable[T]) -> tuple[T, T, T, T]:
    """Four things, one a seat, as a tuple of just four."""
    one, two, three, four = things
    return one, two, three, four


class PassDirection(StrEnum):
    """Where three cards go before the play (Rule 2)."""

    LEFT = "left"
    RIGHT = "right"
    ACROSS = "across"
    HOLD = "hold"

    def receiver(self, seat: Seat) -> Seat:
        """The seat that gets what `seat` passes; on HOLD, `seat` itself."""
        return SEATS[(seat + _STEPS[self]) % 4]

    def giver(self, seat: Seat) -> Seat:
        """The seat that `seat` receives from; on HOLD, `seat` itself."""
        return SEATS[(seat - _STEPS[self]) % 4]


_STEPS = {PassDirection.LEFT: 1, PassDirection.RIGHT: 3, PassDirection.ACROSS: 2, PassDirection.HOLD: 0}
