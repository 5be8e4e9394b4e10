"""A board as its letters tell of it: as it stands, as it stood, and what happened in between."""

from collections.abc import Sequence

import sqlalchemy as sa

from pbmhearts.games import hearts
from pbmhearts.games.hearts import RuleSet, Seat
from pbmhearts.storage import schema
from pbmhearts.storage.accounts import account_of
from pbmhearts.storage.clocks import read_terms
from pbmhearts.storage.deal_rows import deal_record, resumed
from pbmhearts.storage.proposed import Proposal, open_proposals, standing
from pbmhearts.storage.records import Board, DealRecord, Remark, Seated, Terms

BOT_NAME = "bot"
"""What a bot is called at the table."""

_BOARD = schema.boards
_SEAT = schema.seats
_ACCOUNT = schema.accounts
_DEAL = schema.deals
_ACTION = schema.actions
_COMMENT = schema.comments

_NUMBER = sa.bindparam("number", type_=sa.Integer)
BEGUN = sa.select(_BOARD).where(_BOARD.c.id == _NUMBER, _BOARD.c.started_at.is_not(None))
_SITTING = _SEAT.c.id.label("sitting")
_OF_SEAT = [each for each in _SEAT.c if each.name not in {"id", "board_id", "account_id"}]
SEATED = (
    sa.select(_SITTING, *_OF_SEAT, *_ACCOUNT.c)
    .select_from(_SEAT.outerjoin(_ACCOUNT))
    .where(_SEAT.c.board_id == _NUMBER, _SEAT.c.until_seq.is_(None))
    .order_by(_SEAT.c.seat)
)
_DEALS = sa.select(_DEAL).where(_DEAL.c.board_id == _NUMBER).order_by(_DEAL.c.number)
_LOG = (
    sa.select(_ACTION.c.action)
    .where(_ACTION.c.board_id == _NUMBER, _ACTION.c.seq.between(sa.bindparam("first"), sa.bindparam("last")))
    .order_by(_ACTION.c.seq)
)
_REMARKS = (
    sa.select(_COMMENT.c.seq, _ACCOUNT.c.userid, _COMMENT.c.text, _COMMENT.c.at)
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
        deals: every deal, the one whose secret only is fixed included.
        terms: what it is played for, and in what time.
    """

    def __init__(self, connection: sa.Connection, row: "sa.RowMapping") -> None:
        self._connection = connection
        number = row["id"]
        seated = connection.execute(SEATED, {"number": number}).mappings().all()
        deals = connection.execute(_DEALS, {"number": number}).mappings()
        self.players = {each["id"]: account_of(each) for each in seated if each["id"] is not None}
        self.deals: tuple[DealRecord, ...] = tuple(map(deal_record, deals))
        self.terms: Terms = read_terms(row)
        self._number = number
        self._rules = RuleSet.from_json(row["rules"])
        self._first = row["seq"] + 1
        self._log: tuple[str, ...] = ()
        self._said_since = row["seq"] + 1
        self._said: tuple[Remark, ...] = ()
        self._proposed: tuple[Proposal, ...] | None = None
        self.board = Board(
            number=number,
            rules=self._rules,
            state=self.story(row["seq"], row["seq"])[0],
            seq=row["seq"],
            seats=tuple(map(seated_of, seated)),
            created_at=row["created_at"],
            moved_at=row["moved_at"],
            ended_at=row["ended_at"],
            places=tuple(row["places"] or ()),
            abandoned=row["abandoned"],
        )

    def story(self, told: int, seq: int) -> tuple[hearts.State, tuple[hearts.Event, ...]]:
        """The match after action `seq`, and all that came about after action `told`."""
        dealt = [deal for deal in self.deals if 0 < deal.first_seq <= seq]
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
        row = self._connection.execute(BEGUN, {"number": number}).mappings().first()
        if row is None:
            raise LookupError(f"board {number}")
        return BoardHistory(self._connection, row)


def _number(deal: DealRecord) -> int:
    return deal.number


def _remark(row: "sa.RowMapping") -> Remark:
    return Remark(row["seq"], row["userid"], row["text"], row["at"])


def seated_of(row: "sa.RowMapping") -> Seated:
    return Seated(
        seat=Seat(row["seat"]),
        account_id=row["id"],
        userid=row["userid"] or BOT_NAME,
        bot=row["bot"] or "",
        told_seq=row["told_seq"],
        waiting_since=row["waiting_since"],
        reminded_at=row["reminded_at"],
        sitting=row["sitting"] if row["from_seq"] else 0,
    )
