"""Pairwise Elo over a finishing order: a game of four is six games of two.

For each pair the winner scores 1, the other 0, both 1/2 where they share a place. A player's expected score
against another is 1 / (1 + 10^(difference / 400)). What one of a pair gains the other loses, so ratings never
grow as a whole.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

START = 1500.0
"""The rating of somebody who has played no rated board."""

NEW_BOARDS = 20
"""So many first boards move a rating quickly."""

K_NEW = 30.0
K_LATER = 15.0

SCALE = 400.0
"""Points of difference at which ten of eleven games are expected to be won."""


@dataclass(frozen=True, slots=True)
class Rated:
    """A player as a board begins to count.

    Attributes:
        rating: before it.
        boards: rated boards before it.
    """

    rating: float = START
    boards: int = 0

    @property
    def k(self) -> float:
        """How much one game of two can move the rating."""
        return K_NEW if self.boards < NEW_BOARDS else K_LATER


def expected(rating: float, other: float) -> float:
    """The score that is expected of `rating` against `other`, between 0 and 1."""
    return 1.0 / (1.0 + math.pow(10.0, (other - rating) / SCALE))


def changes(players: Sequence[Rated], places: Sequence[int]) -> tuple[float, ...]:
    """What each player gains (below zero: loses) by a board that ended in these places.

    Each pair moves by the mean of the two players' K.

    Raises:
        ValueError: there are not as many places as players.
    """
    if len(players) != len(places):
        raise ValueError("a place for each player")
    gains: list[list[float]] = [[] for _ in players]
    for pair in combinations(range(len(players)), 2):
        # From the stronger one's side, so that not even the last bit hangs on who sits where.
        one, two = sorted(pair, key=lambda player: -players[player].rating)
        k = (players[one].k + players[two].k) / 2.0
        score = 0.5 if places[one] == places[two] else float(places[one] < places[two])
        gain = k * (score - expected(players[one].rating, players[two].rating))
        gains[one].append(gain)
        gains[two].append(-gain)
    return tuple(math.fsum(each) for each in gains)
