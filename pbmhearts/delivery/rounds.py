"""Letters go out: claimed, rendered, frozen, sent, marked; never within a transaction."""

import logging
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from pbmhearts.commands.context import NO_MAIL, Context, Services
from pbmhearts.delivery.rendering import LocalRendering, Rendering
from pbmhearts.errors import StorageError
from pbmhearts.mail.transport.batch import Batch, Parcel, SendOutcome, SendResult
from pbmhearts.mail.transport.choice import Transport
from pbmhearts.mail.writing.outbound import write
from pbmhearts.notices import broadcasts, undelivered
from pbmhearts.notices.composer import Composer
from pbmhearts.storage import Addressee, ClaimedMail, Repositories, Store

_log = logging.getLogger(__name__)

BATCH = 40
"""Letters that are claimed, and marked, in one transaction."""

LEASE = timedelta(minutes=10)
"""How long a claimed letter is ours: longer than a batch can take; then somebody else may try."""

KEPT_FOR = timedelta(days=30)
"""How long it can be seen that a letter was sent."""

FIRST_RETRY = timedelta(minutes=1)
LONGEST_RETRY = timedelta(hours=6)

SENDING_FOR = timedelta(minutes=5)
"""After this a batch sends no more: were its lease to end, another process would send the rest a second time."""

PATIENCE = 8.0
"""How long mails and letters in hand may take when the server stops, in seconds."""

_POLL_SECONDS = 2.0
_MOST_CLAIMS = 100
"""So many claims in a row may find nothing but letters to held domains, or of another process."""
_ABORT_SECONDS = 0.5
_TIDY_EVERY = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class Summary:
    """What one round did, in letters."""

    sent: int = 0
    put_off: int = 0
    dead: int = 0

    @property
    def tried(self) -> int:
        """All of them."""
        return self.sent + self.put_off + self.dead


class Delivery:
    """Sends what waits in the outbox."""

    def __init__(self, store: Store, services: Services, transport: Transport) -> None:
        self._store = store
        self._services = services
        self._transport = transport
        self._rendering: Rendering = LocalRendering(store, services)
        self._owner = store.owner(int.from_bytes(services.tokens(4)) >> 1 | 1)
        self._wake = threading.Event()
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self, rendering: Rendering | None = None) -> None:
        """Deliver on a thread of its own until `stop`.

        Args:
            rendering: who renders, if it is not to be done in this process.
        """
        self._rendering = rendering or self._rendering
        self._thread = threading.Thread(target=self._serve, name="delivery", daemon=True)
        self._thread.start()

    def wake(self) -> None:
        """Letters were enqueued."""
        self._wake.set()

    def stop(self, grace: float = PATIENCE) -> None:
        """Finish the letter in hand, then stop.

        Args:
            grace: how long to wait for a smarthost that takes its time, in seconds. Then the letter is put off,
                or, where not even that can be done, stays claimed until the next server takes over.
        """
        self._stop.set()
        self._wake.set()
        if self._thread is not None:
            self._thread.join(grace)
            if self._thread.is_alive():
                self._transport.abort()
                self._thread.join(_ABORT_SECONDS)
            if self._thread.is_alive():
                return
        self._transport.close()
        self._rendering.close()
        self._owner.close()

    def _serve(self) -> None:
        tidied: datetime | None = None
        while not self._stop.is_set():
            self._wake.clear()
            try:
                busy = self.round().tried
                if not busy and (tidied is None or self._services.clock.now() - tidied >= _TIDY_EVERY):
                    self.tidy_up()
                    tidied = self._services.clock.now()
            except StorageError as error:
                _log.warning("delivery waits: %s", error)
                busy = 0
            if not busy and not self._stop.is_set():
                self._rendering.rest()
                self._wake.wait(_POLL_SECONDS)

    def rendered(self, number: int) -> bytes:
        """A letter's bytes: as they are frozen, else as they would be now; nothing is kept.

        Raises:
            LookupError: there is no such letter, or its words are erased.
        """
        with self._store.read() as repositories:
            letter = repositories.outbox.mail(number)
            if letter is None:
                raise LookupError(f"letter {number} cannot be shown")
            return letter.data or write(
                Composer(repositories, self._services).letter(letter), self._services.me
            )

    def tidy_up(self) -> None:
        """Delete what was sent long ago, and what else has had its time."""
        now = self._services.clock.now()

        while self._store.run(lambda repositories: repositories.outbox.forget(now - KEPT_FOR)):
            pass

        def forget(repositories: Repositories) -> None:
            repositories.broadcasts.forget(now - KEPT_FOR)
            repositories.inbox.expire(now)
            repositories.tallies.prune(now - KEPT_FOR)
            repositories.resets.prune(now)

        self._store.run(forget)

    def round(self) -> Summary:
        """Claim a batch and send it; returns what became of it.

        Raises:
            StorageError: the database is away. What was sent and could not be marked is sent again, the same bytes
                under the same Message-ID, when its lease ends.
        """
        claimed = self._claim()
        if not claimed:
            return Summary()
        rendered = self._rendering.render([letter for letter in claimed if not letter.data])
        if rendered.letters:
            self._store.run(lambda repositories: repositories.outbox.freeze(rendered.letters))
        frozen = rendered.letters | {letter.id: letter.data for letter in claimed if letter.data}
        results = self._send([letter for letter in claimed if letter.id in frozen], frozen)
        for number, fault in rendered.faults.items():
            results[number] = SendResult(SendOutcome.NEVER, 0, f"cannot be rendered: {fault}")
        return self._store.run(lambda repositories: self._mark(repositories, claimed, results))

    def _claim(self) -> tuple[ClaimedMail, ...]:
        """What goes out next; while that does not fill a batch, more copies of broadcasts are made."""
        now = self._services.clock.now()
        claims = 0
        while claims < _MOST_CLAIMS:
            with self._store.read() as repositories:
                due, spreads = repositories.outbox.due(now), repositories.broadcasts.unfinished() is not None
            claimed = self._claim_once(now) if due else ()
            claims += due
            if spreads and len(claimed) < BATCH:
                self._fan_out(now)
            if claimed or not (due or spreads):
                return claimed
        return ()

    def _fan_out(self, now: datetime) -> None:
        def copy(repositories: Repositories) -> None:
            broadcasts.fan_out(Context(self._services, repositories, NO_MAIL, now))

        self._store.run(copy)

    def _claim_once(self, now: datetime) -> tuple[ClaimedMail, ...]:
        owner = self._owner.hold()

        def claim(repositories: Repositories) -> tuple[ClaimedMail, ...]:
            held = {hold.domain: hold.until for hold in repositories.bounces.held(now)}
            return repositories.outbox.claim(now, now + LEASE, BATCH, owner=owner, held=held)

        return self._store.run(claim)

    def _send(self, letters: Sequence[ClaimedMail], frozen: dict[int, bytes]) -> dict[int, SendResult]:
        until = self._services.clock.now() + SENDING_FOR
        parcels = [
            Parcel(
                id=letter.id,
                line=(letter.mail.address, letter.mail.board),
                envelope_from=self._envelope_from(letter),
                to=letter.mail.address,
                data=frozen[letter.id],
            )
            for letter in letters
        ]
        batch = Batch(parcels, lambda: not self._stop.is_set() and self._services.clock.now() <= until)
        self._transport.send_all(batch)
        return batch.results

    def _envelope_from(self, letter: ClaimedMail) -> str:
        me, codes = self._services.me, self._services.codes
        if self._services.config.delivery.envelope == "verp":
            return me.bounce_address(codes.bounce_token(letter.id)) or me.address
        return me.address

    def _mark(
        self, repositories: Repositories, claimed: Sequence[ClaimedMail], results: dict[int, SendResult]
    ) -> Summary:
        now = self._services.clock.now()
        sent = [row for row, result in results.items() if result.outcome is SendOutcome.SENT]
        repositories.outbox.sent(sent, now)
        repositories.outbox.release([letter.id for letter in claimed if letter.id not in results])
        put_off = dead = 0
        for letter in claimed:
            result = results.get(letter.id)
            if result is None or result.outcome is SendOutcome.SENT:
                continue
            error = f"{result.code} {result.text}".strip()
            if self._refuses_us(repositories, letter, result, now):
                repositories.outbox.put_off(letter.id, now + undelivered.HELD_FOR, error)
                put_off += 1
            elif (
                result.outcome is SendOutcome.NEVER
                or now - letter.created_at > self._services.config.delivery.give_up
            ):
                repositories.outbox.bury(letter.id, error)
                dead += 1
            else:
                until = now + self._pause(letter.attempts)
                repositories.outbox.put_off(letter.id, until, error, doubtful=result.doubtful)
                put_off += 1
        return Summary(len(sent), put_off, dead)

    def _refuses_us(
        self, repositories: Repositories, letter: ClaimedMail, result: SendResult, now: datetime
    ) -> bool:
        """Whether the other side refused this server rather than this letter, so that the letter may wait."""
        if result.outcome is not SendOutcome.NEVER or result.code < 500:
            return False
        to = Addressee(letter.mail.address.lower(), letter.mail.account_id)
        return undelivered.refused(repositories, self._services, to, result.text, now)

    def _pause(self, attempts: int) -> timedelta:
        """Twice as long each time, up to a bound, and a little by chance so that not all come back at once."""
        doublings: int = 1 << min(attempts, 20)
        return min(FIRST_RETRY * doublings, LONGEST_RETRY) * (0.9 + 0.2 * self._services.tokens(1)[0] / 255)
