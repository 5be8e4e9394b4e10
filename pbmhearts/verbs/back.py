"""`back`: letters again, with all that has been missed."""

from collections.abc import Iterable
from datetime import datetime

from pbmhearts.commands.context import Context
from pbmhearts.commands.spec import Reply, Scope, Spec, Words, refuse_unless
from pbmhearts.notices import tell
from pbmhearts.storage import Board
from pbmhearts.table import invitations


def parse(words: Words) -> None:
    """Nothing."""
    refuse_unless(not words.words, "Nothing stands behind that.", verb="back")


def handle(_: None, context: Context) -> Reply:
    """Send letters again: at once of each board that waits or ended meanwhile, and of what was asked."""
    since = context.player.paused_at
    refuse_unless(since, "You had not paused: letters come to you anyway.", verb="back")
    context.repositories.accounts.change(context.player.id, paused_at=None)
    shown = _ask_again(since or context.now, context)
    for board in _missed(context, since or context.now):
        seat = board.seat_of(context.player.id)
        if seat is not None:
            tell.player(context, board, seat)
            shown += 1
    if not shown:
        return Reply("Welcome back. Letters come again; no board waits for you now.")
    return Reply()


def _missed(context: Context, since: datetime) -> Iterable[Board]:
    boards = context.repositories.boards
    for number in boards.waiting_for(context.player.id):
        yield context.board(number)
    for number in boards.numbers(context.player.id, active=False):
        board = context.board(number)
        if board.ended_at is not None and board.ended_at >= since:
            yield board


def _ask_again(since: datetime, context: Context) -> int:
    """Send what the player would have been asked about boards that have not begun; how much that is."""
    stored = context.repositories.invitations
    asked = [invitation for invitation in stored.pending_of(context.player.id) if invitation.asked_by]
    for invitation in asked:
        host = context.repositories.accounts.by_id(invitation.asked_by or 0)
        invitations.ask(invitation.id, invitation.board, invitations.Guest(context.player), host, context)
    refused = stored.refused_to(context.player.id, since)
    for invitation in refused:
        invitations.tell_organiser(invitation, invitation.state, context)
    return len(asked) + len(refused)


SPEC = Spec(
    name="back",
    game=False,
    scope=Scope.ACCOUNT,
    usage=("back userid password",),
    summary="letters again after `pause`",
    help="""Ends a `pause`: you get the boards that wait for you, those that ended
meanwhile, what you have been asked, and letters as before. A reply to
any of your letters needs no userid and password.""",
    example="back ann secret",
    parse=parse,
    handle=handle,
    in_reply=True,
)
