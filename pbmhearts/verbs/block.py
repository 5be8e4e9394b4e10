"""`block`: nothing any more from somebody."""

from pbmhearts.commands.context import Context
from pbmhearts.commands.credentials import check_account
from pbmhearts.commands.people import named
from pbmhearts.commands.spec import Reply, Scope, Spec, Words, refuse_unless


def parse(words: Words) -> str:
    """The other's userid."""
    refuse_unless(len(words.words) == 1, "One other player is needed.", verb="block")
    return words.words[0]


def handle(userid: str, context: Context) -> Reply:
    """Keep the other from the player."""
    check_account(context, "block")
    other = named(userid, context, "block")
    refuse_unless(other.id != context.player.id, "You cannot block yourself.", verb="block")
    context.repositories.blocks.block(context.player.id, other.id)
    return Reply(
        f"No challenge, invitation or message from {other.userid} reaches you now,\n"
        "and nothing that is said at a table. On boards that you both play the\n"
        "moves still come."
    )


SPEC = Spec(
    name="block",
    game=False,
    scope=Scope.ACCOUNT,
    usage=("block userid password other",),
    summary="no challenges or messages from somebody",
    help="""Keeps somebody's challenges, invitations, messages and broadcasts from
you, and all that is said at a table: chat and remarks. Nobody is told.
Boards that you both play go on, and their moves still come; `mute` does
it for one board only. As a reply to a message it needs no userid and
password.""",
    example="block ann secret bob",
    parse=parse,
    handle=handle,
    in_reply=True,
)
