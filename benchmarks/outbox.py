"""Letters that wait, and what takes them: the outbox as the benchmarks fill and empty it."""

import contextlib
import itertools
import sqlite3
from collections.abc import Sequence
from pathlib import Path

from shared import database

from pbmhearts.app import App
from pbmhearts.delivery.rounds import BATCH, LEASE, Delivery
from pbmhearts.mail.transport.batch import Batch, SendOutcome, SendResult
from pbmhearts.storage import OutgoingMail, WrittenLetter

_numbers = itertools.count(1)


class Nowhere:
    """A transport that takes letters and sends none.

    Attributes:
        taken: envelope sender, recipient and bytes of each.
    """

    def __init__(self) -> None:
        self.taken: list[tuple[str, str, bytes]] = []

    def send(self, envelope_from: str, to: str, data: bytes) -> SendResult:
        """Take a letter."""
        self.taken.append((envelope_from, to, data))
        return SendResult(SendOutcome.SENT, 250, "")

    def send_all(self, batch: Batch) -> None:
        """Take all letters of the batch."""
        batch.each(lambda parcel: self.send(parcel.envelope_from, parcel.to, parcel.data))

    def close(self) -> None:
        """Nothing is open."""

    def abort(self) -> None:
        """Nothing waits."""


def delivery_to(app: App, transport: Nowhere) -> Delivery:
    """The server's delivery, with another transport."""
    return Delivery(app.store, app.services, transport)


def deliver(delivery: Delivery) -> int:
    """Send all that is due; how many letters went out."""
    sent = 0
    while summary := delivery.drain():
        if not summary.tried:
            return sent
        assert summary.sent == summary.tried, "a letter did not go out"
        sent += summary.sent
    return sent


def enqueue(app: App, letters: int, readers: int) -> list[int]:
    """Let letters of no board wait, reader by reader in turn; their numbers."""
    now = app.services.clock.now()
    for first in range(0, letters, 5000):
        mails = [
            OutgoingMail(
                about=WrittenLetter("A letter", "Text", "<p>Text</p>"),
                address=f"reader{number % readers}@readers.example",
                message_id=f"<{next(_numbers)}@bench.example>",
            )
            for number in range(first, min(first + 5000, letters))
        ]
        app.store.run(lambda repositories, mails=mails: repositories.outbox.enqueue(mails, now))
    return waiting(app.config.data)


def waiting(folder: Path) -> list[int]:
    """The numbers of the letters that wait in a server's outbox."""
    with contextlib.closing(sqlite3.connect(database(folder))) as connection:
        found = connection.execute("SELECT id FROM outbox WHERE state = 'waiting' ORDER BY id")
        return [number for (number,) in found]


def freeze(app: App, letters: dict[int, bytes]) -> None:
    """Put a letter's bytes into its row, as if they had been rendered."""
    app.store.run(lambda repositories: repositories.outbox.freeze(letters))


def claim(app: App) -> list[int]:
    """Claim a batch as delivery does."""
    now = app.services.clock.now()
    claimed = app.store.run(lambda repositories: repositories.outbox.claim(now, now + LEASE, BATCH))
    return [letter.id for letter in claimed]


def mark_sent(app: App, letters: Sequence[int]) -> None:
    """Mark letters as sent."""
    now = app.services.clock.now()
    app.store.run(lambda repositories: repositories.outbox.sent(letters, now))
