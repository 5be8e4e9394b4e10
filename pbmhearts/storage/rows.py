"""A board's rows as they are, for checking them against its log."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from pbmhearts.storage import schema
from pbmhearts.storage.records import STAND_IN


@dataclass(frozen=True, slots=True)
class SeatRow:
    """Who sat in a seat, and from which action to which (None: still); the second before the first: for none.

    Attributes:
        left_how: "resigned", "forfeited", "deleted", or "".
        bot: the kind of bot, "" for a person.
    """

    seat: int
    account_id: int | None
    from_seq: int
    until_seq: int | None
    waited_for: bool
    left_how: str
    bot: str

    @property
    def challenged_bot(self) -> bool:
        """Whether it is a bot that was named in the challenge, not one that plays on for somebody who has left."""
        return self.bot not in {"", STAND_IN}


@dataclass(frozen=True, slots=True)
class ActionRow:
    """An action of the log, with what is kept beside it."""

    seq: int
    deal: int
    text: str
    account_id: int | None


@dataclass(frozen=True, slots=True)
class BoardRows:
    """A board that has begun: its row, its seats with all who sat there, its log."""

    number: int
    rules: dict[str, Any]
    rules_version: int
    seq: int
    ended_at: datetime | None
    places: tuple[int, ...]
    abandoned: bool
    seats: tuple[SeatRow, ...]
    actions: tuple[ActionRow, ...]


def board_rows(connection: sa.Connection, number: int) -> BoardRows | None:
    """The rows of a board, None where none has begun under that number."""
    table = schema.boards
    query = sa.select(table).where(table.c.id == number, table.c.started_at.is_not(None))
    row = connection.execute(query).mappings().first()
    if row is None:
        return None
    return BoardRows(
        number=number,
        rules=dict(row["rules"]),
        rules_version=row["rules_version"],
        seq=row["seq"],
        ended_at=row["ended_at"],
        places=tuple(row["places"] or ()),
        abandoned=row["abandoned"],
        seats=seat_rows(connection, number),
        actions=_actions(connection, number),
    )


def seat_rows(connection: sa.Connection, number: int) -> tuple[SeatRow, ...]:
    """All who sit and have sat at a board, by seat and time."""
    table = schema.seats
    query = sa.select(table).where(table.c.board_id == number).order_by(table.c.seat, table.c.id)
    return tuple(
        SeatRow(
            seat=row["seat"],
            account_id=row["account_id"],
            from_seq=row["from_seq"],
            until_seq=row["until_seq"],
            waited_for=row["waiting_since"] is not None,
            left_how=row["left_how"] or "",
            bot=row["bot"] or "",
        )
        for row in connection.execute(query).mappings()
    )


def _actions(connection: sa.Connection, number: int) -> tuple[ActionRow, ...]:
    table = schema.actions
    query = sa.select(table).where(table.c.board_id == number).order_by(table.c.seq)
    return tuple(
        ActionRow(row["seq"], row["deal"], row["action"], row["account_id"])
        for row in connection.execute(query).mappings()
    )
