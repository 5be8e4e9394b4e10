"""A board that is remembered is the one that its log makes."""

import pytest
import sqlalchemy as sa
from at_table import act_on
from storage_tables import SECRETS, START, a_move, act, chance, fresh_board, pass_all, stored

from pbmhearts.games import hearts
from pbmhearts.storage import Repositories, Store, remembered, schema


def logs_read(store: Store, number: int) -> int:
    """How often the log is read when a board is loaded in a transaction."""
    seen = []

    def note(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        seen.append("FROM actions" in statement)

    sa.event.listen(sa.Engine, "before_cursor_execute", note)
    try:
        stored(store, number)
    finally:
        sa.event.remove(sa.Engine, "before_cursor_execute", note)
    return sum(seen)


def folded(store: Store, number: int) -> hearts.State:
    """The match by its whole log."""
    with store.read() as repositories:
        board = repositories.boards.load(number)
        assert board is not None
        *_, last = hearts.replay(board.rules, repositories.boards.log(number))
    return last.state


def test_a_board_is_read_without_its_log_and_is_the_same(store: Store) -> None:
    """Over the deals of a match, passes, cards and takings back included."""
    number = fresh_board(store)
    pass_all(store, number)
    rng = chance(7)
    for turn in range(120):
        board = stored(store, number)
        assert board.state == folded(store, number)
        assert logs_read(store, number) == 0
        chosen = hearts.chosen_cards(board.state) if isinstance(board.state, hearts.Playing) else ()
        if turn % 9 == 8 and chosen:
            act(store, number, hearts.TakeBack(chosen[-1][0]))
        else:
            act(store, number, a_move(board.state, rng))
    assert stored(store, number).deals[0].number > 1


def test_what_was_undone_is_never_recalled(store: Store) -> None:
    """A move whose transaction fails leaves the board as it was, in memory, too."""
    number = fresh_board(store)
    before = pass_all(store, number)

    def work(repositories: Repositories) -> None:
        board = repositories.boards.load(number)
        assert board is not None
        act_on(repositories, board, a_move(board.state, chance(1)), None, START, SECRETS)
        raise LookupError("after the card was played")

    with pytest.raises(LookupError):
        store.run(work)
    assert stored(store, number).state == before.state


def test_a_database_that_was_put_back_goes_on_from_its_own_log(store: Store) -> None:
    """The states of the history that was given up have stamps that it does not know."""
    number = fresh_board(store)
    pass_all(store, number)
    with store.read() as repositories:
        kept = row_of(repositories, number)
    board = act(store, number, a_move(stored(store, number).state, chance(1)))

    def put_back(repositories: Repositories) -> None:
        connection = repositories._connection
        connection.execute(
            sa.delete(schema.actions).where(
                schema.actions.c.board_id == number, schema.actions.c.seq == board.seq
            )
        )
        connection.execute(sa.update(schema.boards).where(schema.boards.c.id == number).values(**kept))

    store.run(put_back)
    assert stored(store, number).state == folded(store, number) != board.state
    before = stored(store, number).state
    other = act(store, number, hearts.legal_moves(before, hearts.waiting(before)[0])[-1])
    assert stored(store, number).state == folded(store, number) == other.state


def row_of(repositories: Repositories, number: int) -> dict[str, object]:
    """A board's row."""
    query = sa.select(schema.boards).where(schema.boards.c.id == number)
    return dict(repositories._connection.execute(query).mappings().one())


def test_no_more_is_kept_than_a_bound(monkeypatch: pytest.MonkeyPatch, store: Store) -> None:
    """What has not been asked for longest goes first."""
    monkeypatch.setattr(remembered, "_MOST", 2)
    state = stored(store, fresh_board(store)).state
    one, other, third = (remembered.new_stamp() for _ in range(3))
    for stamp in (one, other):
        remembered.keep(stamp, remembered.Standing(state, ()))
    remembered.recall(one)
    remembered.keep(third, remembered.Standing(state, ()))
    assert remembered.recall(other) is None
    assert remembered.recall(one) is not None
