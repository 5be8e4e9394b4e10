"""How quickly letters go out, and what one costs.

    python benchmarks/delivery.py [--json] [--quick]

- smtplib: letters a second that wait frozen in the outbox (claimed, sent and marked as the server does) to those that
  bare smtplib sends over one connection, the same bytes to the same server, which offers PIPELINING.
- smtplib_10ms: the same with each reply 10 ms later, as of a server far away.
- letter_ms: processor time to claim, render, freeze and mark a letter, in the mix of kinds that whole deals bring,
  four readers an event, ten moves at once.
- claim_ratio: time to claim a batch with 100,000 letters waiting, to that with 40; the worse of 50,000 readers and
  100. mark_ratio: the same of marking the batch as sent. longest_claim_ms: the longest of the claims from the long
  outbox, the first one after all were enqueued among them.
"""

import multiprocessing
import smtplib
import statistics
import time
from collections.abc import Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path

import outbox
import shared
from figures import Figures, options, scratch
from smtp_peers import peer

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
        patience: seconds to wait for the claims from it.
    """

    rounds: int = 3
    boards: int = 4
    near: int = 500
    far: int = 80
    waiting: int = 100_000
    readers: tuple[int, ...] = (50_000, 100)
    patience: float = 60.0


QUICK = Sizes(1, 1, 40, 8, 2000, (1000, 40), 60.0)

CLAIMS = 31

MOVES_AT_ONCE = 10
"""Whose letters fill a batch."""


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


@dataclass(frozen=True, slots=True)
class Claims:
    """Seconds of a claim, of the longest one, and of marking its letters as sent."""

    claim: float
    longest: float
    mark: float


def claims(figures: Figures, folder: Path, sizes: Sizes) -> None:
    """Claim from a long outbox and from a short one, the long one with a limit of time."""
    few = _patiently(folder / "few", 40, 40, sizes.patience)
    assert few is not None, "claiming 40 letters took a minute"
    claim_ratios, mark_ratios, longest = [], [], []
    for readers in sizes.readers:
        many = _patiently(folder / str(readers), sizes.waiting, readers, sizes.patience)
        if many is None:
            why = f"a claim from {sizes.waiting} letters for {readers} readers took more than {sizes.patience:g} s"
            figures.add("claim_ratio", [sizes.patience / few.claim], f"at least: {why}")
            figures.lacks("mark_ratio", why)
            return
        claim_ratios.append(many.claim / few.claim)
        mark_ratios.append(many.mark / few.mark)
        longest.append(many.longest * 1000)
    figures.add("claim_ratio", [max(claim_ratios)])
    figures.add("mark_ratio", [max(mark_ratios)])
    figures.add("claim_ms", [few.claim * 1000], "with 40 waiting")
    figures.add("longest_claim_ms", [max(longest)])


def _patiently(folder: Path, waiting: int, readers: int, seconds: float) -> Claims | None:
    """How long claims take; None if they take too long."""
    folder.mkdir()
    ours, theirs = multiprocessing.get_context("spawn").Pipe(duplex=False)
    process = multiprocessing.get_context("spawn").Process(
        target=_claim, args=(folder, waiting, readers, theirs)
    )
    process.start()
    theirs.close()
    try:
        if not ours.poll(60 + seconds):
            raise OSError("the letters did not come to wait in a minute")
        assert ours.recv() == "filled", "the letters were to wait first"
        return ours.recv() if ours.poll(seconds) else None
    finally:
        process.terminate()
        process.join()


def _claim(folder: Path, waiting: int, readers: int, told: Connection) -> None:
    claimed, marked = [], []
    with shared.house(folder) as app:
        outbox.enqueue(app, waiting, readers)
        told.send("filled")
        for _ in range(CLAIMS):
            begun = time.perf_counter()
            letters = outbox.claim(app)
            between = time.perf_counter()
            outbox.mark_sent(app, letters)
            marked.append(time.perf_counter() - between)
            claimed.append(between - begun)
            assert len(letters) == 40, "a batch was to be claimed"
            if waiting == 40:
                outbox.enqueue(app, waiting, readers)
    told.send(Claims(statistics.median(claimed), max(claimed), statistics.median(marked)))


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
