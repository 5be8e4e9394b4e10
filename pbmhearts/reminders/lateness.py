"""Who has let boards wait too long: whom a reminder is due, who has lost a seat, whom nothing reaches."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta

from pbmhearts.commands import terms
from pbmhearts.commands.context import Context
from pbmhearts.storage import Account, OutboxState, Reminder, SeatClock

BEFORE_FORFEIT = timedelta(hours=48)
"""How long a reminder must have been with its player before the seat is lost."""

ONCE = timedelta(hours=23)
"""A person is reminded once a day at most; a little less, so that a daily job is not late by a minute."""


@dataclass(frozen=True, slots=True)
class Late:
    """A player, and the player's clocks that have run long enough for a reminder, the longest wait first.

    Attributes:
        addresses: where letters of the player go.
    """

    account: Account
    clocks: tuple[SeatClock, ...]
    addresses: tuple[str, ...]

    @property
    def boards(self) -> tuple[int, ...]:
        """The boards' numbers."""
        return tuple(clock.board for clock in self.clocks)


def everybody(context: Context) -> tuple[Late, ...]:
    """All who are late now, the longest wait first; whoever's clocks stand still is left in peace."""
    limits = terms.limits(context.services.config.boards)
    return _by_player(context.repositories.clocks.late(limits, context.now), context)


def of_player(account_id: int, context: Context) -> Late | None:
    """The same of one player; None if not late."""
    limits = terms.limits(context.services.config.boards)
    clocks = context.repositories.clocks.late(limits, context.now, account_id=account_id)
    late = _by_player(clocks, context)
    return late[0] if late else None


def of_seat(clock: SeatClock, context: Context) -> tuple[Late, SeatClock] | None:
    """The same of one seat, as it is now; None if its player is late no longer."""
    limits = terms.limits(context.services.config.boards)
    clocks = context.repositories.clocks.of_board(clock.board, limits, context.now)
    same = [one for one in clocks if one.seat == clock.seat and one.account_id == clock.account_id]
    late = _by_player(same, context)
    return (late[0], late[0].clocks[0]) if late else None


def _by_player(clocks: Iterable[SeatClock], context: Context) -> tuple[Late, ...]:
    running: dict[int, list[SeatClock]] = {}
    for clock in clocks:
        if not clock.stands_still(context.now):
            running.setdefault(clock.account_id, []).append(clock)
    accounts = context.repositories.accounts
    return tuple(
        Late(accounts.by_id(account_id), tuple(own), accounts.reachable(account_id))
        for account_id, own in running.items()
    )


def wants_reminder(late: Late, context: Context) -> bool:
    """Whether a reminder is due: the first one, or one more after `nag_every`; to one person once a day at most.

    Whoever wants no letters for now gets one only when a seat is about to be lost.
    """
    if not late.addresses or context.repositories.tallies.count(tally(late.account), context.now - ONCE):
        return False
    if late.account.paused_at is not None:
        return any(clock.reminded_at is None and clock.warns_at <= context.now for clock in late.clocks)
    again = context.now - context.services.config.boards.nag_every
    return any(clock.reminded_at is None or clock.reminded_at <= again for clock in late.clocks)


def tally(account: Account) -> str:
    """Under which name a player's reminders are counted."""
    return f"reminder:{account.id}"


def has_lost(late: Late, clock: SeatClock, context: Context) -> bool:
    """Whether the seat is lost: its time has run out, and its player has had a reminder for long enough."""
    if clock.runs_out_at > context.now or not late.addresses:
        return False
    latest = context.now - BEFORE_FORFEIT
    return any(
        reminder.sent_at is not None and reminder.sent_at <= latest
        for reminder in _reminders(late, clock, context)
    )


def is_unreachable(late: Late, context: Context) -> bool:
    """Whether no reminder reaches the player, so that the operator has to do something."""
    if not late.addresses:
        return True
    enqueued = [reminder for clock in late.clocks for reminder in _reminders(late, clock, context)]
    return bool(enqueued) and all(reminder.state is OutboxState.DEAD for reminder in enqueued)


def _reminders(late: Late, clock: SeatClock, context: Context) -> tuple[Reminder, ...]:
    """The reminders of this wait: one enqueued since the clock was late names its board, as does the last one."""
    if clock.reminded_at is None:
        return ()
    since = min(clock.nags_at, clock.reminded_at)
    return context.repositories.outbox.reminders(late.account.id, late.addresses, since)
