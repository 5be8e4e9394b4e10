"""`mhearts showas`: one's own boards, with hand and code."""

from pbmhearts.commands.actors import Via
from pbmhearts.commands.context import Context
from pbmhearts.commands.listing import board_number, board_numbers, choice
from pbmhearts.commands.spec import Reply, Scope, Spec, Words, refuse_unless
from pbmhearts.notices import tell

MOST = 20
"""Boards that one command brings."""

_TITLE = "mhearts showas"


def parse(words: Words) -> tuple[str, ...]:
    """Board numbers or a choice; without any, the boards that wait."""
    return tuple(word.lower() for word in words.words)


def handle(words: tuple[str, ...], context: Context) -> Reply:
    """Send the boards to the player, a letter each."""
    wanted = _of_the_letter(words, context) or _chosen(words, context)
    refuse_unless(wanted, "You have no such board.", hint="`mhearts games` lists yours.", verb=_TITLE)
    for number in list(dict.fromkeys(wanted))[:MOST]:
        board = context.board(number)
        seat = board.seat_of(context.player.id)
        if seat is None:
            refuse_unless(
                None, f"You do not play on board {number}.", hint="`mhearts show` shows it.", verb=_TITLE
            )
        else:
            tell.player(context, board, seat, whole=True)
    left = len(set(wanted)) - MOST
    return Reply(f"{left} more boards were not mailed: name the ones you want." if left > 0 else "")


def _of_the_letter(words: tuple[str, ...], context: Context) -> list[int]:
    """The board whose letter was answered: what proves a seat there opens no other board."""
    actor = context.actor
    if actor is None or actor.board is None or actor.via is Via.PASSWORD:
        return []
    refuse_unless(
        all(board_number(word) == actor.board for word in words),
        f"By a reply I show only its own board, {actor.board}.",
        verb=_TITLE,
    )
    return [actor.board]


def _chosen(words: tuple[str, ...], context: Context) -> list[int]:
    others, chosen = choice(words)
    wanted = [number for word in others if (number := board_number(word)) is not None]
    refuse_unless(
        len(wanted) == len(others), "I expected board numbers, or all, active, inactive or next.", verb=_TITLE
    )
    if chosen or not wanted:
        wanted += board_numbers(context.repositories, context.player, chosen or "next")
    return wanted


SPEC = Spec(
    name="showas",
    game=True,
    scope=Scope.ACCOUNT,
    usage=("mhearts showas userid password [board+ | all|active|inactive|next]",),
    summary="your own boards, with your hand",
    help="""Mails you your boards as they stand, each with your hand and its turn
code: those you number, or `active`, `inactive`, `all`; without any, or
with `next`, those that wait for you.""",
    example="mhearts showas ann secret next",
    parse=parse,
    handle=handle,
    in_reply=True,
)
