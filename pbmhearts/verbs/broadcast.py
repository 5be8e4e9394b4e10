"""`broadcast`: a letter to all players."""

from pbmhearts.commands import limits, preferences
from pbmhearts.commands.comments import publishable_words
from pbmhearts.commands.context import Context
from pbmhearts.commands.spec import Reply, Scope, Spec, Words, refuse_unless
from pbmhearts.notices import tell
from pbmhearts.notices.confirmation import check_confirmed
from pbmhearts.storage import Account

MOST = 1
"""Broadcasts a day by one player."""


def parse(words: Words) -> tuple[str, ...]:
    """Nothing; what is written stands below."""
    refuse_unless(not words.words, "Nothing stands behind userid and password.", verb="broadcast")
    return words.comment


def handle(lines: tuple[str, ...], context: Context) -> Reply:
    """Owe it to all who want such letters."""
    check_confirmed(context, "broadcast")
    text = publishable_words(lines, context)
    refuse_unless(
        text, "There is nothing to pass on.", hint="Your words stand in the body.", verb="broadcast"
    )
    sender = context.player
    why = "You may write to all players once a day."
    limits.spend(context.repositories, f"broadcast:{sender.id}", MOST, context.now, why)
    for other in context.repositories.accounts.all():
        if other.id != sender.id and _wants(other, sender, context):
            facts = {"sender": sender.userid, "text": text}
            tell.person(
                context, other, "replies/broadcast.txt", f"To all players, from {sender.userid}", facts
            )
    return Reply(context.services.renderer.text("replies/passed_on.txt", to="all players", text=text))


def _wants(other: Account, sender: Account, context: Context) -> bool:
    return (
        other.status == "active"
        and bool(preferences.value(other.preferences, "broadcasts"))
        and not context.repositories.blocks.is_blocked(other.id, sender.id)
    )


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
