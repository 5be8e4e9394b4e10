"""Ratings: pairs within a finishing order."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbmhearts.games import elo
from pbmhearts.games.elo import Rated, changes

PLAYERS = st.builds(Rated, st.floats(500, 2800), st.integers(0, 60))
ORDERS = [(1, 2, 3, 4), (1, 1, 3, 4), (1, 2, 2, 4), (1, 2, 3, 3), (1, 1, 1, 4), (1, 1, 3, 3), (1, 1, 1, 1)]
TABLES = st.tuples(
    st.lists(PLAYERS, min_size=4, max_size=4),
    st.sampled_from(ORDERS).flatmap(st.permutations),
)


@given(TABLES)
def test_what_some_gain_others_lose(table: tuple[list[Rated], list[int]]) -> None:
    """The sum of the ratings stays the same, whoever plays and however it ends."""
    assert sum(changes(*table)) == pytest.approx(0, abs=1e-9)


@given(TABLES)
def test_the_order_of_the_seats_does_not_matter(table: tuple[list[Rated], list[int]]) -> None:
    """The same players in the same places gain the same, to the last bit, wherever they sat."""
    players, places = table
    gains = changes(players, places)
    for seats in itertools.permutations(range(4)):
        moved = changes([players[seat] for seat in seats], [places[seat] for seat in seats])
        assert moved == tuple(gains[seat] for seat in seats)


@given(st.lists(PLAYERS, min_size=4, max_size=4))
def test_a_better_place_never_brings_less(players: list[Rated]) -> None:
    """Whoever would have come one place further up would have gained more."""
    assert changes(players, (1, 2, 3, 4))[0] > changes(players, (2, 1, 3, 4))[0]
    assert changes(players, (1, 1, 3, 4))[0] > changes(players, (2, 1, 3, 4))[0]


def test_equals_who_tie_keep_their_ratings_exactly() -> None:
    """A shared place is half a win: four equals who share it gain nothing at all."""
    assert changes([Rated()] * 4, (1, 1, 1, 1)) == (0.0, 0.0, 0.0, 0.0)


def test_equals_who_share_a_place_gain_alike() -> None:
    """Two who share the second place gain the same, and half of what the two places bring."""
    first, second, third, last = changes([Rated()] * 4, (1, 2, 2, 4))
    assert (first, second, third, last) == (45.0, 0.0, 0.0, -45.0)


def test_new_players_gain_what_the_help_page_says() -> None:
    """The example of `help ratings`."""
    assert changes([Rated()] * 4, (1, 2, 3, 4)) == (45.0, 15.0, -15.0, -45.0)


@pytest.mark.parametrize(
    ("boards", "gain"), [((0, 0), 15.0), ((19, 19), 15.0), ((20, 20), 7.5), ((20, 19), 11.25)]
)
def test_a_pair_moves_by_the_mean_of_its_two(boards: tuple[int, int], gain: float) -> None:
    """30 in the first twenty boards, 15 later, and the mean of the two between old and new."""
    players = [Rated(1500, count) for count in boards]
    assert changes(players, (1, 2)) == (gain, -gain)


def test_four_hundred_points_are_ten_of_eleven() -> None:
    """What is expected of the stronger, and what an upset brings."""
    assert elo.expected(1900, 1500) == pytest.approx(10 / 11)
    assert changes([Rated(1900, 30), Rated(1500, 30)], (2, 1)) == pytest.approx((-150 / 11, 150 / 11))


def test_a_place_for_each() -> None:
    """Three places for four players are refused."""
    with pytest.raises(ValueError, match="a place for each player"):
        changes([Rated()] * 4, (1, 2, 3))
