"""What a process had claimed is free once it is gone, and not before."""

import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from house import House, open_house

from pbmhearts.delivery.marking import Summary
from pbmhearts.delivery.rounds import LEASE
from pbmhearts.storage import OutgoingMail, WrittenLetter

CLAIM_AND_HANG = """
import sys, time
from datetime import datetime, timedelta
from pbmhearts.storage import Store
store, now = Store(sys.argv[1]), datetime.fromisoformat(sys.argv[2])
number = store.owner(4712).hold()
store.run(lambda repositories: repositories.outbox.claim(now, now + timedelta(minutes=10), 40, owner=number))
print("claimed", flush=True)
time.sleep(60)
"""


@pytest.fixture(params=["sqlite", "postgres"])
def ini(request: pytest.FixtureRequest) -> str:
    """Which database the server has."""
    if request.param == "sqlite":
        return ""
    return f"[database]\nurl = {request.getfixturevalue('postgres_url')}\n"


def enqueue(house: House) -> None:
    """Two letters."""
    mails = [
        OutgoingMail(
            WrittenLetter(subject, "Hello.\n", ""), "ann@players.example", f"<{subject}@cards.example>"
        )
        for subject in ("one", "two")
    ]
    house.app.store.run(lambda repositories: repositories.outbox.enqueue(mails, house.clock.now()))


def within(seconds: float, work: Callable[[], Summary]) -> Summary:
    """Try until something was done."""
    over = time.monotonic() + seconds
    while not (done := work()).tried:
        assert time.monotonic() < over, "it took too long"
        time.sleep(0.1)
    return done


def test_letters_of_a_killed_process_go_out_within_five_seconds(tmp_path: Path, ini: str) -> None:
    """Another process, or the next one, sends them; while the first one lives nobody else does."""
    with open_house(tmp_path, ini) as house:
        enqueue(house)
        url, now = house.app.config.database_url, house.clock.now().isoformat()
        words = [sys.executable, "-c", CLAIM_AND_HANG, url, now]
        with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            assert process.stdout.readline() == "claimed\n"
            assert house.app.delivery.drain() == Summary()
            process.kill()
        assert within(5, house.app.delivery.drain) == Summary(sent=2)
        assert len(house.letters("ann")) == 2


def test_a_process_that_goes_in_order_leaves_nothing_claimed(tmp_path: Path, ini: str) -> None:
    """What it gives up by closing is free for the others at once, and it leaves no file behind."""
    with open_house(tmp_path, ini) as house, open_house(tmp_path, ini) as other:
        enqueue(house)
        now = house.clock.now()
        owner = house.app.store.owner(4711)
        number = owner.hold()
        house.app.store.run(
            lambda repositories: repositories.outbox.claim(now, now + LEASE, 40, owner=number)
        )
        assert other.app.delivery.round() == Summary()
        owner.close()
        assert other.app.delivery.round() == Summary(sent=2)
    assert not list(tmp_path.rglob("*-delivery-*"))
