"""`broadcast`: a letter to all players."""

from pbmhearts.commands import limits
from pbmhearts.commands.comments import publishable_words
from pbmhearts.commands.context import Context
from pbmhearts.commands.spec import Reply, Scope, Spec, Words, refuse_unless
from pbmhearts.notices.confirmation import check_confirmed

MOST = 1
"""Broadcasts a day by one player."""


def parse(words: Words) -> tuple[str, ...]:
    """Nothing; what is written stands below."""
    refuse_unless(not words.words, "Nothing stands behind userid and password.", verb="broadcast")
    return words.comment


def handle(lines: tuple[str, ...], context: Context) -> Reply:
    """Send it to all who want such letters; delivery makes the copies."""
    check_confirmed(context, "broadcast")
    text = publishable_words(lines, context)
    refuse_unless(
        text, "There is nothing to pass on.", hint="Your words stand in the body.", verb="broadcast"
    )
    sender = context.player
    why = "You may write to all players once a day."
    limits.spend(context.repositories, f"broadcast:{sender.id}", MOST, context.now, why)
    subject = f"To all players, from {sender.userid}"
    context.repositories.broadcasts.add(sender.id, subject, text, context.now)
    return Reply(context.services.renderer.text("replies/passed_on.txt", to="all players", text=text))


SPEC = Spec(
    name="broadcast",
    game=False,
    scope=Scope.ACCOUNT,
    usage=("broadcast userid password",),
    summary="write to all players",
    help="""Passes the body of your mail on to all players who take such letters,
once a day. `set broadcasts=no` stops those of others.""",
    example="broadcast ann secret",
    parse=parse,
    handle=handle,
)
