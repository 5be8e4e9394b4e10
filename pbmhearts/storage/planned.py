"""What players have given in beforehand: plans for later turns, and moves held until they are confirmed."""

import sqlalchemy as sa

from pbmhearts.games.hearts import Seat
from pbmhearts.storage import schema
from pbmhearts.storage.board_sides import BoardSides, StoredPlan, Submission

_PLAN = schema.plans
_SUBMISSION = schema.submissions
_DROP_SUBMISSION = sa.delete(_SUBMISSION).where(
    _SUBMISSION.c.board_id == sa.bindparam("board"), _SUBMISSION.c.seat == sa.bindparam("at")
)


class Plans:
    """The plans, within one transaction; one a seat."""

    def __init__(self, connection: sa.Connection, sides: BoardSides) -> None:
        self._connection = connection
        self._sides = sides

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
        self._sides.forget(board)

    def of(self, board: int) -> dict[Seat, StoredPlan]:
        """The plans of a board."""
        return self._sides.of(board).plans

    def drop(self, board: int, seat: Seat) -> None:
        """Forget the seat's plan, if it has one."""
        if seat in self._sides.of(board).plans:
            here = (_PLAN.c.board_id == board, _PLAN.c.seat == int(seat))
            self._connection.execute(sa.delete(_PLAN).where(*here))
            self._sides.forget(board)


class Submissions:
    """The moves that are held, within one transaction; one a seat."""

    def __init__(self, connection: sa.Connection, sides: BoardSides) -> None:
        self._connection = connection
        self._sides = sides

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
        self._sides.forget(board)

    def of(self, board: int, seat: Seat) -> Submission | None:
        """The seat's held move, or None."""
        return self._sides.of(board).submissions.get(seat)

    def drop(self, board: int, seat: Seat) -> None:
        """Forget the seat's held move, if it has one."""
        if seat in self._sides.of(board).submissions:
            self._connection.execute(_DROP_SUBMISSION, {"board": board, "at": int(seat)})
            self._sides.forget(board)
