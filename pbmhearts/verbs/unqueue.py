"""`mhearts unqueue`: forget a plan."""

from pbmhearts.commands.context import Context
from pbmhearts.commands.spec import Reply, Scope, Spec, Words, refuse_unless
from pbmhearts.notices import tell
from pbmhearts.table import plans
from pbmhearts.table.moves import seated_board


def parse(words: Words) -> None:
    """Nothing."""
    refuse_unless(not words.words, "Nothing stands behind that.", verb="mhearts unqueue")


def handle(_: None, context: Context) -> Reply:
    """Forget the player's plan, and show what it was."""
    board, seat = seated_board(context)
    plan = plans.kept(board, seat, context)
    refuse_unless(plan, f"You have no plan for board {board.number}.")
    context.repositories.plans.drop(board.number, seat)
    tell.player(context, board, seat, note=f"Your plan is forgotten: {plan.text if plan else ''}.")
    return Reply()


SPEC = Spec(
    name="unqueue",
    game=True,
    scope=Scope.BOARD,
    usage=("mhearts unqueue board userid password", "mhearts unqueue board code"),
    summary="forget your plan",
    help="""Forgets what you have queued for your next turns on a board. What has
been played by it stays played.""",
    example="mhearts unqueue 101 ann secret",
    parse=parse,
    handle=handle,
    in_reply=True,
)
