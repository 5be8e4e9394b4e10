"""`mhearts unseek`: look no more."""

from pbmhearts.commands.context import Context
from pbmhearts.commands.spec import Reply, Scope, Spec, Words, refuse_unless


def parse(words: Words) -> None:
    """Nothing but userid and password."""
    refuse_unless(not words.words, "Nothing may follow userid and password.", verb="mhearts unseek")


def handle(_nothing: None, context: Context) -> Reply:
    """Take the player off every list."""
    ended = context.repositories.seeks.remove(context.player.id)
    return Reply("You look for no board any more." if ended else "You were not looking for a board.")


SPEC = Spec(
    name="unseek",
    game=True,
    scope=Scope.ACCOUNT,
    usage=("mhearts unseek userid password",),
    summary="look for a board no more",
    help="Takes you off every list that `mhearts seek` put you on.",
    example="mhearts unseek ann secret",
    parse=parse,
    handle=handle,
)
