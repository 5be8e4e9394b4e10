"""`delete`: an account's end."""

from pbmhearts.commands.context import Context
from pbmhearts.commands.spec import Reply, Scope, Spec, Words, refuse_unless
from pbmhearts.notices import tell
from pbmhearts.table import invitations, seats


def parse(words: Words) -> None:
    """Nothing."""
    refuse_unless(not words.words, "Nothing stands behind userid and password.", verb="delete")


def handle(_: None, context: Context) -> Reply:
    """Forget the person; the name stays taken, and stand-ins play on."""
    player, accounts = context.player, context.repositories.accounts
    addresses = accounts.reachable(player.id)
    accounts.remove_addresses(player.id)
    accounts.change(
        player.id, status="deleted", password_hash=None, preferences={}, vacations=(), paused_at=None
    )
    context.repositories.seeks.remove(player.id)
    for invitation in context.repositories.invitations.kept_for(player.id):
        invitations.give_back(invitation, context)
    for number in context.repositories.boards.numbers(player.id, active=True):
        board = context.board(number)
        seat = board.seat_of(player.id)
        if seat is not None:
            seats.leave(board, seat, seats.How.DELETED, context)
    for address in addresses:
        tell.notice(context, address, "replies/delete.txt", "Good-bye", {}, account=player)
    # Whoever writes on from elsewhere is a stranger from now on, and answered as one.
    context.actors = [actor for actor in context.actors if actor.account.id != player.id]
    return Reply() if context.mail.header_from in addresses else Reply("The account is deleted.")


SPEC = Spec(
    name="delete",
    game=False,
    scope=Scope.ACCOUNT,
    usage=("delete userid password",),
    summary="your account and its addresses, for good",
    help="""Deletes your account at once and for good: addresses, password, settings
and seeks. On boards that you play a bot takes your seat, with its hand
and score. Nobody can have the userid again, you neither. To get no
letters for a while, `pause` is enough.""",
    example="delete ann secret",
    parse=parse,
    handle=handle,
)
