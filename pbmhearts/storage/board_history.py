"""A board as its letters tell of it: as it stands, as it stood, and what happened in between."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

import sqlalchemy as sa

from pbmhearts.games import hearts
from pbmhearts.games.hearts import RuleSet, Seat
from pbmhearts.storage import schema
from pbmhearts.storage.accounts import account_of
from pbmhearts.storage.clocks import read_terms
from pbmhearts.storage.deal_rows import deal_record, resumed
from pbmhearts.storage.proposed import Proposal, open_proposals, standing
from pbmhearts.storage.records import Board, DealRecord, Remark, Seated, Terms
from pbmhearts.storage.remembered import recall

BOT_NAME = "bot"
"""What a bot is called at the table."""

_BOARD = schema.boards
_SEAT = schema.seats
_ACCOUNT = schema.accounts
_DEAL = schema.deals
_ACTION = schema.actions
_COMMENT = schema.comments

_NUMBER = sa.bindparam("number", type_=sa.Integer)
_OF_SEAT = ("seat", "bot", "from_seq", "told_seq", "waiting_since", "reminded_at", "used")
_OF_BOARD = [each for each in _BOARD.c if each.name not in {"id", "created_at"}]
_SITTING = (
    _SEAT.c.id.label("sitting"),
    *(_SEAT.c[name] for name in _OF_SEAT),
    *(each for each in _ACCOUNT.c if each.name != "userid_key"),
)
_SITS = sa.and_(_SEAT.c.board_id == _BOARD.c.id, _SEAT.c.until_seq.is_(None))
BEGUN = (
    sa.select(*_SITTING, _BOARD.c.created_at.label("made_at"), *_OF_BOARD)
    .select_from(_BOARD.join(_SEAT, _SITS).outerjoin(_ACCOUNT, _ACCOUNT.c.id == _SEAT.c.account_id))
    .where(_BOARD.c.id == _NUMBER, _BOARD.c.started_at.is_not(None))
    .order_by(_SEAT.c.seat)
)
"""A board that has begun, a row for each of its four."""

_DEALS = sa.select(_DEAL).where(_DEAL.c.board_id == _NUMBER).order_by(_DEAL.c.number)
_NEWEST = sa.select(sa.func.max(_DEAL.c.number)).where(_DEAL.c.board_id == _NUMBER).scalar_subquery()
_RECENT = _DEALS.where(_DEAL.c.number >= _NEWEST - 1)
_LOG = (
    sa.select(_ACTION.c.action)
    .where(_ACTION.c.board_id == _NUMBER, _ACTION.c.seq.between(sa.bindparam("first"), sa.bindparam("last")))
    .order_by(_ACTION.c.seq)
)
_REMARKS = (
    sa.select(_COMMENT.c.seq, _COMMENT.c.account_id, _ACCOUNT.c.userid, _COMMENT.c.text, _COMMENT.c.at)
    .join(_ACCOUNT)
    .where(_COMMENT.c.board_id == _NUMBER)
    .order_by(_COMMENT.c.id)
)
_SAID_SINCE = _REMARKS.where(_COMMENT.c.seq > sa.bindparam("told"))
_SAID = _REMARKS.where(
    sa.or_(
        sa.and_(_COMMENT.c.seq > sa.bindparam("told"), _COMMENT.c.seq <= sa.bindparam("seq")),
        _COMMENT.c.id.in_(sa.bindparam("said", expanding=True)),
    )
)


class BoardHistory:
    """A board that has begun, read within one transaction, and each part once.

    Attributes:
        board: as it stands.
        players: the people who sit there now, by account.
        terms: what it is played for, and in what time.
    """

    def __init__(
        self, connection: sa.Connection, number: int, rows: "Sequence[sa.RowMapping]", *, whole: bool = False
    ) -> None:
        self._connection = connection
        self._number = number
        row = rows[0]
        self._rules = RuleSet.from_json(row["rules"])
        remembered = None if whole else recall(row["stamp"])
        self._deals = remembered.deals if remembered else self._read_deals(whole=whole)
        self._is_whole = whole
        self._first = row["seq"] + 1
        self._log: tuple[str, ...] = ()
        self._said_since = row["seq"] + 1
        self._said: tuple[Remark, ...] = ()
        self._proposed: tuple[Proposal, ...] | None = None
        self.players = {each["id"]: account_of(each) for each in rows if each["id"] is not None}
        self.terms: Terms = read_terms(row)
        self.board = Board(
            number=number,
            rules=self._rules,
            state=remembered.state if remembered else self.story(row["seq"], row["seq"])[0],
            seq=row["seq"],
            seats=tuple(map(seated_of, rows)),
            created_at=row["made_at"],
            moved_at=row["moved_at"],
            ended_at=row["ended_at"],
            places=tuple(row["places"] or ()),
            deals=self._deals[-2:],
            abandoned=row["abandoned"],
        )

    @property
    def deals(self) -> tuple[DealRecord, ...]:
        """Every deal, the one whose secret only is fixed included."""
        if not self._is_whole:
            self._deals, self._is_whole = self._read_deals(whole=True), True
        return self._deals

    def _read_deals(self, *, whole: bool) -> tuple[DealRecord, ...]:
        rows = self._connection.execute(_DEALS if whole else _RECENT, {"number": self._number}).mappings()
        return tuple(map(deal_record, rows))

    def goes_on(self, board: Board) -> None:
        """The board is stored as it stands now, with its news."""
        new = [logged.action for logged in board.news if logged.seq > self.board.seq]
        known = {deal.number: deal for deal in self._deals} | {deal.number: deal for deal in board.deals}
        self._deals = tuple(known[number] for number in sorted(known))
        self._log = (*self._log, *new)
        self._said_since, self._said, self._proposed = board.seq + 1, (), None
        self.board = replace(board, news=())

    def story(self, told: int, seq: int) -> tuple[hearts.State, tuple[hearts.Event, ...]]:
        """The match after action `seq`, and all that came about after action `told`."""
        deals = self._deals
        if deals[0].number > 1 and min(told + 1, seq) < deals[0].first_seq:
            deals = self.deals
        dealt = [deal for deal in deals if 0 < deal.first_seq <= seq]
        if not dealt:
            return hearts.start(self._rules), ()
        # The deal in which the untold begins; a deal is replayed from its start, never the match.
        first = max((deal for deal in dealt if deal.first_seq <= told + 1), key=_number, default=dealt[0])
        begin, before = resumed(self._rules, first), first.first_seq - 1
        log = self._log_between(first.first_seq, seq)
        untold = range(max(told, before) + 1, seq + 1)
        events = tuple(event for at in untold for event in hearts.after(begin, log[: at - before]).events)
        return hearts.after(begin, log).state, events

    def _log_between(self, first: int, last: int) -> tuple[str, ...]:
        """The actions of these numbers; what has been read is not read again."""
        if first < self._first:
            unread = {"number": self._number, "first": first, "last": self._first - 1}
            self._log = (*self._connection.execute(_LOG, unread).scalars(), *self._log)
            self._first = first
        return self._log[first - self._first : last + 1 - self._first]

    def remarks(self, told: int, seq: int, said: Sequence[int] = ()) -> tuple[Remark, ...]:
        """What was said after action `told`, up to `seq`; also the remarks of these ids, whenever they were."""
        which = {"number": self._number, "told": told}
        if said:
            rows = self._connection.execute(_SAID, which | {"seq": seq, "said": list(said)})
            return tuple(map(_remark, rows.mappings()))
        if told < self._said_since:
            rows = self._connection.execute(_SAID_SINCE, which)
            self._said = tuple(map(_remark, rows.mappings()))
            self._said_since = told
        return tuple(remark for remark in self._said if told < remark.seq <= seq)

    def proposal(self, seq: int) -> Proposal | None:
        """The open proposal, where `seq` is the board's last action; None if there is none, or it has lapsed."""
        if self._proposed is None:
            self._proposed = open_proposals(self._connection, self._number)
        return standing(self._proposed, seq)


class BoardHistories:
    """The boards that letters are about, within one transaction."""

    def __init__(self, connection: sa.Connection) -> None:
        self._connection = connection

    def of(self, number: int) -> BoardHistory:
        """A board's history, as it is now.

        Raises:
            LookupError: none has begun under that number.
        """
        rows = self._connection.execute(BEGUN, {"number": number}).mappings().all()
        if not rows:
            raise LookupError(f"board {number}")
        return BoardHistory(self._connection, number, rows, whole=True)


def _number(deal: DealRecord) -> int:
    return deal.number


def _remark(row: "sa.RowMapping") -> Remark:
    return Remark(row["seq"], row["account_id"], row["userid"], row["text"], row["at"])


def seated_of(row: "sa.RowMapping") -> Seated:
    """Who sits in a seat, by its row with the account's."""
    return Seated(
        seat=Seat(row["seat"]),
        account_id=row["id"],
        userid=row["userid"] or BOT_NAME,
        bot=row["bot"] or "",
        told_seq=row["told_seq"],
        waiting_since=row["waiting_since"],
        reminded_at=row["reminded_at"],
        sitting=row["sitting"] if row["from_seq"] else 0,
        used=timedelta(seconds=row["used"]),
    )
