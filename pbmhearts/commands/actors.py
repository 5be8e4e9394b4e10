"""Who gives commands, and what proves it."""

from dataclasses import dataclass
from enum import StrEnum

from pbmhearts.games.hearts import Seat
from pbmhearts.mail.codes import Codes
from pbmhearts.storage import Account, Board

PasswordPair = tuple[str, str]
"""A stored hash and the password given for it."""


class Via(StrEnum):
    """What proved who it is."""

    PASSWORD = "password"  # noqa: S105 - the kind, not one
    CODE = "code"
    SEAT_ADDRESS = "seat address"
    LETTER = "letter"


@dataclass(frozen=True, slots=True)
class Actor:
    """Who gave a command.

    Attributes:
        board: the board that the command is about, None outside the BOARD scope.
        seat: where the account sits on it.
        move: the move number that the code was made for, None where no code was used.
    """

    account: Account
    via: Via
    board: int | None = None
    seat: Seat | None = None
    move: int | None = None


@dataclass(frozen=True, slots=True)
class Identified:
    """An actor, and what is left of the command's words."""

    actor: Actor | None
    rest: tuple[str, ...]


def seat_of_code(codes: Codes, board: Board, code: str) -> tuple[Seat, int] | None:
    """The seat and move number of a turn code of this board, the newest first; None if it is none.

    The code of whoever sat in a seat before its player is none.
    """
    for move in range(board.state.move, 0, -1):
        for seated in board.seats:
            if codes.is_turn_code(code, board.number, seated.seat, move, seated.sitting):
                return seated.seat, move
    return None
