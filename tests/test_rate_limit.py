"""Limits behind a trusted peer: it hands in many people's mails, so each of them is counted."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from house import SERVER, House
from ready_house import BOARD, begun

from pbmhearts import config
from pbmhearts.app import opened
from pbmhearts.letters import Envelope, Receipt


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A board that is being played, where a sender has three mails a minute through a Postfix at 10.0.0.7."""
    with begun("playing", tmp_path) as before:
        path = before.app.config.path
    lines = "[listen]\ntrusted_peers = 10.0.0.0/24\nmax_mails_per_sender = 3\n"
    path.write_text(path.read_text("utf-8") + lines, encoding="utf-8")
    with opened(config.load(path), clock=before.clock) as app:
        yield House(app, before.clock, before._ids)


def through(house: House, sender: str, subject: str, peer: str = "10.0.0.7") -> Receipt:
    raw = f"From: {sender}\r\nSubject: {subject}\r\nMessage-ID: <{next(house._ids)}@x>\r\n\r\n".encode()
    return house.app.intake.process(raw, Envelope(sender, (SERVER,), peer))


def test_a_from_has_so_many_mails_a_minute(house: House) -> None:
    """The fourth is put off and has no effect; others are not held up; a minute later it is taken."""
    for _ in range(3):
        assert through(house, "eve@else.test", "ping") is Receipt.ACCEPTED
    assert through(house, "eve@else.test", "ping") is Receipt.TOO_MANY
    assert through(house, "ann@players.example", "ping") is Receipt.ACCEPTED
    house.wait(timedelta(minutes=1))
    assert through(house, "eve@else.test", "ping") is Receipt.ACCEPTED


def test_a_userid_is_counted_whatever_the_from(house: House) -> None:
    """A guesser who changes the From each time is put off before any password is looked at."""
    for number in range(3):
        guess = f"mhearts showas ann guess{number} {BOARD}"
        assert through(house, f"eve{number}@else.test", guess) is Receipt.ACCEPTED
    assert through(house, "eve9@else.test", f"mhearts showas ann secret-ann {BOARD}") is Receipt.TOO_MANY
    assert through(house, "bob@players.example", f"mhearts showas bob secret-bob {BOARD}") is Receipt.ACCEPTED


@pytest.mark.parametrize("peer", ["", "192.0.2.1"])
def test_other_ways_in_are_not_counted_here(house: House, peer: str) -> None:
    """Standard input has no peer, and a peer that is not trusted is counted at the door."""
    for _ in range(5):
        assert through(house, "eve@else.test", "ping", peer) is Receipt.ACCEPTED


def test_a_mailer_daemon_is_never_put_off(house: House) -> None:
    """Bounces come in crowds, cost little, and would only come again."""
    for _ in range(5):
        assert through(house, "MAILER-DAEMON@else.test", "failure notice") is Receipt.ACCEPTED
