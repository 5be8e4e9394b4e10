"""A board's log: one action behind the other, with the deals that they come from and what follows from them."""

from datetime import datetime
from typing import assert_never

import sqlalchemy as sa

from pbmhearts.clock import DealSecrets, Span
from pbmhearts.games import fairdeal, hearts
from pbmhearts.storage import schema, seating, waits
from pbmhearts.storage.board_reader import BoardReader
from pbmhearts.storage.ratings import Ratings

_BOARD = schema.boards
_DEAL = schema.deals
_ACTION = schema.actions
_LOG = sa.insert(_ACTION)
_GOES_ON = (
    sa.update(_BOARD)
    .where(_BOARD.c.id == sa.bindparam("number"))
    .values(seq=sa.bindparam("last"), moved_at=sa.bindparam("at"))
)


class BoardLog(BoardReader):
    """Writes what happens on boards, within one transaction."""

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
        self._forget(number)
        logged = {
            "board_id": number,
            "seq": seq + 1,
            "deal": _deal_number(state),
            "action": hearts.action_text(action),
            "account_id": account_id,
            "at": at,
        }
        self._connection.execute(_LOG, logged)
        self._record(number, seq + 1, after, events, at)
        moved = None if isinstance(action, hearts.Deal) else action.seat
        waits.begin(self._connection, number, hearts.waiting(after), moved, at)
        if isinstance(action, hearts.TakeBack) and isinstance(after, hearts.Passing):
            self._wait_on(number, action.seat, after.facts.number, at)
        return after

    def _wait_on(self, number: int, seat: hearts.Seat, deal: int, at: datetime) -> None:
        """Let the wait for a pass that was taken back run on from where that pass had ended it."""
        query = (
            sa.select(_ACTION.c.action, _ACTION.c.at)
            .where(_ACTION.c.board_id == number, _ACTION.c.deal == deal)
            .order_by(_ACTION.c.seq)
        )
        spans: list[Span] = []
        since: datetime | None = None
        for text, when in self._connection.execute(query):
            match hearts.parse_action(text):
                case hearts.Pass(who) if who is seat and since is not None:
                    spans.append((since, when))
                    since = None
                case hearts.TakeBack(who) if who is seat:
                    since = when
                case hearts.Deal():
                    since = when
        waits.resume(self._connection, number, seat, spans, at)

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
        self._connection.execute(_GOES_ON, {"number": number, "last": seq, "at": at})
        if finished:
            places = list(seating.places(finished.places, self._seated(number)))
            ended = sa.update(_BOARD).where(_BOARD.c.id == number).values(ended_at=at, places=places)
            self._connection.execute(ended)
            Ratings(self._connection).rate(number)

    def _fix_secret(self, number: int, deal: int, secrets: DealSecrets) -> None:
        self._connection.execute(
            sa.insert(_DEAL).values(board_id=number, number=deal, secret=secrets(number, deal))
        )

    def _deal_on(
        self, number: int, state: hearts.AwaitingDeal, at: datetime, secrets: DealSecrets
    ) -> hearts.State:
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
        return self._append(number, seq, state, hearts.Deal(fairdeal.deal(current.secret, mix)), None, at)


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
