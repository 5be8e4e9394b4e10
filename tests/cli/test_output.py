"""How the program answers and exits, whatever it is asked for."""

import json
import os
import pty
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from house import House
from ready_house import BOARD, begun

from pbmhearts.cli.output import show_bars, show_rows

pytestmark = pytest.mark.slow


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
        ("boards", "show", "0"),
        ("boards", "show", "101", "--at", "x"),
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
    assert "range" not in line  # a word of programmers


@pytest.mark.parametrize("closed", [">&-", "2>&-", ">&- 2>&-", "<&- >&- 2>&-"])
def test_what_is_closed_shows_nothing(house: House, tmp_path: Path, closed: str) -> None:
    """Neither lists nor faults can be told there, the exit code says what happened, and what is open is as ever."""
    commands: tuple[str, ...] = ("stats", "boards show 999")
    if closed == ">&-":
        commands = ("boards list", "players list", "log", "outbox list", "ratings list", *commands)
    codes = []
    for command in commands:
        call = [
            sys.executable,
            "-m",
            "pbmhearts",
            "--config",
            str(tmp_path / "mhearts.ini"),
            *command.split(),
        ]
        shell = ["sh", "-c", f'exec "$@" {closed}', "sh", *call]
        ended = subprocess.run(shell, capture_output=True, check=False, timeout=60)
        codes.append(ended.returncode)
        assert closed == "2>&-" or ended.stdout == b""
        if closed != ">&-":
            assert ended.stderr == b""
        elif ended.returncode:
            assert ended.stderr.startswith(b"pbmhearts: ")
    assert codes == [0] * (len(commands) - 1) + [2]


def test_the_environment_names_the_ini_and_its_keys(house: House, tmp_path: Path) -> None:
    """PBMHEARTS_CONFIG is --config, PBMHEARTS_SERVER_DATA is data of [server]."""
    ini = str(tmp_path / "mhearts.ini")
    assert program("boards", "list", PBMHEARTS_CONFIG=ini).stdout.startswith(str(BOARD))
    elsewhere = program("boards", "list", PBMHEARTS_CONFIG=ini, PBMHEARTS_SERVER_DATA="elsewhere")
    assert "pbmhearts db upgrade" in elsewhere.stderr


@pytest.mark.parametrize(
    ("key", "value", "why"),
    [
        ("DATABASE_URL", "postgresql:hunter2", "[database] url: that is no URL of a database"),
        ("DATABASE_URL", "elephant://me:hunter2@host/cards", "[database] url: that is no URL of a database"),
        ("DATABASE_URL", "oracle://me:hunter2@host/cards", "[database] url: Python has no module "),
        ("SERVER_DATA", "/proc/none", "the folder /proc/none cannot be made: "),
    ],
)
def test_a_database_that_cannot_be_is_told_in_a_line(
    house: House, tmp_path: Path, key: str, value: str, why: str
) -> None:
    """By any command, and as a finding by `doctor`; the password in the URL is not told."""
    environment = {"PBMHEARTS_CONFIG": str(tmp_path / "mhearts.ini"), f"PBMHEARTS_{key}": value}
    result = program("boards", "list", **environment)
    (line,) = result.stderr.splitlines()
    assert line.startswith(f"pbmhearts: {why}")
    looked = program("doctor", **environment)
    assert "\nwrong  database: " in looked.stdout
    assert looked.stderr == ""
    assert "hunter2" not in line + looked.stdout


def test_a_full_disk_behind_the_output_is_told_in_a_line(house: House, tmp_path: Path) -> None:
    """No traceback; exit 2."""
    command = f"{sys.executable} -m pbmhearts --config {tmp_path / 'mhearts.ini'} boards list > /dev/full"
    result = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False, timeout=60)
    assert (result.returncode, result.stderr) == (2, "pbmhearts: [Errno 28] No space left on device\n")


def test_a_pipe_closed_early_ends_it_quietly(house: House, tmp_path: Path) -> None:
    """No traceback; exit 1, as not all was said."""
    command = f"{sys.executable} -m pbmhearts --config {tmp_path / 'mhearts.ini'} boards list --json"
    shell = f"set -o pipefail; {command} | (exec <&-; sleep 2)"
    result = subprocess.run(["bash", "-c", shell], capture_output=True, text=True, check=False, timeout=60)
    assert (result.returncode, result.stderr) == (1, "")


def on_a_terminal(*words: str) -> list[str]:
    """The lines that Python, run with these words, shows on a terminal of 100 columns."""
    main, side = pty.openpty()
    environment = {"PATH": "/usr/bin:/bin", "COLUMNS": "100", "TERM": "dumb", "PYTHONIOENCODING": "utf-8"}
    subprocess.run([sys.executable, *words], stdout=side, check=True, timeout=60, env=environment)
    os.close(side)
    shown = os.read(main, 10_000).decode()
    os.close(main)
    return [line for line in shown.splitlines() if line.strip()]


def test_a_terminal_gets_a_table(house: House, tmp_path: Path) -> None:
    """With the names of its columns; in a pipe there are only the cells."""
    ini = str(tmp_path / "mhearts.ini")
    header, _, row, *_ = on_a_terminal("-m", "pbmhearts", "--config", ini, "boards", "list")
    assert header.split() == ["board", "players", "rules", "hand", "scores", "state"]
    assert row.split()[:3] == [str(BOARD), "ann", "bob"]


def test_a_terminal_gets_a_chart(capsys: pytest.CaptureFixture[str]) -> None:
    """The longest bar is the largest number's; in a pipe there are only the numbers."""
    bars = [("mon", 0), ("tue", 20), ("wed", 5)]
    shown = on_a_terminal("-c", f"from pbmhearts.cli.output import show_bars; show_bars({bars})")
    assert shown == ["  mon       0", f"  tue      20  {'█' * 40}", f"  wed       5  {'█' * 10}"]
    show_bars(bars)
    assert capsys.readouterr().out.splitlines() == ["  mon       0", "  tue      20", "  wed       5"]


def test_what_strangers_write_cannot_speak_to_the_terminal(
    house: House, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Escape sequences lose what makes them such; brackets are no markup."""
    show_rows(("what",), [("\x1b[2J[bold]hi\r\nthere",)], None, as_json=False)
    assert capsys.readouterr().out == "[2J[bold]hi  there\n"


def test_acts_and_hidden_looks_are_logged(house: House, tmp_path: Path) -> None:
    """Who looked at cards in play and who changed what, with the login where no name is given; not looks at all."""
    ini = str(tmp_path / "mhearts.ini")
    for words in (
        ("boards", "show", "101"),
        ("boards", "show", "101", "--as", "bob", "--by", "olga"),
        ("boards", "show", "101", "--as", "3", "--hands", "--by", "olga"),
        ("boards", "deal", "101", "1", "--by", "olga"),
        ("boards", "fairness", "101", "--by", "olga"),
        ("ratings", "rebuild"),
    ):
        assert program("--config", ini, *words, LOGNAME="otto").returncode == 0
    lines = program("--config", ini, "log").stdout.splitlines()
    assert [line.split("  ", 1)[1] for line in lines] == [
        "olga  boards show  101 as bob",
        "olga  boards show  101 as 3, all hands",
        "olga  boards deal  101 deal 1",
        "olga  boards fairness  101",
        "otto  ratings rebuild  0 rated boards",
    ]
    newest = json.loads(program("--config", ini, "log", "--last", "1", "--json").stdout)
    assert [(line["who"], line["act"]) for line in newest] == [("otto", "ratings rebuild")]
