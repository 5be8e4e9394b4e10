"""The four seats, and where passed cards go."""

from enum import IntEnum, StrEnum


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
