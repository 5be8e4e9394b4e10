"""How long it takes to start, and what a server at rest holds.

    python benchmarks/start.py [--json] [--quick]

- deliver_ratio: `pbmhearts deliver` of one mail (a move) to the bare imports of what it cannot do without.
- version_ratio: `pbmhearts --version` to `python -c "import click"`.
- serve_mb: resident memory of `pbmhearts serve` at rest, delivery on.
- busy_mb: the same when the last of many moves has come in and their letters go out; growth_mb: what it has grown
  by when it rests again (growth_moves is how many moves; fewer where they take too long).

Times are those of whole processes, run in turn.
"""

import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import outbox
import shared
from figures import Figures, options, scratch
from smtp_peers import Mail, drive

BARE = "import sqlalchemy, jinja2"
CLICK = "import click"

REST = 15.0
"""Seconds after the last letter in which the process that renders many of them ends."""


@dataclass(frozen=True, slots=True)
class Sizes:
    """How much is measured.

    Attributes:
        boards: whose deals are played while the server grows, a deal each.
        seconds: the longest that this may take.
        settle: how long a server rests before its memory is read.
    """

    rounds: int = 9
    boards: int = 216
    seconds: float = 30.0
    settle: float = 3.0


QUICK = Sizes(1, 8, 0.5, 0.2)


def seconds_of(words: Sequence[str], folder: Path, given: bytes = b"") -> float:
    """How long a process takes."""
    begun = time.perf_counter()
    subprocess.run(
        words, check=True, input=given, env=shared.environment(), cwd=folder, stdout=subprocess.DEVNULL
    )
    return time.perf_counter() - begun


def times(figures: Figures, folder: Path, moves: Sequence[Mail], rounds: int) -> None:
    """Run the four kinds of process in turn; a first time for nothing."""
    deliver, bare, version, click = [], [], [], []
    for one in moves[: rounds + 1]:
        words = shared.command("deliver", "--from", one.sender, "--to", shared.SERVER, folder=folder)
        deliver.append(seconds_of(words, folder, one.raw))
        bare.append(seconds_of([sys.executable, "-c", BARE], folder))
        version.append(seconds_of(shared.command("--version"), folder))
        click.append(seconds_of([sys.executable, "-c", CLICK], folder))
    figures.add_ratio("deliver_ratio", deliver[1:], bare[1:])
    figures.add_ratio("version_ratio", version[1:], click[1:])
    figures.add("deliver_ms", [each * 1000 for each in deliver[1:]])
    shared.verify(folder, moves[: rounds + 1])


def memory(figures: Figures, folder: Path, lanes: Sequence[Sequence[Mail]], sizes: Sizes) -> None:
    """Start a server, look, let it play, look again."""
    with shared.serving(folder) as server:
        time.sleep(sizes.settle)
        at_rest = server.megabytes()
        driven = drive([server.port], lanes, sizes.seconds)
        busy = server.megabytes()
        while outbox.waiting(folder):
            time.sleep(0.5)
        time.sleep(REST)
        grown = server.megabytes() - at_rest
    figures.add("serve_mb", [at_rest])
    figures.add("busy_mb", [busy])
    figures.add("growth_mb", [grown])
    figures.add("growth_moves", [len(driven.mails)])


def measure(folder: Path, sizes: Sizes) -> Figures:
    """All figures."""
    figures = Figures("start")
    with shared.house(folder) as app:
        shared.sign_up(app)
        first, *others = shared.begin_boards(app, 1 + sizes.boards)
        moves = shared.deal_of_mails(app, first)
        lanes = shared.lanes([shared.deal_of_mails(app, number) for number in others], 8)
    times(figures, folder, moves, sizes.rounds)
    shared.write_ini(folder, delivery="deliver = yes")
    memory(figures, folder, lanes, sizes)
    return figures


def main() -> None:
    """Measure and print."""
    wanted = options(__doc__)
    with scratch() as folder:
        measure(folder, QUICK if wanted.quick else Sizes()).show(as_json=wanted.json)


if __name__ == "__main__":
    main()
