"""`mhearts takeover`: play on in a stand-in's seat."""

from dataclasses import dataclass

from pbmhearts.commands import listing
from pbmhearts.commands.context import Context
from pbmhearts.commands.spec import Reply, Scope, Spec, Words, refuse_unless
from pbmhearts.errors import Refusal
from pbmhearts.games.hearts import Seat
from pbmhearts.notices import confirmation
from pbmhearts.storage import STAND_IN, Account, Board
from pbmhearts.table import seats

_TITLE = "mhearts takeover"


@dataclass(frozen=True, slots=True)
class Takeover:
    """Which seat: 1 to 4, or the userid of whoever had it."""

    board: int
    seat: str


def parse(words: Words) -> Takeover:
    """The board's number and the seat."""
    number = listing.board_number(words.words[0]) if words.words else None
    if number is None:
        raise seats.no_board(_TITLE)
    refuse_unless(len(words.words) == 2, "Which seat? Name it, 1 to 4, or who had it.", verb=_TITLE)
    return Takeover(number, words.words[1])


def handle(wish: Takeover, context: Context) -> Reply:
    """Sit down instead of the stand-in, with its hand and score."""
    confirmation.check_confirmed(context, _TITLE)
    board = seats.running_board(wish.board, context)
    player = context.player
    sat = {row.account_id for row in context.repositories.boards.sittings(board.number)}
    refuse_unless(
        player.id not in sat,
        "You play on that board, or have: only somebody new may take a seat over.",
        hint="`mhearts return` gives you back a seat that you have lost for want of time.",
        verb=_TITLE,
    )
    seat = _seat(wish, board, context)
    refuse_unless(board.seats[seat].bot == STAND_IN, f"No stand-in plays in seat {seat.number}.", verb=_TITLE)
    _check_welcome(board, player, context)
    seats.sit_down(
        board, seat, player, f"{player.userid} takes over seat {seat.number} from the bot.", context
    )
    return Reply()


def _seat(wish: Takeover, board: Board, context: Context) -> Seat:
    if wish.seat in {"1", "2", "3", "4"}:
        return Seat(int(wish.seat) - 1)
    account = context.repositories.accounts.by_userid(wish.seat)
    sittings = context.repositories.boards.sittings(board.number)
    own = [Seat(row.seat) for row in sittings if account is not None and row.account_id == account.id]
    if not own:
        # What was named is not repeated, as people write their password there.
        raise Refusal("Nobody of that name has had a seat there.", hint="Name it by 1 to 4.", verb=_TITLE)
    return own[-1]


def _check_welcome(board: Board, player: Account, context: Context) -> None:
    blocks = context.repositories.blocks
    people = [seated.account_id for seated in board.seats if seated.account_id is not None]
    refuse_unless(
        not any(blocks.is_blocked(one, player.id) or blocks.is_blocked(player.id, one) for one in people),
        "You cannot play with somebody on that board.",
    )


SPEC = Spec(
    name="takeover",
    game=True,
    scope=Scope.PENDING,
    usage=("mhearts takeover board userid password seat",),
    summary="play on in the seat of somebody who left",
    help="""On boards where a bot plays on for somebody who has left, another player
may take the seat, with its hand and score. Name it by its number, 1 to
4, or by the userid of whoever had it.""",
    example="mhearts takeover 101 eve secret 3",
    parse=parse,
    handle=handle,
)
