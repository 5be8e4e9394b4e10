"""Lets bots move whom boards wait for; nothing else waits for a bot.

That a bot has to move is committed with the move before: its seat is waited for. Whoever comes by, a thread of `serve`,
`deliver` or `remind`, asks it and hands in what it says, unless the board has moved on meanwhile. Letters about a
board that waits for a bot stand still for a moment, so that all that bots do in a row is one letter to each person.
"""

import logging
import threading
from collections.abc import Callable
from functools import partial

from pbmhearts.cards import Card
from pbmhearts.commands.context import NO_MAIL, Context, Services
from pbmhearts.errors import StorageError
from pbmhearts.games import hearts
from pbmhearts.games.bots import simple
from pbmhearts.games.hearts import Seat
from pbmhearts.storage import Board, Repositories, Store
from pbmhearts.table import settle
from pbmhearts.table.play import dealer_of

LOOK_SECONDS = 20.0
"""How often a server looks for bots that another process has left to move."""

Choose = Callable[[hearts.View], tuple[Card, ...]]
"""A bot: the cards to pass, or the one to play."""

_log = logging.getLogger(__name__)


class BotPlay:
    """Asks bots for their moves.

    Args:
        moved: called after a commit that enqueued letters.
        choose: the bot.
    """

    def __init__(
        self,
        store: Store,
        services: Services,
        moved: Callable[[], None] = lambda: None,
        choose: Choose = simple.choose,
    ) -> None:
        self._store = store
        self._services = services
        self._moved = moved
        self._choose = choose
        self._wake = threading.Event()
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Let bots move on a thread of their own, from now on."""
        self._thread = threading.Thread(target=self._serve, name="bots", daemon=True)
        self._thread.start()

    def wake(self) -> None:
        """A board waits for a bot."""
        self._wake.set()

    def stop(self, grace: float) -> None:
        """Ask no more; a bot that thinks is waited for this long, in seconds, and asked again by the next server."""
        self._stop.set()
        self._wake.set()
        if self._thread is not None:
            self._thread.join(grace)

    def run(self) -> None:
        """Let all bots move whom boards wait for, until none is.

        Raises:
            StorageError: the database is away.
        """
        with self._store.read() as repositories:
            waiting = repositories.boards.waiting_for_bots()
        for number in waiting:
            while not self._stop.is_set() and self._move(number):
                pass

    def _serve(self) -> None:
        while not self._stop.is_set():
            self._wake.clear()
            try:
                self.run()
            except StorageError as error:
                _log.warning("bots wait: %s", error)
            except Exception as error:  # noqa: BLE001 - the thread must outlive any fault
                _log.error("bots failed: %s", type(error).__name__)
            self._wake.wait(LOOK_SECONDS)

    def _move(self, number: int) -> bool:
        """Let the bots of a board move, up to the next person or deal; False if it waits for none."""
        with self._store.read() as repositories:
            board = repositories.boards.load(number)
        moves = self._moves(board) if board is not None and board.ended_at is None else []
        if board is None or not moves:
            return False
        self._store.run(partial(self._hand_in, board, moves))
        self._moved()
        return True

    def _moves(self, board: Board) -> list[hearts.Move]:
        state, moves = board.state, list[hearts.Move]()
        while bots := [seat for seat in hearts.waiting(state) if board.seats[seat].bot]:
            moves.append(self._ask(board.number, state, bots[0]))
            state = hearts.apply(state, moves[-1]).state
        return moves

    def _ask(self, number: int, state: hearts.State, seat: Seat) -> hearts.Move:
        try:
            move = _as_move(seat, self._choose(hearts.view(state, seat)))
            hearts.apply(state, move)
        except Exception as error:  # noqa: BLE001 - whatever a bot does, the table goes on
            _log.error("a bot failed board=%s fault=%s", number, type(error).__name__)
            return hearts.legal_moves(state, seat)[0]
        return move

    def _hand_in(self, seen: Board, moves: list[hearts.Move], repositories: Repositories) -> None:
        """Play what the bots chose, if the board is as they saw it."""
        context = Context(self._services, repositories, NO_MAIL, self._services.clock.now())
        board = repositories.boards.load(seen.number)
        if board is None or (board.seq, board.ended_at) != (seen.seq, seen.ended_at):
            return
        dealer, after = dealer_of(context), board
        for move in moves:
            after = dealer.act(after, move, None)
        after = settle.settle(board, after, context)
        repositories.outbox.enqueue(context.outgoing, context.now)
        if not after.waits_for_bots:
            repositories.outbox.let_go(after.number, context.now)


def _as_move(seat: Seat, cards: tuple[Card, ...]) -> hearts.Move:
    if len(cards) == 3:
        return hearts.Pass(seat, (cards[0], cards[1], cards[2]))
    return hearts.Play(seat, cards[0])
