"""Choosing among a player's boards: all, active, inactive, next."""

from collections.abc import Iterable

from pbmhearts.storage import Account, Repositories

CHOICES = ("all", "active", "inactive", "next")


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
