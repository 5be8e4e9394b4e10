"""From a stored board to the page that one reader may see."""

import functools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import pairwise

from pbmhearts.cards import card
from pbmhearts.commands import absences, terms
from pbmhearts.commands.context import Services
from pbmhearts.commands.registry import Registry
from pbmhearts.games import fairdeal, hearts
from pbmhearts.games.hearts import Seat
from pbmhearts.notices import deal_checks, replays
from pbmhearts.render import (
    Absence,
    BoardPage,
    Comment,
    Commitment,
    DealCheck,
    DealRow,
    FourNames,
    Look,
    RatingChange,
)
from pbmhearts.storage import Board, BoardHistory, DealRecord, Proposal, Remark, Repositories, Terms

_AS_IT_COMES = Look()
_QUEEN = card("QS")


@dataclass(frozen=True, slots=True)
class Reader:
    """The person whom a page is made for.

    Attributes:
        seat: where the reader sits, None for a watcher.
        userid: "" for a watcher.
        fewer_mails: whether the letter offers fewer of them.
        unheard: the accounts whose words are kept from the reader.
    """

    seat: Seat | None
    userid: str
    look: Look
    fewer_mails: bool = False
    unheard: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Ending:
    """What only letters at the end of a board tell; the attributes are those of `BoardPage`."""

    checks: tuple[DealCheck, ...] = ()
    first_names: tuple[str, ...] = ()
    replay: str = ""
    ratings: tuple[RatingChange, ...] = ()


@dataclass(frozen=True, slots=True)
class Moment:
    """A board as it stood after an action, with what happened since an earlier one; all its readers share it.

    Attributes:
        names: what the four are called, by seat.
        state: the match; of it each reader sees a part.
        public: what anybody may see of it.
        counts: what anybody can count who has watched.
        deals: those that were over.
        stands: the board still waits as it did then: nothing has happened since, or the same passing goes on.
        deadlines: until when the seats that are waited for have time; known only of a board that stands.
        abandoned: the board had ended without a result.
        terms: the options of a challenge that ask for the board's times and terms.
        offers: the verbs that a reply may begin with.
    """

    board: Board
    names: FourNames
    seq: int
    state: hearts.State
    public: hearts.View
    counts: hearts.Counts | None
    events: tuple[hearts.Event, ...]
    deals: tuple[DealRow, ...]
    commitments: tuple[Commitment, ...]
    comments: tuple[Remark, ...]
    stands: bool
    deadlines: Mapping[Seat, datetime]
    abandoned: bool
    ending: Ending
    absences: tuple[Absence, ...]
    terms: str
    offers: frozenset[str]
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
    public = hearts.view(state, None)
    if public.places is not None and board.places:
        # By the log the fewest points win, but a player who has left is last whatever the points.
        public = replace(public, places=_four(board.places))
    now, ended = seq == board.seq, board.ended_at is not None
    stands = now or hearts.same_passing(state, board.state)
    own_terms = history.terms if ended else Terms()
    return Moment(
        board=board,
        names=board.names,
        seq=seq,
        state=state,
        public=public,
        counts=hearts.counts(public),
        events=events,
        deals=tuple(_rows(history, events, seq)),
        commitments=tuple(_commitments(history, events)),
        comments=history.remarks(told, seq, said),
        stands=stands,
        deadlines=_deadlines(repositories, services, board) if stands and not ended else {},
        abandoned=now and board.abandoned,
        ending=_ending(repositories, services, history, state) if now and ended else Ending(),
        absences=() if ended else tuple(_absences(history, services)),
        terms=terms.write_terms(own_terms),
        offers=_offers(own_terms, services),
        proposal=None if ended else history.proposal(seq),
    )


def _offers(own_terms: Terms, services: Services) -> frozenset[str]:
    """The verbs that a reply may begin with; no `show` for a private board that is over, which has no code any more."""
    offers = _reply_verbs(services.registry)
    return offers - {"show"} if own_terms.private else offers


@functools.lru_cache(8)
def _reply_verbs(registry: Registry) -> frozenset[str]:
    return frozenset(spec.name for spec in registry if spec.in_reply)


def _absences(history: BoardHistory, services: Services) -> Iterable[Absence]:
    """The players who are on vacation or have paused, so that the others know not to expect them."""
    for account in history.players.values():
        until = absences.away_until(account, services.clock.now())
        if until or account.paused_at:
            yield Absence(account.userid, until)


def _deadlines(repositories: Repositories, services: Services, board: Board) -> Mapping[Seat, datetime]:
    limits = terms.limits(services.config.boards)
    clocks = repositories.clocks.of_board(board.number, limits, services.clock.now())
    return {clock.seat: clock.runs_out_at for clock in clocks}


def _ending(
    repositories: Repositories, services: Services, history: BoardHistory, state: hearts.State
) -> Ending:
    board = history.board
    checks = deal_checks.checks(board.rules, history.deals, state)
    first_names = repositories.boards.first_names(board.number)
    if not isinstance(state, hearts.Finished):
        return Ending(checks, first_names)
    deals = tuple(replays.played_deals(board.rules, repositories.boards.log(board.number), over=True))
    replay = services.renderer.text(
        "replies/replay.txt", board=board.number, names=board.names, deals=deals, over=True
    )
    ratings = tuple(
        RatingChange(change.userid, round(change.before), round(change.after))
        for change in repositories.ratings.changes(board.number)
    )
    return Ending(checks, first_names, replay, ratings)


def page(at: Moment, reader: Reader, services: Services, now: datetime, note: str = "") -> BoardPage:
    """The page that tells `reader` of that moment."""
    view = hearts.seen_by(reader.seat, at.public, at.state)
    over = view.places is not None
    # The seats say since when the board waits as it stands, not since when it waited earlier.
    here = at.board.seats if at.stands else ()
    waiting = [seated.waiting_since for seated in here if seated.seat in view.waiting]
    return BoardPage(
        board=at.board.number,
        names=at.names,
        view=view,
        happened=at.events,
        server=services.me.address,
        look=reader.look,
        now=now,
        comments=tuple(
            Comment(remark.userid, remark.text)
            for remark in at.comments
            if remark.account_id not in reader.unheard
        ),
        deals=at.deals,
        code="" if over or at.abandoned else _code(at, reader, services, view.move),
        userid=reader.userid,
        waiting_since=min((since for since in waiting if since), default=None),
        due=_due(at, reader.seat),
        note=note,
        fewer_mails=reader.fewer_mails and view.deal == 1,
        commitments=at.commitments,
        checks=at.ending.checks,
        first_names=at.ending.first_names,
        replay=at.ending.replay,
        ratings=at.ending.ratings,
        abandoned=at.abandoned,
        absences=at.absences,
        terms=at.terms,
        asked=at.proposal is not None and reader.seat is not None and reader.seat not in at.proposal.agreed,
        offers=at.offers,
        counts=at.counts,
    )


def look(
    at: Moment, services: Services, now: datetime, note: str = "", *, wishes: Look = _AS_IT_COMES
) -> BoardPage:
    """The page of somebody who only looks at that moment: it shows what anybody may see, and offers no `unsubscribe`.

    Args:
        wishes: how that person wants letters.
    """
    seen = page(at, Reader(None, "", replace(wishes, html=False)), services, now, note)
    return replace(seen, whole=True, offers=seen.offers - {"unsubscribe"})


def _code(at: Moment, reader: Reader, services: Services, move: int) -> str:
    """The reader's turn code; "" for watchers and for players who have left the seat."""
    if reader.seat is None or at.board.seats[reader.seat].userid != reader.userid:
        return ""
    sitting = at.board.seats[reader.seat].sitting
    return services.codes.turn_code(at.board.number, reader.seat, move, sitting)


def _due(at: Moment, seat: Seat | None) -> datetime | None:
    """The reader's deadline if the board waits for the reader, else the next deadline of the others."""
    if seat is not None and seat in at.deadlines:
        return at.deadlines[seat]
    return min(at.deadlines.values(), default=None)


def _rows(history: BoardHistory, events: tuple[hearts.Event, ...], seq: int) -> Iterable[DealRow]:
    """The deals that were over after action `seq`.

    Those that ended with `events`, and all of a board that is over, say who took the queen of spades.
    """
    over = history.board.ended_at is not None and seq == history.board.seq
    ended = {event.number for event in events if isinstance(event, hearts.DealScored)}
    for deal, after in pairwise(history.deals):
        if not deal.points or (after.first_seq and after.first_seq > seq + 1):
            continue
        if not after.first_seq and seq < history.board.seq:
            continue
        yield DealRow(
            number=deal.number,
            points=_four(deal.points),
            totals=_four([before + points for before, points in zip(deal.totals, deal.points, strict=True)]),
            moon=deal.moon,
            queen=_queen(history, deal, (after.first_seq or seq + 1) - 1)
            if over or deal.number in ended
            else None,
        )


def _queen(history: BoardHistory, deal: DealRecord, last: int) -> Seat | None:
    """Who took the queen of spades in a deal that ended with action `last`."""
    rest = None
    for event in history.story(deal.first_seq - 1, last)[1]:
        if isinstance(event, hearts.TrickTaken) and any(played == _QUEEN for _, played in event.plays):
            return event.taker
        if isinstance(event, hearts.RestTaken):
            rest = event.seat
    return rest


def _four(numbers: Iterable[int]) -> tuple[int, int, int, int]:
    first, second, third, fourth = numbers
    return first, second, third, fourth


def _commitments(history: BoardHistory, events: Iterable[hearts.Event]) -> Iterable[Commitment]:
    """The promises of a deal's first letter: of the next deal's secret, and in the first deal also of its own."""
    dealt = [event.number for event in events if isinstance(event, hearts.Dealt)]
    promised = {number + 1 for number in dealt} | ({1} if 1 in dealt else set())
    for deal in history.deals:
        if deal.number in promised:
            yield Commitment(deal.number, fairdeal.commitment(deal.secret))
