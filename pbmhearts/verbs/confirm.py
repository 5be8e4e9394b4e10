"""`mhearts confirm`: play what was submitted."""

from pbmhearts.cards import parse_cards
from pbmhearts.commands.context import Context
from pbmhearts.commands.spec import Reply, Scope, Spec, Words, refuse_unless
from pbmhearts.errors import Refusal
from pbmhearts.table import moves, settle

_TITLE = "mhearts confirm"


def parse(words: Words) -> tuple[str, ...]:
    """Nothing; what is written below goes to the table."""
    refuse_unless(not words.words, "Nothing stands behind that.", verb=_TITLE)
    return words.comment


def handle(comment: tuple[str, ...], context: Context) -> Reply:
    """Play the move that is held, if the board still stands where it was submitted."""
    board, seat = moves.seated_board(context)
    held = context.repositories.submissions.of(board.number, seat)
    if held is None or held.account_id != context.player.id:
        raise Refusal(f"You have submitted no move on board {board.number}.", verb="mhearts submit")
    move = moves.Cards(parse_cards(held.cards), None, None, comment)
    refuse_unless(
        moves.stands(board, seat, held.move, context),
        f"Board {board.number} has moved on since you submitted {move.labels}; nothing was played.",
        hint=f"`mhearts showas` shows board {board.number} as it stands.",
    )
    settle.act(board, moves.intended(move, board, seat, context, _TITLE), context, comment)
    return Reply()


SPEC = Spec(
    name="confirm",
    game=True,
    scope=Scope.BOARD,
    usage=("mhearts confirm board userid password", "mhearts confirm board code"),
    summary="play what you submitted",
    help="""Plays the move that `submit` holds, unless the board has moved on since.
A remark in the body goes to the table.""",
    example="mhearts confirm 101 ann secret",
    parse=parse,
    handle=handle,
    in_reply=True,
)
