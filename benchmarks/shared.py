"""The server as the benchmarks see it: opened or started, its boards and the mails that play them, its letters.

What knows the inside of the server stands here, in `outbox.py` and in `sql.py`, and nowhere else in this folder.
"""

import contextlib
import itertools
import os
import random
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from smtp_peers import Mail

from pbmhearts import config
from pbmhearts.app import App, opened
from pbmhearts.games import hearts
from pbmhearts.letters import Envelope, Receipt

ROOT = Path(__file__).parent.parent
SERVER = "mhearts@bench.example"
PEOPLE = 20
"""Players, who take turns in making up fours."""

_INI = """\
[server]
address = {server}
data = .
[listen]
port = 0
max_mails_per_sender = 100000
[players]
confirm_addresses = no
challenges = open
max_challenges = 10000
[boards]
max_reminders_per_run = 100000
[delivery]
{delivery}
[database]
url = {url}
"""


# Servers


def write_ini(folder: Path, *, delivery: str = "deliver = no", url: str = "") -> Path:
    """An ini in `folder`, for a server whose data lie there too."""
    ini = folder / "mhearts.ini"
    ini.write_text(_INI.format(server=SERVER, delivery=delivery, url=url), encoding="utf-8")
    return ini


@contextlib.contextmanager
def house(folder: Path, **ini: str) -> Iterator[App]:
    """The server of a folder, in this process and without sockets."""
    with opened(config.load(write_ini(folder, **ini)), upgrade=True) as app:
        yield app


def database(folder: Path) -> Path:
    """The SQLite file of a server that has one."""
    return folder / "pbmhearts.sqlite3"


def command(*words: str, folder: Path | None = None) -> list[str]:
    """The command line of `pbmhearts`."""
    ini = ("--config", str(folder / "mhearts.ini")) if folder else ()
    return [sys.executable, "-m", "pbmhearts", *ini, *words]


def environment() -> dict[str, str]:
    """The environment of a command that is to be this working copy's."""
    return os.environ | {"PYTHONPATH": os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])}


@dataclass(frozen=True, slots=True)
class Serving:
    """A running `pbmhearts serve`."""

    port: int
    pid: int

    def cpu_seconds(self) -> float:
        """Processor time of the process and of those it started."""
        ticks = 0
        for pid in _family(self.pid):
            after_name = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
            ticks += int(after_name[11]) + int(after_name[12])
        return ticks / os.sysconf("SC_CLK_TCK")

    def megabytes(self) -> float:
        """Resident memory of the process and of those it started."""
        kilobytes = 0
        for pid in _family(self.pid):
            lines = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii").splitlines()
            kilobytes += sum(int(line.split()[1]) for line in lines if line.startswith("Rss:"))
        return kilobytes / 1000


def _family(pid: int) -> list[int]:
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()
    return [pid, *(each for child in children for each in _family(int(child)))]


@contextlib.contextmanager
def serving(folder: Path) -> Iterator[Serving]:
    """The real server of a folder, started and stopped."""
    with (folder / "server.log").open("ab") as log:
        process = subprocess.Popen(
            command("serve", folder=folder), stdout=subprocess.PIPE, stderr=log, env=environment(), text=True
        )
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        if not line:
            raise OSError(f"the server did not start:\n{(folder / 'server.log').read_text(encoding='utf-8')}")
        yield Serving(int(line.rpartition(":")[2]), process.pid)
    finally:
        process.terminate()
        process.wait()
        if process.stdout is not None:
            process.stdout.close()


def copied(folder: Path, to: Path) -> Path:
    """A copy of a server's folder that nobody uses at the moment."""
    shutil.rmtree(to, ignore_errors=True)
    return Path(shutil.copytree(folder, to))


# Boards and mails


def hand_in(app: App, mail: Mail) -> None:
    """Let a server in this process take a mail."""
    if app.intake.process(mail.raw, Envelope(mail.sender, (SERVER,))) is not Receipt.ACCEPTED:
        raise OSError("the server did not take a mail")


_numbers = itertools.count(1)


def mail(userid: str, subject: str, body: str = "", board: int = 0) -> Mail:
    """A mail as a plain mail program writes it."""
    sender = f"{userid}@players.example"
    raw = (
        f"From: {userid} <{sender}>\r\nTo: MHearts <{SERVER}>\r\nSubject: {subject}\r\n"
        f"Date: Mon, 30 Nov 2026 10:00:00 +0000\r\nMessage-ID: <{next(_numbers)}.{os.getpid()}@players.example>\r\n"
        "MIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 7bit\r\n"
        f"\r\n{body}\r\n"
    )
    return Mail.of(sender, SERVER, raw.encode("ascii"), board)


def sign_up(app: App, people: int = PEOPLE) -> None:
    """Open the accounts p0, p1, … with the passwords secret-p0, …"""
    for number in range(people):
        hand_in(app, mail(f"p{number}", f"signup p{number} secret-p{number}"))


def begin_boards(app: App, count: int, people: int = PEOPLE) -> list[int]:
    """Start boards, the players making up the fours in turn; their numbers."""
    with app.store.read() as repositories:
        before = set(repositories.boards.numbers())
    for number in range(count):
        four = [f"p{(4 * number + seat + 4 * number // people) % people}" for seat in range(4)]
        hand_in(app, mail(four[0], f"mhearts challenge {' '.join(four)}"))
    with app.store.read() as repositories:
        return sorted(set(repositories.boards.numbers()) - before)


def in_play(state: hearts.State) -> bool:
    """Whether the deal goes on."""
    return isinstance(state, hearts.Passing | hearts.Playing)


def next_mail(
    app: App,
    stored: Any,
    state: hearts.State,
    rng: random.Random,
    *,
    password: bool = False,
    comment: str = "",
) -> tuple[Mail, hearts.State]:
    """The mail of a random legal move by the first who is waited for, and the state after it.

    Args:
        stored: the board as it was loaded, for its seats.
    """
    seat = hearts.waiting(state)[0]
    cards = hearts.legal_cards(state, seat)
    if isinstance(state, hearts.Passing):
        first, second, third = rng.sample(cards, 3)
        move: hearts.Move = hearts.Pass(seat, (first, second, third))
        words = f"{first} {second} {third}"
    else:
        move = hearts.Play(seat, rng.choice(cards))
        words = str(move.card)
    number, name = stored.number, stored.names[seat]
    proof = f"{name} secret-{name}"
    if not password:
        proof = app.services.codes.turn_code(number, seat, state.move, stored.seats[seat].sitting)
    written = mail(name, f"mhearts move {number} {proof} {words}", comment, board=number)
    return written, hearts.apply(state, move).state


def load(app: App, number: int) -> Any:
    """A board as it is stored."""
    with app.store.read() as repositories:
        return repositories.boards.load(number)


def deal_of_mails(app: App, number: int, *, password: bool = False, most: int = 99) -> list[Mail]:
    """The mails that play a board's deal from where it stands to its end, in order; the first so many of them."""
    stored, rng = load(app, number), random.Random(number)
    state, mails = stored.state, []
    while in_play(state) and len(mails) < most:
        written, state = next_mail(app, stored, state, rng, password=password)
        mails.append(written)
    return mails


def in_turn(each: Iterable[Sequence[Mail]]) -> list[Mail]:
    """The first mail of each board, then the second of each, and so on: nobody is asked twice in a row."""
    return [one for row in itertools.zip_longest(*each) for one in row if one is not None]


def lanes(boards: Sequence[Sequence[Mail]], count: int) -> list[list[Mail]]:
    """Boards shared out to so many connections, each board to one."""
    return [in_turn(boards[number::count]) for number in range(count)]


def verify(folder: Path, mails: Iterable[Mail]) -> None:
    """Check that each mail moved its board, and that every board is as its log says.

    Raises:
        AssertionError: a mail was taken and not obeyed.
        CalledProcessError: `pbmhearts boards verify` found a difference.
    """
    wanted: dict[int, int] = {}
    for one in mails:
        wanted[one.board] = wanted.get(one.board, 0) + 1
    with opened(config.load(folder / "mhearts.ini")) as app, app.store.read() as repositories:
        for number, moves in wanted.items():
            log = [hearts.parse_action(text) for text in repositories.boards.log(number)]
            chosen = sum(isinstance(action, hearts.Pass | hearts.Play) for action in log)
            assert chosen == moves, f"board {number}: {moves} mails, {chosen} moves"
    subprocess.run(
        command("boards", "verify", "--all", folder=folder),
        check=True,
        env=environment(),
        stdout=subprocess.DEVNULL,
    )
