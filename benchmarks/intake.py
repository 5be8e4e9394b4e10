"""How many moves a second come in by mail, beside servers that do less and one that does much the same.

    python benchmarks/intake.py [--json] [--quick]

Moves by turn code go to a real `pbmhearts serve` with SQLite on disk and delivery off, over 8 kept connections and
over one, without pipelining. Every board is verified afterwards. Ratios of moves (or mails) a second, ours to:

- noop_8, noop_1: an aiosmtpd handler that does nothing, with the same client and the same bytes.
- insert_1: the same with one committed insert into SQLite, at one connection.
- roundup: Roundup's mail gateway, without SMTP, ours at 8 connections with it.
- password_8: moves with userid and password at 8 connections, to those by code.

Besides: cpu_ms, processor time of the server a move at 8 connections, SMTP included; fsync_ms, what a flush of the disk
costs here; statements, what a card in mid-trick executes (with a vacation, a plan, a watcher and a comment on the
board), and statements_deal_end, what the last card of a deal does. Each round runs all in turn.
"""

import json
import os
import random
import shutil
import subprocess
import sys
import time
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

import shared
import sql
from figures import Figures, options, scratch
from smtp_peers import Mail, drive, peer

from pbmhearts.app import App
from pbmhearts.games import hearts

ROUNDUP = "roundup>=2.6,<2.7"
ROUNDUP_VENV = shared.ROOT / ".venv-roundup"


@dataclass(frozen=True, slots=True)
class Sizes:
    """How much is measured.

    Attributes:
        seconds: that each part of a round may take.
        boards: for 8 connections, for one, and for moves with a password: more than can be played in that time.
    """

    rounds: int = 3
    seconds: float = 3.0
    boards: tuple[int, int, int] = (64, 32, 16)


QUICK = Sizes(1, 0.3, (8, 1, 8))


@dataclass(slots=True)
class Rounds:
    """Moves, or mails, a second in each round."""

    ours_8: list[float] = field(default_factory=list)
    ours_1: list[float] = field(default_factory=list)
    password_8: list[float] = field(default_factory=list)
    noop_8: list[float] = field(default_factory=list)
    noop_1: list[float] = field(default_factory=list)
    insert_1: list[float] = field(default_factory=list)
    roundup: list[float] = field(default_factory=list)
    cpu_ms: list[float] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Prepared:
    """A server's folder and the mails of its boards."""

    folder: Path
    by_code_8: list[list[Mail]]
    by_code_1: list[list[Mail]]
    by_password_8: list[list[Mail]]


def prepare(folder: Path, sizes: Sizes) -> Prepared:
    """Begin the boards, and write the mails that play a deal of each."""
    folder.mkdir()
    with shared.house(folder) as app:
        shared.sign_up(app)
        numbers = shared.begin_boards(app, sum(sizes.boards))
        eight, one, password = ([numbers.pop() for _ in range(count)] for count in sizes.boards)
        return Prepared(
            folder,
            shared.lanes([shared.deal_of_mails(app, number) for number in eight], 8),
            shared.lanes([shared.deal_of_mails(app, number) for number in one], 1),
            shared.lanes([shared.deal_of_mails(app, number, password=True) for number in password], 8),
        )


def one_round(prepared: Prepared, sizes: Sizes, rounds: Rounds) -> None:
    """Measure everything once, a copy of the server's folder anew."""
    seconds = sizes.seconds
    with peer("noop") as port:
        rounds.noop_8.append(drive([port], prepared.by_code_8, seconds).rate)
        rounds.noop_1.append(drive([port], prepared.by_code_1, seconds).rate)
    copy = shared.copied(prepared.folder, prepared.folder.with_name("round"))
    with shared.serving(copy) as server:
        before = server.cpu_seconds()
        eight = drive([server.port], prepared.by_code_8, seconds)
        rounds.cpu_ms.append((server.cpu_seconds() - before) / len(eight.mails) * 1000)
        one = drive([server.port], prepared.by_code_1, seconds)
        password = drive([server.port], prepared.by_password_8, seconds)
    shared.verify(copy, [*eight.mails, *one.mails, *password.mails])
    for rates, driven in ((rounds.ours_8, eight), (rounds.ours_1, one), (rounds.password_8, password)):
        rates.append(driven.rate)
    with peer("insert", copy / "inserts.sqlite3") as port:
        rounds.insert_1.append(drive([port], prepared.by_code_1, seconds).rate)


def fsync_ms(folder: Path, times: int) -> list[float]:
    """What it takes to flush one page, each time."""
    spent = []
    with (folder / "page").open("wb", buffering=0) as file:
        for _ in range(times):
            file.write(bytes(4096))
            begun = time.perf_counter()
            os.fsync(file.fileno())
            spent.append((time.perf_counter() - begun) * 1000)
    return spent


def roundup_python() -> Path:
    """A Python that has Roundup, in a venv of its own that is made the first time.

    Raises:
        CalledProcessError: it cannot be installed.
    """
    python = ROUNDUP_VENV / "bin" / "python"
    if not (ROUNDUP_VENV / "share" / "roundup").is_dir():
        subprocess.run([sys.executable, "-m", "venv", ROUNDUP_VENV], check=True)
        pip = [python, "-m", "pip", "--quiet", "--disable-pip-version-check", "install", ROUNDUP]
        subprocess.run(pip, check=True, capture_output=True, timeout=180)
    return python


def roundup_rate(folder: Path, seconds: float) -> float:
    """Mails a second of Roundup's gateway."""
    home = folder / "roundup"
    shutil.rmtree(home, ignore_errors=True)
    home.mkdir()
    script = Path(__file__).with_name("roundup_gateway.py")
    words = [roundup_python(), script, home, str(seconds)]
    done = subprocess.run(words, check=True, capture_output=True, text=True)
    return float(json.loads(done.stdout)["mails_per_second"])


def play(app: App, number: int, until: int, comment: str = "") -> hearts.State:
    """Play a board by mails until so many cards have been played in the deal; how it stands then."""
    stored, rng = shared.load(app, number), random.Random(number)
    state = stored.state
    while shared.in_play(state) and (isinstance(state, hearts.Passing) or len(state.played) < until):
        written, state = shared.next_mail(app, stored, state, rng, comment=comment)
        shared.hand_in(app, written)
    return state


def counted(app: App, number: int) -> tuple[int, hearts.State]:
    """The statements of the board's next move, and how it stands then."""
    stored = shared.load(app, number)
    written, state = shared.next_mail(app, stored, stored.state, random.Random(number))
    with sql.statements() as seen:
        shared.hand_in(app, written)
    return len(seen), state


def count_statements(folder: Path, figures: Figures, boards: int) -> None:
    """Count on boards where all that makes a move dear comes together."""
    folder.mkdir()
    middle, ends = [], []
    with shared.house(folder) as app:
        shared.sign_up(app, 5)
        today = datetime.now(UTC).date()
        away = f"{today}..{today + timedelta(days=10)}"
        shared.hand_in(app, shared.mail("p3", f"vacation p3 secret-p3 {away}"))
        for number in shared.begin_boards(app, boards, people=4):
            shared.hand_in(app, shared.mail("p4", f"mhearts subscribe {number} p4 secret-p4"))
            play(app, number, 1, comment="Good luck to all")
            first = shared.load(app, number)
            turn = hearts.waiting(first.state)[0]
            planner = first.names[turn.left]
            plan = f"mhearts queue {number} {planner} secret-{planner} if leading highest"
            shared.hand_in(app, shared.mail(planner, plan))
            for table in ("plans", "watchers", "comments"):
                assert sql.rows_of(folder, table, number), f"the board was to have {table}"
            count, state = counted(app, number)
            assert isinstance(state, hearts.Playing), "the move was to be one of mid-trick"
            assert len(state.played) == 2, "the move was to be one of mid-trick"
            middle.append(count)
            ends.append(_last_of_deal(app, number))
    figures.add("statements", middle)
    figures.add("statements_deal_end", ends)


def _last_of_deal(app: App, number: int) -> int:
    """Play a board to the end of a deal; the statements of the last card."""
    while True:
        count, state = counted(app, number)
        if not shared.in_play(state):
            return count


def measure(folder: Path, sizes: Sizes, *, with_roundup: bool) -> Figures:
    """All figures."""
    figures, rounds, missing = Figures("intake"), Rounds(), "left out"
    prepared = prepare(folder / "boards", sizes)
    for _ in range(sizes.rounds):
        one_round(prepared, sizes, rounds)
        if with_roundup:
            try:
                rounds.roundup.append(roundup_rate(folder, sizes.seconds))
            except (OSError, subprocess.SubprocessError) as error:
                with_roundup, missing = False, f"Roundup cannot be installed or run: {type(error).__name__}"
    figures.add_ratio("noop_8", rounds.ours_8, rounds.noop_8)
    figures.add_ratio("noop_1", rounds.ours_1, rounds.noop_1)
    if with_roundup:
        figures.add_ratio("roundup", rounds.ours_8, rounds.roundup)
    else:
        figures.lacks("roundup", missing)
    count_statements(folder / "statements", figures, 3 if sizes.rounds > 1 else 1)
    figures.add("cpu_ms", rounds.cpu_ms)
    figures.add_ratio("password_8", rounds.password_8, rounds.ours_8)
    figures.add_ratio("insert_1", rounds.ours_1, rounds.insert_1)
    figures.add("fsync_ms", fsync_ms(folder, 50))
    for name in ("ours_8", "ours_1", "password_8", "noop_8", "noop_1", "insert_1"):
        figures.add(f"{name}_per_second", getattr(rounds, name))
    return figures


def main() -> None:
    """Measure and print."""
    wanted = options(__doc__)
    with scratch() as folder:
        sizes = QUICK if wanted.quick else Sizes()
        measure(folder, sizes, with_roundup=not wanted.quick).show(as_json=wanted.json)


if __name__ == "__main__":
    main()
