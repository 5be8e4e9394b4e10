"""The demo's course: start a server, sign up four, play, stop, and look at what was left."""

import asyncio
import logging
import multiprocessing
import signal
import smtplib
import time
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path

import click

from pbmhearts import app, config
from pbmhearts.app import serve as running
from pbmhearts.cli.demo.player import Answer, Player, below_the_quote, with_code, with_password
from pbmhearts.cli.demo.verdict import BoardVerdict, faults_of, judge
from pbmhearts.clock import seeded_secrets
from pbmhearts.errors import PbmheartsError

_INI = """\
[server]
address = mhearts@demo.example
data = .

[listen]
port = 0
max_connections_per_peer = 20

[players]
confirm_addresses = no
"""

_START_SECONDS = 30
_SIGNUP_SECONDS = 30
_QUIET_SECONDS = 20

_FOUR: tuple[tuple[str, Answer], ...] = (
    ("ann", with_password),
    ("bob", with_code),
    ("cat", below_the_quote),
    ("dan", below_the_quote),
)


@dataclass(frozen=True, slots=True)
class Demo:
    """What to play.

    Attributes:
        folder: empty; database, mailboxes and the server's log come to lie there.
        timeout: seconds that a match may take.
    """

    folder: Path
    matches: int
    seed: int
    options: str
    timeout: int


@dataclass(frozen=True, slots=True)
class Played:
    """What was played.

    Attributes:
        mails_in: mails that the players sent.
        letters_out: letters that they found.
        seconds: from the first mail to the last letter.
        faults: what should not have been; empty after a good demo.
    """

    mailboxes: Path
    boards: tuple[BoardVerdict, ...]
    mails_in: int
    letters_out: int
    seconds: float
    faults: tuple[str, ...]


def play(demo: Demo) -> Played:
    """Play the matches to their end, or until they take too long.

    Raises:
        PbmheartsError: the server does not start.
    """
    ini = demo.folder / "mhearts.ini"
    ini.write_text(_INI, encoding="utf-8")
    server, host, port = _start(ini, demo.seed)
    begun = time.monotonic()
    players = _players(demo, config.load(ini), lambda: smtplib.SMTP(host, port, timeout=60))
    faults: list[str] = []
    try:
        faults += _match(demo, players, server)
    except OSError as error:  # smtplib's errors too
        faults.append(f"the server takes no mail: {error}")
    finally:
        for player in players:
            player.stop()
        seconds = time.monotonic() - begun
        faults += _stop(server)
    faults += [player.fault for player in players if player.fault]
    verdicts, letters = judge(config.load(ini), seeded_secrets(demo.seed))
    received = sum(player.received for player in players)
    faults += faults_of(verdicts, letters, received, demo.matches)
    return Played(
        mailboxes=config.load(ini).maildirs,
        boards=verdicts,
        mails_in=sum(player.sent for player in players),
        letters_out=received,
        seconds=seconds,
        faults=tuple(faults),
    )


def _serve(ini: Path, seed: int, ready: Connection) -> None:
    logging.basicConfig(filename=ini.with_name("server.log"), level=logging.INFO)
    logging.getLogger("mail.log").setLevel(logging.WARNING)
    with app.opened(config.load(ini), secrets=seeded_secrets(seed), upgrade=True) as server:
        asyncio.run(running.serve(server, lambda host, port: ready.send((host, port))))


def _start(ini: Path, seed: int) -> tuple[BaseProcess, str, int]:
    context = multiprocessing.get_context("spawn")
    ready, told = context.Pipe(duplex=False)
    server = context.Process(target=_serve, args=(ini, seed, told), name="server", daemon=True)
    server.start()
    told.close()
    try:
        if ready.poll(_START_SECONDS):
            host, port = ready.recv()
            return server, host, port
    except EOFError:
        pass
    server.kill()
    raise PbmheartsError(f"the server did not start; its log is {ini.with_name('server.log')}")


def _stop(server: BaseProcess) -> list[str]:
    server.terminate()
    server.join(15)
    if server.exitcode is None:
        server.kill()
        return ["the server did not stop"]
    if server.exitcode not in {0, -signal.SIGINT}:
        return [f"the server ended with {server.exitcode}"]
    return []


def _players(demo: Demo, ini: config.Config, connect: Callable[[], smtplib.SMTP]) -> list[Player]:
    players = []
    for userid, answer in _FOUR:
        address = f"{userid}@players.example"
        players.append(
            Player(
                userid=userid,
                password=f"secret-of-{userid}",
                address=address,
                server=ini.server.address,
                mailbox=ini.maildirs / address,
                seed=demo.seed,
                answer=answer,
                connect=connect,
            )
        )
    return players


def _match(demo: Demo, players: list[Player], server: BaseProcess) -> list[str]:
    for player in players:
        player.mail(f"signup {player.userid} {player.password}")
    if not _wait(lambda: all(player.unread() for player in players), _SIGNUP_SECONDS):
        return ["not everybody was welcomed"]
    for player in players:
        for file in player.unread():
            player.take(file)
    names = " ".join(player.userid for player in players)
    for _ in range(demo.matches):
        players[0].mail(" ".join(f"mhearts challenge {demo.options} {names}".split()))
    for player in players:
        player.start()
    _watch(demo, players, server)
    if any(len(player.over) < demo.matches for player in players):
        return ["not every match came to its end"]
    _settle(players)
    return []


def _watch(demo: Demo, players: list[Player], server: BaseProcess) -> None:
    """Show how far the boards are, by what the players have been told, until all know the end.

    Once the server is gone no letter comes: nobody need wait for the time to run out.
    """
    until = time.monotonic() + demo.timeout * demo.matches
    shown = 0
    with click.progressbar(length=demo.matches * len(players), label="Playing by mail") as bar:
        while time.monotonic() < until and server.is_alive() and not any(player.fault for player in players):
            over = sum(len(player.over) for player in players)
            bar.update(over - shown)
            shown = over
            if over >= demo.matches * len(players):
                return
            time.sleep(0.05)


def _settle(players: list[Player]) -> None:
    """Let the last letters be read: no board owes another."""
    last = -1
    until = time.monotonic() + _QUIET_SECONDS
    while time.monotonic() < until:
        received = sum(player.received for player in players)
        if received == last:
            return
        last = received
        time.sleep(0.3)


def _wait(condition: Callable[[], bool], seconds: float) -> bool:
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if condition():
            return True
        time.sleep(0.02)
    return False
