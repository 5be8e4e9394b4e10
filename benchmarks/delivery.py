"""How quickly letters go out, and what one costs.

    python benchmarks/delivery.py [--json] [--quick]

- smtplib: letters a second that wait frozen in the outbox (claimed, sent and marked as the server does) to those that
  bare smtplib sends over one connection, the same bytes to the same server, which offers PIPELINING.
- smtplib_10ms: the same with each reply 10 ms later, as of a server far away.
- letter_ms: processor time to claim, render, freeze and mark a letter, in the mix of kinds that whole deals bring,
  four readers an event, ten moves on ten boards at once.
- claim_ratio: time to claim a batch with 100,000 letters waiting, to that with 40; the worse of 50,000 readers and
  100. mark_ratio: the same of marking the batch as sent. longest_claim_ms: the longest of the claims from the long
  outbox, the first one after all were enqueued among them.
"""

import smtplib
import statistics
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import outbox
import shared
from figures import Figures, options, scratch
from smtp_peers import peer

from pbmhearts.app import App

Letter = tuple[str, str, bytes]


@dataclass(frozen=True, slots=True)
class Sizes:
    """How much is measured.

    Attributes:
        boards: a round of rendering plays a deal of each.
        near: letters that are sent to a server whose replies come at once,
        far: to one whose replies take 10 ms.
        waiting: the longest outbox.
        readers: that it is spread over.
    """

    rounds: int = 3
    boards: int = 10
    near: int = 500
    far: int = 80
    waiting: int = 100_000
    readers: tuple[int, ...] = (50_000, 100)


QUICK = Sizes(1, 1, 40, 8, 2000, (1000, 40))

CLAIMS = 31

SHORT = 40
"""Letters of a short outbox: as many as a batch."""

MOVES_AT_ONCE = 10
"""Whose letters fill a batch; each on another board."""


def render(figures: Figures, folder: Path, sizes: Sizes) -> list[Letter]:
    """Play deals and deliver as they go on; the letters that came of it."""
    folder.mkdir()
    spent, transport = [], outbox.Nowhere()
    with shared.house(folder) as app:
        shared.sign_up(app)
        delivery = outbox.delivery_to(app, transport)
        outbox.deliver(delivery)
        for _ in range(sizes.rounds):
            numbers = shared.begin_boards(app, sizes.boards)
            mails = shared.in_turn([shared.deal_of_mails(app, number) for number in numbers])
            seconds, letters = 0.0, 0
            for first in range(0, len(mails), MOVES_AT_ONCE):
                for mail in mails[first : first + MOVES_AT_ONCE]:
                    shared.hand_in(app, mail)
                begun = time.process_time()
                letters += outbox.deliver(delivery)
                seconds += time.process_time() - begun
            spent.append(seconds / letters * 1000)
    figures.add("letter_ms", spent)
    return transport.taken


def send(figures: Figures, folder: Path, letters: Sequence[Letter], sizes: Sizes) -> None:
    """Send frozen letters, by the server and by smtplib in turn."""
    for name, delay, count in (("smtplib", 0.0, sizes.near), ("smtplib_10ms", 0.01, sizes.far)):
        ours, bare = [], []
        some = [letters[number % len(letters)] for number in range(count)]
        with peer("sink", delay) as port:
            for number in range(sizes.rounds):
                bare.append(_bare(port, some))
                ours.append(_ours(folder / f"{name}-{number}", port, some))
        figures.add_ratio(name, ours, bare)
        figures.add(f"{name}_letters_per_second", ours)


def _bare(port: int, letters: Sequence[Letter]) -> float:
    begun = time.perf_counter()
    with smtplib.SMTP("127.0.0.1", port, "localhost") as smtp:
        for envelope_from, to, data in letters:
            smtp.sendmail(envelope_from, [to], data)
    return len(letters) / (time.perf_counter() - begun)


def _ours(folder: Path, port: int, letters: Sequence[Letter]) -> float:
    folder.mkdir()
    with shared.house(folder, delivery=f"smarthost = 127.0.0.1\nport = {port}") as app:
        rows = outbox.enqueue(app, len(letters), readers=max(len(letters) // 3, 1))
        outbox.freeze(app, dict(zip(rows, (data for _, _, data in letters), strict=True)))
        begun = time.perf_counter()
        sent = outbox.deliver(app.delivery)
        seconds = time.perf_counter() - begun
        app.delivery.stop()
    assert sent == len(letters), "a letter was left"
    return sent / seconds


@dataclass(slots=True)
class Claims:
    """Milliseconds of claims, and of marking their letters as sent."""

    claimed: list[float] = field(default_factory=list)
    marked: list[float] = field(default_factory=list)

    def one(self, app: App) -> None:
        """Claim a batch and mark it."""
        begun = time.perf_counter()
        letters = outbox.claim(app)
        between = time.perf_counter()
        outbox.mark_sent(app, letters)
        self.marked.append((time.perf_counter() - between) * 1000)
        self.claimed.append((between - begun) * 1000)
        assert len(letters) == SHORT, "a batch was to be claimed"


def claims(figures: Figures, folder: Path, sizes: Sizes) -> None:
    """Claim from a long outbox and from a short one in turn."""
    found = []
    for readers in sizes.readers:
        many, few = Claims(), Claims()
        long, short = folder / f"{readers}-readers", folder / f"{readers}-readers-short"
        long.mkdir()
        short.mkdir()
        with shared.house(long) as full, shared.house(short) as empty:
            outbox.enqueue(full, sizes.waiting, readers)
            for _ in range(CLAIMS):
                outbox.enqueue(empty, SHORT, readers=SHORT)
                few.one(empty)
                many.one(full)
        found.append((statistics.median(many.claimed) / statistics.median(few.claimed), many, few))
    _, many, few = max(found, key=lambda each: each[0])
    figures.add_ratio("claim_ratio", many.claimed, few.claimed)
    figures.add_ratio("mark_ratio", many.marked, few.marked)
    figures.add("claim_ms", few.claimed, f"with {SHORT} waiting")
    figures.add("longest_claim_ms", [max(max(each.claimed) for _, each, _ in found)])


def measure(folder: Path, sizes: Sizes) -> Figures:
    """All figures."""
    figures = Figures("delivery")
    letters = render(figures, folder / "render", sizes)
    send(figures, folder, letters, sizes)
    claims(figures, folder, sizes)
    return figures


def main() -> None:
    """Measure and print."""
    wanted = options(__doc__)
    with scratch() as folder:
        measure(folder, QUICK if wanted.quick else Sizes()).show(as_json=wanted.json)


if __name__ == "__main__":
    main()
