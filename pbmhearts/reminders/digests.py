"""The letter once a day for those who want no others: all boards that wait, at the hour they chose."""

from datetime import datetime
from zoneinfo import ZoneInfo

from pbmhearts.commands import preferences
from pbmhearts.commands.context import Context
from pbmhearts.letters import LetterKind
from pbmhearts.notices import tell
from pbmhearts.storage import Account, BoardReminder, DueBoard, OutgoingMail


def due(context: Context) -> tuple[int, ...]:
    """The ids of the players whose digest of today has its hour now."""
    readers = context.repositories.accounts.with_preference("digest")
    return tuple(account.id for account in readers if _is_due(account, context.now))


def enqueue(account_id: int, context: Context) -> bool:
    """Enqueue a player's digest of today, if it still is to come and any board waits; whether it was."""
    account = context.repositories.accounts.by_id(account_id)
    return _is_due(account, context.now) and _enqueue(account, context)


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
    me = context.services.me
    tag = tell.account_tag(context.services, account.id, LetterKind.BOARDS)
    for address in addresses:
        context.outgoing.append(
            OutgoingMail(
                about=BoardReminder(tuple(boards)),
                address=address,
                message_id=me.letter_message_id(tag, tell.unique(context)),
                account_id=account.id,
                reply_to=me.letter_address(tag),
            )
        )
    return True
