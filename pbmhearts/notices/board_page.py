"""From a stored board to the page that one reader may see."""

import functools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from pbmhearts.commands import absences, terms
from pbmhearts.commands.context import Services
from pbmhearts.commands.registry import Registry
from pbmhearts.games import fairdeal, hearts
from pbmhearts.games.hearts import Seat
from pbmhearts.notices import deal_checks, replays
from pbmhearts.render import Absence, BoardPage, Commitment, DealRow, Look, RatingChange, Remark
from pbmhearts.storage import Board, BoardHistory, DealRecord, Proposal, Repositories, SeatClock, Terms

_AS_IT_COMES = Look()


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
    """A board as it stood after action `seq`, with what came after action `told`.

    Attributes:
        public: what anybody may see of it.
    """

    board: Board
    told: int
    seq: int
    state: hearts.State
    public: hearts.View
    events: tuple[hearts.Event, ...]
    deals: tuple[DealRecord, ...]
    remarks: tuple[Remark, ...]
    first_names: tuple[str, ...]
    ratings: tuple[RatingChange, ...]
    clocks: tuple[SeatClock, ...]
    log: tuple[str, ...]
    absences: tuple[Absence, ...]
    terms: Terms
    proposal: Proposal | None


def moment(
    repositories: Repositories,
    services: Services,
    history: BoardHistory,
    told: int,
    seq: int,
    said: Sequence[int] = (),
) -> Moment:
    """The board after action `seq`, for readers who know all up to action `told`; with the remarks of ids `said`."""
    board = history.board
    state, events = history.story(told, seq)
    now, ended = seq == board.seq, board.ended_at is not None
    last = now and ended
    return Moment(
        board=board,
        told=told,
        seq=seq,
        state=state,
        public=hearts.view(state, None),
        events=events,
        deals=history.deals,
        remarks=tuple(Remark(said.userid, said.text) for said in history.remarks(told, seq, said)),
        first_names=repositories.boards.first_names(board.number) if last else (),
        ratings=tuple(_rating_changes(repositories, board)) if last else (),
        clocks=_clocks(repositories, services, board) if now and not ended else (),
        log=repositories.boards.log(board.number) if last else (),
        absences=() if ended else tuple(_absences(history, services)),
        terms=history.terms if ended else Terms(),
        proposal=None if ended else repositories.proposals.open(board.number, seq),
    )


def _offers(at: Moment, services: Services) -> frozenset[str]:
    """The verbs that a reply may begin with; a private board that is over has no code that would show it."""
    offers = _reply_verbs(services.registry)
    return offers - {"show"} if at.terms.private else offers


@functools.lru_cache(8)
def _reply_verbs(registry: Registry) -> frozenset[str]:
    return frozenset(spec.name for spec in registry if spec.in_reply)


def _absences(history: BoardHistory, services: Services) -> Iterable[Absence]:
    """Who is on vacation or has paused, so that the others know whom not to expect."""
    for account in history.players.values():
        until = absences.away_until(account, services.clock.now())
        if until or account.paused_at:
            yield Absence(account.userid, until)


def _clocks(repositories: Repositories, services: Services, board: Board) -> tuple[SeatClock, ...]:
    limits = terms.limits(services.config.boards)
    return repositories.clocks.of_board(board.number, limits, services.clock.now())


def _rating_changes(repositories: Repositories, board: Board) -> Iterable[RatingChange]:
    for change in repositories.ratings.changes(board.number):
        yield RatingChange(change.userid, round(change.before), round(change.after))


def page(at: Moment, reader: Reader, services: Services, now: datetime, note: str = "") -> BoardPage:
    """What `reader` is to be told of that moment."""
    view = hearts.seen_by(reader.seat, at.public, at.state)
    over = view.places is not None
    abandoned = at.board.abandoned and at.seq == at.board.seq
    number = at.board.number
    if over and at.board.places:
        # The log knows who has the fewest points; whoever has left is last all the same.
        view = replace(view, places=_four(at.board.places))
    # Only of the board as it stands is it known since when it waits.
    here = at.board.seats if at.seq == at.board.seq else ()
    waiting = [seated.waiting_since for seated in here if seated.seat in view.waiting]
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
        code="" if over or abandoned else _code(at, reader, services, view.move),
        userid=reader.userid,
        waiting_since=min((since for since in waiting if since), default=None),
        due=_due(at, reader.seat),
        note=note,
        fewer_mails=reader.fewer_mails and view.deal == 1,
        commitments=tuple(_commitments(at)),
        checks=deal_checks.checks(at.board.rules, at.deals, at.state) if over or abandoned else (),
        first_names=at.first_names,
        replay=_replay(at, services) if over else "",
        ratings=at.ratings if over else (),
        abandoned=abandoned,
        absences=at.absences,
        terms=terms.write_terms(at.terms),
        asked=at.proposal is not None and reader.seat is not None and reader.seat not in at.proposal.agreed,
        offers=_offers(at, services),
    )


def look(
    at: Moment, services: Services, now: datetime, note: str = "", *, wishes: Look = _AS_IT_COMES
) -> BoardPage:
    """What anybody may see of that moment, for who only looks: there is nothing to unsubscribe from.

    Args:
        wishes: how the one who looks wants letters.
    """
    seen = page(at, Reader(None, "", replace(wishes, html=False)), services, now, note)
    return replace(seen, offers=seen.offers - {"unsubscribe"})


def _replay(at: Moment, services: Services) -> str:
    deals = tuple(replays.played_deals(at.board.rules, at.log, over=True))
    names, number = at.board.names, at.board.number
    return services.renderer.text("replies/replay.txt", board=number, names=names, deals=deals, over=True)


def _code(at: Moment, reader: Reader, services: Services, move: int) -> str:
    """The reader's turn code; "" for watchers, and for whoever sits there no longer."""
    if reader.seat is None or at.board.seats[reader.seat].userid != reader.userid:
        return ""
    sitting = at.board.seats[reader.seat].sitting
    return services.codes.turn_code(at.board.number, reader.seat, move, sitting)


def _due(at: Moment, seat: Seat | None) -> datetime | None:
    """Until when the reader has time, where the board waits for the reader; else the next deadline of others."""
    deadlines = {clock.seat: clock.runs_out_at for clock in at.clocks}
    if seat is not None and seat in deadlines:
        return deadlines[seat]
    return min(deadlines.values(), default=None)


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
