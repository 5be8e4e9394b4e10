"""Boards made and moved on within a transaction, as a verb does it, without mails."""

from collections.abc import Sequence
from datetime import datetime

from pbmhearts.clock import DealSecrets
from pbmhearts.games import hearts
from pbmhearts.storage import Board, Repositories, Sitter
from pbmhearts.table.play import Dealer


def create_board(
    repositories: Repositories,
    rules: hearts.RuleSet,
    account_ids: Sequence[int],
    created_by: int | None,
    at: datetime,
    secrets: DealSecrets,
) -> int:
    """A new board with these four in seat order, dealt; its number."""
    number = repositories.boards.propose(rules, created_by, at)
    start_board(repositories, number, [Sitter(each) for each in account_ids], at, secrets)
    return number


def start_board(
    repositories: Repositories, number: int, sitters: Sequence[Sitter], at: datetime, secrets: DealSecrets
) -> Board:
    """Seat the four, and deal."""
    dealer = Dealer(repositories, at, secrets)
    return _saved(dealer, dealer.start(number, sitters))


def act_on(
    repositories: Repositories,
    board: Board,
    action: hearts.Action,
    account_id: int | None,
    at: datetime,
    secrets: DealSecrets,
) -> Board:
    """The board after an action."""
    dealer = Dealer(repositories, at, secrets)
    return _saved(dealer, dealer.act(board, action, account_id))


def take_back(
    repositories: Repositories, board: Board, account_id: int | None, at: datetime, secrets: DealSecrets
) -> Board:
    """The board without the last card that a person chose."""
    dealer = Dealer(repositories, at, secrets)
    return _saved(dealer, dealer.take_back(board, account_id))


def reseat(
    repositories: Repositories,
    board: Board,
    seat: hearts.Seat,
    sitter: Sitter,
    at: datetime,
    secrets: DealSecrets,
    left: str = "",
) -> Board:
    """The board with somebody else in a seat."""
    dealer = Dealer(repositories, at, secrets)
    return _saved(dealer, dealer.reseat(board, seat, sitter, left))


def abandon_board(repositories: Repositories, board: Board, at: datetime, secrets: DealSecrets) -> Board:
    """The board, ended without a result."""
    dealer = Dealer(repositories, at, secrets)
    return _saved(dealer, dealer.abandon(board))


def _saved(dealer: Dealer, board: Board) -> Board:
    dealer.save(board)
    return board
