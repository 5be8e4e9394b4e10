"""What became of letters that were tried is noted, and what is to be done about it."""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from pbmhearts.commands.context import Services
from pbmhearts.mail.transport.batch import SendOutcome, SendResult
from pbmhearts.notices import undelivered
from pbmhearts.storage import Addressee, ClaimedMail, Repositories

_log = logging.getLogger(__name__)

FIRST_RETRY = timedelta(minutes=1)
LONGEST_RETRY = timedelta(hours=6)


@dataclass(frozen=True, slots=True)
class Summary:
    """What became of letters."""

    sent: int = 0
    put_off: int = 0
    dead: int = 0

    @property
    def tried(self) -> int:
        """All of them."""
        return self.sent + self.put_off + self.dead

    def __add__(self, other: "Summary") -> "Summary":
        return Summary(self.sent + other.sent, self.put_off + other.put_off, self.dead + other.dead)


def mark(
    repositories: Repositories,
    services: Services,
    claimed: Sequence[ClaimedMail],
    results: Mapping[int, SendResult],
) -> Summary:
    """Mark each letter that was tried, and give back the others."""
    now = services.clock.now()
    sent = [row for row, result in results.items() if result.outcome is SendOutcome.SENT]
    repositories.outbox.sent(sent, now, [_answer(results[row]) for row in sent])
    repositories.outbox.release([letter.id for letter in claimed if letter.id not in results])
    put_off = dead = 0
    for letter in claimed:
        result = results.get(letter.id)
        if result is not None:
            _log.info(
                "letter tried letter=%s outcome=%s answer=%s", letter.id, result.outcome, _answer(result)
            )
        if result is None or result.outcome is SendOutcome.SENT:
            continue
        error = _answer(result)
        if _refuses_us(repositories, services, letter, result, now):
            repositories.outbox.put_off(letter.id, now + undelivered.HELD_FOR, error)
            put_off += 1
        elif (
            result.outcome is SendOutcome.NEVER or now - letter.created_at > services.config.delivery.give_up
        ):
            repositories.outbox.bury(letter.id, error)
            dead += 1
        else:
            until = now + _pause(services, letter.attempts)
            repositories.outbox.put_off(letter.id, until, error, doubtful=result.doubtful)
            put_off += 1
    return Summary(len(sent), put_off, dead)


def _answer(result: SendResult) -> str:
    return f"{result.code} {result.text}".strip()


def _refuses_us(
    repositories: Repositories, services: Services, letter: ClaimedMail, result: SendResult, now: datetime
) -> bool:
    """Whether the other side refused this server rather than this letter, so that the letter may wait."""
    if result.outcome is not SendOutcome.NEVER or result.code < 500:
        return False
    to = Addressee(letter.mail.address.lower(), letter.mail.account_id)
    return undelivered.refused(repositories, services, to, result.text, now)


def _pause(services: Services, attempts: int) -> timedelta:
    """Twice as long each time, up to a bound, and a little by chance so that not all come back at once."""
    doublings: int = 1 << min(attempts, 20)
    return min(FIRST_RETRY * doublings, LONGEST_RETRY) * (0.9 + 0.2 * services.tokens(1)[0] / 255)
