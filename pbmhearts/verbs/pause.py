"""`pause`: no letters for now."""

from pbmhearts.commands.context import Context
from pbmhearts.commands.spec import Reply, Scope, Spec, Words, refuse_unless


def parse(words: Words) -> None:
    """Nothing."""
    refuse_unless(not words.words, "Nothing stands behind that.", verb="pause")


def handle(_: None, context: Context) -> Reply:
    """Send the player nothing from now on but answers."""
    if context.player.paused_at is None:
        context.repositories.accounts.change(context.player.id, paused_at=context.now)
    return Reply(context.services.renderer.text("replies/pause.txt"))


SPEC = Spec(
    name="pause",
    game=False,
    scope=Scope.ACCOUNT,
    usage=("pause userid password",),
    summary="no letters until `back`",
    help="""Stops all letters to you, but for answers to what you mail yourself,
until you mail `back`. Your boards wait for you as before, and the times
to forfeit run on; `vacation` stops those. A reply to any of your
letters needs no userid and password.""",
    example="pause ann secret",
    parse=parse,
    handle=handle,
    in_reply=True,
)
