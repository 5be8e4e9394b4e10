"""Boards: made, loaded from their current deal, and made longer by one action at a time."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, assert_never

import sqlalchemy as sa

from pbmhearts.clock import DealSecrets
from pbmhearts.games import fairdeal, hearts
from pbmhearts.games.hearts import RuleSet, Seat
from pbmhearts.storage import schema
from pbmhearts.storage.records import Board, DealRecord, Overdue, Remark, Seated
from pbmhearts.storage.settings import next_number

FIRST_BOARD = 101

_BOARD = schema.boards
_SEAT = schema.seats
_DEAL = schema.deals
_ACTION = schema.actions
_COMMENT = schema.comments


class Boards:
    """The boards, within one transaction."""

    def __init__(self, connection: sa.Connection) -> None:
        self._connection = connection

    def create(
        self,
        rules: RuleSet,
        account_ids: Sequence[int],
        created_by: int | None,
        at: datetime,
        secrets: DealSecrets,
    ) -> int:
        """A new board with these four in seat order, dealt; returns its number."""
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
            )
        )
        self._connection.execute(
            sa.insert(_SEAT),
            [
                {"board_id": number, "seat": int(seat), "account_id": account, "from_seq": 0, "told_seq": 0}
                for seat, account in zip(Seat, account_ids, strict=True)
            ],
        )
        self._fix_secret(number, 1, secrets)
        self._deal_on(number, hearts.start(rules), at, secrets)
        return number

    def load(self, number: int, *, lock: bool = False) -> Board | None:
        """The board as it stands, or None; `lock` keeps other writers off it until the transaction ends."""
        query = sa.select(_BOARD).where(_BOARD.c.id == number)
        row = self._connection.execute(query.with_for_update() if lock else query).mappings().first()
        if row is None:
            return None
        return Board(
            number=number,
            rules=RuleSet.from_json(row["rules"]),
            state=self.story(number, row["seq"], row["seq"])[0],
            seq=row["seq"],
            seats=self._seated(number),
            created_at=row["created_at"],
            moved_at=row["moved_at"],
            ended_at=row["ended_at"],
            places=tuple(row["places"] or ()),
        )

    def _seated(self, number: int) -> tuple[Seated, ...]:
        account = schema.accounts
        query = (
            sa.select(_SEAT, account.c.userid)
            .join(account)
            .where(_SEAT.c.board_id == number, _SEAT.c.until_seq.is_(None))
            .order_by(_SEAT.c.seat)
        )
        return tuple(
            Seated(
                seat=Seat(row["seat"]),
                account_id=row["account_id"],
                userid=row["userid"],
                told_seq=row["told_seq"],
                waiting_since=row["waiting_since"],
                reminded_at=row["reminded_at"],
            )
            for row in self._connection.execute(query).mappings()
        )

    def story(self, number: int, told: int, seq: int) -> tuple[hearts.State, tuple[hearts.Event, ...]]:
        """The match after action `seq`, and all that came about after action `told`."""
        rules = RuleSet.from_json(
            self._connection.execute(sa.select(_BOARD.c.rules).where(_BOARD.c.id == number)).scalar_one()
        )
        dealt = [deal for deal in self.deals(number) if 0 < deal.first_seq <= seq]
        # The deal in which the untold begins; a deal is replayed from its start, never the match.
        first = max(
            (deal for deal in dealt if deal.first_seq <= told + 1), key=lambda deal: deal.number, default=None
        )
        begin = first or dealt[0]
        state: hearts.State = _resumed(rules, begin)
        events: list[hearts.Event] = []
        for place, text in self._log(number, begin.first_seq, seq):
            transition = hearts.apply(state, hearts.parse_action(text))
            state = transition.state
            if place > told:
                events.extend(transition.events)
        return state, tuple(events)

    def log(self, number: int) -> tuple[str, ...]:
        """The whole log, an action's text each."""
        query = sa.select(_ACTION.c.action).where(_ACTION.c.board_id == number).order_by(_ACTION.c.seq)
        return tuple(self._connection.execute(query).scalars())

    def _log(self, number: int, first: int, last: int) -> Iterable[tuple[int, str]]:
        query = (
            sa.select(_ACTION.c.seq, _ACTION.c.action)
            .where(_ACTION.c.board_id == number, _ACTION.c.seq.between(first, last))
            .order_by(_ACTION.c.seq)
        )
        return [(row.seq, row.action) for row in self._connection.execute(query)]

    def deals(self, number: int) -> tuple[DealRecord, ...]:
        """Every deal of the board, the one whose secret only is fixed included."""
        query = sa.select(_DEAL).where(_DEAL.c.board_id == number).order_by(_DEAL.c.number)
        return tuple(_deal_record(row) for row in self._connection.execute(query).mappings())

    def act(
        self, board: Board, action: hearts.Action, account_id: int | None, at: datetime, secrets: DealSecrets
    ) -> Board:
        """Apply an action, write it to the log, and deal on if it ended a deal; returns the board after it.

        Raises:
            IllegalMoveError: the rules refuse it; nothing is written.
        """
        state = self._append(board.number, board.seq, board.state, action, account_id, at)
        self._deal_on(board.number, state, at, secrets)
        moved = self.load(board.number)
        if moved is None:
            raise LookupError(f"board {board.number}")
        return moved

    def _append(
        self,
        number: int,
        seq: int,
        state: hearts.State,
        action: hearts.Action,
        account_id: int | None,
        at: datetime,
    ) -> hearts.State:
        after, events = hearts.apply(state, action)
        self._connection.execute(
            sa.insert(_ACTION).values(
                board_id=number,
                seq=seq + 1,
                deal=_deal_number(state),
                action=hearts.action_text(action),
                account_id=account_id,
                at=at,
            )
        )
        self._record(number, seq + 1, after, events, at)
        return after

    def _record(
        self, number: int, seq: int, state: hearts.State, events: tuple[hearts.Event, ...], at: datetime
    ) -> None:
        moon = next((event.seat for event in events if isinstance(event, hearts.MoonShot)), None)
        for event in events:
            if isinstance(event, hearts.DealScored):
                self._connection.execute(
                    sa.update(_DEAL)
                    .where(_DEAL.c.board_id == number, _DEAL.c.number == event.number)
                    .values(points=list(event.points), moon=moon, log=hearts.deal_log(state))
                )
        finished = next((event for event in events if isinstance(event, hearts.MatchFinished)), None)
        values: dict[str, Any] = {"seq": seq, "moved_at": at}
        if finished:
            values |= {"ended_at": at, "places": list(finished.places)}
        self._connection.execute(sa.update(_BOARD).where(_BOARD.c.id == number).values(values))
        self._wait_for(number, hearts.waiting(state), at)

    def _wait_for(self, number: int, waiting: tuple[Seat, ...], at: datetime) -> None:
        here = (_SEAT.c.board_id == number, _SEAT.c.until_seq.is_(None))
        seats = [int(seat) for seat in waiting]
        self._connection.execute(
            sa.update(_SEAT)
            .where(*here, _SEAT.c.seat.not_in(seats), _SEAT.c.waiting_since.is_not(None))
            .values(waiting_since=None, reminded_at=None)
        )
        if seats:
            self._connection.execute(
                sa.update(_SEAT)
                .where(*here, _SEAT.c.seat.in_(seats), _SEAT.c.waiting_since.is_(None))
                .values(waiting_since=at)
            )

    def _fix_secret(self, number: int, deal: int, secrets: DealSecrets) -> None:
        self._connection.execute(
            sa.insert(_DEAL).values(board_id=number, number=deal, secret=secrets(number, deal))
        )

    def _deal_on(self, number: int, state: hearts.State, at: datetime, secrets: DealSecrets) -> None:
        if not isinstance(state, hearts.AwaitingDeal):
            return
        # The secret after this one is fixed first, so that its commitment can go out with this deal.
        self._fix_secret(number, state.number + 1, secrets)
        deals = {deal.number: deal for deal in self.deals(number)}
        current = deals[state.number]
        if state.number == 1:
            mix = fairdeal.first_mix(number, [seated.userid for seated in self._seated(number)])
        else:
            mix = fairdeal.mix(deals[state.number - 1].log)
        seq = self._connection.execute(sa.select(_BOARD.c.seq).where(_BOARD.c.id == number)).scalar_one()
        self._connection.execute(
            sa.update(_DEAL)
            .where(_DEAL.c.board_id == number, _DEAL.c.number == state.number)
            .values(
                mix=mix,
                first_seq=seq + 1,
                first_move=state.move,
                totals=list(state.totals),
                tie=state.tie_deal,
            )
        )
        self._append(number, seq, state, hearts.Deal(fairdeal.deal(current.secret, mix)), None, at)

    def tell(self, board: Board, seat: Seat) -> None:
        """Note that the player in the seat is owed a letter of all up to the board's last action."""
        self._connection.execute(
            sa.update(_SEAT)
            .where(_SEAT.c.board_id == board.number, _SEAT.c.seat == int(seat), _SEAT.c.until_seq.is_(None))
            .values(told_seq=board.seq)
        )

    def remark(self, board: Board, account_id: int, text: str, at: datetime) -> None:
        """Keep what a player said with the action it came with."""
        self._connection.execute(
            sa.insert(_COMMENT).values(
                board_id=board.number, seq=board.seq, account_id=account_id, text=text, at=at
            )
        )

    def remarks(self, number: int, told: int, seq: int) -> tuple[Remark, ...]:
        """What was said after action `told`, up to `seq`."""
        account = schema.accounts
        query = (
            sa.select(_COMMENT.c.seq, account.c.userid, _COMMENT.c.text, _COMMENT.c.at)
            .join(account)
            .where(_COMMENT.c.board_id == number, _COMMENT.c.seq > told, _COMMENT.c.seq <= seq)
            .order_by(_COMMENT.c.id)
        )
        return tuple(Remark(row.seq, row.userid, row.text, row.at) for row in self._connection.execute(query))

    def numbers(self, account_id: int | None = None, *, active: bool | None = None) -> tuple[int, ...]:
        """The boards of a player, or all; only active, only ended, or (None) both."""
        query = sa.select(_BOARD.c.id).order_by(_BOARD.c.id)
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

    def waiting_for(self, account_id: int) -> tuple[int, ...]:
        """The boards that wait for a player, the longest wait first."""
        query = (
            sa.select(_SEAT.c.board_id)
            .where(
                _SEAT.c.account_id == account_id,
                _SEAT.c.until_seq.is_(None),
                _SEAT.c.waiting_since.is_not(None),
            )
            .order_by(_SEAT.c.waiting_since, _SEAT.c.board_id)
        )
        return tuple(self._connection.execute(query).scalars())

    def overdue(self, before: datetime) -> tuple[Overdue, ...]:
        """The seats that boards have waited for since before then, and that nobody was reminded of yet."""
        query = (
            sa.select(_SEAT.c.account_id, _SEAT.c.board_id, _SEAT.c.seat, _BOARD.c.seq)
            .join(_BOARD)
            .where(
                _SEAT.c.waiting_since < before,
                _SEAT.c.reminded_at.is_(None),
                _SEAT.c.until_seq.is_(None),
            )
            .order_by(_SEAT.c.waiting_since, _SEAT.c.id)
        )
        return tuple(
            Overdue(row.account_id, row.board_id, Seat(row.seat), row.seq)
            for row in self._connection.execute(query)
        )

    def reminded(self, number: int, seat: Seat, at: datetime) -> None:
        """Note that the player in the seat has been reminded; a move makes it forgotten."""
        self._connection.execute(
            sa.update(_SEAT)
            .where(_SEAT.c.board_id == number, _SEAT.c.seat == int(seat), _SEAT.c.until_seq.is_(None))
            .values(reminded_at=at)
        )


def _resumed(rules: RuleSet, deal: DealRecord) -> hearts.State:
    first, second, third, fourth = deal.totals
    return hearts.resume(rules, deal.number, (first, second, third, fourth), deal.tie, deal.first_move)


def _deal_number(state: hearts.State) -> int:
    """The number of the deal that an action on this state belongs to."""
    match state:
        case hearts.AwaitingDeal():
            return state.number
        case hearts.Passing() | hearts.Playing():
            return state.facts.number
        case hearts.Finished():
            return state.last.facts.number
        case _:
            assert_never(state)


def _deal_record(row: "sa.RowMapping") -> DealRecord:
    return DealRecord(
        number=row["number"],
        secret=row["secret"],
        mix=row["mix"] or "",
        first_seq=row["first_seq"] or 0,
        first_move=row["first_move"] or 0,
        totals=tuple(row["totals"] or ()),
        tie=bool(row["tie"]),
        points=tuple(row["points"] or ()),
        moon=None if row["moon"] is None else Seat(row["moon"]),
        log=row["log"] or "",
    )
