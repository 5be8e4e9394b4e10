"""The operator's looks at invitations that nobody has answered, and their end."""

from dataclasses import dataclass
from datetime import datetime

from pbmhearts.commands.context import Context, Services
from pbmhearts.errors import PbmheartsError
from pbmhearts.storage import Repositories
from pbmhearts.table import invitations


@dataclass(frozen=True, slots=True)
class InviteLine:
    """An invitation in a line.

    Attributes:
        seat: from 1.
        whom: a userid, or the address of somebody without an account.
        host: who wants the board.
        reminded_at: when it was repeated, or None.
        ends_at: when it ends by itself.
    """

    number: int
    board: int
    seat: int
    whom: str
    host: str
    asked_at: datetime
    reminded_at: datetime | None
    ends_at: datetime


def invite_lines(repositories: Repositories, services: Services) -> list[InviteLine]:
    """All that have not been answered, by board and seat."""

    def name(account_id: int | None) -> str:
        return repositories.accounts.by_id(account_id).userid if account_id else ""

    return [
        InviteLine(
            number=invitation.id,
            board=invitation.board,
            seat=invitation.seat.number,
            whom=name(invitation.account_id) or invitation.address,
            host=name(invitation.asked_by),
            asked_at=invitation.asked_at,
            reminded_at=invitation.reminded_at,
            ends_at=invitation.asked_at + services.config.players.invitation_time,
        )
        for invitation in repositories.invitations.unanswered()
    ]


def end(number: int, context: Context) -> str:
    """End an invitation as if its time were up: the host is told, and asks somebody else.

    Raises:
        PbmheartsError: there is none of that number that waits for an answer.
    """
    invitation = context.repositories.invitations.by_id(number)
    if invitation is None or invitation.state != "asked":
        raise PbmheartsError(f"no invitation {number} waits for an answer")
    invitations.decline(invitation, context, why="expired")
    return f"invitation {number} to board {invitation.board} ended"
