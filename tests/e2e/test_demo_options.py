"""`pbmhearts demo` under options of every kind: short matches, really played by mail."""

import subprocess
from pathlib import Path

import pytest
from served import PROGRAM

pytestmark = [pytest.mark.e2e, pytest.mark.slow]


@pytest.mark.parametrize(
    "options",
    [
        "-omnibus -goal=20",
        "-spothearts -goal=50",
        "-moon=new -pass=nohold -goal=20 -skip -auto -countdown",
        "-deals=2",
    ],
)
def test_matches_come_to_their_end_under_other_options(tmp_path: Path, options: str) -> None:
    """Two matches: every letter arrives, every deal checks, the places follow the rules; exit 0."""
    done = subprocess.run(
        [PROGRAM, "demo", "--matches", "2", "--seed", "3", "--options", options],
        cwd=tmp_path, capture_output=True, text=True, timeout=280, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    assert "Every match ended under the rules, every letter arrived, every deal checks." in done.stdout
    assert done.stdout.count("(cards played: ") == 2
