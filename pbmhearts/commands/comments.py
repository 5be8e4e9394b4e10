"""What of a player's words may go to the others: never an address, a password or a code."""

import re
from collections.abc import Iterable

from pbmhearts.cards import move_line
from pbmhearts.commands import limits
from pbmhearts.commands.context import Context
from pbmhearts.commands.spec import GAME
from pbmhearts.commands.text_passwords import MARKED, likely_passwords
from pbmhearts.games import hearts
from pbmhearts.letters import LetterKind
from pbmhearts.storage import Board

LONGEST = 2000
"""Characters of a comment that are passed on."""

_ADDRESS = re.compile(r"[^\s<>,;:\"()@]{1,64}@[^\s<>,;:\"()@]{1,255}")
_CODE = re.compile(r"(?<![A-Za-z0-9])[A-Za-z2-7]{8}(?![A-Za-z0-9])")
_RESET = re.compile(r"(?<![A-Za-z0-9])[A-Za-z2-7]{4}(-[A-Za-z2-7]{4}){2}(?![A-Za-z0-9])")
_TAG = re.compile(r"\[mhearts [^\]\s]*\]", re.IGNORECASE)
_LINK = re.compile(r"https?://\S+", re.IGNORECASE)
_LEFT_OUT = "[left out]"


def publishable(lines: tuple[str, ...], context: Context, *boards: Board) -> str:
    """The lines as they may be shown to others, "" if there are none.

    Args:
        boards: those whose codes the writer may know.
    """
    kept = (_LEFT_OUT if _is_command(line.split(), context) else line for line in lines)
    text = "\n".join(kept).strip()
    text = _without(text, context.given_secrets)[:LONGEST]  # cut afterwards: half a password is much of it
    for pattern in (_ADDRESS, _TAG, _RESET):
        text = pattern.sub(_LEFT_OUT, text)
    if not _CODE.search(text):
        return text
    known = {code for board in boards for code in _codes_of(board, context)}
    known |= {
        context.services.codes.letter_code(kind, actor.account.id)
        for actor in context.actors
        for kind in (LetterKind.ACCOUNT, LetterKind.BOARDS)
    }
    return _CODE.sub(lambda found: _LEFT_OUT if found[0].lower() in known else found[0], text)


def _without(text: str, secrets: Iterable[str]) -> str:
    for secret in sorted(secrets, key=len, reverse=True):  # one may be a part of another
        text = re.sub(re.escape(secret), _LEFT_OUT, text, flags=re.IGNORECASE)
    return text


def _is_command(words: list[str], context: Context) -> bool:
    """Whether a line is a command with credentials, right or wrong: people put the whole line below a card."""
    if not words:
        return False
    first = words[0].lower()
    if first.rstrip(":") == "by":  # as below a challenge
        return len(words) > 2 and context.repositories.accounts.by_userid(words[1]) is not None
    if first == "password:":
        return len(words) > 1
    if first == GAME:
        return len(words) > 1 and context.services.registry.find(words[1], game=True) is not None
    spec = context.services.registry.find(words[0], game=False)
    if spec is None or len(words) < 3:
        return False
    return spec.name == "signup" or context.repositories.accounts.by_userid(words[1]) is not None


def publishable_words(lines: tuple[str, ...], context: Context, board: Board | None = None) -> str:
    """As `publishable`, of a player who may know the codes of any own board, and has cards in hand.

    Args:
        board: the one that the lines are about, as it is by now.
    """
    untried = _untried(lines, context)
    if board is not None:
        lines = tuple(_LEFT_OUT if _shows_hand(line, board, context) else line for line in lines)
    stored = context.repositories.boards
    suspicious = any(_CODE.search(line) for line in lines)
    numbers = stored.numbers(context.player.id, active=True) if suspicious else ()
    others = (stored.load(number) for number in numbers if board is None or number != board.number)
    text = publishable(lines, context, *(known for known in (board, *others) if known is not None))
    return _without(text, untried)


def _untried(lines: tuple[str, ...], context: Context) -> tuple[str, ...]:
    """What looks much like a password and was not tried as one, as there were too many; what was tried is counted."""
    stored = context.player.password_hash
    tried = {word for known, word in context.tried if known == stored}
    wrong = [word for word in likely_passwords(lines) if word in tried and word not in context.given_secrets]
    if wrong:
        limits.tried(context.repositories, context.player.id, wrong, context.now)
    if not stored or context.given_secrets:
        return ()  # there is no password, or it is known which words are it
    plain = (_LINK.sub("", line) for line in lines)
    return tuple(word for word in likely_passwords(plain, MARKED) if word not in tried)


def _shows_hand(line: str, board: Board, context: Context) -> bool:
    """Whether a line is nothing but cards, and one is in the writer's hand: another move, not a remark."""
    seat = board.seat_of(context.player.id)
    cards = move_line(line) if seat is not None else None
    return bool(cards) and not set(cards or ()).isdisjoint(hearts.view(board.state, seat).hand)


def _codes_of(board: Board, context: Context) -> Iterable[str]:
    codes = context.services.codes
    for seated in board.seats:
        yield codes.seat_token(board.number, seated.seat, seated.sitting)
        for move in range(1, board.state.move + 1):
            yield codes.turn_code(board.number, seated.seat, move, seated.sitting)
