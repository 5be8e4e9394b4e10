"""Houses with a board that has begun already: made once, copied for each test."""

import atexit
import contextlib
import functools
import itertools
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from house import START, House, Mail, open_house

from pbmhearts import config
from pbmhearts.app import opened
from pbmhearts.clock import FixedClock, seeded_secrets
from pbmhearts.games import hearts
from pbmhearts.storage import Repositories

BOARD = 101
"""The board of ann, bob, cat and dan."""

PASSWORDS = tuple(f"secret-{name}" for name in ("ann", "bob", "cat", "dan"))


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


@pytest.fixture
def passing(tmp_path: Path) -> Iterator[House]:
    """Board 101 waits for the passes of all four."""
    with begun("passing", tmp_path) as house:
        yield house


@pytest.fixture
def playing(tmp_path: Path) -> Iterator[House]:
    """Board 101 waits for the second card of the first trick."""
    with begun("playing", tmp_path) as house:
        yield house


@pytest.fixture(scope="module")
def lasting(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """As `playing`, one for all tests of a module: for tests that leave the board as they find it."""
    with begun("playing", tmp_path_factory.mktemp("house")) as house:
        yield house


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
        board = repositories.boards.load(number, lock=True)
        while board is not None and board.ended_at is None:
            seat = hearts.waiting(board.state)[0]
            cards = hearts.legal_cards(board.state, seat)
            action = (
                hearts.Pass(seat, cards[:3])
                if isinstance(board.state, hearts.Passing)
                else hearts.Play(seat, cards[0])
            )
            account = board.seats[seat].account_id
            board = repositories.boards.act(board, action, account, START, house.app.services.secrets)

    house.app.store.run(play)


def shunted(house: House) -> int:
    """How many mails a fault of ours left undone."""
    with house.app.store.read() as repositories:
        return len(repositories.inbox.shunted())
