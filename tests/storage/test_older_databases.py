"""Databases that older versions of the code wrote: their boards stay readable, and play on."""

import shutil
from pathlib import Path

import pytest
from storage_tables import START, a_move, act, chance, opened, stored

from pbmhearts.games import hearts
from pbmhearts.operator import verify

pytestmark = pytest.mark.slow

DATABASES = Path(__file__).parents[1] / "data" / "databases"


@pytest.fixture(params=sorted(path.name for path in DATABASES.glob("*.sqlite3")))
def older(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A copy of an older database."""
    copy = shutil.copy(DATABASES / request.param, tmp_path / "hearts.sqlite3")
    return f"sqlite:///{copy}"


def test_there_is_a_database_of_the_first_version() -> None:
    """The tests below have something to look at."""
    assert (DATABASES / "0001.sqlite3").exists()


def test_boards_of_older_versions_verify(older: str) -> None:
    """After the upgrade every board is, action by action, what it was; one is over, one is being played."""
    with opened(older) as store, store.read() as repositories:
        for number in (101, 102):
            assert list(verify.differences(repositories, number)) == []
        over, running = repositories.boards.load(101), repositories.boards.load(102)
    assert over is not None
    assert running is not None
    assert (over.places, running.places) == ((3, 4, 1, 2), ())
    assert running.names == ("dan", "cat", "bob", "ann")
    assert isinstance(running.state, hearts.Playing)
    assert len(running.state.cards) == 18


def test_boards_of_older_versions_play_on_to_their_end(older: str) -> None:
    """The board that was in the middle of a deal goes on under this version, and still verifies at its end."""
    rng = chance(3)
    with opened(older) as store:
        board = stored(store, 102)
        while board.ended_at is None:
            board = act(store, 102, a_move(board.state, rng), START)
        with store.read() as repositories:
            assert list(verify.differences(repositories, 102)) == []
    assert sorted(board.places)[0] == 1
