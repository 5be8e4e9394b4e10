"""The cards that a player names, and what they come to on the board as it stands."""

import re
from dataclasses import dataclass, replace

from pbmhearts.cards import Card, NotACardError, move_line, parse_cards
from pbmhearts.commands.actors import Via
from pbmhearts.commands.context import Context
from pbmhearts.commands.spec import SHORTEST_PASSWORD, Reply, Words, refuse_unless
from pbmhearts.errors import Refusal
from pbmhearts.games import hearts
from pbmhearts.games.hearts import Seat
from pbmhearts.notices import tell
from pbmhearts.storage import Board

_VERB = re.compile(r"^\s*(?:play|pass|move)\b", re.IGNORECASE)
_AT_MOVE = re.compile(r"#\s*(\d{1,6})\s*$")


@dataclass(frozen=True, slots=True)
class Cards:
    """Cards to pass or to play.

    Attributes:
        fault: what could not be read as a card, or None.
        at: the move number the board must be at, or None.
        comment: the writer's lines below.
    """

    cards: tuple[Card, ...]
    fault: NotACardError | None
    at: int | None
    comment: tuple[str, ...]

    @property
    def labels(self) -> str:
        """The cards as people write them."""
        return " ".join(card.label for card in self.cards)


def parse(words: Words) -> Cards:
    """Cards in any of the notations, then perhaps `#n`.

    What is no card is told by `intended`, which knows what may be played instead.
    """
    line = " ".join(words.words)
    at = _AT_MOVE.search(line)
    line = _AT_MOVE.sub("", line)
    number = int(at[1]) if at else None
    try:
        cards = move_line(line) or parse_cards(_VERB.sub("", line))
    except NotACardError as error:
        return Cards((), error, number, words.comment)
    return Cards(cards, None, number, words.comment)


def seated_board(context: Context, *, running: bool = True) -> tuple[Board, Seat]:
    """The board that the command is about, and the actor's seat on it.

    Args:
        running: refuse a board that has ended.
    """
    actor = context.actor
    if actor is None or actor.board is None or actor.seat is None:
        raise LookupError("a board's verb comes with board and seat")
    board = context.board(actor.board)
    over = running and board.ended_at is not None
    refuse_unless(not over, f"Board {board.number} is over.")
    return board, actor.seat


def stands(board: Board, seat: Seat, move: int | None, context: Context) -> bool:
    """Whether the board still is, for this seat, where it was at that move number (None: no such claim).

    A pass that another seat takes back makes the move number grow, and changes nothing for this one.
    """
    if move is None or move == board.state.move:
        return True
    if not isinstance(board.state, hearts.Passing):
        return False
    boards = context.repositories.boards
    deal = next(deal for deal in boards.deals(board.number) if deal.number == board.state.facts.number)
    since = at = deal.first_move
    _, events = boards.story(board.number, deal.first_seq - 1, board.seq)
    for event in events:
        if isinstance(event, hearts.TakenBack):
            at += 1
            since = at if event.seat is seat else since
    return since <= move <= board.state.move


def too_late(move: Cards, board: Board, seat: Seat, context: Context) -> Reply:
    """Show the board instead of playing what was meant for an earlier moment of it."""
    note = (
        f"Your {move.labels} has been played already, and nothing was done now. This is how the board stands."
        if _has_played(move, board, seat, context)
        else f"Your {move.labels or 'move'} was for an earlier moment of the board, so it was not played. "
        "This is how it stands."
    )
    tell.player(context, board, seat, note=note)
    context.outdated = True
    return Reply()


def _has_played(move: Cards, board: Board, seat: Seat, context: Context) -> bool:
    """Whether the seat has played the card in this deal, since the moment that the move was meant for."""
    boards, at = context.repositories.boards, context.actor.move if context.actor else None
    deal = max((deal for deal in boards.deals(board.number) if deal.mix), key=lambda deal: deal.number)
    if at is None or at < deal.first_move:
        return False
    played = False
    for text in boards.log(board.number)[deal.first_seq - 1 :]:
        match hearts.parse_action(text):
            case hearts.Play(who, card) if who is seat and (card,) == move.cards:
                played = True
            case hearts.TakeBack(who) if who is seat:
                played = False
    return played


def offered(board: Board, seat: Seat) -> tuple[tuple[str, ...], int]:
    """The cards that a seat may play or pass now, none where it need not, and how many of them make a move."""
    waits = seat in hearts.waiting(board.state)
    legal = hearts.legal_cards(board.state, seat) if waits else ()
    return tuple(card.label for card in legal), 3 if isinstance(board.state, hearts.Passing) else 1


def completed(move: Cards, board: Board) -> Cards:
    """The same with the cards of the next lines, where it takes them to make a pass.

    Some people write one card a line, or `pass` on a line before them.
    """
    cards, below = move.cards, list(move.comment)
    while isinstance(board.state, hearts.Passing) and move.fault is None and len(cards) < 3 and below:
        line = below.pop(0)
        more = move_line(line)
        if line.strip() and not more:
            return move
        cards += more or ()
    return replace(move, cards=cards, comment=tuple(below)) if len(cards) == 3 else move


def intended(move: Cards, board: Board, seat: Seat, context: Context, verb: str) -> hearts.Move:
    """The move that the cards are on this board, a legal one.

    Raises:
        Refusal: they are none.
    """
    refuse_unless(
        move.at in {None, board.state.move},
        f"The board is at move {board.state.move}, not at move {move.at}; nothing was played.",
        hint=f"`mhearts showas` shows board {board.number} as it stands.",
    )
    labels, needed = offered(board, seat)
    waits = hearts.waiting(board.state)
    passing = isinstance(board.state, hearts.Passing)
    if not passing and seat not in waits:
        names = " and ".join(board.names[other] for other in waits)
        raise Refusal(f"It is not your turn on board {board.number}: it waits for {names}.", verb=verb)
    if move.fault is not None:
        raise Refusal(_unread(move.fault, context), verb=verb, legal=labels, needed=needed)
    if len(move.cards) != needed:
        rule = "Three cards are passed" if passing else "One card is played"
        named = f"you named {len(move.cards)}" if move.cards else "you named none"
        raise Refusal(f"{rule}, and {named}.", verb=verb, legal=labels, needed=needed)
    action: hearts.Move = hearts.Play(seat, move.cards[0])
    if passing:
        first, second, third = move.cards
        action = hearts.Pass(seat, (first, second, third))
    try:
        hearts.apply(board.state, action)
    except hearts.IllegalMoveError as error:
        raise Refusal(error.why, verb=verb, legal=labels, needed=needed) from error
    return action


def _unread(fault: NotACardError, context: Context) -> str:
    by_password = context.actor is not None and context.actor.via is Via.PASSWORD
    if by_password or len(fault.word) < SHORTEST_PASSWORD:
        return f"I could not read a card. {fault}"
    # Behind a turn code some people write their password, too: it is not repeated.
    return f"I could not read a card in your line: {fault.why}"
