"""The cron job: who lets a board wait gets one mail with all such boards; invitations are repeated, and end."""

import base64
from dataclasses import dataclass

from pbmhearts.commands import gathering
from pbmhearts.commands.context import NO_MAIL, Context, Services
from pbmhearts.storage import Debt, Kind, Overdue, Repositories, Store


@dataclass(frozen=True, slots=True)
class Reminded:
    """What one run did.

    Attributes:
        people: who is reminded.
        boards: the seats that wait, over all of them.
        unreachable: people without an address that letters go to.
        invitations: invitations that were repeated, once each.
        ended: invitations that nobody answered in time.
    """

    people: int
    boards: int
    unreachable: int
    invitations: int = 0
    ended: int = 0


def remind(store: Store, services: Services) -> Reminded:
    """Owe a reminder to each person whom boards have waited for longer than `nagtime`, and chase invitations.

    One transaction: two runs at once, or one after the other, remind nobody twice.
    """
    return store.run(lambda repositories: _remind(repositories, services))


def _remind(repositories: Repositories, services: Services) -> Reminded:
    now = services.clock.now()
    people: dict[int, list[Overdue]] = {}
    for overdue in repositories.boards.overdue(now - services.config.boards.nagtime, lock=True):
        people.setdefault(overdue.account_id, []).append(overdue)
    unreachable = 0
    for account_id, seats in people.items():
        addresses = repositories.accounts.reachable(account_id)
        unreachable += not addresses
        for address in addresses:
            repositories.outbox.owe([_debt(repositories, services, address, seats)], now)
        for overdue in seats:
            repositories.boards.reminded(overdue.board, overdue.seat, now)
    repeated, ended = _chase_invitations(Context(services, repositories, NO_MAIL, now))
    return Reminded(
        people=len(people) - unreachable,
        boards=sum(len(seats) for seats in people.values()),
        unreachable=unreachable,
        invitations=repeated,
        ended=ended,
    )


def _chase_invitations(context: Context) -> tuple[int, int]:
    """Repeat each unanswered invitation once, and end it when its time is up; how many of either."""
    players = context.services.config.players
    invitations, accounts = context.repositories.invitations, context.repositories.accounts
    over = invitations.unanswered(context.now - players.invitation_time)
    for invitation in over:
        gathering.decline(invitation, context, why="expired")
    due = invitations.unanswered(context.now - players.invitation_reminder, reminded=False)
    for invitation in due:
        invitations.reminded(invitation.id, context.now)
        host = accounts.by_id(invitation.asked_by) if invitation.asked_by else None
        account = accounts.by_id(invitation.account_id) if invitation.account_id else None
        if host is not None:
            someone = gathering.Guest(account, invitation.address)
            gathering.ask(invitation.id, invitation.board, someone, host, context, again=True)
    context.repositories.outbox.owe(context.debts, context.now)
    return len(due), len(over)


def _debt(repositories: Repositories, services: Services, address: str, seats: list[Overdue]) -> Debt:
    unique = base64.b32encode(services.tokens(10)).decode().lower()
    message_id, reply_to, board = services.me.message_id(unique), "", None
    if len(seats) == 1:
        # With one board only, a reply can mean no other.
        (overdue,) = seats
        stored = repositories.boards.load(overdue.board)
        if stored is not None:
            board = overdue.board
            code = services.codes.turn_code(board, overdue.seat, stored.state.move)
            message_id = services.me.board_message_id(board, code, unique)
            reply_to = services.me.seat_address(board, services.codes.seat_token(board, overdue.seat))
    return Debt(
        kind=Kind.REMINDER,
        address=address,
        message_id=message_id,
        account_id=seats[0].account_id,
        board=board,
        reply_to=reply_to,
        facts={"boards": [[overdue.board, int(overdue.seat), overdue.seq] for overdue in seats]},
    )
