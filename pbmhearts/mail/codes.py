"""The short codes that stand for a password in our mails: what they prove, and how they are checked.

A code is eight lower-case base32 characters (40 bits) of an HMAC-SHA256. What it is made of starts with the
name of its kind, so that a code of one kind is worth nothing as another.
"""

import base64
import hmac
import re

from pbmhearts.letters import LetterKind, LetterTag

_LENGTH = 8
_BOUNCE = re.compile(r"([0-9]{1,18})-([a-z2-7]{8})")


class Codes:
    """Makes and checks codes under one secret key.

    Args:
        key: the server's secret; whoever has it can play for everybody.

    Raises:
        ValueError: if the key is shorter than 16 bytes.
    """

    def __init__(self, key: bytes) -> None:
        if len(key) < 16:
            raise ValueError("a key for codes needs at least 16 bytes")
        self._key = key

    def turn_code(self, board: int, seat: int, move: int, sitting: int = 0) -> str:
        """The code of a seat at a move number: it goes out with the board as it stands at that move.

        Args:
            sitting: what sets its player apart from whoever sat there before, whose codes fit no more; 0 for who
                was there from the start.
        """
        return self._code("turn", board, seat, move, *_of(sitting))

    def seat_token(self, board: int, seat: int, sitting: int = 0) -> str:
        """The code in a seat's own address, the same as long as one player sits there; `sitting` as above."""
        return self._code("seat", board, seat, *_of(sitting))

    def bounce_token(self, outbox_id: int) -> str:
        """The number of a letter, signed (`17-k7f3q2ab`), for its envelope sender."""
        return f"{outbox_id}-{self._code('bounce', outbox_id)}"

    def is_turn_code(self, code: str, board: int, seat: int, move: int, sitting: int = 0) -> bool:
        """Whether this is that seat's code at that move; any case, in constant time."""
        return _same(code, self.turn_code(board, seat, move, sitting))

    def is_seat_token(self, token: str, board: int, seat: int, sitting: int = 0) -> bool:
        """Whether this is that seat's token; any case, in constant time."""
        return _same(token, self.seat_token(board, seat, sitting))

    def letter_code(self, kind: LetterKind, number: int) -> str:
        """The code of a letter about no running board: whoever has it got that letter."""
        return self._code(f"letter-{kind.value}", number)

    def is_letter_code(self, tag: LetterTag) -> bool:
        """Whether the tag's code is ours; any case, in constant time."""
        return _same(tag.code, self.letter_code(tag.kind, tag.number))

    def bounced_outbox_id(self, token: str) -> int | None:
        """The number of the letter that a bounce token names, None if we did not sign it."""
        found = _BOUNCE.fullmatch(token.lower())
        if found is None:
            return None
        outbox_id = int(found[1])
        return outbox_id if _same(found[2], self._code("bounce", outbox_id)) else None

    def _code(self, kind: str, *numbers: int) -> str:
        message = ":".join(("pbmhearts", kind, *map(str, numbers))).encode("ascii")
        digest = hmac.digest(self._key, message, "sha256")
        return base64.b32encode(digest[:5]).decode("ascii").lower()[:_LENGTH]


def _of(sitting: int) -> tuple[int, ...]:
    """Nothing for who was there from the start: their codes are what they were before seats could change hands."""
    return (sitting,) if sitting else ()


def _same(given: str, right: str) -> bool:
    """Compare without telling by the time taken how many characters were right."""
    return hmac.compare_digest(given.lower().encode("utf-8", "replace"), right.encode("ascii"))
