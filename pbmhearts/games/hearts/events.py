"""What an action brought about: public facts only, safe for every reader."""

from dataclasses import dataclass
from typing import NamedTuple

from pbmhearts.cards import Card
from pbmhearts.games.hearts.seat import PassDirection, Seat

Totals = tuple[int, int, int, int]
"""A number for each seat, in order."""


class TrickView(NamedTuple):
    """A trick on the table or taken.

    Attributes:
        number: 1 to 13.
        leader: who leads it.
        plays: who played what, in order.
        taker: who took it, or None while it is not complete.
        points: what its cards are worth, the jack's bonus included.
    """

    number: int
    leader: Seat
    plays: tuple[tuple[Seat, Card], ...]
    taker: Seat | None
    points: int


@dataclass(frozen=True, slots=True)
class Dealt:
    """A deal begins; `tie` says that it is played only to break a tie (Rule 8)."""

    number: int
    direction: PassDirection
    tie: bool


@dataclass(frozen=True, slots=True)
class Passed:
    """A seat has passed, or has replaced its pass."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class PassingDone:
    """All four have passed; the cards have changed hands."""

    direction: PassDirection


# The events of every move and trick are tuples, three times as quick to make as frozen dataclasses. The
# others are dataclasses, so that events of two kinds are never equal.
class CardPlayed(NamedTuple):
    """A card is played to trick number `trick`; `by_server` says that no player chose it."""

    seat: Seat
    card: Card
    trick: int
    by_server: bool


@dataclass(frozen=True, slots=True)
class HeartsBroken:
    """The deal's first heart was played, where that frees the lead (Rule 5)."""

    seat: Seat


class TrickTaken(TrickView):
    """A trick is complete."""

    __slots__ = ()
    __match_args__ = ("trick",)

    @property
    def trick(self) -> TrickView:
        """The trick."""
        return self


@dataclass(frozen=True, slots=True)
class RestTaken:
    """`-skip` ends the deal: nobody needs the last `tricks`, or `seat` takes them and their `points`."""

    seat: Seat | None
    tricks: int
    points: int


@dataclass(frozen=True, slots=True)
class MoonShot:
    """A seat took all penalty cards, where that counts (Rule 7)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class DealScored:
    """A deal is over: what it brought each seat, the moon included, and where they stand."""

    number: int
    points: Totals
    totals: Totals


@dataclass(frozen=True, slots=True)
class MatchFinished:
    """The match is over; places are 1 to 4, ties share."""

    totals: Totals
    places: Totals


@dataclass(frozen=True, slots=True)
class TakenBack:
    """A seat took back its card, or, where `card` is None, its pass."""

    seat: Seat
    card: Card | None


Event = (
    Dealt
    | Passed
    | PassingDone
    | CardPlayed
    | HeartsBroken
    | TrickTaken
    | RestTaken
    | MoonShot
    | DealScored
    | MatchFinished
    | TakenBack
)
"""Anything that an action can bring about."""
