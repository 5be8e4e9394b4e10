"""What lies beside a board: plans for later turns, moves held until they are confirmed, and who watches."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from pbmhearts.games.hearts import Seat
from pbmhearts.storage import schema

_PLAN = schema.plans
_SUBMISSION = schema.submissions
_WATCHER = schema.watchers
_BOARD = sa.bindparam("board", type_=sa.Integer)
_SIDES = sa.union_all(
    sa.select(
        sa.literal("plan").label("what"),
        _PLAN.c.seat,
        _PLAN.c.account_id,
        sa.literal(0).label("number"),
        _PLAN.c.text,
    ).where(_PLAN.c.board_id == _BOARD),
    sa.select(
        sa.literal("held"),
        _SUBMISSION.c.seat,
        _SUBMISSION.c.account_id,
        _SUBMISSION.c.move,
        _SUBMISSION.c.cards,
    ).where(_SUBMISSION.c.board_id == _BOARD),
    sa.select(
        sa.literal("watcher"), sa.literal(0), _WATCHER.c.account_id, _WATCHER.c.told_seq, sa.literal("")
    ).where(_WATCHER.c.board_id == _BOARD),
)


@dataclass(frozen=True, slots=True)
class StoredPlan:
    """A seat's plan.

    Attributes:
        account_id: who made it.
        deal: the deal it is for.
        seq: the board's last action when it was made.
    """

    seat: Seat
    account_id: int
    deal: int
    seq: int
    text: str


@dataclass(frozen=True, slots=True)
class Submission:
    """A move that is held until its player confirms it.

    Attributes:
        move: the move number that it was meant for.
        cards: the cards in log notation, parted by blanks.
    """

    seat: Seat
    account_id: int
    move: int
    cards: str


@dataclass(frozen=True, slots=True)
class Watcher:
    """Somebody who watches a board.

    Attributes:
        told_seq: the last action that the watcher has been told of, or that a letter on its way tells of.
    """

    account_id: int
    told_seq: int


@dataclass(frozen=True, slots=True)
class BoardSide:
    """All that lies beside one board.

    Attributes:
        watchers: by account.
    """

    plans: dict[Seat, StoredPlan]
    submissions: dict[Seat, Submission]
    watchers: tuple[Watcher, ...]


class BoardSides:
    """What lies beside boards, within one transaction; read once a board, in one statement, until it is changed."""

    def __init__(self, connection: sa.Connection) -> None:
        self._connection = connection
        self._held: dict[int, BoardSide] = {}

    def of(self, board: int) -> BoardSide:
        """What lies beside a board."""
        if board not in self._held:
            self._held[board] = _side(self._connection.execute(_SIDES, {"board": board}).all())
        return self._held[board]

    def forget(self, board: int | None = None) -> None:
        """It is not what it was, at this board or (None) anywhere: the next look goes to the database."""
        if board is None:
            self._held.clear()
        else:
            self._held.pop(board, None)


def _side(rows: Iterable[Any]) -> BoardSide:
    plans, submissions, watchers = {}, {}, []
    for what, seat, account_id, number, text in rows:
        match what:
            case "plan":
                deal, seq, plan = text.split(" ", 2)
                plans[Seat(seat)] = StoredPlan(Seat(seat), account_id, int(deal), int(seq), plan)
            case "held":
                submissions[Seat(seat)] = Submission(Seat(seat), account_id, number, text)
            case _:
                watchers.append(Watcher(account_id, number))
    return BoardSide(plans, submissions, tuple(sorted(watchers, key=_account)))


def _account(watcher: Watcher) -> int:
    return watcher.account_id
