"""Houses with a board that has begun already: made once, copied for each test."""

import atexit
import contextlib
import functools
import itertools
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from at_table import act_on
from house import START, House, Mail, open_house

from pbmhearts import config
from pbmhearts.app import opened
from pbmhearts.clock import FixedClock, seeded_secrets
from pbmhearts.games import hearts
from pbmhearts.storage import Repositories

BOARD = 101
"""The board of ann, bob, cat and dan."""

PASSWORDS = tuple(f"secret-{name}" for name in ("ann", "bob", "cat", "dan"))


_DATABASE = "pbmhearts.sqlite3"


@functools.cache
def _begun(stage: str) -> Path:
    """The data of a house whose board waits for the passes, or for the first card after the 2 of clubs."""
    folder = Path(tempfile.mkdtemp(prefix="pbmhearts-tests-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    with open_house(folder) as house:
        house.start()
        if stage == "playing":
            house.pass_all(BOARD)
        unread(house)
    return folder


@contextlib.contextmanager
def begun(stage: str, folder: Path) -> Iterator[House]:
    """A copy of it in `folder`; all letters have been read."""
    shutil.copytree(_begun(stage), folder, dirs_exist_ok=True)
    clock = FixedClock(START)
    with opened(config.load(folder / "mhearts.ini"), clock=clock, secrets=seeded_secrets(7)) as app:
        yield House(app, clock, itertools.count(1000))


def _set_back(house: House, stage: str) -> None:
    """Make an open house what it was when it was copied."""
    data = house.app.config.data
    shutil.rmtree(house.app.config.maildirs, ignore_errors=True)
    with (
        contextlib.closing(sqlite3.connect(_begun(stage) / data.name / _DATABASE)) as source,
        contextlib.closing(sqlite3.connect(data / _DATABASE)) as target,
    ):
        source.backup(target)
    house.clock.set(START)


@pytest.fixture(scope="session")
def houses(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str], House]]:
    """Open houses by stage, each set back when it is asked for: opening one takes longer than most tests."""
    with contextlib.ExitStack() as stack:

        @functools.cache
        def opened_at(stage: str) -> House:
            return stack.enter_context(begun(stage, tmp_path_factory.mktemp(stage)))

        def at(stage: str) -> House:
            house = opened_at(stage)
            _set_back(house, stage)
            return house

        yield at


@pytest.fixture
def passing(houses: Callable[[str], House]) -> House:
    """Board 101 waits for the passes of all four."""
    return houses("passing")


@pytest.fixture
def playing(houses: Callable[[str], House]) -> House:
    """Board 101 waits for the second card of the first trick."""
    return houses("playing")


def unread(house: House, *names: str) -> dict[str, list[Mail]]:
    """The unread letters of these people, by default of the four."""
    return {name: house.letters(name) for name in names or ("ann", "bob", "cat", "dan")}


def everything(mail: Mail, but: tuple[str, ...] = ()) -> str:
    """All that somebody could read in a letter: every header (`but` these), the text, the HTML; lower case."""
    headers = "\n".join(f"{name}: {value}" for name, value in mail.message.items() if name not in but)
    return f"{headers}\n{mail.text}\n{mail.html}".lower()


def play_out(house: House, number: int) -> None:
    """Play a board to its end without mails: everybody's first legal cards."""

    def play(repositories: Repositories) -> None:
        board = repositories.boards.load(number)
        while board is not None and board.ended_at is None:
            seat = hearts.waiting(board.state)[0]
            cards = hearts.legal_cards(board.state, seat)
            action = (
                hearts.Pass(seat, cards[:3])
                if isinstance(board.state, hearts.Passing)
                else hearts.Play(seat, cards[0])
            )
            account = board.seats[seat].account_id
            board = act_on(repositories, board, action, account, START, house.app.services.secrets)

    house.app.store.run(play)


def shunted(house: House) -> int:
    """How many mails a fault of ours left undone."""
    with house.app.store.read() as repositories:
        return len(repositories.inbox.shunted())
