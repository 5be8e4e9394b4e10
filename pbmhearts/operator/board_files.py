"""Boards out of one server and into another, as lines of JSON."""

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from pbmhearts.commands import userids
from pbmhearts.commands.context import Context
from pbmhearts.errors import PbmheartsError
from pbmhearts.operator import verify
from pbmhearts.operator.board_views import stored_board
from pbmhearts.storage import Repositories

_HEAD = {"pbmhearts": "boards", "version": 1}
"""The first line of an export."""

_UNREADABLE = (AttributeError, LookupError, RecursionError, TypeError, ValueError)
"""What reading data raises that is not as it should be."""


def exported(
    repositories: Repositories, numbers: Sequence[int], *, with_accounts: bool
) -> Iterator[dict[str, Any]]:
    """The lines of an export: a head, the people that the boards name, the boards.

    Args:
        with_accounts: people with addresses, password hashes and settings, and not as userids only.

    Raises:
        PbmheartsError: no board has begun under one of the numbers.
    """
    chosen = tuple(stored_board(repositories, number).number for number in numbers)
    yield _HEAD
    people = frozenset[int]().union(*(repositories.transfer.people(number) for number in chosen))
    for account_id in sorted(people):
        yield {"account": repositories.transfer.person(account_id, whole=with_accounts)}
    for number in chosen:
        yield {"board": repositories.transfer.board(number)}


def imported(lines: Iterable[str], context: Context) -> str:
    """Take in all that an export holds, or nothing; each board is replayed and compared with what is kept of it.

    Returns:
        how much it was.

    Raises:
        PbmheartsError: a line is none of an export, or its board cannot be had; says which line and why.
    """
    boards = accounts = number = 0
    try:
        for number, line in enumerate(lines, 1):
            data = json.loads(line)
            if number == 1:
                _check_head(data)
            elif "account" in data:
                userids.check_form(data["account"]["userid"], "signup")
                accounts += context.repositories.transfer.add_person(data["account"])
            else:
                _add_board(data["board"], context.repositories)
                boards += 1
    except _UNREADABLE as error:
        raise PbmheartsError(f"line {max(number, 1)}: {_why(error)}") from error
    except PbmheartsError as error:
        raise PbmheartsError(f"line {number}: {error}") from error
    if not number:
        raise PbmheartsError("line 1: this is no export of boards")
    return f"{boards} boards and {accounts} accounts taken in"


def _why(error: Exception) -> str:
    """What is wrong with a line, without the words of the language that has read it."""
    match error:
        case json.JSONDecodeError():
            return f"this is no JSON, from its character {error.pos + 1} on"
        case UnicodeDecodeError():
            return "this is no UTF-8 text"
        case KeyError():
            return f"{error} is missing"
        case _:
            return "this is not written as an export is"


def _check_head(data: Any) -> None:
    if not isinstance(data, dict) or data.get("pbmhearts") != _HEAD["pbmhearts"]:
        raise PbmheartsError("this is no export of boards")
    if data != _HEAD:
        raise PbmheartsError("this export was made by a later version")


def _add_board(data: Any, repositories: Repositories) -> None:
    number = repositories.transfer.add_board(data)
    for difference in verify.differences(repositories, number):
        raise PbmheartsError(f"board {number}: {difference}")
