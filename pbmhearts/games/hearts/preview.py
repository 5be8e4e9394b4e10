"""A board as a move would leave it, for the one who thinks of making it."""

from pbmhearts.games.hearts.actions import Move, Play
from pbmhearts.games.hearts.consequences import Transition, play
from pbmhearts.games.hearts.engine import apply
from pbmhearts.games.hearts.state import Playing, State


def preview(state: State, move: Move) -> Transition:
    """The table right after a legal move, without what would follow from it by itself.

    No cards change hands, the server plays none and nothing is scored, so the move's player sees nothing of the
    other hands that could not be seen before. A pass changes nothing that can be seen yet.

    Raises:
        IllegalMoveError: the move is none.
    """
    if isinstance(state, Playing) and isinstance(move, Play):
        return play(state, move, follow=False)
    apply(state, move)
    return Transition(state, ())
