"""`mhearts show`: boards as anybody may see them."""

from pbmhearts.commands.appearance import look_of
from pbmhearts.commands.context import Context
from pbmhearts.commands.listing import (
    CHOICES,
    board_at,
    board_numbers,
    choice,
    listed_player,
    looked_at,
    visible,
)
from pbmhearts.commands.spec import Reply, Scope, Spec, Words, refuse_unless
from pbmhearts.notices.board_page import look, moment
from pbmhearts.notices.replays import action_at

MOST = 10
"""Boards that one mail shows."""

_TITLE = "mhearts show"


def parse(words: Words) -> tuple[str, ...]:
    """Board numbers, or userids and a choice among their boards; in a reply nothing, for the letter's board."""
    return tuple(word.lower() for word in words.words)


def handle(words: tuple[str, ...], context: Context) -> Reply:
    """The boards, one below the other."""
    refuse_unless(words or context.mail.board, "Which board, or whose?", verb=_TITLE)
    wanted = [place for word in words if (place := board_at(word)) is not None]
    others, chosen = choice(word for word in words if board_at(word) is None)
    for userid in others:
        account = listed_player(userid, context, _TITLE)
        numbers = board_numbers(context.repositories, account, chosen or "active")
        wanted += ((number, None) for number in visible(numbers, context))
    if not words and context.mail.board:
        wanted.append((context.mail.board, None))
    refuse_unless(wanted, "There is no such board.", verb=_TITLE)
    shown = list(dict.fromkeys(wanted))
    several = len(shown) > 1  # where one ends and another begins has to be seen
    text = "\n\n\n".join(_public(number, move, context, titled=several) for number, move in shown[:MOST])
    if len(shown) > MOST:
        text += f"\n\n{len(shown) - MOST} more are not shown: name the boards you want."
    return Reply(text)


def _public(number: int, move: int | None, context: Context, *, titled: bool) -> str:
    board = looked_at(number, context, _TITLE)
    seq, note = board.seq, f"Board {number}." if titled else ""
    if move is not None:
        seq = action_at(board.rules, context.repositories.boards.log(number), move)
        now = board.state.move
        refuse_unless(seq, f"Board {number} has not been at move {move}; it is at move {now}.", verb=_TITLE)
        note = f"Board {number} as it stood at move {move}; it is at move {now} now."
    services = context.services
    history = context.repositories.histories.of(number)
    at = moment(context.repositories, services, history, seq, seq)
    wishes = look_of(next(iter(context.sender()), None))
    return services.renderer.board(look(at, services, context.now, note, wishes=wishes)).text


SPEC = Spec(
    name="show",
    game=True,
    scope=Scope.OPEN,
    usage=("mhearts show board[#n]+", "mhearts show userid+ [all|active|inactive|next]"),
    summary="boards as anybody may see them",
    help="""Shows boards as anybody may see them: scores, tricks, whose turn it is,
but no hand. By number, or all of a player's: `active` (if nothing is
said), `inactive` for those that are over, `all`, or `next` for those
that wait for the player. With #n behind a number, the board as it stood
at move n. A private board is shown to its players only: they reply to
its letter, or put `by userid password` on the first line below.""",
    example="mhearts show 101",
    parse=parse,
    handle=handle,
    echoed=CHOICES,
    in_reply=True,
    takes_by=True,
)
