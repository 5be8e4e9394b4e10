"""`about`: what this is, for somebody who has never heard of it."""

from pbmhearts.commands.context import Context
from pbmhearts.commands.spec import Reply, Scope, Spec, Words
from pbmhearts.letters import LetterKind


def parse(words: Words) -> None:
    """Nothing; whatever stands behind it is left aside."""


def handle(_: None, context: Context) -> Reply:
    """Three sentences, and what to do."""
    letter = context.mail.letter
    facts = {
        "invited": letter is not None and letter.kind is LetterKind.INVITE,
        "server": context.services.me.address,
    }
    return Reply(context.services.renderer.text("replies/about.txt", **facts))


SPEC = Spec(
    name="about",
    game=False,
    scope=Scope.OPEN,
    usage=("about",),
    summary="what this is",
    help="""For whoever has never heard of this: three sentences. A mail that only
greets or asks what this is, such as `hello, who are you?`, means it, too.""",
    example="about",
    parse=parse,
    handle=handle,
    asks=False,
)
