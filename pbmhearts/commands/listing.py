"""Choosing among a player's boards: all, active, inactive, next."""

import difflib
import re
from collections.abc import Iterable

from pbmhearts.commands.actors import Via
from pbmhearts.commands.context import Context
from pbmhearts.errors import Refusal
from pbmhearts.storage import Account, Board, Repositories

CHOICES = ("all", "active", "inactive", "next")

_NUMBER = re.compile(r"#?([0-9]{1,9})")
_NUMBER_AT = re.compile(r"#?([0-9]{1,9})(?:#([0-9]{1,6}))?")


def board_number(word: str) -> int | None:
    """The board that `101` or `#101` names; None if it is no such number."""
    found = _NUMBER.fullmatch(word)
    return int(found[1]) if found else None


def board_at(word: str) -> tuple[int, int | None] | None:
    """The board of `101`, and the hand or move of `101#40`; None if it is neither."""
    found = _NUMBER_AT.fullmatch(word)
    return (int(found[1]), int(found[2]) if found[2] else None) if found else None


def choice(words: Iterable[str]) -> tuple[tuple[str, ...], str]:
    """The words that are no choice, and the last one that is ("" if none)."""
    words = tuple(words)
    chosen = [word for word in words if word in CHOICES]
    return tuple(word for word in words if word not in CHOICES), chosen[-1] if chosen else ""


def board_numbers(repositories: Repositories, account: Account, chosen: str) -> list[int]:
    """The player's boards of that choice."""
    boards = repositories.boards
    if chosen == "next":
        return list(boards.waiting_for(account.id))
    active = {"active": True, "inactive": False}.get(chosen)
    return list(boards.numbers(account.id, active=active))


def visible(numbers: Iterable[int], context: Context) -> list[int]:
    """The boards among these that whoever asks may look at: a private one only its own players."""
    private = context.repositories.boards.private()
    return [number for number in numbers if number not in private or _plays_on(number, context)]


def _plays_on(number: int, context: Context) -> bool:
    actor = context.actor
    # What proves a seat at one board opens no other one.
    if actor is None or (actor.via is not Via.PASSWORD and actor.board != number):
        return False
    board = context.repositories.boards.load(number)
    return board is not None and board.seat_of(actor.account.id) is not None


def looked_at(number: int, context: Context, verb: str) -> Board:
    """The board of that number.

    Raises:
        Refusal: there is none, or it is private and not the business of whoever asks.
    """
    board = context.board(number)
    if not visible([number], context):
        raise Refusal(
            f"Board {number} is private: only its players see it.",
            hint=f"A player of it mails `mhearts showas userid password {number}`, or writes "
            f"`by userid password` as the first line below `{verb} {number}`.",
        )
    return board


def listed_player(userid: str, context: Context, verb: str) -> Account:
    """The account of a userid that stands among other words.

    Raises:
        Refusal: there is none; the word is not repeated, as people write their password there.
    """
    account = context.repositories.accounts.by_userid(userid)
    if account is None or account.status == "deleted":
        near = difflib.get_close_matches(userid, context.repositories.accounts.userids(), n=1)
        raise Refusal(
            f"A word behind `{verb}` is no board, no player and no choice.",
            hint=f"Did you mean {near[0]}?" if near else "",
            verb=verb,
        )
    return account
