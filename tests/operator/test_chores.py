"""What the server does beside its mails."""

import threading
import time

from pbmhearts.errors import PbmheartsError
from pbmhearts.operator import chores as chores_module
from pbmhearts.operator.chores import Chores


def test_each_comes_again_when_it_wants_to() -> None:
    """One that takes its time, or fails, does not hold up the others."""
    many, stuck = threading.Event(), threading.Event()
    calls: list[float] = []

    def often() -> float:
        calls.append(0)
        if len(calls) == 5:
            many.set()
        return 0.001

    def waits() -> float:
        stuck.wait(20)
        return 0.001

    chores = Chores({"often": often, "waits": waits}, 0.001)
    chores.start()
    assert many.wait(5)
    stuck.set()
    chores.stop(5)
    done = len(calls)
    time.sleep(0.01)
    assert len(calls) == done


def test_a_fault_ends_no_chore(monkeypatch) -> None:  # type: ignore[no-untyped-def]
    """Ours or the operator's: it is logged, and tried again."""
    monkeypatch.setattr(chores_module, "_AFTER_A_FAULT", 0.001)
    faults = [PbmheartsError("no room"), KeyError("ours")]
    again = threading.Event()

    def fails() -> float:
        if faults:
            raise faults.pop()
        again.set()
        return 60

    chores = Chores({"fails": fails}, 0)
    chores.start()
    assert again.wait(5)
    chores.stop(5)


def test_nobody_waits_for_a_chore_that_hangs() -> None:
    """The server stops, and what is not done is done the next time."""
    hanging = threading.Event()
    chores = Chores({"hangs": lambda: float(hanging.wait(30))}, 0)
    chores.start()
    began = time.monotonic()
    chores.stop(0.1)
    assert time.monotonic() - began < 5
    hanging.set()
