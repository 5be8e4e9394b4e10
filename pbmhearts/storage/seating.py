"""Who sits where on a board that runs: one gets up, and another sits down."""

from collections.abc import Sequence
from datetime import datetime

import sqlalchemy as sa

from pbmhearts.games import hearts
from pbmhearts.games.hearts import Seat
from pbmhearts.storage import schema, waits
from pbmhearts.storage.records import STAND_IN, Board, Seated, Sitter

_SEAT = schema.seats


def change(
    connection: sa.Connection, board: Board, seat: Seat, sitter: Sitter, at: datetime, left: str
) -> None:
    """Let somebody else sit down in a seat; if they sat there before, they go on with the time used then.

    Args:
        left: how whoever sat there has left, or "".
    """
    here = (_SEAT.c.board_id == board.number, _SEAT.c.seat == int(seat), _SEAT.c.until_seq.is_(None))
    waiting_since = board.seats[seat].waiting_since
    waits.end(connection, board.number, seat, at)
    connection.execute(sa.update(_SEAT).where(*here).values(until_seq=board.seq, left_how=left or None))
    connection.execute(
        sa.insert(_SEAT).values(
            board_id=board.number,
            seat=int(seat),
            account_id=sitter.account_id,
            bot=sitter.bot or None,
            from_seq=board.seq + 1,
            told_seq=board.seq,
            waiting_since=at if waiting_since else None,
            **_used(connection, board.number, seat, sitter.account_id),
        )
    )


def _used(connection: sa.Connection, number: int, seat: Seat, account_id: int | None) -> dict[str, int]:
    """What a player who sat there before has used of time and extensions."""
    if account_id is None:
        return {}
    query = (
        sa.select(_SEAT.c.used, _SEAT.c.extensions)
        .where(_SEAT.c.board_id == number, _SEAT.c.seat == int(seat), _SEAT.c.account_id == account_id)
        .order_by(_SEAT.c.id.desc())
    )
    row = connection.execute(query).first()
    return {"used": row.used, "extensions": row.extensions} if row else {}


def places(by_points: hearts.Totals, seats: Sequence[Seated]) -> hearts.Totals:
    """The places, with whoever has left last, whatever their stand-ins have made of it."""
    return hearts.place_last(by_points, {seated.seat for seated in seats if seated.bot == STAND_IN})
