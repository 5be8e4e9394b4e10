"""Which letters a player gets, by the level chosen for all boards or for one."""

from collections.abc import Mapping
from typing import Any

from pbmhearts.commands import preferences
from pbmhearts.games import hearts

_TRICK_ENDS = (hearts.TrickTaken, hearts.RestTaken, hearts.DealScored)
_HAND_ENDS = (hearts.DealScored,)


def is_due(
    wishes: Mapping[str, Any],
    board: int,
    events: tuple[hearts.Event, ...],
    *,
    waits: bool,
    over: bool,
    default: str,
) -> bool:
    """Whether a player is to be told of what has happened on a board, now.

    The end of a board is told to all. Who has a digest hears of all else once a day. Letters that are not due are
    not lost: the next one tells all since the last.

    Args:
        wishes: the player's preferences.
        events: what has happened.
        waits: the board waits for the player.
        over: the board is over.
        default: the level of whoever has set none.
    """
    if over:
        return True
    if preferences.value(wishes, "digest", board):
        return False
    level = level_of(wishes, board, default)
    if level == "every" or waits:
        return True
    ends: tuple[type, ...] = {"trick": _TRICK_ENDS, "hand": _HAND_ENDS}.get(level, ())
    return any(isinstance(event, ends) for event in events)


def hears_all(wishes: Mapping[str, Any], board: int, default: str) -> bool:
    """Whether a player gets a letter at every move, whatever it was."""
    return level_of(wishes, board, default) == "every" and not preferences.value(wishes, "digest", board)


def level_of(wishes: Mapping[str, Any], board: int, default: str) -> str:
    """The notify level that holds for a board."""
    return str(_chosen(wishes, board) or default)


def is_chosen(wishes: Mapping[str, Any], board: int) -> bool:
    """Whether the player has set a level, for all boards or for this one."""
    return _chosen(wishes, board) is not None


def _chosen(wishes: Mapping[str, Any], board: int) -> str | None:
    of_board = wishes.get(preferences.BOARDS, {}).get(str(board), {})
    level: str | None = of_board.get("notify") or wishes.get("notify")
    return level


def told_otherwise(events: tuple[hearts.Event, ...], told_seq: int, seq: int) -> bool:
    """Whether a card that a player has been told of was taken back, so that the player must be told again.

    Args:
        told_seq: the last action that the player was told of.
        seq: the action that took the card back.
    """
    return any(isinstance(event, hearts.TakenBack) for event in events) and told_seq >= seq - 1
