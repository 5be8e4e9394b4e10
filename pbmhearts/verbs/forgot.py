"""`forgot`: a code for a new password."""

import base64
from datetime import timedelta

from pbmhearts.commands import limits
from pbmhearts.commands.context import Context
from pbmhearts.commands.spec import Reply, Scope, Spec, Words, refuse_unless
from pbmhearts.notices import tell
from pbmhearts.storage import Account

LIFE = timedelta(days=1)
"""How long a code is good."""

MOST = 3
"""Codes a day for one userid: anybody can ask."""


def parse(words: Words) -> str:
    """The userid."""
    refuse_unless(len(words.words) == 1, "One userid is needed.", verb="forgot")
    return words.words[0]


def handle(userid: str, context: Context) -> Reply:
    """Mail the code to the player; the one who asks learns nothing, not even whether there is such a player."""
    account = context.repositories.accounts.by_userid(userid)
    if account is not None and account.status != "deleted":
        _send(account, context)
    return Reply(context.services.renderer.text("replies/forgot.txt", asked=userid))


def _send(account: Account, context: Context) -> None:
    name = f"forgot:{account.id}"
    tallies = context.repositories.tallies
    addresses = context.repositories.accounts.reachable(account.id)
    if not addresses or tallies.count(name, context.now - limits.DAY) >= MOST:
        return
    tallies.add(name, context.now)
    code = _code(context)
    context.repositories.resets.add(account.id, code, context.now + LIFE)
    for address in addresses:  # also of somebody who has paused: it is their own wish, or soon their concern
        tell.notice(
            context,
            address,
            "replies/reset_code.txt",
            "A code for a new password",
            {"code": code},
            account=account,
        )


def _code(context: Context) -> str:
    """60 bits in three groups of four characters."""
    text = base64.b32encode(context.services.tokens(8)).decode().lower()
    return "-".join((text[:4], text[4:8], text[8:12]))


SPEC = Spec(
    name="forgot",
    game=False,
    scope=Scope.OPEN,
    usage=("forgot userid",),
    summary="a code for a new password",
    help="""Mails a code to the player's own addresses, for `reset`. It is good
once, for a day.""",
    example="forgot ann",
    parse=parse,
    handle=handle,
    userids=1,
)
