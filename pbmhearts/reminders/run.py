"""The cron job: who lets a board wait is reminded of it, and loses the seat in the end.

One mail a person holds all boards that have waited too long. Each person's mail and each lost seat is a transaction
of its own that looks again before it does anything: two runs at once do nothing twice, and a run that is killed
leaves the rest to the next one.
"""

import base64
import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from typing import TypeVar

from pbmhearts.commands.context import NO_MAIL, Context, Services
from pbmhearts.errors import StorageError
from pbmhearts.letters import LetterKind
from pbmhearts.notices import tell
from pbmhearts.reminders import digests, lateness
from pbmhearts.reminders.lateness import Late
from pbmhearts.storage import BoardReminder, DueBoard, OutgoingMail, Repositories, SeatClock, Store
from pbmhearts.table import invitations, seats

T = TypeVar("T")

_log = logging.getLogger(__name__)


@dataclass(slots=True)
class Done:
    """What one run did, or what it would do.

    Attributes:
        reminded: userid and boards of each who is reminded.
        forfeited: userid and board of each lost seat.
        unreachable: whom no reminder reaches: the operator's case.
        left: people and seats left to the next run.
        failed: people and seats that something went wrong with; the log says what.
        down_since: since when the server has been down, so that all clocks stand still, or None.
        invitations: invitations that were repeated, once each.
        ended: invitations that nobody answered in time.
        digests: daily digests enqueued.
    """

    reminded: list[tuple[str, tuple[int, ...]]] = field(default_factory=list)
    forfeited: list[tuple[str, int]] = field(default_factory=list)
    unreachable: list[str] = field(default_factory=list)
    left: int = 0
    failed: int = 0
    down_since: datetime | None = None
    invitations: int = 0
    ended: int = 0
    digests: int = 0


def remind(store: Store, services: Services, *, dry_run: bool = False) -> Done:
    """Let seats go that have run out of time, remind whoever is due, enqueue digests, and chase invitations.

    Args:
        dry_run: only say who would lose a seat, and who would be reminded.

    Raises:
        StorageError: the database is away; what is done is done, and the next run does the rest.
    """
    done = Done()
    lost, due, digests_due = _survey(store, services, done)
    if dry_run:
        done.forfeited = [(late.account.userid, clock.board) for late, clock in lost]
        done.reminded = [(late.account.userid, late.boards) for late in due]
        return done
    run = _Run(store, services, done)
    for late, clock in lost:
        if run.alone(partial(_forfeit, clock)):
            done.forfeited.append((late.account.userid, clock.board))
    for late in due:
        boards = run.alone(partial(_remind, late.account.id))
        if boards:
            done.reminded.append((late.account.userid, boards))
    for account_id in digests_due:
        done.digests += run.alone(partial(digests.enqueue, account_id)) or 0
    done.invitations, done.ended = run.alone(_chase_invitations) or (0, 0)
    run.alone(lambda context: context.repositories.uptime.reminded(context.now))
    return done


def _survey(
    store: Store, services: Services, done: Done
) -> tuple[list[tuple[Late, SeatClock]], list[Late], tuple[int, ...]]:
    """The seats that are lost and the people who are due, as many as one run may deal with; and whose digests are."""
    most = services.config.boards.max_reminders_per_run
    with store.read() as repositories:
        context = Context(services, repositories, NO_MAIL, services.clock.now())
        down = repositories.uptime.silence(context.now)
        everybody = lateness.everybody(context)
        lost = [
            (late, clock)
            for late in everybody
            for clock in late.clocks
            if lateness.has_lost(late, clock, context)
        ]
        due = [late for late in everybody if lateness.wants_reminder(late, context)]
        digests_due = digests.due(context)
        done.unreachable = [
            late.account.userid for late in everybody if lateness.is_unreachable(late, context)
        ]
    done.down_since = down[0] if down else None
    done.left = max(len(lost) - most, 0) + max(len(due) - most, 0)
    return lost[:most], due[:most], digests_due


@dataclass(frozen=True, slots=True)
class _Run:
    store: Store
    services: Services
    done: Done

    def alone(self, work: Callable[[Context], T]) -> T | None:
        """Do a piece of work in a transaction of its own, and enqueue what it wants told; None if it fails."""

        def whole(repositories: Repositories) -> T:
            context = Context(self.services, repositories, NO_MAIL, self.services.clock.now())
            result = work(context)
            repositories.outbox.enqueue(context.outgoing, context.now)
            return result

        try:
            return self.store.run(whole)
        except StorageError:
            raise
        except Exception as error:  # noqa: BLE001 - one board's fault must not hold up the others
            _log.error("a part of the reminders failed: %s", type(error).__name__)
            self.done.failed += 1
            return None


def _forfeit(clock: SeatClock, context: Context) -> bool:
    """Take the seat, if it is lost still."""
    board = context.board(clock.board)
    found = lateness.of_seat(clock, context)
    if found is None or not lateness.has_lost(*found, context):
        return False
    seats.forfeit(board, clock.seat, context)
    return True


def _remind(account_id: int, context: Context) -> tuple[int, ...]:
    """Enqueue one mail of all boards that the player lets wait too long, if that is due still; which these are."""
    late = lateness.of_player(account_id, context)
    if late is None or not lateness.wants_reminder(late, context):
        return ()
    repositories = context.repositories
    context.outgoing.extend(_reminder(address, late, context) for address in late.addresses)
    for clock in late.clocks:
        repositories.boards.reminded(clock.board, clock.seat, context.now)
    repositories.tallies.add(lateness.tally(late.account), context.now)
    return late.boards


def _reminder(address: str, late: Late, context: Context) -> OutgoingMail:
    services = context.services
    unique = base64.b32encode(services.tokens(10)).decode().lower()
    tag, number = tell.account_tag(services, late.account.id, LetterKind.BOARDS), None
    message_id, reply_to = services.me.letter_message_id(tag, unique), services.me.letter_address(tag)
    if len(late.clocks) == 1:
        # With one board only, a reply can mean no other.
        (clock,) = late.clocks
        board = context.board(clock.board)
        number, sitting = board.number, board.seats[clock.seat].sitting
        code = services.codes.turn_code(number, clock.seat, board.state.move, sitting)
        message_id = services.me.board_message_id(number, code, unique)
        reply_to = services.me.seat_address(number, services.codes.seat_token(number, clock.seat, sitting))
    return OutgoingMail(
        about=BoardReminder(
            tuple(DueBoard(clock.board, int(clock.seat), clock.seq, clock.seq) for clock in late.clocks)
        ),
        address=address,
        message_id=message_id,
        account_id=late.account.id,
        board=number,
        reply_to=reply_to,
    )


def _chase_invitations(context: Context) -> tuple[int, int]:
    """Repeat each unanswered invitation once, and end it when its time is up; how many of either."""
    players = context.services.config.players
    stored, accounts = context.repositories.invitations, context.repositories.accounts
    over = stored.unanswered(context.now - players.invitation_time)
    for invitation in over:
        invitations.decline(invitation, context, why="expired")
    due = stored.unanswered(context.now - players.invitation_reminder, reminded=False)
    for invitation in due:
        stored.reminded(invitation.id, context.now)
        host = accounts.by_id(invitation.asked_by) if invitation.asked_by else None
        account = accounts.by_id(invitation.account_id) if invitation.account_id else None
        if host is not None:
            someone = invitations.Guest(account, invitation.address)
            invitations.ask(invitation.id, invitation.board, someone, host, context, again=True)
    return len(due), len(over)
