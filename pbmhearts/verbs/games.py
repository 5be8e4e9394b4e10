"""`mhearts games`: boards, a line each."""

from pbmhearts.commands.context import Context
from pbmhearts.commands.listing import CHOICES, board_numbers, choice, listed_player, visible
from pbmhearts.commands.spec import Reply, Scope, Spec, Words
from pbmhearts.games import hearts
from pbmhearts.storage import Board

MOST = 200
"""Boards that one mail lists."""

_TITLE = "mhearts games"


def parse(words: Words) -> tuple[str, ...]:
    """Userids and a choice; without userids, everybody's."""
    return tuple(word.lower() for word in words.words)


def handle(words: tuple[str, ...], context: Context) -> Reply:
    """A line a board."""
    userids, chosen = choice(words)
    numbers: list[int] = []
    for userid in userids:
        account = listed_player(userid, context, _TITLE)
        numbers += board_numbers(context.repositories, account, chosen or "active")
    if not userids:
        active = {"inactive": False, "all": None}.get(chosen, True)
        numbers += context.repositories.boards.numbers(active=active)
    shown = sorted(visible(set(numbers), context), reverse=True)
    boards = [context.repositories.boards.load(number) for number in shown[:MOST]]
    lines = [line(board) for board in boards if board]
    text = context.services.renderer.text(
        "replies/games.txt", lines=lines, more=max(0, len(shown) - MOST), chosen=chosen or "active"
    )
    return Reply(text)


def line(board: Board) -> dict[str, object]:
    """What is told of a board in one line."""
    waits = [] if board.abandoned else [board.names[seat] for seat in hearts.waiting(board.state)]
    view = hearts.view(board.state, None)
    return {
        "number": board.number,
        "names": board.names,
        "deal": view.deal,
        "totals": view.totals,
        "waiting": waits,
        "places": board.places,
        "rules": board.rules.title(),
    }


SPEC = Spec(
    name="games",
    game=True,
    scope=Scope.OPEN,
    usage=("mhearts games userid* [all|active|inactive|next]",),
    summary="boards, a line each",
    help="""Lists boards, a line each: everybody's, or those of the players you
name; `active` (if nothing is said), `inactive`, `all`, or `next` for
those that wait for that player. Private boards are left out, but your
own with `by userid password` on the first line below.""",
    example="mhearts games ann next",
    parse=parse,
    handle=handle,
    echoed=CHOICES,
    takes_by=True,
)
