"""`mhearts unmute`: hear again what is said at a board."""

from pbmhearts.commands.context import Context
from pbmhearts.commands.spec import Reply, Scope, Spec, refuse_unless
from pbmhearts.table import muting

_TITLE = "mhearts unmute"


def handle(userid: str, context: Context) -> Reply:
    """Let what somebody, or anybody, says at the board reach the player again."""
    board, other = muting.speaker(userid, context, _TITLE)
    was = context.repositories.blocks.unmute(board.number, context.player.id, other.id if other else None)
    who = other.userid if other else "anybody"
    refuse_unless(
        was,
        f"You have not muted {who} on board {board.number}.",
        hint="`unmute` alone takes back all that you have muted there, `unblock` a block.",
        verb=_TITLE,
    )
    return Reply(
        f"You read again what {other.userid if other else 'all'} say{'s' if other else ''} "
        f"on board {board.number}."
    )


SPEC = Spec(
    name="unmute",
    game=True,
    scope=Scope.BOARD,
    usage=("mhearts unmute board userid password [other]", "mhearts unmute board code [other]"),
    summary="read again what is said at a board",
    help="""Takes back what `mute` did on that board: for one player, or for all
where you name nobody. By reply it is `unmute` or `unmute bob`.""",
    example="mhearts unmute 101 ann secret bob",
    parse=muting.parse,
    handle=handle,
    in_reply=True,
)
