"""`mhearts unsubscribe`: watch no more."""

from pbmhearts.commands.context import Context
from pbmhearts.commands.listing import board_number
from pbmhearts.commands.people import named
from pbmhearts.commands.spec import Reply, Scope, Spec, Words, refuse_unless

_TITLE = "mhearts unsubscribe"


def parse(words: Words) -> str:
    """A board's number or a userid; in a reply nothing, for the letter's board."""
    refuse_unless(len(words.words) <= 1, "One board or one player is needed.", verb=_TITLE)
    return words.words[0] if words.words else ""


def handle(wanted: str, context: Context) -> Reply:
    """Watch that board, or the boards of that player, no more."""
    watchers, me = context.repositories.watchers, context.player.id
    number = board_number(wanted) if wanted else context.mail.board
    if number is not None:
        refuse_unless(watchers.remove(number, me), f"You do not watch board {number}.", verb=_TITLE)
        return Reply(f"You watch board {number} no more.")
    refuse_unless(wanted, "Which board, or which player?", verb=_TITLE)
    player = named(wanted, context, _TITLE)
    refuse_unless(watchers.unfollow(player.id, me), f"You do not follow {player.userid}.", verb=_TITLE)
    return Reply(f"You follow {player.userid} no more. Boards that you watch already go on coming.")


SPEC = Spec(
    name="unsubscribe",
    game=True,
    scope=Scope.ACCOUNT,
    usage=("mhearts unsubscribe board|player userid password",),
    summary="watch no more",
    help="""Ends what `subscribe` began, for a board or for a player. A reply of
`unsubscribe` to a watcher's letter ends it for that board.""",
    example="mhearts unsubscribe 101 eve secret",
    parse=parse,
    handle=handle,
    object_first=True,
    in_reply=True,
)
