"""Each benchmark of the server still runs, with tiny sizes, and prints the figures that it promises."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2] / "benchmarks"
POSTGRES = "PBMHEARTS_TEST_POSTGRES"

FIGURES = {
    "intake": {
        "noop_8",
        "noop_1",
        "roundup",
        "statements",
        "statements_deal_end",
        "cpu_ms",
        "password_8",
        "insert_1",
        "fsync_ms",
    },
    "delivery": {"smtplib", "smtplib_10ms", "letter_ms", "claim_ratio"},
    "scale": {"move_ratio", "remind_ms_per_1000_late", "longest_write_ms"},
    "postgres": {"two_over_one"},
    "start": {"deliver_ratio", "version_ratio", "serve_mb"},
}

pytestmark = [pytest.mark.slow, pytest.mark.e2e]


def run(name: str, *options: str) -> str:
    root = os.fspath(FOLDER.parent)
    done = subprocess.run(
        [sys.executable, FOLDER / f"{name}.py", "--quick", *options],
        check=True,
        capture_output=True,
        text=True,
        env=os.environ | {"PYTHONPATH": root},
        timeout=240,
    )
    return done.stdout


@pytest.mark.parametrize("name", FIGURES)
def test_a_benchmark_prints_one_json_object_with_its_figures(name: str) -> None:
    """With --json a benchmark prints one object and nothing else, and all figures are numbers above zero."""
    found = json.loads(run(name, "--json"))
    for figure in FIGURES[name] - {"roundup"}:
        if name != "postgres" or os.environ.get(POSTGRES):
            assert found[figure] > 0
    assert found["benchmark"] == name
    assert set(found) >= FIGURES[name]


def test_a_figure_that_cannot_be_had_is_null_and_says_why() -> None:
    """Without a PostgreSQL there is no ratio, and the object says what is missing."""
    found = json.loads(run("postgres", "--json", "--url", ""))
    assert found["two_over_one"] is None
    assert POSTGRES in found["notes"]["two_over_one"]


def test_a_benchmark_prints_a_table() -> None:
    """Without --json a figure stands on a line, with its median first."""
    lines = run("postgres", "--url", "").splitlines()
    assert lines[0].split() == ["postgres", "median", "least", "most"]
    assert lines[1].startswith("two_over_one")
