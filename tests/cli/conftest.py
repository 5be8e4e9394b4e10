"""The hour of the commands under test."""

import pytest
from house import START

from pbmhearts.clock import FixedClock


@pytest.fixture(autouse=True)
def at_the_hour_of_the_house(monkeypatch: pytest.MonkeyPatch) -> None:
    """A command run in this process begins when `House` does, so that what either writes is due for the other."""
    monkeypatch.setattr("pbmhearts.app.SystemClock", lambda: FixedClock(START))
