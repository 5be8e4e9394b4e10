"""From a stored board to the page that one reader may see."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from pbmhearts.commands import fairness
from pbmhearts.commands.context import Services
from pbmhearts.games import fairdeal, hearts
from pbmhearts.games.hearts import Seat
from pbmhearts.render import BoardPage, Commitment, DealRow, Look, Remark
from pbmhearts.storage import Board, DealRecord, Repositories


@dataclass(frozen=True, slots=True)
class Reader:
    """Whose page it is.

    Attributes:
        seat: where the reader sits, None for a watcher.
        userid: "" for a watcher.
        fewer_mails: whether the letter offers fewer of them.
    """

    seat: Seat | None
    userid: str
    look: Look
    fewer_mails: bool = False


@dataclass(frozen=True, slots=True)
class Moment:
    """A board as it stood after action `seq`, with what came after action `told`."""

    board: Board
    told: int
    seq: int
    state: hearts.State
    events: tuple[hearts.Event, ...]
    deals: tuple[DealRecord, ...]
    remarks: tuple[Remark, ...]
    first_names: tuple[str, ...]


def moment(repositories: Repositories, board: Board, told: int, seq: int, said: int | None = None) -> Moment:
    """The board after action `seq`, for readers who know all up to action `told`; with the remark of id `said`."""
    state, events = repositories.boards.story(board.number, told, seq)
    remarks = repositories.boards.remarks(board.number, told, seq, said)
    return Moment(
        board=board,
        told=told,
        seq=seq,
        state=state,
        events=events,
        deals=repositories.boards.deals(board.number),
        remarks=tuple(Remark(remark.userid, remark.text) for remark in remarks),
        first_names=repositories.boards.first_names(board.number) if board.ended_at else (),
    )


def page(at: Moment, reader: Reader, services: Services, now: datetime, note: str = "") -> BoardPage:
    """What `reader` is to be told of that moment."""
    view = hearts.view(at.state, reader.seat)
    over = view.places is not None
    abandoned = at.board.abandoned and at.seq == at.board.seq
    number = at.board.number
    waiting = [seated.waiting_since for seated in at.board.seats if seated.seat in view.waiting]
    return BoardPage(
        board=number,
        names=at.board.names,
        view=view,
        happened=at.events,
        server=services.me.address,
        look=reader.look,
        now=now,
        remarks=at.remarks,
        deals=tuple(_rows(at)),
        code=""
        if over or abandoned or reader.seat is None
        else services.codes.turn_code(number, reader.seat, view.move),
        userid=reader.userid,
        waiting_since=min((since for since in waiting if since), default=None),
        note=note,
        fewer_mails=reader.fewer_mails and view.deal == 1,
        commitments=tuple(_commitments(at)),
        checks=fairness.checks(at.board.rules, at.deals, at.state) if over else (),
        first_names=at.first_names,
        abandoned=abandoned,
        offers=frozenset(spec.name for spec in services.registry if spec.in_reply),
    )


def _rows(at: Moment) -> Iterable[DealRow]:
    """The deals that were over at that moment."""
    for deal, after in zip(at.deals, at.deals[1:], strict=False):
        if not deal.points or (after.first_seq and after.first_seq > at.seq + 1):
            continue
        if not after.first_seq and at.seq < at.board.seq:
            continue
        yield DealRow(
            number=deal.number,
            points=_four(deal.points),
            totals=_four([before + points for before, points in zip(deal.totals, deal.points, strict=True)]),
            moon=deal.moon,
        )


def _four(numbers: Iterable[int]) -> tuple[int, int, int, int]:
    first, second, third, fourth = numbers
    return first, second, third, fourth


def _commitments(at: Moment) -> Iterable[Commitment]:
    """What a deal's first letter promises: the secret of the next one, with the first also its own."""
    dealt = [event.number for event in at.events if isinstance(event, hearts.Dealt)]
    promised = {number + 1 for number in dealt} | ({1} if 1 in dealt else set())
    for deal in at.deals:
        if deal.number in promised:
            yield Commitment(deal.number, fairdeal.commitment(deal.secret))
