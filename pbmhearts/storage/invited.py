"""Who has been asked to a board that has not begun, and what they said."""

from dataclasses import dataclass
from datetime import datetime

import sqlalchemy as sa

from pbmhearts.games.hearts import Seat
from pbmhearts.storage import schema

_INVITATION = schema.invitations
_BOARD = schema.boards


@dataclass(frozen=True, slots=True)
class Invitation:
    """A seat of a board that has not begun, and who is to take it.

    Attributes:
        account_id: whom, None for somebody without an account and for a bot.
        address: where somebody without an account was asked, else "".
        bot: the kind of bot, "" for a person.
        state: "asked", "accepted", "declined", "expired" or "replaced".
        asked_by: who wants the board.
    """

    id: int
    board: int
    seat: Seat
    account_id: int | None
    address: str
    bot: str
    state: str
    asked_by: int | None
    asked_at: datetime
    reminded_at: datetime | None


class Invitations:
    """The invitations, within one transaction."""

    def __init__(self, connection: sa.Connection) -> None:
        self._connection = connection

    def ask(
        self,
        board: int,
        seat: Seat,
        at: datetime,
        *,
        account_id: int | None = None,
        address: str = "",
        bot: str = "",
        accepted: bool = False,
        asked_by: int | None = None,
    ) -> int:
        """Keep a seat for somebody; who asked before for this seat is replaced. Returns the invitation's id."""
        self._connection.execute(
            sa.update(_INVITATION)
            .where(_INVITATION.c.board_id == board, _INVITATION.c.seat == int(seat))
            .values(state="replaced")
        )
        inserted = self._connection.execute(
            sa.insert(_INVITATION)
            .values(
                board_id=board,
                seat=int(seat),
                account_id=account_id,
                address=address.lower() or None,
                bot=bot or None,
                state="accepted" if accepted else "asked",
                asked_by=asked_by,
                asked_at=at,
                answered_at=at if accepted else None,
            )
            .returning(_INVITATION.c.id)
        )
        return int(inserted.scalar_one())

    def by_id(self, invitation_id: int) -> Invitation | None:
        """The invitation of that id."""
        found = self._where(_INVITATION.c.id == invitation_id)
        return found[0] if found else None

    def of_board(self, board: int) -> tuple[Invitation, ...]:
        """The four seats of a board that has not begun, in seat order; () if it never waited for anybody."""
        return self._where(_INVITATION.c.board_id == board, _INVITATION.c.state != "replaced")

    def pending_of(self, account_id: int) -> tuple[Invitation, ...]:
        """What a player has been asked and not answered."""
        return self._where(_INVITATION.c.account_id == account_id, _INVITATION.c.state == "asked")

    def kept_for(self, account_id: int) -> tuple[Invitation, ...]:
        """A player's seats on boards that have not begun, taken or only offered."""
        waiting = sa.select(_BOARD.c.id).where(_BOARD.c.started_at.is_(None))
        return self._where(
            _INVITATION.c.account_id == account_id,
            _INVITATION.c.state.in_(("asked", "accepted")),
            _INVITATION.c.board_id.in_(waiting),
        )

    def refused_to(self, account_id: int, since: datetime) -> tuple[Invitation, ...]:
        """Seats that have become free since then on boards that a player brings together and that have not begun."""
        mine = sa.select(_BOARD.c.id).where(_BOARD.c.created_by == account_id, _BOARD.c.started_at.is_(None))
        return self._where(
            _INVITATION.c.state.in_(("declined", "expired")),
            _INVITATION.c.answered_at >= since,
            _INVITATION.c.board_id.in_(mine),
        )

    def pending_at(self, address: str) -> tuple[Invitation, ...]:
        """What somebody without an account has been asked and not answered."""
        return self._where(_INVITATION.c.address == address.lower(), _INVITATION.c.state == "asked")

    def unanswered(
        self, asked_before: datetime | None = None, *, reminded: bool | None = None
    ) -> tuple[Invitation, ...]:
        """What was asked, before then if a time is given, and not answered; `reminded` chooses by that."""
        conditions = [_INVITATION.c.state == "asked"]
        if asked_before is not None:
            conditions.append(_INVITATION.c.asked_at < asked_before)
        if reminded is not None:
            has = _INVITATION.c.reminded_at
            conditions.append(has.is_not(None) if reminded else has.is_(None))
        return self._where(*conditions)

    def answer(self, invitation_id: int, state: str, at: datetime, account_id: int | None = None) -> None:
        """Note an answer; somebody who opened an account with it has that account now."""
        values: dict[str, object] = {"state": state, "answered_at": at}
        if account_id is not None:
            values["account_id"] = account_id
        self._connection.execute(
            sa.update(_INVITATION).where(_INVITATION.c.id == invitation_id).values(values)
        )

    def reminded(self, invitation_id: int, at: datetime) -> None:
        """Note that whoever was asked has been reminded of it."""
        self._connection.execute(
            sa.update(_INVITATION).where(_INVITATION.c.id == invitation_id).values(reminded_at=at)
        )

    def organiser(self, board: int) -> int | None:
        """The account that wants the board, None if there is no such board or it was the server's own idea."""
        query = sa.select(_BOARD.c.created_by).where(_BOARD.c.id == board)
        return self._connection.execute(query).scalar()

    def _where(self, *conditions: sa.ColumnElement[bool]) -> tuple[Invitation, ...]:
        query = sa.select(_INVITATION).where(*conditions).order_by(_INVITATION.c.board_id, _INVITATION.c.seat)
        return tuple(_invitation(row) for row in self._connection.execute(query).mappings())


def _invitation(row: "sa.RowMapping") -> Invitation:
    return Invitation(
        id=row["id"],
        board=row["board_id"],
        seat=Seat(row["seat"]),
        account_id=row["account_id"],
        address=row["address"] or "",
        bot=row["bot"] or "",
        state=row["state"],
        asked_by=row["asked_by"],
        asked_at=row["asked_at"],
        reminded_at=row["reminded_at"],
    )
