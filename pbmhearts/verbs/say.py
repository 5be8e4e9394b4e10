"""`mhearts say`: a word to the table that comes with its next letters."""

from pbmhearts.commands import limits
from pbmhearts.commands.comments import publishable_words
from pbmhearts.commands.context import Context
from pbmhearts.commands.spec import Reply, Scope, Spec, refuse_unless
from pbmhearts.table.moves import seated_board
from pbmhearts.verbs import chat


def handle(lines: tuple[str, ...], context: Context) -> Reply:
    """Keep it for the letters of the next move, and answer no reply; on a board that is over it is told at once."""
    board, _ = seated_board(context, running=False)
    if board.ended_at is not None:
        return chat.handle(lines, context)
    text = publishable_words(lines, context, board)
    refuse_unless(text, "There was nothing to pass on.", verb="mhearts say")
    why = f"You have said {chat.MOST_A_DAY} things to tables today; go on tomorrow."
    limits.spend(context.repositories, f"chat:{context.player.id}", chat.MOST_A_DAY, context.now, why)
    context.repositories.boards.remark(board, context.player.id, text, context.now, ahead=True)
    mail = context.mail
    context.quiet = bool(mail.tag or mail.seat or mail.references)
    return Reply("" if context.quiet else "Your words come with the board's next letters.")


SPEC = Spec(
    name="say",
    game=True,
    scope=Scope.BOARD,
    usage=("mhearts say board userid password", "mhearts say board code"),
    summary="say something with the board's next letters",
    help="""As `chat`, but without a letter of its own: your words stand in the
letters of the next move, and a reply gets no answer. A reply that holds nothing
but `Thanks!`, `gg` or a face means it, too.""",
    example="mhearts say 101 ann secret",
    parse=chat.parse,
    handle=handle,
    in_reply=True,
)
