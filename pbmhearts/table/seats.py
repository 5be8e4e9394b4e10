"""One gets up from a board that runs, and another sits down: a stand-in, the same player again, or a new one."""

from enum import StrEnum

from pbmhearts.commands.context import Context
from pbmhearts.commands.spec import refuse_unless
from pbmhearts.errors import Refusal
from pbmhearts.games.hearts import Seat
from pbmhearts.notices import tell
from pbmhearts.render import Tap
from pbmhearts.storage import STAND_IN, Account, Board, Sitter
from pbmhearts.table import proposals, settle
from pbmhearts.table.play import dealer_of


def no_board(verb: str) -> Refusal:
    """What is said where a board's number should stand."""
    return Refusal("Which board? Its number comes first.", verb=verb)


def running_board(number: int, context: Context) -> Board:
    """A board that has begun and is not over.

    Raises:
        Refusal: it is none.
    """
    board = context.board(number)
    refuse_unless(
        board.ended_at is None,
        f"Board {number} is over.",
        hint=f"`mhearts replay {number}` shows how it went.",
    )
    return board


class How(StrEnum):
    """How a player has left a seat."""

    RESIGNED = "resigned"
    FORFEITED = "forfeited"
    DELETED = "deleted"


_SAID = {
    How.RESIGNED: "has resigned",
    How.FORFEITED: "has let the board wait too long and lost the seat",
    How.DELETED: "has left",
}


def leave(board: Board, seat: Seat, how: How, context: Context) -> Board:
    """Let a stand-in play a player's cards on, and tell the others; where only bots are left the board ends.

    Whoever has left is placed last in the end, unless somebody takes the seat. What was proposed and waited for this
    player only is done first; if that ends the board, the player keeps the seat.
    """
    after, agreed = proposals.leave(board, seat, context)
    sentence = f"{board.names[seat]} {_SAID[how]}"
    if after.ended_at is None:
        after = dealer_of(context).reseat(after, seat, Sitter(None, STAND_IN), how.value)
        sentence += (
            ": a bot plays on. Somebody new may take the seat, with its hand and score: "
            f"mhearts takeover {board.number} userid password {seat.number}"
        )
    sentence = f"{sentence}. {agreed}" if agreed else sentence
    return settle.settle(board, after, context, dict.fromkeys(Seat, sentence))


def forfeit(board: Board, seat: Seat, context: Context) -> Board:
    """Take the seat from a player who has let the board wait too long, as the ini says; all are told."""
    account_id = board.seats[seat].account_id
    if account_id is None:
        raise LookupError("a bot lets nobody wait")
    account = context.repositories.accounts.by_id(account_id)
    if context.services.config.boards.forfeit == "end":
        after = dealer_of(context).abandon(board)
        sentence = f"{account.userid} has let the board wait too long, so it ends without a result."
        return settle.settle(board, after, context, dict.fromkeys(Seat, sentence))
    after = leave(board, seat, How.FORFEITED, context)
    if after.seat_of(account.id) is None:
        _tell_loser(after, account, context)
    return after


def _tell_loser(board: Board, account: Account, context: Context) -> None:
    over = board.ended_at is not None
    tell.person(
        context,
        account,
        "replies/forfeited.txt",
        f"Your seat on board {board.number}",
        {"board": board.number, "over": over},
        taps=() if over else (Tap("Take my seat back", f"return {board.number}"),),
    )


def sit_down(board: Board, seat: Seat, account: Account, sentence: str, context: Context) -> Board:
    """Let a player take a stand-in's seat, with its hand and score, and tell all; a watcher watches no more.

    Args:
        sentence: what the table is told of it.
    """
    context.repositories.watchers.remove(board.number, account.id)  # one event is one mail a person
    after = dealer_of(context).reseat(board, seat, Sitter(account.id))
    return settle.settle(board, after, context, dict.fromkeys(Seat, sentence))
