"""`pbmhearts mail`: the small mail client, against a server that runs."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from house import SERVER
from ports import free_port

from pbmhearts.cli.main import cli


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Path]:
    """The ini of a server that listens."""
    port = free_port()
    ini = tmp_path / "mhearts.ini"
    ini.write_text(f"[server]\naddress = {SERVER}\n[listen]\nport = {port}\n", encoding="utf-8")
    with subprocess.Popen(
        [sys.executable, "-m", "pbmhearts", "--config", str(ini), "serve"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert f"listens on 127.0.0.1:{port}" in process.stdout.readline()
        yield ini
        process.terminate()
        assert process.wait(15) == 0


def mail(ini: Path, *words: str) -> Result:
    """Run the client."""
    return CliRunner().invoke(cli, ["--config", str(ini), "mail", "--wait", "20", *words])


@pytest.mark.e2e
def test_a_first_board_with_nothing_but_the_client(served: Path) -> None:
    """Sign up, start a board, and answer its letter."""
    for name in ("ann", "bob", "cat", "dan"):
        result = mail(served, "--as", name, f"signup {name} secret-{name}")
        assert result.exit_code == 0, result.output
        assert f"Welcome, {name}." in result.output
        assert f"secret-{name}" not in result.output
    board = mail(served, "--as", "ann", "mhearts challenge ann bob cat dan")
    assert "Your turn, ann: pass three cards" in board.output
    example = board.output.partition("for example: ")[2].splitlines()[0]
    answer = mail(served, "--as", "ann", "--reply", example)
    assert "You pass" in answer.output


def test_without_a_server_it_says_so(tmp_path: Path) -> None:
    """One sentence with host and port, no traceback."""
    port = free_port()
    ini = tmp_path / "mhearts.ini"
    ini.write_text(f"[server]\naddress = {SERVER}\n[listen]\nport = {port}\n", encoding="utf-8")
    result = subprocess.run(
        [sys.executable, "-m", "pbmhearts", "--config", str(ini), "mail", "--as", "ann", "help"],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert result.returncode == 2
    assert f"127.0.0.1:{port}" in result.stderr
    assert len(result.stderr.splitlines()) == 1
