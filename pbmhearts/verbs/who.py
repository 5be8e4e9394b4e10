"""`who`: the players."""

from pbmhearts.commands import absences
from pbmhearts.commands.context import Context
from pbmhearts.commands.spec import Reply, Scope, Spec, Words, refuse_unless
from pbmhearts.storage import Account

MOST = 300
"""Players that one mail lists."""


def parse(words: Words) -> str:
    """A part of the userid, "" for all."""
    refuse_unless(len(words.words) <= 1, "One word at most: a part of a userid.", verb="who")
    return words.words[0].casefold() if words.words else ""


def handle(part: str, context: Context) -> Reply:
    """A line a player; never an address."""
    found = [account for account in context.repositories.accounts.all() if part in account.userid.casefold()]
    lines = [_line(account, context) for account in found[:MOST]]
    more = max(0, len(found) - MOST)
    return Reply(context.services.renderer.text("replies/who.txt", lines=lines, more=more))


def _line(account: Account, context: Context) -> dict[str, object]:
    """Days only: nobody need know at what hour somebody plays."""
    until = absences.away_until(account, context.now)
    return {
        "userid": account.userid,
        "since": account.created_at.date(),
        "seen": account.seen_at.date(),
        "state": "signed off" if account.status == "inactive" else f"away until {until}" if until else "",
    }


SPEC = Spec(
    name="who",
    game=False,
    scope=Scope.OPEN,
    usage=("who [text]",),
    summary="the players",
    help="""Lists the players: since when, last heard of on which day, and who is
away or has signed off. With a text only those whose userid holds it.
Nobody's address is shown, ever.""",
    example="who an",
    parse=parse,
    handle=handle,
)
