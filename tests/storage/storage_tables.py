"""Databases and boards that the tests of storage start from."""

import contextlib
import random
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import new_database
from at_table import act_on, create_board

from pbmhearts.clock import seeded_secrets
from pbmhearts.games import hearts
from pbmhearts.storage import Board, OutgoingMail, Repositories, Store, WrittenLetter

START = datetime(2026, 11, 30, 10, 0, tzinfo=UTC)
SECRETS = seeded_secrets(7)
FOUR = ("ann", "bob", "cat", "dan")
HOUR = timedelta(hours=1)


@contextlib.contextmanager
def opened(url: str) -> Iterator[Store]:
    """A store of the newest schema."""
    new_database.prepare(url)
    store = Store(url)
    try:
        store.upgrade()
        yield store
    finally:
        store.close()


def sqlite_url(folder: Path) -> str:
    """A database file in the folder."""
    return f"sqlite:///{folder / 'hearts.sqlite3'}"


def sign_up(repositories: Repositories) -> list[int]:
    """The four's accounts, with one confirmed address each; their ids."""
    ids = []
    for userid in FOUR:
        account = repositories.accounts.add(userid, "", START)
        repositories.accounts.add_address(account.id, f"{userid}@players.example", START, START)
        ids.append(account.id)
    return ids


def new_board(repositories: Repositories, ids: list[int], rules: hearts.RuleSet | None = None) -> int:
    """A board of these four, made at START."""
    return create_board(repositories, rules or hearts.RuleSet(), ids, ids[0], START, SECRETS)


def fresh_board(store: Store, rules: hearts.RuleSet | None = None) -> int:
    """Four accounts and their board; its number."""
    return store.run(lambda repositories: new_board(repositories, sign_up(repositories), rules))


def stored(store: Store, number: int) -> Board:
    """The board as another transaction sees it."""
    with store.read() as repositories:
        board = repositories.boards.load(number)
    assert board is not None
    return board


def act(store: Store, number: int, action: hearts.Action, at: datetime = START) -> Board:
    """One action in a transaction of its own."""

    def work(repositories: Repositories) -> Board:
        board = repositories.boards.load(number)
        assert board is not None
        return act_on(repositories, board, action, board.seats[_seat(action)].account_id, at, SECRETS)

    return store.run(work)


def _seat(action: hearts.Action) -> int:
    assert not isinstance(action, hearts.Deal)
    return action.seat


def a_move(state: hearts.State, rng: random.Random) -> hearts.Move:
    """Any legal move of the first seat that must move."""
    return rng.choice(hearts.legal_moves(state, hearts.waiting(state)[0]))


def chance(seed: int) -> random.Random:
    """A repeatable source of chance."""
    return random.Random(seed)  # noqa: S311 - repeatable on purpose


def pass_all(store: Store, number: int, at: datetime = START) -> Board:
    """All four pass."""
    rng = chance(1)
    board = stored(store, number)
    for _ in hearts.SEATS:
        board = act(store, number, a_move(board.state, rng), at)
    return board


def outgoing(
    address: str = "ann@players.example", board: int | None = None, subject: str = "Hello"
) -> OutgoingMail:
    """An answer to be sent."""
    return OutgoingMail(
        about=WrittenLetter(subject, "It is done.\n", ""),
        address=address,
        message_id=f"<{subject.lower()}@cards.example>",
        board=board,
    )
