"""`ping`: whether mail gets through."""

from pbmhearts.commands.context import Context
from pbmhearts.commands.spec import Reply, Scope, Spec, Words


def parse(words: Words) -> None:
    """Nothing; whatever stands behind it is left aside."""


def handle(_: None, context: Context) -> Reply:
    """What arrived."""
    facts = {
        "sender": context.mail.header_from,
        "userids": [account.userid for account in context.sender()],
        "at": context.now.strftime("%Y-%m-%d %H:%M:%S UTC"),
        "message_id": context.mail.message_id,
        "lines": len(context.mail.body),
    }
    return Reply(context.services.renderer.text("replies/ping.txt", **facts))


SPEC = Spec(
    name="ping",
    game=False,
    scope=Scope.OPEN,
    usage=("ping",),
    summary="whether mail gets through",
    help="Answers `pong`, and tells what arrived and when.",
    example="ping",
    parse=parse,
    handle=handle,
)
