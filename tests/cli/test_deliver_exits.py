"""`pbmhearts deliver` as a mail system runs it: only its exit code and one line on stderr speak."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from house import SERVER

pytestmark = pytest.mark.slow

SIGNUP = b"From: ann@players.example\nSubject: signup ann secret-ann\nMessage-ID: <1@players.example>\n\n"


def deliver(folder: Path, ini: str, mail: bytes = SIGNUP) -> "subprocess.CompletedProcess[bytes]":
    """Run the program with a mail on standard input."""
    (folder / "mhearts.ini").write_text(f"[server]\naddress = {SERVER}\n{ini}", encoding="utf-8")
    return subprocess.run(
        [sys.executable, "-m", "pbmhearts", "--config", str(folder / "mhearts.ini"), "deliver"],
        input=mail,
        capture_output=True,
        check=False,
        timeout=120,
    )


def test_done_is_0_and_silent(tmp_path: Path) -> None:
    """The mail is in, the answer is enqueued."""
    result = deliver(tmp_path, "")
    assert (result.returncode, result.stdout, result.stderr) == (0, b"", b"")


def test_too_large_is_65(tmp_path: Path) -> None:
    """The mail system need not try again."""
    result = deliver(tmp_path, "[listen]\nmax_message = 1000\n", SIGNUP + b"x" * 1000)
    assert result.returncode == os.EX_DATAERR == 65
    assert len(result.stderr.splitlines()) == 1


def test_a_schema_that_does_not_fit_is_75(tmp_path: Path) -> None:
    """Where the ini forbids to migrate, mails wait for the operator."""
    result = deliver(tmp_path, "[database]\nmigrate = no\n")
    assert result.returncode == os.EX_TEMPFAIL == 75
    assert b"pbmhearts db upgrade" in result.stderr
    assert len(result.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    "ini",
    [
        "[listen]\nport = many\n",
        "[database]\nurl = postgresql+psycopg://nobody@127.0.0.1:1/none\n",
        "[database]\nurl_file = missing\n",
        "data = mhearts.ini\n",
    ],
)
def test_any_fault_of_the_set_up_is_75(tmp_path: Path, ini: str) -> None:
    """A slip in the ini must not make the mail system return the players' mails."""
    result = deliver(tmp_path, ini)
    assert result.returncode == os.EX_TEMPFAIL
    assert result.stderr.startswith(b"pbmhearts: ")
    assert b"Traceback" not in result.stderr


def test_a_missing_ini_is_75(tmp_path: Path) -> None:
    """Perhaps it is being replaced."""
    command = [sys.executable, "-m", "pbmhearts", "--config", str(tmp_path / "none.ini"), "deliver"]
    result = subprocess.run(command, input=SIGNUP, capture_output=True, check=False, timeout=120)
    assert result.returncode == os.EX_TEMPFAIL
