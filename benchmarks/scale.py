"""Does what the server does cost more where there are many boards and players?

    python benchmarks/scale.py [--json] [--quick]

A database with 100,000 players, 100,000 running boards and 1,000,000 that are over (copies of two that were played)
against one with 120 running boards:

- move_ratio: the median time of a move by mail in the large one to that in the small one, each move on another board.
- remind_ms_per_1000_late: how long `pbmhearts remind` takes in the large one, where 1,000 players are late;
  remind_ratio: what it takes for each of them to what it takes in the small one, where 20 are.
- longest_write_ms: the longest writing transaction of all that was done in the large one: these moves, the reminders,
  a broadcast to everybody, some rounds of delivery, and the hourly tidying up; each also by itself.
"""

import contextlib
import io
import json
import random
import statistics
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import outbox
import shared
import sql
from figures import Figures, options, scratch
from sql import Crowd

from pbmhearts.cli.main import cli


@dataclass(frozen=True, slots=True)
class Sizes:
    """How much is measured.

    Attributes:
        moves: moves in each database, in rounds of 20 that take turns.
    """

    large: Crowd
    small: Crowd
    moves: int


FULL = Sizes(Crowd(100_000, 1_000_000, 100_000, 1000), Crowd(480, 0, 120, 20), 100)
QUICK = Sizes(Crowd(400, 300, 100, 10), Crowd(160, 0, 40, 10), 20)

ROUND = 20
BATCHES = 5
"""Rounds of delivery after the broadcast."""


def make(folder: Path, crowd: Crowd) -> range:
    """Play two boards and copy them; the numbers of the running ones."""
    folder.mkdir()
    with shared.house(folder) as app:
        shared.sign_up(app, 4)
        over, running = shared.begin_boards(app, 2, people=4)
        # In mid-deal a board has about half of a deal's actions, and one seat is waited for.
        for mail in shared.deal_of_mails(app, over)[:8]:
            shared.hand_in(app, mail)
        for mail in shared.deal_of_mails(app, running)[:24]:
            shared.hand_in(app, mail)
        outbox.deliver(outbox.delivery_to(app, outbox.Nowhere()))
    run("boards", "end", str(over), folder=folder)
    return sql.multiply(shared.database(folder), running, over, crowd)


def run(*words: str, folder: Path) -> str:
    """Run a command of the server in this process; what it prints."""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        cli(["--config", str(folder / "mhearts.ini"), *words], standalone_mode=False)
    return printed.getvalue()


@dataclass(slots=True)
class Act:
    """Something that was done, and how long it took."""

    seconds: float = 0.0


@contextlib.contextmanager
def watched(figures: Figures, name: str) -> Iterator[Act]:
    """Note the longest write of what is done meanwhile."""
    act = Act()
    with sql.writes() as seen:
        begun = time.perf_counter()
        yield act
        act.seconds = time.perf_counter() - begun
    assert seen.seconds, f"nothing was written by {name}"
    figures.add(f"{name}_write_ms", [seen.longest_ms])


def moves(figures: Figures, large: Path, small: Path, boards: tuple[range, ...], count: int) -> None:
    """Play a card on many boards of each, in turn."""
    rng = random.Random(7)
    spent: tuple[list[float], list[float]] = ([], [])
    with shared.house(large) as many, shared.house(small) as few, watched(figures, "move"):
        mails = []
        for app, numbers in zip((many, few), boards, strict=True):
            chosen = rng.sample(numbers, count)
            mails.append([shared.deal_of_mails(app, number, most=1)[0] for number in chosen])
        for first in range(0, count, ROUND):
            for app, own, times in zip((many, few), mails, spent, strict=True):
                for mail in own[first : first + ROUND]:
                    begun = time.perf_counter()
                    shared.hand_in(app, mail)
                    times.append((time.perf_counter() - begun) * 1000)
    medians = [[statistics.median(times[n : n + ROUND]) for n in range(0, count, ROUND)] for times in spent]
    figures.add_ratio("move_ratio", *medians)
    figures.add("move_ms", spent[0])


def remind(folder: Path, late: int) -> float:
    """Remind all who are late; milliseconds for each of them."""
    begun = time.perf_counter()
    reminded = json.loads(run("remind", "--json", folder=folder))["reminded"]
    assert len(reminded) == late, f"{len(reminded)} were reminded instead of {late}"
    return (time.perf_counter() - begun) * 1000 / late


def reminders(figures: Figures, large: Path, small: Path, sizes: Sizes) -> None:
    """Remind in both databases."""
    with watched(figures, "remind"):
        each = remind(large, sizes.large.late)
    figures.add("remind_ms_per_1000_late", [each * 1000])
    figures.add_ratio("remind_ratio", [each], [remind(small, sizes.small.late)])


def everything_else(figures: Figures, folder: Path) -> None:
    """Write to everybody, deliver some of it, tidy up."""
    news = folder / "news.txt"
    news.write_text("The server moves on Sunday.\n", encoding="utf-8")
    with watched(figures, "broadcast") as act:
        run("broadcast", "News", str(news), folder=folder)
    figures.add("broadcast_seconds", [act.seconds])
    with shared.house(folder) as app:
        delivery = outbox.delivery_to(app, outbox.Nowhere())
        with watched(figures, "delivery"):
            for _ in range(BATCHES):
                delivery.round()
        with watched(figures, "tidy"):
            delivery.tidy_up()


def measure(folder: Path, sizes: Sizes) -> Figures:
    """All figures."""
    figures = Figures("scale")
    large, small = folder / "large", folder / "small"
    begun = time.perf_counter()
    boards = make(large, sizes.large), make(small, sizes.small)
    made = time.perf_counter() - begun
    in_time = tuple(
        numbers[crowd.late :] for numbers, crowd in zip(boards, (sizes.large, sizes.small), strict=True)
    )
    moves(figures, large, small, in_time, sizes.moves)
    reminders(figures, large, small, sizes)
    everything_else(figures, large)
    longest = max(value or 0 for name, value in figures.found.items() if name.endswith("_write_ms"))
    figures.add("longest_write_ms", [longest])
    figures.add("making_seconds", [made])
    return figures


def main() -> None:
    """Measure and print."""
    wanted = options(__doc__)
    with scratch() as folder:
        measure(folder, QUICK if wanted.quick else FULL).show(as_json=wanted.json)


if __name__ == "__main__":
    main()
