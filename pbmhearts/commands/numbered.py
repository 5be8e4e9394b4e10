"""The board that a number stands for."""

from pbmhearts.errors import Refusal
from pbmhearts.storage import Board, Repositories


def board_of(repositories: Repositories, number: int) -> Board:
    """A board by number.

    Raises:
        Refusal: there is none, or it has not begun; then it says who is waited for.
    """
    board = repositories.boards.load(number)
    if board is not None:
        return board
    if kept := repositories.invitations.of_board(number):
        asked = [_name(repositories, each.account_id) for each in kept if each.state == "asked"]
        waits = f"it waits for the answer of {' and '.join(asked)}" if asked else "a seat is free"
        if repositories.boards.terms(number).private:
            waits = "not everybody has said yes yet"
        raise Refusal(f"Board {number} has not begun: {waits}.")
    raise Refusal(f"There is no board {number}.", hint="`mhearts games` and your userid list your boards.")


def _name(repositories: Repositories, account_id: int | None) -> str:
    """A userid; addresses are nobody's business."""
    return repositories.accounts.by_id(account_id).userid if account_id else "somebody new"
