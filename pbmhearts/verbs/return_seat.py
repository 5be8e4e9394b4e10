"""`mhearts return`: back into one's own forfeited seat."""

from pbmhearts.commands import listing
from pbmhearts.commands.context import Context
from pbmhearts.commands.spec import Reply, Scope, Spec, Words, refuse_unless
from pbmhearts.games.hearts import Seat
from pbmhearts.storage import STAND_IN
from pbmhearts.table import seats

_TITLE = "mhearts return"


def parse(words: Words) -> int:
    """The board's number."""
    number = listing.board_number(words.words[0]) if len(words.words) == 1 else None
    if number is None:
        raise seats.no_board(_TITLE)
    return number


def handle(number: int, context: Context) -> Reply:
    """Take the seat back from the stand-in, with the hand and score as they are now."""
    board = seats.running_board(number, context)
    player = context.player
    refuse_unless(board.seat_of(player.id) is None, f"You sit on board {number}.", verb=_TITLE)
    own = [row for row in context.repositories.boards.sittings(number) if row.account_id == player.id]
    refuse_unless(own, f"You have not played on board {number}.", verb="mhearts takeover")
    last = own[-1]
    refuse_unless(
        last.left_how == seats.How.FORFEITED,
        "You have left that board yourself: there is no way back.",
        verb=_TITLE,
    )
    seat = Seat(last.seat)
    refuse_unless(board.seats[seat].bot == STAND_IN, f"{board.names[seat]} plays in your seat now.")
    seats.sit_down(board, seat, player, f"{player.userid} is back.", context)
    return Reply()


SPEC = Spec(
    name="return",
    game=True,
    scope=Scope.PENDING,
    usage=("mhearts return board userid password",),
    summary="back into a seat that you have lost",
    help="""Gives you a seat back that you have lost because the board waited too
long, with the hand and score that the bot has made of it meanwhile. A
seat that you have resigned, or that somebody has taken over, does not
come back.""",
    example="mhearts return 101 ann secret",
    parse=parse,
    handle=handle,
    in_reply=True,
)
