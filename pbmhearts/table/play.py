"""Play on a board: an action is applied, what follows from it is done, and the board is stored as it is then.

What is dealt next, whose time runs, and who has come to which place is decided here; storage writes it down.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import assert_never

from pbmhearts.clock import DealSecrets, Span, running
from pbmhearts.commands.context import Context
from pbmhearts.games import fairdeal, hearts
from pbmhearts.games.hearts import Seat
from pbmhearts.storage import STAND_IN, Board, DealRecord, Logged, Repositories, Seated, Sitter


def places(by_points: hearts.Totals, seats: Sequence[Seated]) -> hearts.Totals:
    """The places, with whoever has left last, whatever their stand-ins have made of it."""
    return hearts.place_last(by_points, {seated.seat for seated in seats if seated.bot == STAND_IN})


def dealer_of(context: Context) -> "Dealer":
    """Who deals and keeps the score in a mail's transaction."""
    return Dealer(context.repositories, context.now, context.services.secrets)


@dataclass(frozen=True, slots=True)
class Dealer:
    """Moves boards on, within one transaction; a board that it gives back is stored only by `save`, or as it is told.

    Attributes:
        now: when all that happens.
        secrets: what deals are made of.
    """

    repositories: Repositories
    now: datetime
    secrets: DealSecrets

    def start(self, number: int, sitters: Sequence[Sitter]) -> Board:
        """Seat the four, in seat order, of a board that waits for them, and deal."""
        board = self.repositories.boards.begin(number, sitters, self.now, self.secrets(number, 1))
        state = hearts.start(board.rules)
        return self._deal_on(replace(board, state=state), state)

    def act(self, board: Board, action: hearts.Action, account_id: int | None) -> Board:
        """Apply an action, and deal on if it ends a deal.

        Args:
            account_id: who acts, None for the operator.

        Raises:
            IllegalMoveError: the rules refuse it.
        """
        state, events = hearts.apply(board.state, action)
        before, board = board, self._log(board, action, account_id, hearts.Transition(state, events))
        if isinstance(action, hearts.TakeBack) and isinstance(state, hearts.Passing):
            board = self._waiting_on(before, board, action.seat, state.facts.number)
        return self._deal_on(board, state) if isinstance(state, hearts.AwaitingDeal) else board

    def take_back(self, board: Board, account_id: int | None) -> Board:
        """Take back the last card that a person chose, and what bots have played since.

        Args:
            account_id: whose wish it was, None for the operator's.

        Raises:
            IllegalMoveError: no person has chosen a card in this deal.
        """
        chosen = hearts.chosen_cards(board.state) if isinstance(board.state, hearts.Playing) else ()
        seats = [seat for seat, _ in chosen]
        while seats and board.seats[seats[-1]].bot:
            seats.pop()
        if not seats:
            raise hearts.IllegalMoveError("No player has chosen a card in this hand yet.")
        for seat, _ in reversed(chosen[len(seats) - 1 :]):
            board = self.act(board, hearts.TakeBack(seat), account_id)
        return board

    def reseat(self, board: Board, seat: Seat, sitter: Sitter, left: str = "") -> Board:
        """Let somebody else sit down in a seat, with its hand and score; where only bots are left the board ends.

        Args:
            left: how whoever sat there has left: "resigned", "forfeited", "deleted".
        """
        leaver = board.seats[seat]
        ended = replace(self._ended(leaver), waiting_since=leaver.waiting_since)
        self.save(_with(board, ended))
        after = self.repositories.boards.reseat(board, seat, sitter, self.now, left)
        if all(seated.bot for seated in after.seats):
            return self.abandon(after)
        return after

    def abandon(self, board: Board) -> Board:
        """End a board without a result: nobody is waited for any more."""
        return replace(board, ended_at=self.now, abandoned=True, seats=tuple(map(self._ended, board.seats)))

    def save(self, board: Board) -> None:
        """Store the board; where it has come to its end with that, its four are rated."""
        self.repositories.boards.save(board)
        if any(isinstance(event, hearts.MatchFinished) for event in board.events()):
            self.repositories.ratings.rate(board.number)

    def _log(
        self, board: Board, action: hearts.Action, account_id: int | None, to: hearts.Transition
    ) -> Board:
        deal, seq = _deal_number(board.state), board.seq + 1
        logged = Logged(seq, deal, hearts.action_text(action), account_id, self.now, to.events)
        mover = None if isinstance(action, hearts.Deal) else action.seat
        over = isinstance(to.state, hearts.Finished)
        return replace(
            board,
            state=to.state,
            seq=seq,
            seats=self._passed_on(board.seats, hearts.waiting(to.state), mover),
            moved_at=self.now,
            ended_at=self.now if over else board.ended_at,
            places=places(to.state.places, board.seats)
            if isinstance(to.state, hearts.Finished)
            else board.places,
            deals=tuple(_scored(each, to) for each in board.deals),
            news=(*board.news, logged),
        )

    def _deal_on(self, board: Board, state: hearts.AwaitingDeal) -> Board:
        deals = {deal.number: deal for deal in board.deals}
        current, number = deals[state.number], state.number
        if number == 1:
            mix = fairdeal.first_mix(board.number, [seated.userid for seated in board.seats])
        else:
            mix = fairdeal.mix(deals[number - 1].log)
        deals[number] = replace(
            current,
            mix=mix,
            first_seq=board.seq + 1,
            first_move=state.move,
            totals=tuple(state.totals),
            tie=state.tie_deal,
        )
        # The secret after this one is fixed first, so that its commitment can go out with this deal.
        deals[number + 1] = _undealt(number + 1, self.secrets(board.number, number + 1))
        board = replace(board, deals=tuple(deals[each] for each in sorted(deals)))
        action = hearts.Deal(fairdeal.deal(current.secret, mix))
        return self._log(board, action, None, hearts.apply(state, action))

    # Whose time runs

    def _passed_on(
        self, seats: Sequence[Seated], waiting: Sequence[Seat], mover: Seat | None
    ) -> tuple[Seated, ...]:
        """The seats with the board waiting for these now; one that has just acted begins to wait anew."""

        def after(seated: Seated) -> Seated:
            waits = seated.seat in waiting
            if waits and seated.seat is not mover and seated.waiting_since is not None:
                return seated
            return replace(self._ended(seated), waiting_since=self.now if waits else None)

        return tuple(map(after, seats))

    def _ended(self, seated: Seated) -> Seated:
        """The seat waited for no more; what ran of the wait is kept."""
        if seated.waiting_since is None:
            return seated
        used = seated.used + _whole_seconds(self._ran(seated.account_id, ((seated.waiting_since, self.now),)))
        return replace(seated, waiting_since=None, reminded_at=None, used=used)

    def _ran(self, account_id: int | None, spans: Sequence[Span]) -> timedelta:
        if account_id is None or not spans:
            return timedelta(0)
        pauses = self.repositories.clocks.pauses(spans[0][0], self.now).of(account_id)
        return sum((running(*span, pauses) for span in spans), timedelta(0))

    def _waiting_on(self, before: Board, board: Board, seat: Seat, deal: int) -> Board:
        """Let the wait for a pass that was taken back run on from where that pass had ended it."""
        log = {logged.seq: logged for logged in self.repositories.boards.logged(board.number, deal)}
        log |= {logged.seq: logged for logged in before.news if logged.deal == deal}
        spans: list[Span] = []
        since: datetime | None = None
        for logged in (log[seq] for seq in sorted(log)):
            match hearts.parse_action(logged.action):
                case hearts.Pass(who) if who is seat and since is not None:
                    spans.append((since, logged.at))
                    since = None
                case hearts.TakeBack(who) if who is seat:
                    since = logged.at
                case hearts.Deal():
                    since = logged.at
        seated = board.seats[seat]
        ran = min(self._ran(seated.account_id, spans), seated.used)
        goes_on = replace(seated, waiting_since=self.now - ran, used=seated.used - _whole_seconds(ran))
        return _with(board, goes_on)


def _with(board: Board, seated: Seated) -> Board:
    """The board with one seat as it is now."""
    return replace(board, seats=tuple(seated if each.seat is seated.seat else each for each in board.seats))


def _whole_seconds(span: timedelta) -> timedelta:
    return timedelta(seconds=int(span.total_seconds()))


def _undealt(number: int, secret: str) -> DealRecord:
    """A deal of which the secret only is fixed."""
    return DealRecord(number, secret, "", 0, 0, (), tie=False, points=(), moon=None, log="")


def _scored(deal: DealRecord, to: hearts.Transition) -> DealRecord:
    """The deal with what it came to, if it is over with that."""
    points = next(
        (
            event.points
            for event in to.events
            if isinstance(event, hearts.DealScored) and event.number == deal.number
        ),
        None,
    )
    if points is None:
        return deal
    moon = next((event.seat for event in to.events if isinstance(event, hearts.MoonShot)), None)
    return replace(deal, points=tuple(points), moon=moon, log=hearts.deal_log(to.state))


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
