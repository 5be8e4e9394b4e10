"""`mhearts extend`: more time."""

from collections.abc import Sequence
from dataclasses import replace

from pbmhearts.commands import terms
from pbmhearts.commands.context import Context
from pbmhearts.commands.spec import Reply, Scope, Spec, Words, refuse_unless
from pbmhearts.notices import tell
from pbmhearts.table.moves import seated_board

_TITLE = "mhearts extend"


def parse(words: Words) -> tuple[str, ...]:
    """How long, as it was written; nothing for as long as one may."""
    return words.words


def handle(time: Sequence[str], context: Context) -> Reply:
    """Move the deadline of the wait that runs; the board's next letter tells the table."""
    board, seat = seated_board(context)
    boards, clocks = context.services.config.boards, context.repositories.clocks
    span = terms.read_span(time, boards.extension, _TITLE)
    refuse_unless(span, "No time at all is nothing to add.", verb=_TITLE)
    refuse_unless(
        span <= boards.extension,
        f"At once {terms.words(boards.extension)} may be added at most.",
        verb=_TITLE,
    )
    running = clocks.of_board(board.number, terms.limits(boards), context.now)
    own = [clock for clock in running if clock.seat is seat]
    refuse_unless(own, f"Board {board.number} does not wait for you, so no time of yours runs.", verb=_TITLE)
    gained = replace(own[0], extension=own[0].extension + span).allowed - own[0].allowed
    refuse_unless(
        gained,
        f"Your time on board {board.number} is bounded in all, and that cannot be extended.",
        hint="`vacation` stops all your clocks; `propose abandon` asks the others to end the board.",
        verb=_TITLE,
    )
    left = boards.max_extensions - own[0].extensions
    refuse_unless(left > 0, f"A player may extend {boards.max_extensions} times on one board, and you have.")
    clocks.extend(board.number, seat, span)
    times = {1: "may not extend again", 2: "may extend once more"}.get(
        left, f"may extend {left - 1} more times"
    )
    note = f"You have {terms.words(gained)} more. On this board you {times}."
    tell.player(context, board, seat, note=note)
    return Reply()


SPEC = Spec(
    name="extend",
    game=True,
    scope=Scope.BOARD,
    usage=("mhearts extend board userid password [2d]", "mhearts extend board code [2d]"),
    summary="more time for your move",
    help="""Moves your deadline on a board that waits for you: by the time you name,
such as 2d or 12h, or by as much as may be. Letters show the deadline. It
can be moved a few times on each board. Or reply `extend` to a letter.""",
    example="mhearts extend 101 ann secret 2d",
    parse=parse,
    handle=handle,
    in_reply=True,
)
