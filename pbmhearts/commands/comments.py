"""What of a player's words may go to the others: never an address, a password or a code."""

import re

from pbmhearts.commands.context import Context
from pbmhearts.games.hearts import Seat
from pbmhearts.storage import Board

LONGEST = 2000
"""Characters of a comment that are passed on."""

_ADDRESS = re.compile(r"[^\s<>,;:\"()@]{1,64}@[^\s<>,;:\"()@]{1,255}")
_CODE = re.compile(r"(?<![A-Za-z0-9])[A-Za-z2-7]{8}(?![A-Za-z0-9])")
_LEFT_OUT = "[left out]"


def publishable(lines: tuple[str, ...], context: Context, board: Board) -> str:
    """The lines as they may be shown to the table, "" if there are none."""
    text = "\n".join(lines).strip()[:LONGEST]
    for secret in context.given_secrets:
        text = re.sub(re.escape(secret), _LEFT_OUT, text, flags=re.IGNORECASE)
    text = _ADDRESS.sub(_LEFT_OUT, text)
    return _without_codes(text, context, board)


def _without_codes(text: str, context: Context, board: Board) -> str:
    codes = context.services.codes
    moves = range(1, board.state.move + 1)
    known = {codes.turn_code(board.number, seat, move) for seat in Seat for move in moves}
    known |= {codes.seat_token(board.number, seat) for seat in Seat}
    return _CODE.sub(lambda found: _LEFT_OUT if found[0].lower() in known else found[0], text)
