"""Those who have left a board and write to it still: by its old letters, or with their password."""

from pbmhearts.errors import Refusal
from pbmhearts.letters import InboundMail
from pbmhearts.storage import Board, Repositories


def refuse_who_left(repositories: Repositories, mail: InboundMail, number: int | None) -> None:
    """Tell the sender who has left the board so, as nothing of that time proves anything any more.

    The From does for that: the answer goes there, and says what its owner knows.

    Raises:
        Refusal: the sender has left it.
    """
    board = repositories.boards.load(number) if number and mail.authenticated else None
    if board is None:
        return
    own = {account.id for account in repositories.accounts.by_address(mail.header_from)}
    if any(seated.account_id in own for seated in board.seats):
        return
    for account_id in own:
        refuse_forfeited(repositories, board, account_id)
    left = {row.account_id for row in repositories.boards.sittings(board.number) if row.left_how}
    if own & left:
        raise Refusal(f"You have left board {board.number}.")


def refuse_forfeited(repositories: Repositories, board: Board, account_id: int) -> None:
    """Tell a player whose seat went to a bot for want of time how to get it back.

    Raises:
        Refusal: it did.
    """
    own = [row for row in repositories.boards.sittings(board.number) if row.account_id == account_id]
    if board.ended_at is None and own and own[-1].left_how == "forfeited":
        raise Refusal(
            f"Board {board.number} has waited for you too long, and you have lost your seat there.",
            hint=f"`mhearts return {board.number}`, userid and password: that gives it back, unless somebody "
            "else has taken it.",
        )
