"""Which of several boards is meant by a reply to a letter about them: by its number, or by the cards held there."""

import re

from pbmhearts.cards import Card
from pbmhearts.commands.actors import Actor, Identified, Via
from pbmhearts.commands.numbered import board_of
from pbmhearts.errors import Refusal
from pbmhearts.games import hearts
from pbmhearts.intake.command import Command, cards_of
from pbmhearts.storage import Account, Repositories

_BOARD = re.compile(r"#?(\d{1,9})")


def is_numbered_move(words: list[str]) -> bool:
    """Whether a line is a board's number and cards, such as `105 QH AH AS`."""
    return len(words) > 1 and _BOARD.fullmatch(words[0]) is not None and cards_of(words[1:]) is not None


def player(repositories: Repositories, account: Account, command: Command) -> Identified:
    """The player of the board that a reply means.

    Raises:
        Refusal: none of the player's boards, or it is not clear which.
    """
    title, words = command.spec.title, command.words
    named = _BOARD.fullmatch(words[0]) if words else None
    if named is not None:
        board = board_of(repositories, int(named[1]))
        if board.seat_of(account.id) is None:
            raise Refusal(f"{account.userid} does not play on board {board.number}.", verb=title)
        return _identified(repositories, account, board.number, words[1:])
    waiting, cards = repositories.boards.waiting_for(account.id), cards_of(words)
    meant = [number for number in waiting if _holds(repositories, account, number, cards or ())]
    if len(meant) == 1:
        return _identified(repositories, account, meant[0], words)
    if cards and not meant:
        raise Refusal("You hold these cards on none of the boards that wait for you.", verb=title)
    said = " ".join(words) if cards else command.spec.name
    lines = " or ".join(f"{number} {said}" if cards else f"{said} {number}" for number in meant or waiting)
    raise Refusal(
        "Which board is it for? Several wait for you.",
        hint=f"Reply with {lines}." if lines else "",
        verb=title,
    )


def _holds(repositories: Repositories, account: Account, number: int, cards: tuple[Card, ...]) -> bool:
    board = board_of(repositories, number)
    seat = board.seat_of(account.id)
    return seat is not None and set(cards) <= set(hearts.view(board.state, seat).hand)


def _identified(
    repositories: Repositories, account: Account, number: int, rest: tuple[str, ...]
) -> Identified:
    seat = board_of(repositories, number).seat_of(account.id)
    return Identified(Actor(account, Via.LETTER, number, seat), rest)
