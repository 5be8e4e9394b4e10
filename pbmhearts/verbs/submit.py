"""`mhearts submit`: give a move in, to be confirmed."""

from pbmhearts.commands.context import Context
from pbmhearts.commands.spec import Reply, Scope, Spec
from pbmhearts.notices.preview_page import preview_text
from pbmhearts.storage import Submission
from pbmhearts.table import moves
from pbmhearts.table.moves import Cards, parse

_TITLE = "mhearts submit"


def handle(move: Cards, context: Context) -> Reply:
    """Hold the move, and show the board as it would be."""
    board, seat = moves.seated_board(context)
    move = moves.completed(move, board)
    action = moves.intended(move, board, seat, context, _TITLE)
    cards = " ".join(str(card) for card in move.cards)
    held = Submission(seat, context.player.id, board.state.move, cards)
    context.repositories.submissions.hold(board.number, held)
    head = context.services.renderer.text("replies/submit.txt", cards=move.labels, board=board.number)
    return Reply(f"{head}\n\n{preview_text(board, action, context)}")


SPEC = Spec(
    name="submit",
    game=True,
    scope=Scope.BOARD,
    usage=("mhearts submit board userid password cards", "mhearts submit board code cards"),
    summary="hold a move until you confirm it",
    help="""Shows you the board as your card, or your pass, would leave it, and holds
the move until you mail `confirm`. If the board moves on before that, the
held move is not played. `undo` gives it up; another move, submitted or
played, replaces it.""",
    example="mhearts submit 101 ann secret 7c",
    parse=parse,
    handle=handle,
    in_reply=True,
)
