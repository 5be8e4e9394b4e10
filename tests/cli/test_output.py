"""How the program answers and exits, whatever it is asked for."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from house import House
from ready_house import BOARD, begun


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A house whose folder the command line may open, too."""
    with begun("playing", tmp_path) as house:
        yield house


def program(*words: str, **environment: str) -> "subprocess.CompletedProcess[str]":
    """Run the program as a shell does."""
    return subprocess.run(
        [sys.executable, "-m", "pbmhearts", *words],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        env={"PATH": "/usr/bin:/bin"} | environment,
    )


@pytest.mark.parametrize(
    "words",
    [
        ("boards", "show", "ten"),
        ("boards", "show", "999"),
        ("boards", "shwo"),
        ("--config", "nowhere", "remind"),
    ],
    ids=" ".join,
)
def test_what_cannot_be_meant_is_one_line_and_exit_2(
    house: House, tmp_path: Path, words: tuple[str, ...]
) -> None:
    """On stderr, by the program's name."""
    result = program(*words, PBMHEARTS_CONFIG=str(tmp_path / "mhearts.ini"))
    assert (result.returncode, result.stdout) == (2, "")
    (line,) = result.stderr.splitlines()
    assert line.startswith("pbmhearts: ")


def test_the_environment_names_the_ini_and_its_keys(house: House, tmp_path: Path) -> None:
    """PBMHEARTS_CONFIG is --config, PBMHEARTS_SERVER_DATA is data of [server]."""
    ini = str(tmp_path / "mhearts.ini")
    assert program("boards", "list", PBMHEARTS_CONFIG=ini).stdout.startswith(str(BOARD))
    elsewhere = program("boards", "list", PBMHEARTS_CONFIG=ini, PBMHEARTS_SERVER_DATA="elsewhere")
    assert "pbmhearts db upgrade" in elsewhere.stderr


def test_a_pipe_closed_early_ends_it_quietly(house: House, tmp_path: Path) -> None:
    """No traceback; exit 1, as not all was said."""
    command = f"{sys.executable} -m pbmhearts --config {tmp_path / 'mhearts.ini'} boards list --json"
    shell = f"set -o pipefail; {command} | (exec <&-; sleep 2)"
    result = subprocess.run(["bash", "-c", shell], capture_output=True, text=True, check=False, timeout=60)
    assert (result.returncode, result.stderr) == (1, "")
