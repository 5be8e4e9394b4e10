"""`mhearts undo`: take back what nobody else has seen."""

from pbmhearts.commands.context import Context
from pbmhearts.commands.spec import Reply, Scope, Spec, Words, refuse_unless
from pbmhearts.errors import Refusal
from pbmhearts.games import hearts
from pbmhearts.games.hearts import Seat
from pbmhearts.notices import tell
from pbmhearts.storage import Board
from pbmhearts.table import moves, plans, settle
from pbmhearts.table.play import dealer_of

_TITLE = "mhearts undo"


def parse(words: Words) -> None:
    """Nothing."""
    refuse_unless(not words.words, "Nothing stands behind that.", verb=_TITLE)


def handle(_: None, context: Context) -> Reply:
    """Take back the newest of a submitted move, a plan, and a pass before the fourth."""
    board, seat = moves.seated_board(context)
    plan = plans.kept(board, seat, context)
    passed = _pass_seq(board, seat, context)
    if _gave_up_held(board, seat, context):
        return Reply()
    if plan is not None and plan.seq >= passed:
        context.repositories.plans.drop(board.number, seat)
        tell.player(context, board, seat, note=f"Your plan is taken back: {plan.text}.")
    elif passed:
        after = dealer_of(context).act(board, hearts.TakeBack(seat), context.player.id)
        settle.settle(board, after, context, {seat: "Your pass is taken back; pass three cards again."})
    else:
        raise Refusal(
            "There is nothing of yours to take back that the others have not seen.",
            hint="`propose undo` asks them whether the last card may come back.",
            verb="mhearts propose",
        )
    return Reply()


def _pass_seq(board: Board, seat: Seat, context: Context) -> int:
    """Which action of the log the seat's pass is, so far as it may be taken back; else 0."""
    if not isinstance(board.state, hearts.Passing) or board.state.passes[seat] is None:
        return 0
    log = context.repositories.boards.log(board.number)
    return max(seq for seq, text in enumerate(log, 1) if text.startswith(f"pass {seat + 1} "))


def _gave_up_held(board: Board, seat: Seat, context: Context) -> bool:
    """Forget the move that is held, if one is that could still be confirmed."""
    submissions = context.repositories.submissions
    held = submissions.of(board.number, seat)
    if held is None or held.account_id != context.player.id:
        return False
    if not moves.stands(board, seat, held.move, context):
        return False
    submissions.drop(board.number, seat)
    tell.player(context, board, seat, note="The move that you submitted is taken back.")
    return True


SPEC = Spec(
    name="undo",
    game=True,
    scope=Scope.BOARD,
    usage=("mhearts undo board userid password", "mhearts undo board code"),
    summary="take back what nobody has seen",
    help="""Takes back the newest of these, and says which: a move that you have
submitted and not confirmed; what you have queued; your pass, as long as
the fourth player has not passed. A card that the others have seen comes
back only if all agree: `propose undo`.""",
    example="mhearts undo 101 ann secret",
    parse=parse,
    handle=handle,
    in_reply=True,
)
