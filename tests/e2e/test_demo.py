"""`pbmhearts demo` as a newcomer runs it."""

import os
import re
import signal
import subprocess
import time
from pathlib import Path

import pytest
from postfix import wait_until
from served import PROGRAM

pytestmark = [pytest.mark.e2e, pytest.mark.slow]

OPTIONS = ("--matches", "2", "--seed", "7", "--options", "-jack -blood -deals=1")


def demo(cwd: Path, *options: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [PROGRAM, "demo", *options], cwd=cwd, capture_output=True, text=True, timeout=200, check=False
    )


def test_the_same_seed_plays_the_same_cards(tmp_path: Path):
    """Two matches end well, twice; the cards played are the same both times. Nothing is left in the folder."""
    first, second = (demo(tmp_path, *OPTIONS) for _ in range(2))
    for done in (first, second):
        assert (done.returncode, done.stderr) == (0, "")
        assert "Every match ended under the rules, every letter arrived, every deal checks." in done.stdout
    digests = re.findall(r"\(cards played: ([0-9a-f]{16})\)", first.stdout)
    assert len(set(digests)) == 2
    assert re.findall(r"\(cards played: ([0-9a-f]{16})\)", second.stdout) == digests
    assert list(tmp_path.iterdir()) == []


def server_of(process: int) -> int:
    """The process id of a demo's server, 0 while there is none."""
    children = Path(f"/proc/{process}/task/{process}/children").read_text(encoding="ascii").split()
    for child in children:
        if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes():
            return int(child)
    return 0


def test_a_killed_server_fails_the_demo(tmp_path: Path):
    """When its server dies half way, the demo says what is wrong and exits with 1, long before its time is up."""
    folder = tmp_path / "demo"
    with subprocess.Popen(
        [PROGRAM, "demo", "--folder", folder], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as running:
        wait_until(lambda: len(list(folder.glob("mail/*/*/*"))) > 40, 60)
        os.kill(server_of(running.pid), signal.SIGKILL)
        begun = time.monotonic()
        out, err = running.communicate(timeout=60)
    assert time.monotonic() - begun < 30
    assert running.returncode == 1
    assert "Wrong:" in out
    assert "the server ended with -9" in out
    assert "Traceback" not in out + err


def test_a_folder_in_use_is_refused(tmp_path: Path):
    """It does not mix its mailboxes with anything else's; the folder stays as it was."""
    (tmp_path / "mine").write_text("", encoding="ascii")
    refused = demo(tmp_path, "--folder", str(tmp_path))
    assert refused.returncode == 2
    assert "is not empty" in refused.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["mine"]


def test_bad_options_are_refused(tmp_path: Path):
    """An option that no challenge knows is told at once."""
    refused = demo(tmp_path, "--options", "-jakc")
    assert refused.returncode == 2
    assert refused.stderr.startswith("pbmhearts: --options: ")
