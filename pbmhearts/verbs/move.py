"""`mhearts move`: pass three cards, or play one."""

from pbmhearts.commands.context import Context
from pbmhearts.commands.spec import Reply, Scope, Spec
from pbmhearts.table import moves, settle
from pbmhearts.table.moves import Cards, parse

_TITLE = "mhearts move"


def handle(move: Cards, context: Context) -> Reply:
    """Play it, and tell whoever may know."""
    board, seat = moves.seated_board(context)
    at = context.actor.move if context.actor else None
    if not moves.stands(board, seat, at, context):
        return moves.too_late(move, board, seat, context)
    move = moves.completed(move, board)
    action = moves.intended(move, board, seat, context, _TITLE)
    settle.act(board, action, context, move.comment)
    return Reply()


SPEC = Spec(
    name="move",
    game=True,
    scope=Scope.BOARD,
    usage=("mhearts move board userid password cards[#n]", "mhearts move board code cards[#n]"),
    summary="pass three cards or play one",
    help="""Passes three cards, or plays one. Cards are a rank and a suit in any
case: 7c, QS, 10d or Td, or in words: queen of spades. Three cards may be
parted by commas, semicolons or spaces. The turn code from a board's
letter does in place of userid and password.

Easier: reply to the board's letter with the card on the first line. A
remark below it goes to the table. Three cards to pass may stand on lines of
their own, below the word `pass` or not.

With #n behind the cards, they are played only if the board stands at
move n. Until the fourth player has passed, you may pass again: the last
three cards count.""",
    example="mhearts move 101 ann secret 2h,Qs,5c",
    parse=parse,
    handle=handle,
    aliases=("mvoe", "board", "play", "pass"),
    in_reply=True,
    never_in_reply=("board",),
)
