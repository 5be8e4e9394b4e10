"""Ratings and results, on both databases."""

from datetime import timedelta

import pytest
from storage_tables import START, a_move, act, chance, new_board, sign_up, stored

from pbmhearts.games import elo
from pbmhearts.games.hearts import RuleSet
from pbmhearts.storage import Store

pytestmark = pytest.mark.slow

SHORT = RuleSet.parse("-deals=1")


def played(store: Store, ids: list[int], day: int) -> int:
    """A board of one deal that ends on that day; its number."""
    number = store.run(lambda repositories: new_board(repositories, ids, SHORT))
    rng = chance(day)
    board = stored(store, number)
    while board.ended_at is None:
        board = act(store, number, a_move(board.state, rng), START + timedelta(days=day))
    return number


def test_boards_that_end_change_ratings_and_are_counted(store: Store) -> None:
    """Changes, table, results, past boards, and a rebuild that comes to the same."""
    ids = store.run(sign_up)
    boards = [played(store, ids, 1), played(store, ids[::-1], 2)]
    places = [stored(store, number).places for number in boards]
    with store.read() as repositories:
        ratings = repositories.ratings
        before = (ratings.table(), [ratings.changes(number) for number in boards])
        first = elo.changes([elo.Rated()] * 4, places[0])
        assert [change.after for change in before[1][0]] == [elo.START + gain for gain in first]
        assert [change.userid for change in before[1][1]] == ["dan", "cat", "bob", "ann"]
        assert {line.boards for line in before[0]} == {2}
        assert {line.rated_at for line in before[0]} == {START + timedelta(days=2)}
        assert sum(result.boards for result in ratings.results()) == 8
        assert sum(result.boards for result in ratings.results() if result.place == 1) == (
            places[0].count(1) + places[1].count(1)
        )
        past = ratings.past(ids[0], 1)
        assert (past.boards, past.total, past.left) == ((boards[1],), 2, frozenset())
        assert ratings.past(None, 9).boards == tuple(boards[::-1])
    assert store.run(lambda repositories: repositories.ratings.rebuild()) == 2
    with store.read() as repositories:
        ratings = repositories.ratings
        assert (ratings.table(), [ratings.changes(number) for number in boards]) == before


def test_boards_that_end_at_the_same_moment_are_rated_in_the_same_order_again(store: Store) -> None:
    """The one with the greater number ended first, as by one mail, and one after the clock was set back."""
    ids = store.run(sign_up)
    numbers = [store.run(lambda repositories: new_board(repositories, ids, SHORT)) for _ in range(3)]
    rng = chance(3)
    for number, hours in zip((numbers[2], numbers[0], numbers[1]), (2, 2, 1), strict=True):
        board = stored(store, number)
        while board.ended_at is None:
            board = act(store, number, a_move(board.state, rng), START + timedelta(hours=hours))
    with store.read() as repositories:
        before = [repositories.ratings.changes(number) for number in numbers]
        assert repositories.ratings.past(None, 9).boards == (numbers[1], numbers[0], numbers[2])
    store.run(lambda repositories: repositories.ratings.rebuild())
    with store.read() as repositories:
        assert [repositories.ratings.changes(number) for number in numbers] == before
