"""`mhearts preview`: a board as a move would leave it."""

from pbmhearts.commands.context import Context
from pbmhearts.commands.spec import Reply, Scope, Spec
from pbmhearts.notices.preview_page import preview_text
from pbmhearts.table import moves
from pbmhearts.table.moves import Cards, parse

_TITLE = "mhearts preview"


def handle(move: Cards, context: Context) -> Reply:
    """Show the board; store nothing, and tell nobody else."""
    board, seat = moves.seated_board(context)
    action = moves.intended(moves.completed(move, board), board, seat, context, _TITLE)
    return Reply(preview_text(board, action, context))


SPEC = Spec(
    name="preview",
    game=True,
    scope=Scope.BOARD,
    usage=("mhearts preview board userid password cards", "mhearts preview board code cards"),
    summary="see the board as it would be",
    help="""Shows you the board as your card, or your pass, would leave it. Nothing
is played, and nobody else hears of it. What the server would do next is
not shown, as it could tell you of hands you may not see.""",
    example="mhearts preview 101 ann secret 7c",
    parse=parse,
    handle=handle,
    in_reply=True,
)
