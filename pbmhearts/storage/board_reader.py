"""Looking at boards: as they stand, as they stood, and which there are."""

import sqlalchemy as sa

from pbmhearts.games import hearts
from pbmhearts.games.hearts import RuleSet
from pbmhearts.storage import schema, waits
from pbmhearts.storage.accounts import Accounts
from pbmhearts.storage.board_history import BEGUN, BOT_NAME, SEATED, BoardHistory, seated_of
from pbmhearts.storage.clocks import read_terms
from pbmhearts.storage.deal_rows import deal_record
from pbmhearts.storage.records import Board, DealRecord, Seated, Terms
from pbmhearts.storage.rows import BoardRows, SeatRow, board_rows, seat_rows

_BOARD = schema.boards
_SEAT = schema.seats
_DEAL = schema.deals
_ACTION = schema.actions


class BoardReader:
    """The boards to look at, within one transaction."""

    def __init__(self, connection: sa.Connection, accounts: Accounts) -> None:
        self._connection = connection
        self._accounts = accounts
        self._held: dict[int, Board] = {}
        self._histories: dict[int, BoardHistory] = {}

    def rules(self, number: int) -> RuleSet:
        """The rules of a board, begun or not."""
        query = sa.select(_BOARD.c.rules).where(_BOARD.c.id == number)
        return RuleSet.from_json(self._connection.execute(query).scalar_one())

    def load(self, number: int) -> Board | None:
        """The board as it stands, or None where none has begun under that number.

        Within one transaction it is read once, until it is written to.
        """
        if number in self._held:
            return self._held[number]
        history = self._history(number)
        if history is None:
            return None
        self._held[number] = history.board
        return history.board

    def _history(self, number: int) -> BoardHistory | None:
        if number not in self._histories:
            row = self._connection.execute(BEGUN, {"number": number}).mappings().first()
            if row is None:
                return None
            self._histories[number] = history = BoardHistory(self._connection, row)
            self._accounts.hold(history.players.values())
        return self._histories[number]

    def forget(self) -> None:
        """A part of the transaction was undone: the next look at any board goes to the database."""
        self._held.clear()
        self._histories.clear()

    def _forget(self, number: int) -> None:
        """The board is not what it was: the next look at it goes to the database."""
        self._held.pop(number, None)
        self._histories.pop(number, None)

    def _seated(self, number: int) -> tuple[Seated, ...]:
        rows = self._connection.execute(SEATED, {"number": number}).mappings()
        return tuple(map(seated_of, rows))

    def first_names(self, number: int) -> tuple[str, ...]:
        """Who sat where when the board began, in seat order: what the mix of deal 1 was made of."""
        account = schema.accounts
        query = (
            sa.select(account.c.userid)
            .select_from(_SEAT.outerjoin(account))
            .where(_SEAT.c.board_id == number, _SEAT.c.from_seq == 0)
            .order_by(_SEAT.c.seat)
        )
        return tuple(userid or BOT_NAME for userid in self._connection.execute(query).scalars())

    def story(self, number: int, told: int, seq: int) -> tuple[hearts.State, tuple[hearts.Event, ...]]:
        """The match after action `seq`, and all that came about after action `told`.

        Raises:
            LookupError: none has begun under that number.
        """
        history = self._history(number)
        if history is None:
            raise LookupError(f"board {number}")
        return history.story(told, seq)

    def rows(self, number: int) -> BoardRows | None:
        """All that is kept of a board that has begun, but its deals, as it is."""
        return board_rows(self._connection, number)

    def sittings(self, number: int) -> tuple[SeatRow, ...]:
        """All who sit and have sat at the board, by seat and time."""
        return seat_rows(self._connection, number)

    def terms(self, number: int) -> Terms:
        """What a board is played for, and in what time; begun or not."""
        query = sa.select(_BOARD).where(_BOARD.c.id == number)
        return read_terms(self._connection.execute(query).mappings().one())

    def rated(self, number: int) -> bool:
        """Whether the result of a board that has begun changes ratings."""
        bots = any(row.challenged_bot for row in self.sittings(number))
        return not bots and not self.terms(number).unrated

    def log(self, number: int) -> tuple[str, ...]:
        """The whole log, an action's text each."""
        query = sa.select(_ACTION.c.action).where(_ACTION.c.board_id == number).order_by(_ACTION.c.seq)
        return tuple(self._connection.execute(query).scalars())

    def deals(self, number: int) -> tuple[DealRecord, ...]:
        """Every deal of the board, the one whose secret only is fixed included."""
        query = sa.select(_DEAL).where(_DEAL.c.board_id == number).order_by(_DEAL.c.number)
        return tuple(deal_record(row) for row in self._connection.execute(query).mappings())

    def numbers(self, account_id: int | None = None, *, active: bool | None = None) -> tuple[int, ...]:
        """The boards of a player, or all, that have begun; only active, only ended, or (None) both."""
        query = sa.select(_BOARD.c.id).where(_BOARD.c.started_at.is_not(None)).order_by(_BOARD.c.id)
        if account_id is not None:
            query = query.where(
                _BOARD.c.id.in_(
                    sa.select(_SEAT.c.board_id).where(
                        _SEAT.c.account_id == account_id, _SEAT.c.until_seq.is_(None)
                    )
                )
            )
        if active is not None:
            query = query.where(_BOARD.c.ended_at.is_(None) if active else _BOARD.c.ended_at.is_not(None))
        return tuple(self._connection.execute(query).scalars())

    def is_private(self, number: int) -> bool:
        """Whether nobody but its players may look at the board; False where there is none."""
        query = sa.select(_BOARD.c.private).where(_BOARD.c.id == number)
        return bool(self._connection.execute(query).scalar())

    def private(self) -> frozenset[int]:
        """The boards that nobody but their players may look at."""
        query = sa.select(_BOARD.c.id).where(_BOARD.c.private.is_(sa.true()))
        return frozenset(self._connection.execute(query).scalars())

    def begun_by(self, account_id: int) -> tuple[int, ...]:
        """The boards at which a player sat when they began."""
        query = sa.select(_SEAT.c.board_id).where(_SEAT.c.account_id == account_id, _SEAT.c.from_seq == 0)
        return tuple(self._connection.execute(query.order_by(_SEAT.c.board_id)).scalars())

    def have_met(self, account_id: int, other_id: int) -> bool:
        """Whether two people have ever sat at one board."""
        other = _SEAT.alias("other")
        query = (
            sa.select(_SEAT.c.id)
            .join(other, other.c.board_id == _SEAT.c.board_id)
            .where(_SEAT.c.account_id == account_id, other.c.account_id == other_id)
            .limit(1)
        )
        return self._connection.execute(query).first() is not None

    def waiting_for(self, account_id: int) -> tuple[int, ...]:
        """The boards that wait for a player, the longest wait first."""
        return waits.boards_of(self._connection, account_id)
