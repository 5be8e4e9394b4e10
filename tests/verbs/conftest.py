"""Servers without a board, for the tests of the verbs about accounts."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from house import House, open_house


@pytest.fixture
def asking(tmp_path: Path) -> Iterator[House]:
    """Nobody has an account, and each address is asked whether it is right."""
    with open_house(tmp_path, players="confirm_addresses = yes") as house:
        yield house


@pytest.fixture
def eve(passing: House) -> House:
    """Beside the four of board 101 there is eve, who plays no board; all letters have been read."""
    passing.sign_up("eve")
    return passing
