"""Makes `0001.sqlite3`: a database as the code of the first commits wrote it, at schema revision 0001.

Run it with the code of commit ecb839a, which knows nothing of later tables:

    git worktree add /tmp/first ecb839a
    PYTHONPATH=/tmp/first python tests/data/databases/make_0001.py tests/data/databases/0001.sqlite3

Board 101 is over after a few deals, with the jack; board 102 stands in the middle of its second deal, and a pass
was replaced and one taken back on the way. The same run makes the same rows.
"""

import sqlite3
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

from at_table import act_on, create_board

from pbmhearts.clock import seeded_secrets
from pbmhearts.games import hearts
from pbmhearts.storage import Board, Repositories, Store

START = datetime(2026, 11, 1, 10, 0, tzinfo=UTC)
SECRETS = seeded_secrets(11)
FOUR = ("ann", "bob", "cat", "dan")


def moved(repositories: Repositories, board: Board, action: hearts.Action) -> Board:
    """The board after an action, half an hour after the one before."""
    at = board.moved_at + timedelta(minutes=30)
    return act_on(repositories, board, action, board.seats[action.seat].account_id, at, SECRETS)


def next_move(state: hearts.State) -> hearts.Move:
    """The last seat that must move takes the cards in the middle of what it may."""
    seat = hearts.waiting(state)[-1]
    cards = hearts.legal_cards(state, seat)
    if isinstance(state, hearts.Passing):
        return hearts.Pass(seat, cards[5:8])
    return hearts.Play(seat, cards[len(cards) // 2])


def in_the_middle(state: hearts.State) -> bool:
    """Four tricks and two cards of the second deal have been played."""
    return isinstance(state, hearts.Playing) and state.facts.number == 2 and len(state.cards) == 18


def fill(repositories: Repositories) -> None:
    """Four people and their two boards."""
    ids = []
    for userid in FOUR:
        account = repositories.accounts.add(userid, "", START)
        repositories.accounts.add_address(account.id, f"{userid}@players.example", START, START)
        ids.append(account.id)
    over = create_board(repositories, hearts.RuleSet.parse("-jack -goal=50"), ids, ids[0], START, SECRETS)
    board = repositories.boards.load(over)
    while board.ended_at is None:
        board = moved(repositories, board, next_move(board.state))
    running = create_board(repositories, hearts.RuleSet(), ids[::-1], ids[3], START, SECRETS)
    board = repositories.boards.load(running)
    board = moved(repositories, board, next_move(board.state))
    board = moved(repositories, board, hearts.TakeBack(hearts.Seat.FOURTH))
    first = hearts.legal_cards(board.state, hearts.Seat.FIRST)
    board = moved(repositories, board, hearts.Pass(hearts.Seat.FIRST, first[:3]))
    board = moved(repositories, board, hearts.Pass(hearts.Seat.FIRST, first[1:4]))
    while not in_the_middle(board.state):
        board = moved(repositories, board, next_move(board.state))


def main() -> None:
    """Write the file named on the command line."""
    path = Path(sys.argv[1])
    path.unlink(missing_ok=True)
    store = Store(f"sqlite:///{path}")
    store.upgrade()
    store.run(fill)
    store.close()
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA journal_mode=DELETE")
        connection.execute("PRAGMA page_size=1024")
        connection.execute("VACUUM")


main()
