"""The one place through which verbs act on a board: the action, whatever follows from it, and who is told."""

from collections.abc import Mapping

from pbmhearts.commands.comments import publishable_words
from pbmhearts.commands.context import Context
from pbmhearts.games import hearts
from pbmhearts.games.hearts import Seat
from pbmhearts.notices import tell
from pbmhearts.storage import Board
from pbmhearts.table import plans, watching
from pbmhearts.table.play import dealer_of


def act(board: Board, action: hearts.Move, context: Context, comment: tuple[str, ...] = ()) -> Board:
    """Play the actor's move, with what was written below it, and tell whoever may know.

    Returns:
        the board after the move and all that followed.

    Raises:
        IllegalMoveError: the rules refuse it; nothing has happened.
    """
    played = dealer_of(context).act(board, action, context.player.id)
    context.repositories.submissions.drop(board.number, action.seat)
    text = publishable_words(comment, context, played)
    if text:
        context.repositories.boards.remark(played, context.player.id, text, context.now)
    notes: plans.Notes = {}
    if isinstance(action, hearts.Pass) and _same_passing(board, played):
        labels = " ".join(card.label for card in action.cards)
        notes[action.seat] = f"You pass {labels}."
    return settle(board, played, context, notes)


def settle(before: Board, board: Board, context: Context, notes: Mapping[Seat, str] = tell.NO_NOTES) -> Board:
    """Let follow what follows by itself from what was done to the board, and tell its four and its watchers.

    Args:
        before: the board before that.
        notes: a sentence of answer for a seat. While the four pass, and where nothing has happened, only these
            seats are told.

    Returns:
        the board after all that.
    """
    dealer, told = dealer_of(context), dict(notes)
    after = plans.follow(board, context, told)
    if after == before or _same_passing(before, after):
        for seat, note in told.items():
            tell.player(context, after, seat, note=note)
        dealer.save(after)
    else:
        tell.table(context, after, before=before, notes=told)
        dealer.save(after)
        watching.tell_watchers(after, context)
    context.bots_wait |= after.waits_for_bots
    return after


def _same_passing(before: Board, after: Board) -> bool:
    """Whether the same passing goes on: nobody else may know what has changed."""
    return hearts.same_passing(before.state, after.state) and after.ended_at is None
