"""`mhearts waiting`: the boards that wait for whoever asks; an empty mail asks for them, too."""

from pbmhearts.commands import limits
from pbmhearts.commands.context import Context
from pbmhearts.commands.spec import Reply, Scope, Spec, Words, refuse_unless
from pbmhearts.notices import tell

MOST_A_DAY = 6
"""Times that one player's boards are sent in a day, as anybody can write any From."""

_EMPTY = "Your mail held no command."
_HELP = "Mail `help` to see what there is."


def parse(words: Words) -> None:
    """Nothing stands behind it."""
    refuse_unless(not words.words, "Nothing stands behind that.", verb="mhearts waiting")


def handle(_: None, context: Context) -> Reply:
    """Send each board that waits to the player whose confirmed address the From is, and nobody else."""
    accounts = context.sender()
    refuse_unless(accounts, _EMPTY, hint=_HELP)
    sent = 0
    for account in accounts:
        boards = context.repositories.boards.waiting_for(account.id)
        if boards:
            limits.spend(context.repositories, f"waiting:{account.id}", MOST_A_DAY, context.now, _EMPTY)
        for number in boards:
            board = context.board(number)
            seat = board.seat_of(account.id)
            if seat is not None:
                tell.player(context, board, seat, whole=True)
                sent += 1
    return Reply("" if sent else f"No board waits for you. {_HELP}")


SPEC = Spec(
    name="waiting",
    game=True,
    scope=Scope.OPEN,
    usage=("mhearts waiting",),
    summary="the boards that wait for you",
    help="""Each comes as a letter of its own, with what you may play. They go to
the address that is known as yours; an empty mail asks for them, too.""",
    example="mhearts waiting",
    parse=parse,
    handle=handle,
)
