"""What the operator does to boards in play; their players are told. Each act returns what was done, for the log."""

from collections.abc import Sequence

from pbmhearts.commands.context import Context
from pbmhearts.commands.spec import Words
from pbmhearts.errors import PbmheartsError
from pbmhearts.games import hearts
from pbmhearts.games.hearts import Seat
from pbmhearts.operator.board_views import seat_of
from pbmhearts.storage import Board
from pbmhearts.table import moves, proposals, settle
from pbmhearts.table.play import dealer_of
from pbmhearts.table.seats import running_board

_OPERATOR = "The operator of this server"


def undo(number: int, count: int, context: Context) -> str:
    """Take back the last cards that people chose in this deal, and what bots have played since; or the last passes.

    All are told of cards. Of a pass only who passed is told, as only they know of it. An earlier deal does not come
    back: what has been dealt after it was made of it.

    Raises:
        PbmheartsError: no such board in play, or so much has not happened in this deal.
    """
    board = running_board(number, context)
    if isinstance(board.state, hearts.Passing):
        return _undo_passes(board, count, context)
    after, taken = board, []
    for _ in range(count):
        seat, card = proposals.last_chosen(after)
        taken.append(f"the {card.label} of {after.names[seat]}")
        after = dealer_of(context).take_back(after, None)
        # A plan that played the card would play again at once.
        context.repositories.plans.drop(number, seat)
    cards = " and ".join(taken)
    settle.settle(board, after, context, dict.fromkeys(Seat, f"{_OPERATOR} has taken back {cards}."))
    return f"board {number}: taken back {cards}"


def _undo_passes(board: Board, count: int, context: Context) -> str:
    seats = _passed(board, context)[-count:]
    if len(seats) < count:
        raise PbmheartsError(
            f"{len(seats)} have passed in this hand of board {board.number}, and nobody has played"
        )
    after = board
    for seat in reversed(seats):
        after = dealer_of(context).act(after, hearts.TakeBack(seat), None)
    note = f"{_OPERATOR} has taken back your pass; pass three cards again."
    settle.settle(board, after, context, dict.fromkeys(seats, note))
    names = " and ".join(board.names[seat] for seat in reversed(seats))
    return f"board {board.number}: taken back the pass of {names}"


def _passed(board: Board, context: Context) -> list[Seat]:
    """The people whose passes stand, in the order in which they passed."""
    order: list[Seat] = []
    for step in hearts.replay(board.rules, context.repositories.boards.log(board.number)):
        match step.action:
            case hearts.Deal():
                order.clear()
            case hearts.Pass(seat=seat) | hearts.TakeBack(seat=seat) | hearts.Play(seat=seat):
                order = [other for other in order if other is not seat]
                order += [seat] if isinstance(step.action, hearts.Pass) else []
    return [seat for seat in order if not board.seats[seat].bot]


def end(number: int, why: str, context: Context) -> str:
    """End a board without a result; raises PbmheartsError for none in play."""
    board = running_board(number, context)
    after = dealer_of(context).abandon(board)
    sentence = f"{_OPERATOR} has ended the board without a result" + (f": {why}" if why else ".")
    settle.settle(board, after, context, dict.fromkeys(Seat, sentence))
    return f"board {number} ended without a result" + (f": {why}" if why else "")


def move_for(number: int, who: str, words: Sequence[str], context: Context) -> str:
    """Pass or play for a player, by whose account it is logged; the table is told who chose.

    Args:
        who: a seat from 1 to 4, or a userid.
        words: the cards, in any of the notations.

    Raises:
        PbmheartsError: no such board in play, nobody in that seat, or what the rules refuse, in the words that
            players get.
    """
    board = running_board(number, context)
    seat = seat_of(context.repositories, board, who)
    seated = board.seats[seat]
    if seated.account_id is None:
        raise PbmheartsError(f"a bot plays in seat {seat.number} of board {number}, by itself")
    action = moves.intended(moves.parse(Words(tuple(words))), board, seat, context, "mhearts move")
    after = dealer_of(context).act(board, action, seated.account_id)
    context.repositories.submissions.drop(number, seat)
    if isinstance(action, hearts.Play):
        did, told = f"played the {action.card.label}", dict.fromkeys(Seat, "")
    else:
        # The others know of no pass before the fourth.
        did = "passed three cards"
        told = dict.fromkeys((seat,) if isinstance(after.state, hearts.Passing) else Seat, "")
    notes = {each: f"{_OPERATOR} has {did} for {'you' if each is seat else seated.userid}." for each in told}
    settle.settle(board, after, context, notes)
    return f"board {number}: {did} for {seated.userid}, action {board.seq + 1}"
