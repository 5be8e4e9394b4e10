"""A board as a move would leave it, shown to the player who thinks of making that move."""

from dataclasses import replace

from pbmhearts.commands.appearance import look_of
from pbmhearts.commands.context import Context
from pbmhearts.games import hearts
from pbmhearts.games.hearts import Seat
from pbmhearts.games.hearts.preview import preview
from pbmhearts.notices import board_page
from pbmhearts.storage import Board


def preview_text(board: Board, move: hearts.Move, context: Context) -> str:
    """What the move's player would see; nothing is stored, and no code is shown."""
    if isinstance(move, hearts.Pass):
        return _passing(board, move, context)
    return _playing(board, move, context)


def _passing(board: Board, move: hearts.Pass, context: Context) -> str:
    view = hearts.view(board.state, move.seat)
    receiver = board.names[view.direction.receiver(move.seat)]
    return context.services.renderer.text(
        "replies/preview_pass.txt",
        cards=[card.label for card in sorted(move.cards)],
        kept=[card.label for card in view.hand if card not in move.cards],
        receiver=receiver,
        direction=view.direction.value,
    )


def _playing(board: Board, move: hearts.Play, context: Context) -> str:
    state, events = preview(board.state, move)
    history = context.repositories.histories.of(board.number)
    now = board_page.moment(context.repositories, context.services, history, board.seq, board.seq)
    at = replace(now, state=state, public=hearts.view(state, None), events=events)
    reader = board_page.Reader(Seat(move.seat), context.player.userid, look_of(context.player))
    page = board_page.page(
        at, reader, context.services, context.now, "As it would be; nothing has been played."
    )
    # A code made for this moment would be valid if the board came to it.
    return context.services.renderer.board(replace(page, code="")).text
