"""`mhearts move`: pass three cards, or play one."""

import re
from dataclasses import dataclass

from pbmhearts.cards import Card, NotACardError, move_line, parse_cards
from pbmhearts.commands import tell
from pbmhearts.commands.actors import Via
from pbmhearts.commands.comments import publishable
from pbmhearts.commands.context import Context
from pbmhearts.commands.spec import SHORTEST_PASSWORD, Reply, Scope, Spec, Words, refuse_unless
from pbmhearts.errors import Refusal
from pbmhearts.games import hearts
from pbmhearts.games.hearts import Seat
from pbmhearts.storage import Board

_TITLE = "mhearts move"
_VERB = re.compile(r"^\s*(?:play|pass|move)\b", re.IGNORECASE)
_AT_MOVE = re.compile(r"#\s*(\d{1,6})\s*$")


@dataclass(frozen=True, slots=True)
class Cards:
    """Cards to pass or to play.

    Attributes:
        at: the move number the board must be at, or None.
        text: what was written, for telling what could not be read.
    """

    cards: tuple[Card, ...]
    fault: NotACardError | None
    at: int | None
    comment: tuple[str, ...]


def parse(words: Words) -> Cards:
    """Cards in any of the notations, then perhaps `#n`.

    What is no card is told by `handle`, which knows what may be played instead.
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


def handle(move: Cards, context: Context) -> Reply:
    """Play it, and tell whoever may know."""
    actor = context.actor
    if actor is None or actor.board is None or actor.seat is None:
        raise LookupError("a board's verb comes with board and seat")
    board = context.board(actor.board)
    refuse_unless(board.ended_at is None, f"Board {board.number} is over.", verb="mhearts show")
    if actor.move is not None and actor.move != board.state.move:
        return _too_late(move, board, actor.seat, context)
    refuse_unless(
        move.at in {None, board.state.move},
        f"The board is at move {board.state.move}, not at move {move.at}; nothing was played.",
        hint=f"`mhearts showas` shows board {board.number} as it stands.",
    )
    played = _played(move, board, actor.seat, context)
    text = publishable(move.comment, context, board)
    if text:
        context.repositories.boards.remark(played, context.player.id, text, context.now)
    if isinstance(board.state, hearts.Passing) and isinstance(played.state, hearts.Passing):
        labels = " ".join(card.label for card in move.cards)
        tell.player(context, played, actor.seat, note=f"You pass {labels}.")
    else:
        tell.table(context, played)
    return Reply()


def _too_late(move: Cards, board: Board, seat: Seat, context: Context) -> Reply:
    labels = " ".join(card.label for card in move.cards) or "move"
    note = (
        f"Your {labels} was for an earlier moment of the board, so it was not played. This is how it stands."
    )
    tell.player(context, board, seat, note=note)
    return Reply()


def _played(move: Cards, board: Board, seat: Seat, context: Context) -> Board:
    legal = hearts.legal_cards(board.state, seat)
    waits = hearts.waiting(board.state)
    labels = tuple(card.label for card in legal) if seat in waits else ()
    passing = isinstance(board.state, hearts.Passing)
    if not passing and seat not in waits:
        names = " and ".join(board.names[other] for other in waits)
        raise Refusal(f"It is not your turn on board {board.number}: it waits for {names}.", verb=_TITLE)
    if move.fault is not None:
        raise Refusal(_unread(move.fault, context), verb=_TITLE, legal=labels)
    if len(move.cards) != (3 if passing else 1):
        needed = "Three cards are passed" if passing else "One card is played"
        named = f"you named {len(move.cards)}" if move.cards else "you named none"
        raise Refusal(f"{needed}, and {named}.", verb=_TITLE, legal=labels)
    try:
        if passing:
            first, second, third = move.cards
            return context.act(board, hearts.Pass(seat, (first, second, third)))
        return context.act(board, hearts.Play(seat, move.cards[0]))
    except hearts.IllegalMoveError as error:
        raise Refusal(error.why, verb=_TITLE, legal=labels) from error


def _unread(fault: NotACardError, context: Context) -> str:
    by_password = context.actor is not None and context.actor.via is Via.PASSWORD
    if by_password or len(fault.word) < SHORTEST_PASSWORD:
        return f"I could not read a card. {fault}"
    # Behind a turn code some people write their password, too: it is not repeated.
    return f"I could not read a card in your line: {fault.why}"


SPEC = Spec(
    name="move",
    game=True,
    scope=Scope.BOARD,
    usage=("mhearts move board userid password cards[#n]", "mhearts move board code cards[#n]"),
    summary="pass three cards or play one",
    help="""Passes three cards, or plays one. Cards are a rank and a suit in any
case: 7c, QS, 10d or Td, or in words: queen of spades. Three cards may be
parted by commas, semicolons or spaces. The turn code from a board's
letter does in place of userid and password.

Easier: reply to the board's letter with the card on the first line. A
remark below it goes to the table.

With #n behind the cards, they are played only if the board stands at
move n. Until the fourth player has passed, you may pass again: the last
three cards count.""",
    example="mhearts move 101 ann secret 2h,Qs,5c",
    parse=parse,
    handle=handle,
    aliases=("mvoe", "board", "play", "pass"),
    in_reply=True,
    never_in_reply=("board", "mvoe"),
)
