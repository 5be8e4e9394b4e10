"""`mhearts mute`: hear nothing of what is said at a board."""

from pbmhearts.commands.context import Context
from pbmhearts.commands.spec import Reply, Scope, Spec
from pbmhearts.table import muting

_TITLE = "mhearts mute"


def handle(userid: str, context: Context) -> Reply:
    """Keep what somebody, or anybody, says at the board from the player."""
    board, other = muting.speaker(userid, context, _TITLE)
    muted = context.repositories.blocks.mute(board.number, context.player.id, other.id if other else None)
    who = other.userid if other else "the others"
    say = "says" if other else "say"
    back = f"unmute {other.userid}" if other else "unmute"
    now = "now" if muted else "already"
    return Reply(
        f"You read nothing of what {who} {say} on board {board.number} {now}. Moves come as before,\n"
        f"and nobody is told. Reply with {back} to take it back."
    )


SPEC = Spec(
    name="mute",
    game=True,
    scope=Scope.BOARD,
    usage=("mhearts mute board userid password [other]", "mhearts mute board code [other]"),
    summary="read nothing of what is said at a board",
    help="""Keeps chat and remarks of one player, or of all where you name nobody,
from you on that board. Moves still come, and nobody is told. By reply it
is `mute` or `mute bob`; `unmute` takes it back. `block` silences somebody
everywhere.""",
    example="mhearts mute 101 ann secret bob",
    parse=muting.parse,
    handle=handle,
    in_reply=True,
)
