"""Boards: read once in a transaction, written as the difference to what was read, and looked for."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from pbmhearts.games import hearts
from pbmhearts.games.hearts import RuleSet, Seat
from pbmhearts.storage import remembered, schema
from pbmhearts.storage.accounts import Accounts
from pbmhearts.storage.board_history import BEGUN, BOT_NAME, BoardHistory
from pbmhearts.storage.clocks import read_terms, terms_columns
from pbmhearts.storage.database import locks_rows
from pbmhearts.storage.deal_rows import deal_record, deal_values
from pbmhearts.storage.records import Board, DealRecord, Logged, Seated, Sitter, Terms
from pbmhearts.storage.rows import BoardRows, SeatRow, board_rows, seat_rows
from pbmhearts.storage.settings import next_number

FIRST_BOARD = 101

STANDARD_TERMS = Terms()
"""The ini's times; rated, and for all to see."""

_BOARD = schema.boards
_SEAT = schema.seats
_DEAL = schema.deals
_ACTION = schema.actions
_COMMENT = schema.comments
_SITS = _SEAT.c.until_seq.is_(None)
_OF_BOARD = _SEAT.c.board_id == sa.bindparam("number")
_IN_SEAT = sa.and_(_OF_BOARD, _SEAT.c.seat == sa.bindparam("at_seat"), _SITS)

_LOCK = sa.select(_BOARD.c.id).where(_BOARD.c.id == sa.bindparam("number")).with_for_update()
_LOG = sa.insert(_ACTION)
_GO_ON = (
    sa.update(_BOARD)
    .where(_BOARD.c.id == sa.bindparam("number"))
    .values({name: sa.bindparam(name) for name in ("seq", "moved_at", "ended_at", "places", "abandoned")})
)
_MOVE_ON = _GO_ON.values(stamp=sa.bindparam("stamp"))
_SIT_ON = (
    sa.update(_SEAT)
    .where(_IN_SEAT)
    .values(
        {name: sa.bindparam(name) for name in ("told_seq", "waiting_since", "reminded_at", "used")}
        # What `extend` has added is for one wait.
        | {"extension": _SEAT.c.extension * sa.bindparam("same_wait", type_=sa.Integer)}
    )
)
_ADD_DEAL = sa.insert(_DEAL)
_CHANGE_DEAL = (
    sa.update(_DEAL)
    .where(
        _DEAL.c.board_id == sa.bindparam("number_of_board"), _DEAL.c.number == sa.bindparam("number_of_deal")
    )
    .values({each.name: sa.bindparam(each.name) for each in _DEAL.c if not each.primary_key})
)
_REMARK = sa.insert(_COMMENT).returning(_COMMENT.c.id)


class Boards:
    """The boards, within one transaction."""

    def __init__(self, connection: sa.Connection, accounts: Accounts) -> None:
        self._connection = connection
        self._accounts = accounts
        self._locks_rows = locks_rows(connection)
        self._histories: dict[int, BoardHistory] = {}

    # Making them

    def propose(
        self, rules: RuleSet, created_by: int | None, at: datetime, terms: Terms = STANDARD_TERMS
    ) -> int:
        """A board that waits for its four; returns its number."""
        number = next_number(self._connection, "board", FIRST_BOARD)
        self._connection.execute(
            sa.insert(_BOARD).values(
                id=number,
                rules=rules.to_json(),
                rules_version=hearts.RULES_VERSION,
                created_at=at,
                created_by=created_by,
                seq=0,
                moved_at=at,
                **terms_columns(terms),
            )
        )
        return number

    def begin(self, number: int, sitters: Sequence[Sitter], at: datetime, secret: str) -> Board:
        """Seat the four, in seat order, of a board that waits for them; nothing is dealt.

        Args:
            secret: what its first deal will be made of.
        """
        self._connection.execute(sa.update(_BOARD).where(_BOARD.c.id == number).values(started_at=at))
        self._connection.execute(
            sa.insert(_SEAT),
            [
                {
                    "board_id": number,
                    "seat": int(seat),
                    "account_id": sitter.account_id,
                    "bot": sitter.bot or None,
                    "from_seq": 0,
                    "told_seq": 0,
                }
                for seat, sitter in zip(Seat, sitters, strict=True)
            ],
        )
        self._connection.execute(_ADD_DEAL, {"board_id": number, "number": 1, "secret": secret})
        board = self.load(number)
        if board is None:
            raise LookupError(f"board {number}")
        return board

    # Reading and writing one

    def rules(self, number: int) -> RuleSet:
        """The rules of a board, begun or not."""
        query = sa.select(_BOARD.c.rules).where(_BOARD.c.id == number)
        return RuleSet.from_json(self._connection.execute(query).scalar_one())

    def load(self, number: int) -> Board | None:
        """The board as it stands, or None where none has begun under that number.

        Within one transaction it is read once; what is written to it is known.
        """
        history = self._history(number)
        return None if history is None else history.board

    def _history(self, number: int) -> BoardHistory | None:
        if number not in self._histories:
            if self._locks_rows:
                self._connection.execute(_LOCK, {"number": number})
            rows = self._connection.execute(BEGUN, {"number": number}).mappings().all()
            if not rows:
                return None
            self._histories[number] = history = BoardHistory(self._connection, number, rows)
            self._accounts.hold(history.players.values())
        return self._histories[number]

    def _begun(self, number: int) -> BoardHistory:
        history = self._history(number)
        if history is None:
            raise LookupError(f"board {number}")
        return history

    def forget(self) -> None:
        """A part of the transaction was undone: the next look at any board goes to the database."""
        self._histories.clear()

    def save(self, board: Board) -> None:
        """Write what has become of a board: its news to the log, and whatever else is not as it was stored.

        Who sits where is changed by `reseat`; that somebody has been told of an action is never forgotten.
        """
        history = self._begun(board.number)
        before = history.board
        seats = tuple(
            replace(seated, told_seq=max(seated.told_seq, was.told_seq))
            for seated, was in zip(board.seats, before.seats, strict=True)
        )
        board = replace(board, seats=seats)
        new = [logged for logged in board.news if logged.seq > before.seq]
        if board == before and not new:
            return
        if new:
            self._connection.execute(_LOG, [_action_values(board.number, logged) for logged in new])
        self._save_deals(board, before)
        if new:
            stamp = remembered.new_stamp()
            self._connection.execute(_MOVE_ON, _board_values(board) | {"stamp": stamp})
            remembered.keep(stamp, remembered.Standing(board.state, board.deals[-2:]))
        elif _board_values(board) != _board_values(before):
            self._connection.execute(_GO_ON, _board_values(board))
        sitting = [
            _seat_values(board.number, seated, was)
            for seated, was in zip(seats, before.seats, strict=True)
            if seated != was
        ]
        if sitting:
            self._connection.execute(_SIT_ON, sitting)
        history.goes_on(board)

    def _save_deals(self, board: Board, before: Board) -> None:
        known = {deal.number: deal for deal in before.deals}
        changed = [deal for deal in board.deals if deal != known.get(deal.number)]
        values = [
            {"number_of_board": board.number} | deal_values(deal) for deal in changed if deal.number in known
        ]
        if values:
            self._connection.execute(_CHANGE_DEAL, values)
        for deal in changed:
            if deal.number not in known:
                added = {"board_id": board.number, "number": deal.number, "secret": deal.secret}
                self._connection.execute(_ADD_DEAL, added)

    def reseat(self, board: Board, seat: Seat, sitter: Sitter, at: datetime, left: str) -> Board:
        """Let somebody else sit down in a seat of a board that is saved; what they used before, they have used.

        Args:
            left: how whoever sat there has left: "resigned", "forfeited", "deleted", or "".

        Returns:
            the board with its news, as it stands then.
        """
        waited = board.seats[seat].waiting_since
        here = {"number": board.number, "at_seat": int(seat)}
        gone = sa.update(_SEAT).where(_IN_SEAT).values(until_seq=board.seq, left_how=left or None)
        self._connection.execute(gone.values(waiting_since=None), here)
        self._connection.execute(
            sa.insert(_SEAT).values(
                board_id=board.number,
                seat=int(seat),
                account_id=sitter.account_id,
                bot=sitter.bot or None,
                from_seq=board.seq + 1,
                told_seq=board.seq,
                waiting_since=at if waited else None,
                **self._used_before(board.number, seat, sitter.account_id),
            )
        )
        del self._histories[board.number]
        return replace(self._begun(board.number).board, news=board.news)

    def _used_before(self, number: int, seat: Seat, account_id: int | None) -> dict[str, int]:
        """What a player who sat there before has used of time and extensions."""
        if account_id is None:
            return {}
        query = (
            sa.select(_SEAT.c.used, _SEAT.c.extensions)
            .where(_SEAT.c.board_id == number, _SEAT.c.seat == int(seat), _SEAT.c.account_id == account_id)
            .order_by(_SEAT.c.id.desc())
        )
        row = self._connection.execute(query).first()
        return {"used": row.used, "extensions": row.extensions} if row else {}

    def tell(self, board: Board, *seats: Seat) -> None:
        """Save the board, and that letters of all up to its last action are enqueued for the players in these seats."""
        told = (replace(each, told_seq=board.seq) if each.seat in seats else each for each in board.seats)
        self.save(replace(board, seats=tuple(told)))

    def remark(self, board: Board, account_id: int, text: str, at: datetime, *, ahead: bool = False) -> int:
        """Keep what a player said with the board's last action, or ahead of its next one; returns the remark's id."""
        said = {
            "board_id": board.number,
            "seq": board.seq + ahead,
            "account_id": account_id,
            "text": text,
            "at": at,
        }
        return int(self._connection.execute(_REMARK, said).scalar_one())

    def reminded(self, number: int, seat: Seat, at: datetime) -> None:
        """Note that the player in the seat has been reminded; a move makes it forgotten."""
        self._histories.pop(number, None)
        here = {"number": number, "at_seat": int(seat)}
        self._connection.execute(sa.update(_SEAT).where(_IN_SEAT).values(reminded_at=at), here)

    # Looking at what has been

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
        return self._begun(number).story(told, seq)

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

    def logged(self, number: int, deal: int) -> tuple[Logged, ...]:
        """The actions of one deal, in order."""
        query = (
            sa.select(_ACTION)
            .where(_ACTION.c.board_id == number, _ACTION.c.deal == deal)
            .order_by(_ACTION.c.seq)
        )
        return tuple(
            Logged(row.seq, row.deal, row.action, row.account_id, row.at)
            for row in self._connection.execute(query)
        )

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

    def waiting_for_bots(self) -> tuple[int, ...]:
        """The boards that wait for a bot."""
        query = sa.select(_SEAT.c.board_id).where(
            _SITS, _SEAT.c.bot.is_not(None), _SEAT.c.waiting_since.is_not(None)
        )
        return tuple(sorted(set(self._connection.execute(query).scalars())))

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
        query = (
            sa.select(_SEAT.c.board_id)
            .where(_SEAT.c.account_id == account_id, _SITS, _SEAT.c.waiting_since.is_not(None))
            .order_by(_SEAT.c.waiting_since, _SEAT.c.board_id)
        )
        return tuple(self._connection.execute(query).scalars())


def _action_values(number: int, logged: Logged) -> dict[str, Any]:
    return {
        "board_id": number,
        "seq": logged.seq,
        "deal": logged.deal,
        "action": logged.action,
        "account_id": logged.account_id,
        "at": logged.at,
    }


def _board_values(board: Board) -> dict[str, Any]:
    return {
        "number": board.number,
        "seq": board.seq,
        "moved_at": board.moved_at,
        "ended_at": board.ended_at,
        "places": list(board.places) or None,
        "abandoned": board.abandoned,
    }


def _seat_values(number: int, seated: Seated, before: Seated) -> dict[str, Any]:
    return {
        "number": number,
        "at_seat": int(seated.seat),
        "told_seq": seated.told_seq,
        "waiting_since": seated.waiting_since,
        "reminded_at": seated.reminded_at,
        "used": int(seated.used.total_seconds()),
        "same_wait": int(seated.waiting_since == before.waiting_since),
    }
