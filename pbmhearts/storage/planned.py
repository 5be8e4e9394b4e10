"""What players have given in beforehand: plans for later turns, and moves held until they are confirmed."""

from dataclasses import dataclass

import sqlalchemy as sa

from pbmhearts.games.hearts import Seat
from pbmhearts.storage import schema

_PLAN = schema.plans
_SUBMISSION = schema.submissions
_PLANS = sa.select(_PLAN).where(_PLAN.c.board_id == sa.bindparam("board"))
_DROP_SUBMISSION = sa.delete(_SUBMISSION).where(
    _SUBMISSION.c.board_id == sa.bindparam("board"), _SUBMISSION.c.seat == sa.bindparam("at")
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


class Plans:
    """The plans, within one transaction; one a seat."""

    def __init__(self, connection: sa.Connection) -> None:
        self._connection = connection

    def keep(self, board: int, plan: StoredPlan) -> None:
        """Keep a plan in place of whatever the seat had."""
        self.drop(board, plan.seat)
        self._connection.execute(
            sa.insert(_PLAN).values(
                board_id=board,
                seat=int(plan.seat),
                account_id=plan.account_id,
                text=f"{plan.deal} {plan.seq} {plan.text}",
            )
        )

    def of(self, board: int) -> dict[Seat, StoredPlan]:
        """The plans of a board."""
        rows = self._connection.execute(_PLANS, {"board": board}).mappings()
        return {Seat(row["seat"]): _plan(row) for row in rows}

    def drop(self, board: int, seat: Seat) -> None:
        """Forget the seat's plan, if it has one."""
        here = (_PLAN.c.board_id == board, _PLAN.c.seat == int(seat))
        self._connection.execute(sa.delete(_PLAN).where(*here))


def _plan(row: "sa.RowMapping") -> StoredPlan:
    deal, seq, text = row["text"].split(" ", 2)
    return StoredPlan(Seat(row["seat"]), row["account_id"], int(deal), int(seq), text)


class Submissions:
    """The moves that are held, within one transaction; one a seat."""

    def __init__(self, connection: sa.Connection) -> None:
        self._connection = connection

    def hold(self, board: int, submission: Submission) -> None:
        """Hold a move in place of whatever the seat had."""
        self.drop(board, submission.seat)
        self._connection.execute(
            sa.insert(_SUBMISSION).values(
                board_id=board,
                seat=int(submission.seat),
                account_id=submission.account_id,
                move=submission.move,
                cards=submission.cards,
            )
        )

    def of(self, board: int, seat: Seat) -> Submission | None:
        """The seat's held move, or None."""
        query = sa.select(_SUBMISSION).where(_SUBMISSION.c.board_id == board, _SUBMISSION.c.seat == int(seat))
        row = self._connection.execute(query).mappings().first()
        return None if row is None else Submission(seat, row["account_id"], row["move"], row["cards"])

    def drop(self, board: int, seat: Seat) -> None:
        """Forget the seat's held move, if it has one."""
        self._connection.execute(_DROP_SUBMISSION, {"board": board, "at": int(seat)})
