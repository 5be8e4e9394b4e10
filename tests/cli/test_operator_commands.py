"""What the operator types, how it answers, and how it exits."""

import json
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result
from house import START, House
from ready_house import BOARD, begun

from pbmhearts.cli.main import cli

pytestmark = pytest.mark.slow


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A house whose folder the command line may open, too."""
    with begun("playing", tmp_path) as house:
        yield house


def run(folder: Path, *words: str) -> Result:
    """Run a command that is to succeed."""
    result = CliRunner().invoke(cli, ["--config", str(folder / "mhearts.ini"), *words])
    assert result.exit_code == 0, result.output
    return result


def program(folder: Path, *words: str) -> "subprocess.CompletedProcess[str]":
    """Run the program as a shell does."""
    return subprocess.run(
        [sys.executable, "-m", "pbmhearts", "--config", str(folder / "mhearts.ini"), *words],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


def commands(group: click.Group, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Every command, groups too, by its words."""
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        yield (*path, name)
        if isinstance(command, click.Group):
            yield from commands(command, (*path, name))


@pytest.mark.parametrize("words", [(), *commands(cli)], ids=" ".join)
def test_every_help_has_an_example_that_names_the_command(words: tuple[str, ...]) -> None:
    """`--help` needs no configuration, and its example is of the command itself."""
    result = CliRunner().invoke(cli, [*words, "--help"])
    assert result.exit_code == 0
    example = result.output.partition("Example: ")[2]
    assert example.startswith("pbmhearts")
    assert words == () or " ".join(words) in " ".join(example.split())


def test_boards_list(house: House, tmp_path: Path) -> None:
    """A line a board: players, hand, scores, who is waited for."""
    me, _ = house.turn(BOARD)
    output = run(tmp_path, "boards", "list").output
    assert output.startswith(f"{BOARD}  ann bob cat dan  ")
    assert output.rstrip().endswith(f"  1  0 0 0 0  waits for {me}")
    assert run(tmp_path, "boards", "list", "--over").output == ""


def test_boards_list_as_json(house: House, tmp_path: Path) -> None:
    """The same as data."""
    (line,) = json.loads(run(tmp_path, "boards", "list", "--active", "--json").output)
    assert line["number"] == BOARD
    assert line["players"] == ["ann", "bob", "cat", "dan"]
    assert line["waiting"] == [house.turn(BOARD)[0]]


def test_boards_show(house: House, tmp_path: Path) -> None:
    """As anybody: no hand; as a player: hand and code."""
    me, legal = house.turn(BOARD)
    assert "Your hand" not in run(tmp_path, "boards", "show", str(BOARD)).output
    mine = run(tmp_path, "boards", "show", str(BOARD), "--as", me).output
    assert "Your hand" in mine
    seen = json.loads(run(tmp_path, "boards", "show", str(BOARD), "--as", me, "--json").output)
    assert seen["legal"] == legal
    assert f"Code: {seen['code']}" in mine
    assert json.loads(run(tmp_path, "boards", "show", str(BOARD), "--json").output)["hand"] == []


def test_an_unknown_board_is_one_line_and_exit_2(house: House, tmp_path: Path) -> None:
    """On stderr, without a traceback."""
    result = program(tmp_path, "boards", "show", "999")
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr == "pbmhearts: there is no board 999\n"


def test_an_ini_with_faults_tells_all_of_them(tmp_path: Path) -> None:
    """A line each on stderr, and exit 2."""
    (tmp_path / "mhearts.ini").write_text(
        "[server]\naddress = nowhere\n[listen]\nport = x\n[odd]\n", encoding="utf-8"
    )
    result = program(tmp_path, "boards", "list")
    assert (result.returncode, result.stdout) == (2, "")
    lines = result.stderr.splitlines()
    assert len(lines) == 3
    assert all(line.startswith(f"pbmhearts: {tmp_path / 'mhearts.ini'}: [") for line in lines)
    assert {"[odd]", "[server] address", "[listen] port"} == {
        line.split(".ini: ")[1].partition(":")[0] for line in lines
    }


def test_no_ini_is_one_line(tmp_path: Path) -> None:
    """Naming the file that is not there."""
    result = program(tmp_path, "boards", "list")
    assert result.returncode == 2
    assert result.stderr == f"pbmhearts: {tmp_path / 'mhearts.ini'}: No such file or directory\n"


def test_a_database_of_no_schema_says_what_to_do(tmp_path: Path) -> None:
    """Commands that only look do not migrate; `db upgrade` does, once."""
    (tmp_path / "mhearts.ini").write_text("[server]\naddress = mhearts@cards.example\n", encoding="utf-8")
    result = program(tmp_path, "boards", "list")
    assert result.returncode == 2
    assert "pbmhearts db upgrade" in result.stderr
    assert len(result.stderr.splitlines()) == 1
    assert run(tmp_path, "db", "current").output == "empty\n"
    assert run(tmp_path, "db", "upgrade").output.startswith("upgraded from nothing to ")
    assert run(tmp_path, "db", "upgrade").output == "up to date\n"
    revision = run(tmp_path, "db", "current").output.strip()
    assert revision not in {"", "empty"}
    assert run(tmp_path, "boards", "list").output == ""


def test_remind_mails_whoever_is_waited_for_once(house: House, tmp_path: Path) -> None:
    """The machine's clock counts here: the board is made old, then told of, then not again."""
    with sqlite3.connect(tmp_path / "var" / "pbmhearts.sqlite3") as connection:
        long_ago = (START - timedelta(days=3650)).strftime("%Y-%m-%d %H:%M:%S.000000")
        connection.execute("UPDATE seats SET waiting_since = ? WHERE waiting_since IS NOT NULL", (long_ago,))
    connection.close()
    assert run(tmp_path, "remind").output == "1 reminded of 1 board\n"
    assert run(tmp_path, "remind").output == "0 reminded of 0 boards\n"
    me, _ = house.turn(BOARD)
    with house.app.store.read() as repositories:
        assert repositories.boards.load(BOARD) is not None
    house.clock.set(START + timedelta(days=36500))
    (reminder,) = house.letters(me)
    assert str(BOARD) in reminder.text
