"""A deal in mutt: one thread a deal, in order, for each of the four."""

import itertools
import re
import shutil
import subprocess
from datetime import timedelta
from pathlib import Path

import pytest
from house import FOUR, House, open_house
from postfix import wait_until

from pbmhearts.games import hearts

pytestmark = [
    pytest.mark.e2e,
    pytest.mark.skipif(not (shutil.which("mutt") and shutil.which("tmux")), reason="wants mutt and tmux"),
]

_MUTTRC = """\
set folder="{folder}"
set mbox_type=Maildir
set sort=threads sort_aux=date
set index_format="%[%m-%d %H:%M] %s"
set ascii_chars=no
"""
_LINE = re.compile(r"^(\d\d-\d\d \d\d:\d\d) ([┬├└─>]*)(.*?)\s*$")


class Mutt:
    """mutt on a terminal of tmux, reading a maildir; a context manager."""

    def __init__(self, folder: Path, maildir: Path) -> None:
        (folder / "muttrc").write_text(_MUTTRC.format(folder=folder), encoding="utf-8")
        self._socket = folder / maildir.name  # of its own: a server that ends may still hold its socket
        self._command = f"LC_ALL=C.UTF-8 TERM=screen mutt -n -R -F {folder}/muttrc -f {maildir}"

    def __enter__(self) -> "Mutt":
        self._tmux("-u", "new-session", "-d", "-x", "120", "-y", "150", self._command)
        wait_until(lambda: "Mutt: " in self.screen, 20)
        return self

    def __exit__(self, *_: object) -> None:
        self._tmux("kill-server")

    @property
    def screen(self) -> str:
        """What stands on the terminal."""
        return self._tmux("-u", "capture-pane", "-p")

    def lines(self) -> list[tuple[str, str, str]]:
        """The index: time, branches of the thread, and Subject of each letter."""
        found = (_LINE.match(line) for line in self.screen.splitlines())
        return [(match[1], match[2], match[3]) for match in found if match]

    def _tmux(self, *words: str) -> str:
        command = ["tmux", "-S", self._socket, *words]
        return subprocess.run(command, capture_output=True, text=True, timeout=20, check=True).stdout


def play_into_the_second_deal(house: House) -> int:
    """A board of four at its second deal, seven minutes a move; its number."""
    number = house.start("-deals=2")
    while (state := house.board(number).state).facts.number == 1 or isinstance(state, hearts.Passing):
        house.wait(timedelta(minutes=7))
        if isinstance(state, hearts.Passing):
            house.pass_all(number)
        else:
            house.play_one(number)
    house.play_one(number)
    house.deliver()
    return number


def test_a_deal_is_one_thread_in_order(tmp_path: Path) -> None:
    """Each of the four sees the letters of a deal as one tree, by time, under one and the same Subject."""
    with open_house(tmp_path) as house:
        number = play_into_the_second_deal(house)
        maildirs = house.app.config.maildirs
    for userid in FOUR:
        maildir = maildirs / f"{userid}@players.example"
        with Mutt(tmp_path, maildir) as mutt:
            letters = [line for line in mutt.lines() if f"[mhearts {number}]" in line[2]]
        deals = [
            (subject, [(time, branch) for time, branch, _ in lines])
            for subject, lines in ((s, list(g)) for s, g in itertools.groupby(letters, lambda line: line[2]))
        ]
        assert [subject for subject, _ in deals] == [
            f"[mhearts {number}] Hand {deal} - you are {userid}" for deal in (1, 2)
        ]
        for _, deal in deals:
            branches = [branch for _, branch in deal]
            assert branches == ["┬─>", *["├─>"] * (len(deal) - 2), "└─>"]
            assert [time for time, _ in deal] == sorted(time for time, _ in deal)
        assert len(deals[0][1]) in {48, 49}  # whoever passes last hears at once of all four passes
        raw = [path.read_bytes() for path in maildir.rglob("*") if path.is_file()]
        subjects = {
            re.search(rb"^Subject: .*\r?\n", letter, re.MULTILINE)[0]
            for letter in raw
            if b" Hand 1 - " in letter
        }  # type: ignore[index]
        assert len(subjects) == 1
