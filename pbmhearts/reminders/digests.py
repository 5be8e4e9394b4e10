"""The letter once a day for those who want no others: all boards that wait, at the hour they chose."""

from datetime import datetime
from zoneinfo import ZoneInfo

from pbmhearts.commands import preferences
from pbmhearts.commands.context import Context
from pbmhearts.notices import tell
from pbmhearts.storage import Account, BoardReminder, DueBoard, OutgoingMail


def owe_digests(context: Context) -> int:
    """Enqueue each player's digest of today, if its hour has come and any board waits; returns how many."""
    enqueued = 0
    for account in context.repositories.accounts.all():
        if _is_due(account, context.now):
            enqueued += _enqueue(account, context)
    return enqueued


def _is_due(account: Account, now: datetime) -> bool:
    hour = preferences.value(account.preferences, "digest")
    if not hour:
        return False
    zone = ZoneInfo(preferences.value(account.preferences, "zone"))
    local = now.astimezone(zone)
    last = account.digested_at.astimezone(zone).date() if account.digested_at else None
    return f"{local:%H:%M}" >= hour and last != local.date()


def _enqueue(account: Account, context: Context) -> bool:
    context.repositories.accounts.change(account.id, digested_at=context.now)
    waiting = context.repositories.boards.waiting_for(account.id)
    addresses = context.addresses(account.id)
    if not waiting or not addresses:
        return False
    boards = []
    for number in waiting:
        board = context.board(number)
        seat = board.seat_of(account.id)
        if seat is not None:
            boards.append(DueBoard(number, int(seat), board.seats[seat].told_seq, board.seq))
            context.repositories.boards.tell(board, seat)
    for address in addresses:
        context.outgoing.append(
            OutgoingMail(
                about=BoardReminder(tuple(boards)),
                address=address,
                message_id=context.services.me.message_id(tell.unique(context)),
                account_id=account.id,
            )
        )
    return True
