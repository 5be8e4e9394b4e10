"""`unblock`: takes a block back."""

from pbmhearts.commands.context import Context
from pbmhearts.commands.credentials import check_account
from pbmhearts.commands.people import named
from pbmhearts.commands.spec import Reply, Scope, Spec, Words, refuse_unless


def parse(words: Words) -> str:
    """The other's userid."""
    refuse_unless(len(words.words) == 1, "One other player is needed.", verb="unblock")
    return words.words[0]


def handle(userid: str, context: Context) -> Reply:
    """Let the other come near again."""
    check_account(context, "unblock")
    other = named(userid, context, "unblock")
    was = context.repositories.blocks.unblock(context.player.id, other.id)
    refuse_unless(was, f"You have not blocked {other.userid}.", verb="unblock")
    return Reply(f"Challenges, messages and words of {other.userid} reach you again.")


SPEC = Spec(
    name="unblock",
    game=False,
    scope=Scope.ACCOUNT,
    usage=("unblock userid password other",),
    summary="takes a block back",
    help="""Lets challenges, invitations and messages from somebody reach you again,
and what is said at a table.""",
    example="unblock ann secret bob",
    parse=parse,
    handle=handle,
    in_reply=True,
)
