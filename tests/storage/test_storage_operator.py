"""What only the operator asks of the database: boards from elsewhere, the log, and numbers over all."""

from datetime import date, timedelta
from pathlib import Path

import pytest
from storage_tables import FOUR, START, a_move, act, chance, fresh_board, opened, pass_all, sqlite_url, stored

from pbmhearts.errors import PbmheartsError
from pbmhearts.operator import verify
from pbmhearts.storage import LoggedAct, SlowSeat, Store


def test_a_board_from_elsewhere_is_the_same_here(store: Store, tmp_path: Path) -> None:
    """Row by row, its people included, on whichever database; the next board is numbered behind it."""
    (tmp_path / "other").mkdir()
    rng = chance(3)
    with opened(sqlite_url(tmp_path / "other")) as other:
        number = fresh_board(other)
        for _ in range(30):
            act(other, number, a_move(stored(other, number).state, rng))
        other.run(
            lambda repositories: repositories.boards.remark(stored(other, number), 2, "Ça va? ♥", START)
        )
        with other.read() as repositories:
            ids = sorted(repositories.transfer.people(number))
            people = [repositories.transfer.person(each, whole=True) for each in ids]
            board = repositories.transfer.board(number)
    assert [person["userid"] for person in people] == list(FOUR)
    for person in people:
        assert store.run(lambda repositories, person=person: repositories.transfer.add_person(person))
        assert not store.run(lambda repositories, person=person: repositories.transfer.add_person(person))
    assert store.run(lambda repositories: repositories.transfer.add_board(board)) == number
    with store.read() as repositories:
        ids = sorted(repositories.transfer.people(number))
        assert [repositories.transfer.person(each, whole=True) for each in ids] == people
        assert repositories.transfer.board(number) == board
        assert list(verify.differences(repositories, number)) == []
    act(store, number, a_move(stored(store, number).state, rng))
    assert store.run(
        lambda repositories: repositories.boards.propose(stored(store, number).rules, None, START)
    ) == (number + 1)


@pytest.mark.parametrize("text", ["a\x00b", "\ud800"], ids=["nul", "surrogate"])
def test_what_a_database_cannot_hold_is_told_as_such(store: Store, text: str) -> None:
    """The data is at fault and not the database, which goes on; the odd text is taken or refused, never a crash."""
    number = fresh_board(store)
    with store.read() as repositories:
        board = repositories.transfer.board(number) | {"id": 200}
    board["comments"] = [{"seq": 1, "userid": "ann", "text": text, "at": START.isoformat()}]
    try:
        assert store.run(lambda repositories: repositories.transfer.add_board(board)) == 200
    except (PbmheartsError, ValueError):
        assert stored(store, number).number == number


def test_the_log_gives_the_newest_lines_in_order(store: Store) -> None:
    """However many there are; a name that is too long for its column is cut."""
    for at in range(5):
        line = LoggedAct(START + timedelta(hours=at), "o" * 99, "boards end", f"{at}")
        store.run(lambda repositories, line=line: repositories.operator_log.add(line))
    with store.read() as repositories:
        last = repositories.operator_log.last(2)
    assert [(line.at, line.who, line.about) for line in last] == [
        (START + timedelta(hours=3), "o" * 64, "3"),
        (START + timedelta(hours=4), "o" * 64, "4"),
    ]


def test_moves_are_counted_by_days_and_waits_by_age(store: Store) -> None:
    """Deals are no moves; days without any are left out; the longest wait comes first."""
    number = fresh_board(store)
    pass_all(store, number)
    later = START + timedelta(days=2)
    board = act(store, number, a_move(stored(store, number).state, chance(1)), later)
    with store.read() as repositories:
        figures = repositories.figures
        assert figures.moves_a_day(START) == {date(2026, 11, 30): 4, date(2026, 12, 2): 1}
        assert figures.moves_a_day(later) == {date(2026, 12, 2): 1}
        assert figures.players() == {"active": 4}
        (seat,) = (seated for seated in board.seats if seated.waiting_since)
        assert figures.slow_seats(9) == (SlowSeat(number, seat.userid, later),)
        assert figures.bounces(date(2026, 11, 30)) == 0
