"""Who is told what: a board's letters are owed here, and rendered when they are sent."""

import base64

from pbmhearts.commands.context import Context
from pbmhearts.games.hearts import Seat
from pbmhearts.storage import Board, Debt, Kind


def table(context: Context, board: Board, *, note: str = "", noted: Seat | None = None) -> None:
    """Owe the board to each of its four, of all that they have not been told; `note` only to seat `noted`."""
    for seat in Seat:
        player(context, board, seat, note=note if seat is noted else "")


def player(context: Context, board: Board, seat: Seat, *, note: str = "") -> None:
    """Owe the board to the player in one seat, at each address that letters go to."""
    seated = board.seats[seat]
    if seated.account_id is None:
        return
    services = context.services
    code = services.codes.turn_code(board.number, seat, board.state.move)
    answer = context.actor is not None and context.actor.account.id == seated.account_id
    for address in context.repositories.accounts.reachable(seated.account_id):
        context.debts.append(
            Debt(
                kind=Kind.BOARD,
                address=address,
                message_id=services.me.board_message_id(board.number, code, unique(context)),
                account_id=seated.account_id,
                board=board.number,
                seat=int(seat),
                from_seq=seated.told_seq,
                to_seq=board.seq,
                in_reply_to=context.mail.message_id if answer else "",
                reply_to=services.me.seat_address(
                    board.number, services.codes.seat_token(board.number, seat)
                ),
                facts={"note": note, "answer": answer},
            )
        )
    context.repositories.boards.tell(board, seat)


def unique(context: Context) -> str:
    """The part of a Message-ID that no other one has."""
    return base64.b32encode(context.services.tokens(10)).decode().lower()
