"""Letters go out: claimed, rendered, frozen, sent, marked; never within a transaction."""

import logging
import threading
from collections.abc import Collection
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from pbmhearts.commands.context import NO_MAIL, Context, Services
from pbmhearts.delivery.marking import Summary, mark
from pbmhearts.delivery.rendering import LocalRendering, Rendering
from pbmhearts.errors import StorageError
from pbmhearts.mail.transport.batch import Batch, Parcel, SendOutcome, SendResult
from pbmhearts.mail.transport.choice import Transport
from pbmhearts.mail.writing.outbound import write
from pbmhearts.notices import broadcasts
from pbmhearts.notices.composer import Composer
from pbmhearts.storage import ClaimedMail, Repositories, Store

_log = logging.getLogger(__name__)

BATCH = 40
"""Letters that are claimed, and marked, in one transaction."""

LEASE = timedelta(minutes=15)
"""How long a claimed letter is ours: longer than two batches can take; then somebody else may try."""

KEPT_FOR = timedelta(days=30)
"""How long it can be seen that a letter was sent."""

SENDING_FOR = timedelta(minutes=5)
"""After this a batch sends no more: were its lease to end, another process would send the rest a second time."""

PATIENCE = 8.0
"""How long mails and letters in hand may take when the server stops, in seconds."""

_POLL_SECONDS = 2.0
_MOST_BATCHES = 25
_MOST_CLAIMS = 100
"""So many claims in a row may find nothing but letters to held domains, or of another process."""
_ABORT_SECONDS = 0.5
_TIDY_EVERY = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class _Prepared:
    """A batch that is ours.

    Attributes:
        frozen: the bytes of what could be rendered, by number.
        faults: the kind of fault of what could not.
    """

    claimed: tuple[ClaimedMail, ...]
    frozen: dict[int, bytes] = field(default_factory=dict)
    faults: dict[int, str] = field(default_factory=dict)


def _nothing() -> _Prepared:
    return _Prepared(())


class Delivery:
    """Sends what waits in the outbox.

    Args:
        enqueued: set when letters were enqueued, so that they need not wait for the next look.
    """

    def __init__(
        self, store: Store, services: Services, transport: Transport, enqueued: threading.Event | None = None
    ) -> None:
        self._store = store
        self._services = services
        self._transport = transport
        self._rendering: Rendering = LocalRendering(store, services)
        self._owner = store.owner(int.from_bytes(services.tokens(4)) >> 1 | 1)
        self._wake = enqueued or threading.Event()
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

    def _serve(self) -> None:
        tidied: datetime | None = None
        interrupted = False
        while not self._stop.is_set():
            self._wake.clear()
            try:
                if interrupted:
                    # Nothing is in hand now, so what is still ours was claimed when the database went away.
                    self._store.run(lambda repositories: repositories.outbox.free([self._owner.number]))
                    interrupted = False
                busy = self.drain().tried
                if not busy and (tidied is None or self._services.clock.now() - tidied >= _TIDY_EVERY):
                    self.tidy_up()
                    tidied = self._services.clock.now()
            except StorageError as error:
                _log.warning("delivery waits: %s", error)
                busy, interrupted = 0, True
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
        batch = self._prepare()
        return self._finish(batch, self._send(batch)) if batch.claimed else Summary()

    def drain(self) -> Summary:
        """Send batches, up to a bound: while one is sent, the next one is claimed and rendered.

        Raises:
            StorageError: as `round`.
        """
        finished: list[Future[Summary]] = []
        with ThreadPoolExecutor(1, "outbox") as beside:
            ahead = beside.submit(self._prepare)
            while (batch := ahead.result()).claimed:
                ahead = beside.submit(self._prepare if len(finished) < _MOST_BATCHES else _nothing)
                finished.append(beside.submit(self._finish, batch, self._send(batch)))
        return sum((each.result() for each in finished), Summary())

    def _prepare(self) -> _Prepared:
        """Claim a batch, render it, and keep the bytes."""
        claimed = self._claim() if not self._stop.is_set() else ()
        if not claimed:
            return _Prepared(())
        rendered = self._rendering.render([letter for letter in claimed if not letter.data])
        if rendered.letters:
            self._store.run(
                lambda repositories: repositories.outbox.freeze(rendered.letters), side_by_side=True
            )
        frozen = {letter.id: letter.data for letter in claimed if letter.data}
        return _Prepared(claimed, frozen | rendered.letters, rendered.faults)

    def _finish(self, batch: _Prepared, results: dict[int, SendResult]) -> Summary:
        """Mark what became of a batch."""
        for number, fault in batch.faults.items():
            results[number] = SendResult(SendOutcome.NEVER, 0, f"cannot be rendered: {fault}")
        return self._store.run(
            lambda repositories: mark(repositories, self._services, batch.claimed, results),
            # What has failed may hold a domain or an address, for all processes.
            side_by_side=all(result.outcome is SendOutcome.SENT for result in results.values()),
        )

    def _claim(self) -> tuple[ClaimedMail, ...]:
        """What goes out next; while that does not fill a batch, more copies of broadcasts are made."""
        now = self._services.clock.now()
        claims = 0
        while claims < _MOST_CLAIMS:
            with self._store.read() as repositories:
                due, spreads = repositories.outbox.due(now), repositories.broadcasts.unfinished() is not None
                others = repositories.outbox.owners() - {self._owner.number}
            if others and self._free_gone(others):
                continue
            claimed = self._claim_once(now) if due else ()
            claims += due
            if spreads and len(claimed) < BATCH:
                self._fan_out(now)
            if claimed or not (due or spreads):
                return claimed
        return ()

    def _free_gone(self, others: Collection[int]) -> bool:
        """Let letters go that a process had claimed which has died; False where there is none."""
        gone = self._owner.gone(others)
        if gone:
            self._store.run(lambda repositories: repositories.outbox.free(gone))
        return bool(gone)

    def _fan_out(self, now: datetime) -> None:
        def copy(repositories: Repositories) -> None:
            broadcasts.fan_out(Context(self._services, repositories, NO_MAIL, now))

        self._store.run(copy)

    def _claim_once(self, now: datetime) -> tuple[ClaimedMail, ...]:
        owner = self._owner.hold()

        def claim(repositories: Repositories) -> tuple[ClaimedMail, ...]:
            held = {hold.domain: hold.until for hold in repositories.bounces.held(now)}
            return repositories.outbox.claim(now, now + LEASE, BATCH, owner=owner, held=held)

        return self._store.run(claim, side_by_side=True)

    def _send(self, prepared: _Prepared) -> dict[int, SendResult]:
        until = self._services.clock.now() + SENDING_FOR
        parcels = [
            Parcel(
                id=letter.id,
                line=(letter.mail.address, letter.mail.board),
                envelope_from=self._envelope_from(letter),
                to=letter.mail.address,
                data=prepared.frozen[letter.id],
            )
            for letter in prepared.claimed
            if letter.id in prepared.frozen
        ]
        batch = Batch(parcels, lambda: not self._stop.is_set() and self._services.clock.now() <= until)
        self._transport.send_all(batch)
        return batch.results

    def _envelope_from(self, letter: ClaimedMail) -> str:
        me, codes = self._services.me, self._services.codes
        if self._services.config.delivery.envelope == "verp":
            return me.bounce_address(codes.bounce_token(letter.id)) or me.address
        return me.address
