"""`mhearts show`: boards as anybody may see them."""

from pbmhearts.commands.context import Context
from pbmhearts.commands.listing import CHOICES, board_number, board_numbers, choice, listed_player
from pbmhearts.commands.pages import Reader, moment, page
from pbmhearts.commands.spec import Reply, Scope, Spec, Words, refuse_unless
from pbmhearts.render import Look

MOST = 10
"""Boards that one mail shows."""

_TITLE = "mhearts show"


def parse(words: Words) -> tuple[str, ...]:
    """Board numbers, or userids and a choice among their boards; in a reply nothing, for the letter's board."""
    return tuple(word.lower() for word in words.words)


def handle(words: tuple[str, ...], context: Context) -> Reply:
    """The boards, one below the other."""
    refuse_unless(words or context.mail.board, "Which board, or whose?", verb=_TITLE)
    numbers = [number for word in words if (number := board_number(word)) is not None]
    others, chosen = choice(word for word in words if board_number(word) is None)
    for userid in others:
        account = listed_player(userid, context, _TITLE)
        numbers += board_numbers(context.repositories, account, chosen or "active")
    if not words and context.mail.board:
        numbers.append(context.mail.board)
    refuse_unless(numbers, "There is no such board.", verb=_TITLE)
    shown = list(dict.fromkeys(numbers))
    text = "\n\n\n".join(_public(number, context) for number in shown[:MOST])
    if len(shown) > MOST:
        text += f"\n\n{len(shown) - MOST} more are not shown: name the boards you want."
    return Reply(text)


def _public(number: int, context: Context) -> str:
    board = context.board(number)
    at = moment(context.repositories, board, board.seq, board.seq)
    services = context.services
    watcher = Reader(None, "", Look(html=False))
    return services.renderer.board(page(at, watcher, services, context.now)).text


SPEC = Spec(
    name="show",
    game=True,
    scope=Scope.OPEN,
    usage=("mhearts show board+", "mhearts show userid+ [all|active|inactive|next]"),
    summary="boards as anybody may see them",
    help="""Shows boards as anybody may see them: scores, tricks, whose turn it is,
but no hand. By number, or all of a player's: `active` (if nothing is
said), `inactive` for those that are over, `all`, or `next` for those
that wait for the player.""",
    example="mhearts show 101",
    parse=parse,
    handle=handle,
    echoed=CHOICES,
    in_reply=True,
)
