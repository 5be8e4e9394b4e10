"""`mhearts history`: the boards that are over, a line each."""

from pbmhearts.commands.context import Context
from pbmhearts.commands.listing import listed_player
from pbmhearts.commands.spec import Reply, Scope, Spec, Words, refuse_unless
from pbmhearts.games import hearts

MOST = 100
"""Boards that one mail lists, the latest first."""

_TITLE = "mhearts history"


def parse(words: Words) -> str:
    """A userid, or "" for everybody's boards."""
    refuse_unless(len(words.words) < 2, "One player at a time.", verb=_TITLE)
    return words.words[0] if words.words else ""


def handle(userid: str, context: Context) -> Reply:
    """A line a board."""
    account = listed_player(userid, context, _TITLE) if userid else None
    past = context.repositories.ratings.past(account.id if account else None, MOST)
    text = context.services.renderer.text(
        "replies/history.txt",
        who=account.userid if account else "",
        lines=[_line(number, context) | {"left": number in past.left} for number in past.boards],
        more=past.total - len(past.boards),
    )
    return Reply(text)


def _line(number: int, context: Context) -> dict[str, object]:
    board = context.repositories.boards.load(number)
    if board is None or board.ended_at is None:
        raise LookupError(f"board {number}")
    totals = hearts.view(board.state, None).totals
    ranked = sorted(hearts.SEATS, key=lambda seat: (board.places[seat], seat))
    return {
        "number": number,
        "day": board.ended_at.date().isoformat(),
        "rules": board.rules.title(),
        "order": ", ".join(f"{board.places[seat]}. {board.names[seat]} {totals[seat]}" for seat in ranked),
    }


SPEC = Spec(
    name="history",
    game=True,
    scope=Scope.OPEN,
    usage=("mhearts history [userid]",),
    summary="the boards that are over, a line each",
    help="""Lists the boards that are over, the latest first, with places and final
scores: everybody's, or those of the player you name.""",
    example="mhearts history ann",
    parse=parse,
    handle=handle,
    userids=1,
)
