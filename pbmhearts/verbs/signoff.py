"""`signoff`: no new boards."""

from pbmhearts.commands.context import Context
from pbmhearts.commands.spec import Reply, Scope, Spec, Words, refuse_unless


def parse(words: Words) -> None:
    """Nothing."""
    refuse_unless(not words.words, "Nothing stands behind userid and password.", verb="signoff")


def handle(_: None, context: Context) -> Reply:
    """Make the player inactive until the next command."""
    context.repositories.seeks.remove(context.player.id)
    context.repositories.accounts.change(context.player.id, status="inactive")
    return Reply(context.services.renderer.text("replies/signoff.txt"))


SPEC = Spec(
    name="signoff",
    game=False,
    scope=Scope.ACCOUNT,
    usage=("signoff userid password",),
    summary="no challenges and no broadcasts",
    help="""Makes you inactive: nobody can challenge you, your seeks end, and
letters to all players do not reach you. Boards that you play go on. Any
later command of yours brings you back.""",
    example="signoff ann secret",
    parse=parse,
    handle=handle,
)
