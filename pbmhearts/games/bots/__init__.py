"""Players that see a View and nothing else; chance is handed to them, and none asks for the time."""

from enum import StrEnum
from typing import Protocol, assert_never

from pbmhearts.cards import Card
from pbmhearts.games.bots import normal, simple
from pbmhearts.games.hearts import View


class Kind(StrEnum):
    """The bots by name."""

    EASY = "easy"
    """Legal and sensible, and glad to lose."""
    NORMAL = "normal"
    """A good player by rules of thumb, that counts."""


class Chance(Protocol):
    """Where a bot gets its chance from; `random.Random` is one."""

    def random(self) -> float:
        """From 0 to just below 1."""
        ...


def choose(kind: Kind, view: View, chance: Chance) -> tuple[Card, ...]:  # noqa: ARG001 - for those that draw
    """The three cards to pass, or the one to play, of a view in which its seat must move.

    The same view and chance bring the same cards.

    Raises:
        ValueError: the view's seat has nothing to decide.
    """
    match kind:
        case Kind.EASY:
            return simple.choose(view)
        case Kind.NORMAL:
            return normal.choose(view)
        case _:
            assert_never(kind)
