"""Whom `mute` and `unmute` are about: one of those at the board, or all of them."""

from pbmhearts.commands.context import Context
from pbmhearts.commands.people import named
from pbmhearts.commands.spec import Words, refuse_unless
from pbmhearts.storage import Account, Board
from pbmhearts.table.moves import seated_board


def parse(words: Words) -> str:
    """The other's userid, or "" for all."""
    refuse_unless(
        len(words.words) <= 1, "One other player at a time, or nobody for all.", verb="mhearts mute"
    )
    return words.words[0].strip(".,!") if words.words else ""


def speaker(userid: str, context: Context, verb: str) -> tuple[Board, Account | None]:
    """The board, and who is meant there, None for all.

    Raises:
        Refusal: nobody of that name plays or has played there, or it is the player's own.
    """
    board, _ = seated_board(context, running=False)
    if not userid:
        return board, None
    other = named(userid, context, verb)
    refuse_unless(other.id != context.player.id, "That is you.", verb=verb)
    sat = {row.account_id for row in context.repositories.boards.sittings(board.number)}
    refuse_unless(other.id in sat, f"{other.userid} does not play on board {board.number}.", verb=verb)
    return board, other
