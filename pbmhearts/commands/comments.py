"""What of a player's words may go to the others: never an address, a password or a code."""

import re
from collections.abc import Iterable

from pbmhearts.commands.context import Context
from pbmhearts.games.hearts import Seat
from pbmhearts.letters import LetterKind
from pbmhearts.storage import Board

LONGEST = 2000
"""Characters of a comment that are passed on."""

_ADDRESS = re.compile(r"[^\s<>,;:\"()@]{1,64}@[^\s<>,;:\"()@]{1,255}")
_CODE = re.compile(r"(?<![A-Za-z0-9])[A-Za-z2-7]{8}(?![A-Za-z0-9])")
_RESET = re.compile(r"(?<![A-Za-z0-9])[A-Za-z2-7]{4}(-[A-Za-z2-7]{4}){2}(?![A-Za-z0-9])")
_TAG = re.compile(r"\[mhearts [^\]\s]*\]", re.IGNORECASE)
_LEFT_OUT = "[left out]"


def publishable(lines: tuple[str, ...], context: Context, *boards: Board) -> str:
    """The lines as they may be shown to others, "" if there are none.

    Args:
        boards: those whose codes the writer may know.
    """
    text = "\n".join(lines).strip()[:LONGEST]
    for secret in context.given_secrets:
        text = re.sub(re.escape(secret), _LEFT_OUT, text, flags=re.IGNORECASE)
    for pattern in (_ADDRESS, _TAG, _RESET):
        text = pattern.sub(_LEFT_OUT, text)
    if not _CODE.search(text):
        return text
    known = {code for board in boards for code in _codes_of(board, context)}
    known |= {
        context.services.codes.letter_code(LetterKind.ACCOUNT, actor.account.id) for actor in context.actors
    }
    return _CODE.sub(lambda found: _LEFT_OUT if found[0].lower() in known else found[0], text)


def _codes_of(board: Board, context: Context) -> Iterable[str]:
    codes = context.services.codes
    for seat in Seat:
        yield codes.seat_token(board.number, seat)
        for move in range(1, board.state.move + 1):
            yield codes.turn_code(board.number, seat, move)
