"""A backup made while moves come in is a picture of one moment."""

import contextlib
import itertools
import smtplib
import sqlite3
import subprocess
import threading
from pathlib import Path

import pytest
from house import SERVER
from playing_on import first_move
from postfix import wait_until
from ready_house import BOARD, begun
from served import PROGRAM, Served, address_of, composed

from pbmhearts.games import hearts

pytestmark = pytest.mark.e2e


def pbmhearts(ini: Path, *words: object) -> str:
    """The output of a command, run as the operator does; it must succeed."""
    done = subprocess.run(
        [PROGRAM, "--config", ini, *map(str, words)], capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def play(served: Served, over: threading.Event) -> None:
    """Mail one legal move after another until it is enough."""
    with served.inside() as app, smtplib.SMTP("127.0.0.1", served.port, timeout=30) as smtp:
        for number in itertools.count():
            if over.is_set():
                return
            with app.store.read() as repositories:
                board = repositories.boards.load(BOARD)
            assert board is not None
            move = first_move(board.state)
            cards = move.cards if isinstance(move, hearts.Pass) else (move.card,)
            name = board.names[move.seat]
            command = f"mhearts move {BOARD} {name} secret-{name} {' '.join(map(str, cards))}"
            smtp.sendmail(address_of(name), [SERVER], composed(name, command, f"move-{number}"))


def actions(database: Path) -> int:
    """How many actions a database holds."""
    with contextlib.closing(sqlite3.connect(database)) as connection:
        (count,) = connection.execute("SELECT count(*) FROM actions").fetchone()
    return int(count)


def test_backups_while_moves_come_in(tmp_path: Path, tmp_path_factory: pytest.TempPathFactory):
    """Each one, restored elsewhere, holds boards that verify, and the moves up to then; the play goes on meanwhile."""
    with begun("passing", tmp_path):
        pass
    copies = [tmp_path / f"copy-{number}" for number in range(3)]
    with Served(tmp_path) as served:
        over = threading.Event()
        player = threading.Thread(target=play, args=(served, over))
        player.start()
        live = tmp_path / "var" / "pbmhearts.sqlite3"
        try:
            for copy in copies:
                before = actions(live)
                wait_until(lambda before=before: actions(live) > before + 5)
                pbmhearts(served.ini, "backup", copy)
        finally:
            over.set()
            player.join()
        assert "Traceback" not in served.log
    counts = [actions(copy) for copy in copies]
    assert counts == sorted(set(counts))
    assert counts[-1] <= actions(live)
    for copy in copies:
        elsewhere = tmp_path_factory.mktemp("elsewhere")
        ini = elsewhere / "mhearts.ini"
        ini.write_text("[listen]\nport = 0\n", encoding="utf-8")
        pbmhearts(ini, "restore", copy)
        assert pbmhearts(ini, "boards", "verify", "--all") == "1 checked, 0 with differences\n"
