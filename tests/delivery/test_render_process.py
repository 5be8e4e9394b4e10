"""Letters that are rendered in a process of their own: the same letters, whatever becomes of that process."""

import logging
import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from pathlib import Path

import pytest
from house import House, open_house

from pbmhearts.app.serve import render_letters, render_process
from pbmhearts.delivery.render_process import WORTH_IT, RenderProcess, answer
from pbmhearts.delivery.rendering import LocalRendering, Rendered
from pbmhearts.storage import ClaimedMail

pytestmark = pytest.mark.slow


@contextmanager
def boards(folder: Path) -> Iterator[tuple[House, LocalRendering, tuple[ClaimedMail, ...]]]:
    """A server with enough letters to render, who renders them, and the letters."""
    with open_house(folder) as house:
        for _ in range(3):
            house.start()
        app, now = house.app, house.clock.now()
        claimed = app.store.run(lambda repositories: repositories.outbox.claim(now, now, 40))
        assert len(claimed) >= WORTH_IT
        yield house, LocalRendering(app.store, app.services), claimed


def wait_until(is_done: Callable[[], bool], seconds: float) -> None:
    """Ask until it is so."""
    over = time.monotonic() + seconds
    while not is_done():
        assert time.monotonic() < over, "it took too long"
        time.sleep(0.05)


def ready(process: RenderProcess, claimed: tuple[ClaimedMail, ...]) -> int:
    """Let it render until it does so in the other process, whose id this is."""
    process.render(claimed)

    def is_used() -> bool:
        process.render(claimed)
        return process._is_ready

    wait_until(is_used, 30)
    assert process._process is not None
    return process._process.pid


def test_letters_are_the_same_wherever_they_are_rendered(tmp_path: Path) -> None:
    """Byte by byte, once the process is there and before that."""
    with boards(tmp_path) as (house, here, claimed):
        there = render_process(house.app)
        expected = here.render(claimed)
        assert there.render(claimed) == expected
        pid = ready(there, claimed)
        assert pid != os.getpid()
        assert there.render(claimed) == expected
        there.close()
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


def test_few_letters_start_no_process(tmp_path: Path) -> None:
    """Those of a move are rendered here."""
    with boards(tmp_path) as (house, here, claimed):
        there = render_process(house.app)
        assert there.render(claimed[:4]) == here.render(claimed[:4])
        assert there._process is None


def test_a_process_that_dies_costs_no_letter_and_is_started_again(tmp_path: Path) -> None:
    """What it had in hand is rendered here."""
    with boards(tmp_path) as (house, here, claimed):
        there = render_process(house.app)
        first = ready(there, claimed)
        os.kill(first, signal.SIGKILL)
        assert there.render(claimed) == here.render(claimed)
        assert ready(there, claimed) != first
        there.close()


def test_a_process_without_work_ends(tmp_path: Path) -> None:
    """After a rest it is gone, and starts again when there is enough to do."""
    with boards(tmp_path) as (house, here, claimed):
        there = RenderProcess(render_letters, (house.app.config, logging.WARNING), here, idle=1.0)
        pid = ready(there, claimed)
        there.rest()
        os.kill(pid, 0)
        time.sleep(1.1)
        there.rest()
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)
        ready(there, claimed)
        there.close()


def hang(descriptor: int) -> None:
    """Say that all is well, and answer nothing."""
    connection = Connection(descriptor)
    connection.recv()

    class Hanging:
        def render(self, _claimed: object) -> Rendered:
            time.sleep(60)
            return Rendered()

    answer(connection, Hanging())


def fail(descriptor: int) -> None:
    """End before anything."""
    raise SystemExit(1)


@pytest.mark.parametrize("work", [hang, fail])
def test_a_process_that_does_not_work_is_done_without(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, work: Callable[[int], None]
) -> None:
    """One that hangs is ended after its time, one that cannot start is not waited for: they are rendered here."""
    here_and_above = [str(Path(__file__).parent), str(Path(__file__).parents[1])]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([*here_and_above, os.environ.get("PYTHONPATH", "")]))
    with boards(tmp_path) as (_, here, claimed):
        there = RenderProcess(work, None, here, patience=0.5)
        began = time.monotonic()
        for _ in range(3):
            assert there.render(claimed) == here.render(claimed)
            time.sleep(1)
        assert time.monotonic() - began < 20
        there.close()
