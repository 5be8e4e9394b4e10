"""`pbmhearts deliver`: a mail on standard input, and the exit code that the mail system goes by."""

import contextlib
import os
import sqlite3
import subprocess
from pathlib import Path

import pytest
from house import House, Mail, open_house
from served import PROGRAM, reply

from pbmhearts.clock import SystemClock
from pbmhearts.config import load
from pbmhearts.games import hearts

pytestmark = pytest.mark.e2e


def deliver(
    folder: Path, raw: bytes, *options: str, environment: dict[str, str] | None = None
) -> "subprocess.CompletedProcess[bytes]":
    """Run it, with a mail whose lines end in LF as pipes and aliases have them."""
    command = [PROGRAM, "--config", folder / "mhearts.ini", "deliver", *options]
    return subprocess.run(
        command,
        input=raw.replace(b"\r\n", b"\n"),
        capture_output=True,
        timeout=60,
        env=os.environ | (environment or {}),
        check=False,
    )


def real_time(folder: Path) -> "contextlib.AbstractContextManager[House]":
    """The house at the hour of the programs that `deliver` runs."""
    return open_house(folder, at=SystemClock().now())


def first_card(folder: Path) -> tuple[int, Mail]:
    """A board at its first card: its number, and the letter of whoever's turn it is."""
    with real_time(folder) as house:
        number = house.start()
        house.pass_all(number)
        userid, _ = house.turn(number)
        return number, house.newest(userid)


def plays(house: House, number: int) -> list[str]:
    actions = map(hearts.parse_action, house.log(number))
    return [action.card.label for action in actions if isinstance(action, hearts.Play)]


def test_a_reply_plays_a_card(tmp_path: Path):
    """A reply to the seat address, that address given by --to, plays; the same mail again changes nothing."""
    number, letter = first_card(tmp_path)
    raw = reply(letter, letter.offers[0], "piped-1")
    for _ in range(2):
        done = deliver(tmp_path, raw, "--from", letter["To"], "--to", letter["Reply-To"])
        assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    with real_time(tmp_path) as house:
        assert plays(house, number) == letter.offers[:1]
        assert len(house.letters(letter["To"])) == 1


def test_the_environment_names_sender_and_recipient(tmp_path: Path):
    """Postfix's local(8) names both in the environment; an empty sender is the null return path, never answered."""
    number, letter = first_card(tmp_path)
    raw = reply(letter, letter.offers[0], "piped-2")
    recipient = {"ORIGINAL_RECIPIENT": letter["Reply-To"]}
    assert deliver(tmp_path, raw, environment=recipient | {"SENDER": ""}).returncode == 0
    with real_time(tmp_path) as house:
        assert plays(house, number) == []
        assert house.letters(letter["To"]) == []
    raw = raw.replace(b"piped-2", b"piped-3")
    assert deliver(tmp_path, raw, environment=recipient | {"SENDER": letter["To"]}).returncode == 0
    with real_time(tmp_path) as house:
        assert plays(house, number) == letter.offers[:1]


def test_a_locked_database_is_tempfail(tmp_path: Path):
    """With the database held by another process it exits with 75, and has done nothing."""
    number, letter = first_card(tmp_path)
    path = load(tmp_path / "mhearts.ini").database_url.removeprefix("sqlite:///")
    raw = reply(letter, letter.offers[0], "piped-4")
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        put_off = deliver(tmp_path, raw, "--to", letter["Reply-To"])
    assert put_off.returncode == os.EX_TEMPFAIL
    assert put_off.stderr.endswith(b"pbmhearts: try later\n")
    assert b"Traceback" not in put_off.stderr
    assert letter.code.encode() not in put_off.stderr
    with real_time(tmp_path) as house:
        assert plays(house, number) == []
    assert deliver(tmp_path, raw, "--to", letter["Reply-To"]).returncode == 0
    with real_time(tmp_path) as house:
        assert plays(house, number) == letter.offers[:1]


def test_what_is_too_big_is_never_taken(tmp_path: Path):
    """A mail over the limit exits with 65: the mail system returns it."""
    with real_time(tmp_path) as house:
        limit = house.app.config.listen.max_message
    refused = deliver(tmp_path, b"Subject: help\n\n" + b"x" * limit)
    assert refused.returncode == os.EX_DATAERR
    assert str(limit).encode() in refused.stderr
