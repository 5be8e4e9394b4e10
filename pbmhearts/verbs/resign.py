"""`mhearts resign`: leave a board."""

from pbmhearts.commands.actors import Via
from pbmhearts.commands.context import Context
from pbmhearts.commands.spec import Reply, Scope, Spec, Words, refuse_unless
from pbmhearts.table import seats
from pbmhearts.table.moves import seated_board

_TITLE = "mhearts resign"


def parse(words: Words) -> bool:
    """Whether `yes` stands behind it."""
    said = [word.strip(".,!").lower() for word in words.words]
    refuse_unless(said in ([], ["yes"]), "Nothing but yes may stand behind that.", verb=_TITLE)
    return bool(said)


def handle(sure: bool, context: Context) -> Reply:
    """Let a stand-in play on; by reply only if it is meant."""
    board, seat = seated_board(context)
    by_password = context.actor is not None and context.actor.via is Via.PASSWORD
    refuse_unless(
        sure or by_password,
        f"Do you want to leave board {board.number}? You cannot come back, and are placed last.",
        hint="If so, reply: resign yes",
    )
    after = seats.leave(board, seat, seats.How.RESIGNED, context)
    if after.seat_of(context.player.id) is not None:
        return Reply()  # what was proposed has ended the board, and its letter says so
    facts = {"board": board.number, "over": after.ended_at is not None}
    return Reply(context.services.renderer.text("replies/resign.txt", **facts))


SPEC = Spec(
    name="resign",
    game=True,
    scope=Scope.BOARD,
    usage=("mhearts resign board userid password", "mhearts resign board code yes"),
    summary="leave a board; a bot plays on",
    help="""You leave the board for good: a bot plays your cards on, the others lose
nothing, and you are placed last. Another player may take over your seat.
By reply it is `resign yes`. If you only need more time, `extend` is
enough; `propose abandon` asks the others to end the board.""",
    example="mhearts resign 101 ann secret",
    parse=parse,
    handle=handle,
    in_reply=True,
)
