"""`mhearts chat`: say something to the table."""

from pbmhearts.commands import limits
from pbmhearts.commands.comments import publishable_words
from pbmhearts.commands.context import Context
from pbmhearts.commands.spec import Reply, Scope, Spec, Words, refuse_unless
from pbmhearts.notices import tell
from pbmhearts.table import watching
from pbmhearts.table.moves import seated_board

MOST_A_DAY = 50
"""Chats that one player may send in a day."""

_TITLE = "mhearts chat"


def parse(words: Words) -> tuple[str, ...]:
    """What is said: behind the verb, and below."""
    said = " ".join(words.words)
    return (said, *words.comment) if said else words.comment


def handle(lines: tuple[str, ...], context: Context) -> Reply:
    """Send a letter with it to each of the four and to all who watch, but to nobody who wants to hear nothing of it."""
    board, _ = seated_board(context, running=False)
    text = publishable_words(lines, context, board)
    hint = "Write it in the body, or in a reply behind the word chat."
    refuse_unless(text, "There was nothing to pass on.", hint=hint, verb=_TITLE)
    why = f"You have said {MOST_A_DAY} things to tables today; go on tomorrow."
    limits.spend(context.repositories, f"chat:{context.player.id}", MOST_A_DAY, context.now, why)
    said = context.repositories.boards.remark(board, context.player.id, text, context.now)
    deaf = context.repositories.blocks.deaf(board.number, context.player.id)
    for seated in board.seats:
        if seated.account_id not in deaf:
            tell.player(context, board, seated.seat, said=said)
    watching.tell_watchers(board, context, said=said, but=deaf)
    return Reply()


SPEC = Spec(
    name="chat",
    game=True,
    scope=Scope.BOARD,
    usage=("mhearts chat board userid password", "mhearts chat board code"),
    summary="say something to the table",
    help="""Mails what stands in the body to the four players and to all who watch.
Or reply to a board's letter with `chat` and your words. Addresses,
passwords and codes are left out, and so is what you quote. Your answer
shows what was passed on.""",
    example="mhearts chat 101 ann secret",
    parse=parse,
    handle=handle,
    in_reply=True,
)
