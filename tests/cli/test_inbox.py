"""`pbmhearts inbox`, over mails on which the server really failed."""

import re
import sqlite3
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from house import House
from ready_house import BOARD, begun

from pbmhearts.cli.main import cli
from pbmhearts.errors import PbmheartsError
from pbmhearts.storage.inbox import SHUNTED_FOR


class Broken:
    """A house that has failed on a move, since the board's rules are nonsense for the moment."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.userid, (self.card, *_) = house.turn(BOARD)
        self.log = house.log(BOARD)
        self._rules = self._write("[]")
        subject = f"mhearts move {BOARD} {self.userid} secret-{self.userid} {self.card}"
        body = f"my secret-{self.userid} is safe with you\nor write to me@home.example"
        (self.apology,) = house.mail(self.userid, subject, body)

    def mend(self) -> None:
        self._write(self._rules)

    def _write(self, rules: str) -> str:
        """Write the board's rules; returns what they were."""
        connection = sqlite3.connect(self.house.app.config.database_url.removeprefix("sqlite:///"))
        (before,) = connection.execute("SELECT rules FROM boards WHERE id = ?", (BOARD,)).fetchone()
        connection.execute("UPDATE boards SET rules = ? WHERE id = ?", (rules, BOARD))
        connection.commit()
        connection.close()
        return str(before)

    def inbox(self, *words: str) -> Result:
        return CliRunner().invoke(cli, ["--config", str(self.house.app.config.path), "inbox", *words])

    def kept(self) -> list[int]:
        with self.house.app.store.read() as repositories:
            return [mail.id for mail in repositories.inbox.shunted()]


@pytest.fixture
def broken(tmp_path: Path) -> Iterator[Broken]:
    with begun("playing", tmp_path) as house:
        yield Broken(house)


def test_kept_mails_are_listed_with_their_fault(broken: Broken):
    """Number, time, writer, and where it failed; nothing of the mail's words. Its writer has been told."""
    (number,) = broken.kept()
    assert "The mail is kept" in broken.apology.text
    listed = broken.inbox("list")
    assert listed.exit_code == 0
    assert re.fullmatch(
        rf"{number}  2026-11-30 \d\d:\d\d  {broken.userid}@players.example  \w+ at .+\n", listed.stdout
    )
    assert "secret" not in listed.stdout


def test_a_kept_mail_is_shown_without_secrets(broken: Broken):
    """The command as it was read, the words below it, and neither password nor address."""
    (number,) = broken.kept()
    shown = broken.inbox("show", str(number)).stdout
    assert f"Command: mhearts move {BOARD}" in shown
    assert "is safe with you" in shown
    assert "secret-" not in shown
    assert "home.example" not in shown


def test_a_mail_tried_again_is_obeyed_once(broken: Broken):
    """Once the fault is mended `retry` does what the mail asked for, and keeps it no longer."""
    (number,) = broken.kept()
    broken.mend()
    assert broken.inbox("retry", str(number)).stdout == "done\n"
    assert len(broken.house.log(BOARD)) > len(broken.log)
    assert broken.kept() == []
    assert isinstance(broken.inbox("retry", str(number)).exception, PbmheartsError)


def test_a_mail_that_fails_again_is_still_kept(broken: Broken):
    """Exit 1, the mail stays, and its writer is not told a second time."""
    (number,) = broken.kept()
    again = broken.inbox("retry", str(number))
    assert (again.exit_code, again.stderr.splitlines()[-1]) == (1, "it failed again, and is kept")
    assert broken.kept() == [number]
    assert broken.house.letters(broken.userid) == []


def test_a_dropped_mail_is_gone_for_good(broken: Broken):
    """Its bytes are erased, and nothing is left to show or to try."""
    (number,) = broken.kept()
    assert broken.inbox("drop", str(number)).exit_code == 0
    assert broken.kept() == []
    assert "no mail is kept as" in str(broken.inbox("show", str(number)).exception)


def test_mails_are_kept_for_14_days(broken: Broken):
    """To the second: up to then they can be tried again, after it nothing of them is left."""
    house = broken.house
    for wait, kept in ((SHUNTED_FOR, 1), (timedelta(seconds=1), 0)):
        house.wait(wait)
        house.app.store.run(lambda repositories: repositories.inbox.expire(house.clock.now()))
        assert len(broken.kept()) == kept
