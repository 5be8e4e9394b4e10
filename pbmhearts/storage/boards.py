"""Boards: made, and made longer by one action at a time."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

import sqlalchemy as sa

from pbmhearts.clock import DealSecrets
from pbmhearts.games import hearts
from pbmhearts.games.bots import simple
from pbmhearts.games.hearts import RuleSet, Seat
from pbmhearts.storage import schema, seating, waits
from pbmhearts.storage.board_log import BoardLog
from pbmhearts.storage.clocks import terms_columns
from pbmhearts.storage.records import Board, Sitter, Terms
from pbmhearts.storage.settings import next_number

FIRST_BOARD = 101

STANDARD_TERMS = Terms()
"""The ini's times; rated, and for all to see."""

_BOARD = schema.boards
_SEAT = schema.seats
_COMMENT = schema.comments
_TELL = (
    sa.update(_SEAT)
    .where(
        _SEAT.c.board_id == sa.bindparam("number"),
        _SEAT.c.seat.in_(sa.bindparam("seats", expanding=True)),
        _SEAT.c.until_seq.is_(None),
    )
    .values(told_seq=sa.bindparam("told"))
)


class Boards(BoardLog):
    """The boards, within one transaction."""

    def create(
        self,
        rules: RuleSet,
        account_ids: Sequence[int],
        created_by: int | None,
        at: datetime,
        secrets: DealSecrets,
    ) -> int:
        """A new board with these four in seat order, dealt; returns its number."""
        number = self.propose(rules, created_by, at)
        self.start(number, [Sitter(account_id) for account_id in account_ids], at, secrets)
        return number

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

    def start(self, number: int, sitters: Sequence[Sitter], at: datetime, secrets: DealSecrets) -> None:
        """Seat the four, in seat order, and deal."""
        self._forget(number)
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
        self._fix_secret(number, 1, secrets)
        self._deal_on(number, hearts.start(self.rules(number)), at, secrets)
        self._let_bots_move(self._present(number), at, secrets)

    def act(
        self, board: Board, action: hearts.Action, account_id: int | None, at: datetime, secrets: DealSecrets
    ) -> Board:
        """Apply an action, write it to the log, deal on if it ended a deal, and let bots play their part.

        Returns:
            the board after all that.

        Raises:
            IllegalMoveError: the rules refuse it; nothing is written.
        """
        return self._let_bots_move(self._act(board, action, account_id, at, secrets), at, secrets)

    def _act(
        self, board: Board, action: hearts.Action, account_id: int | None, at: datetime, secrets: DealSecrets
    ) -> Board:
        held = self._held.get(board.number)
        state = self._append(board.number, board.seq, board.state, action, account_id, at)
        seats = (
            None if held is None else waits.passed_on(held.seats, hearts.waiting(state), _mover(action), at)
        )
        seq = board.seq + 1
        if isinstance(state, hearts.AwaitingDeal):
            state = self._deal_on(board.number, state, at, secrets)
            seats = None if seats is None else waits.passed_on(seats, hearts.waiting(state), None, at)
            seq += 1
        taken_back = isinstance(action, hearts.TakeBack)  # an earlier wait may go on
        ended_at, places = board.ended_at, board.places
        if isinstance(state, hearts.Finished):
            ended_at, places = at, seating.places(state.places, board.seats)
        self._held[board.number] = replace(
            board,
            state=state,
            seq=seq,
            seats=self._seated(board.number) if seats is None or taken_back else seats,
            moved_at=at,
            ended_at=ended_at,
            places=places,
        )
        return self._held[board.number]

    def _present(self, number: int) -> Board:
        board = self.load(number)
        if board is None:
            raise LookupError(f"board {number}")
        return board

    def _let_bots_move(self, board: Board, at: datetime, secrets: DealSecrets) -> Board:
        while bots := [seat for seat in hearts.waiting(board.state) if board.seats[seat].bot]:
            cards = simple.choose(hearts.view(board.state, bots[0]))
            move = (
                hearts.Pass(bots[0], (cards[0], cards[1], cards[2]))
                if len(cards) == 3
                else hearts.Play(bots[0], cards[0])
            )
            board = self._act(board, move, None, at, secrets)
        return board

    def replace(
        self,
        board: Board,
        seat: Seat,
        sitter: Sitter,
        at: datetime,
        secrets: DealSecrets,
        left: str = "",
    ) -> Board:
        """Let somebody else sit down in a seat, with its hand and score; where only bots are left the board ends.

        Args:
            left: how whoever sat there has left: "resigned", "forfeited", "deleted".
        """
        self._forget(board.number)
        seating.change(self._connection, board, seat, sitter, at, left)
        after = self._present(board.number)
        if all(seated.bot for seated in after.seats):
            return self.abandon(after, at)
        return self._let_bots_move(after, at, secrets)

    def take_back(self, board: Board, account_id: int | None, at: datetime, secrets: DealSecrets) -> Board:
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
            board = self._act(board, hearts.TakeBack(seat), account_id, at, secrets)
        return board

    def abandon(self, board: Board, at: datetime) -> Board:
        """End a board without a result: nobody is waited for any more."""
        number = board.number
        self._forget(number)
        self._connection.execute(
            sa.update(_BOARD).where(_BOARD.c.id == number).values(ended_at=at, abandoned=True)
        )
        waits.begin(self._connection, number, (), None, at)
        return self._present(number)

    def tell(self, board: Board, *seats: Seat) -> None:
        """Note that letters of all up to the board's last action are enqueued for the players in these seats."""
        told = {"number": board.number, "seats": [int(seat) for seat in seats], "told": board.seq}
        self._connection.execute(_TELL, told)
        held = self._held.get(board.number)
        if held is not None:
            told_of = (
                replace(each, told_seq=board.seq) if each.seat in seats else each for each in held.seats
            )
            self._held[board.number] = replace(held, seats=tuple(told_of))

    def remark(self, board: Board, account_id: int, text: str, at: datetime) -> int:
        """Keep what a player said with the board's last action; returns the remark's id."""
        row = self._connection.execute(
            sa.insert(_COMMENT)
            .values(board_id=board.number, seq=board.seq, account_id=account_id, text=text, at=at)
            .returning(_COMMENT.c.id)
        )
        return int(row.scalar_one())

    def reminded(self, number: int, seat: Seat, at: datetime) -> None:
        """Note that the player in the seat has been reminded; a move makes it forgotten."""
        self._forget(number)
        waits.reminded(self._connection, number, seat, at)


def _mover(action: hearts.Action) -> Seat | None:
    return None if isinstance(action, hearts.Deal) else action.seat
