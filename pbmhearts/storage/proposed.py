"""What a player has proposed to the table: to take the last card back, or to end the board."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

import sqlalchemy as sa

from pbmhearts.games.hearts import Seat
from pbmhearts.storage import schema

_PROPOSAL = schema.proposals
_OPEN = (
    sa.select(_PROPOSAL)
    .where(_PROPOSAL.c.board_id == sa.bindparam("board"), _PROPOSAL.c.state == "open")
    .order_by(_PROPOSAL.c.id.desc())
)


class ProposalKind(StrEnum):
    """What is proposed."""

    UNDO = "undo"
    """The last card that a player chose comes back; lapses when the board moves on."""
    ABANDON = "abandon"
    """The board ends without a result."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """An open proposal.

    Attributes:
        seat: who made it.
        seq: the board's last action when it was made.
        agreed: the seats that have agreed, the proposer's included.
    """

    id: int
    board: int
    kind: ProposalKind
    seat: Seat
    seq: int
    agreed: frozenset[Seat]


class Proposals:
    """The proposals, within one transaction; one open one a board."""

    def __init__(self, connection: sa.Connection) -> None:
        self._connection = connection

    def add(self, board: int, kind: ProposalKind, seat: Seat, seq: int, at: datetime) -> Proposal:
        """Open a proposal, to which its seat has agreed."""
        row = self._connection.execute(
            sa.insert(_PROPOSAL)
            .values(
                board_id=board,
                kind=kind.value,
                seat=int(seat),
                seq=seq,
                state="open",
                agreed=[int(seat)],
                created_at=at,
            )
            .returning(_PROPOSAL.c.id)
        ).scalar_one()
        return Proposal(row, board, kind, seat, seq, frozenset({seat}))

    def open(self, board: int, seq: int) -> Proposal | None:
        """The board's open proposal, where `seq` is its last action; None if there is none, or it has lapsed."""
        return standing(open_proposals(self._connection, board), seq)

    def agree(self, proposal: Proposal, seat: Seat) -> frozenset[Seat]:
        """Note that a seat agrees; returns all that do by now."""
        agreed = proposal.agreed | {seat}
        self._change(proposal.id, agreed=sorted(int(each) for each in agreed))
        return agreed

    def disagree(self, proposal: Proposal, seat: Seat) -> None:
        """Note that a seat has not agreed, whatever its player did."""
        self._change(proposal.id, agreed=sorted(int(each) for each in proposal.agreed - {seat}))

    def close(self, proposal: Proposal, state: str) -> None:
        """It is `done`, `rejected` or `lapsed`."""
        self._change(proposal.id, state=state)

    def _change(self, row: int, **values: object) -> None:
        self._connection.execute(sa.update(_PROPOSAL).where(_PROPOSAL.c.id == row).values(**values))


def open_proposals(connection: sa.Connection, board: int) -> tuple[Proposal, ...]:
    """What is proposed on a board, lapsed or not, the newest first."""
    return tuple(
        Proposal(
            id=row["id"],
            board=board,
            kind=ProposalKind(row["kind"]),
            seat=Seat(row["seat"]),
            seq=row["seq"],
            agreed=frozenset(map(Seat, row["agreed"])),
        )
        for row in connection.execute(_OPEN, {"board": board}).mappings()
    )


def standing(proposals: Iterable[Proposal], seq: int) -> Proposal | None:
    """The first of these that has not lapsed, where `seq` is the board's last action."""
    return next((each for each in proposals if each.kind is ProposalKind.ABANDON or each.seq == seq), None)
