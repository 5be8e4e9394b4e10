"""What of a player's words may go to the others: never an address, a password or a code."""

import re

from pbmhearts.commands.actors import seat_of_code
from pbmhearts.commands.context import Context
from pbmhearts.storage import Board

LONGEST = 2000
"""Characters of a comment that are passed on."""

_ADDRESS = re.compile(r"[^\s<>,;:\"()@]{1,64}@[^\s<>,;:\"()@]{1,255}")
_CODE = re.compile(r"(?<![A-Za-z0-9])[A-Za-z2-7]{8}(?![A-Za-z0-9])")
_MOST_CODES = 20
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
    for word in list(dict.fromkeys(_CODE.findall(text)))[:_MOST_CODES]:
        seats = any(codes.is_seat_token(word, board.number, seat) for seat in range(4))
        if seats or seat_of_code(codes, board, word):
            text = text.replace(word, _LEFT_OUT)
    return text
