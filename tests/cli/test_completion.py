"""What a shell completes."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from pbmhearts.cli.main import cli

pytestmark = pytest.mark.slow

PROGRAM = Path(sys.executable).with_name("pbmhearts")


def told(how: str, **variables: str) -> str:
    """What the program tells a shell that asks it so."""
    asked = {"_PBMHEARTS_COMPLETE": how} | variables
    return CliRunner().invoke(cli, prog_name="pbmhearts", env=asked).output


@pytest.mark.parametrize(
    ("shell", "words", "answer"),
    [
        ("bash", {"COMP_WORDS": "pbmhearts outbox re", "COMP_CWORD": "2"}, "plain,retry\n"),
        ("zsh", {"COMP_WORDS": "pbmhearts doc", "COMP_CWORD": "1"}, "plain\ndoctor\n"),
        ("fish", {"COMP_WORDS": "pbmhearts outbox list --st", "COMP_CWORD": "--st"}, "plain,--state"),
    ],
)
def test_every_shell_is_answered(shell: str, words: dict[str, str], answer: str) -> None:
    """Commands, their commands, and their options, without a configuration."""
    assert told(f"{shell}_source").strip()
    assert told(f"{shell}_complete", **words).startswith(answer)


def test_bash_completes() -> None:
    """With what the README says to write, in a real bash."""
    typed = (
        'eval "$(_PBMHEARTS_COMPLETE=bash_source pbmhearts)"; '
        "COMP_WORDS=(pbmhearts boards ver) COMP_CWORD=2; "
        '$(complete -p pbmhearts | sed "s/.*-F \\([^ ]*\\).*/\\1/") pbmhearts; echo "${COMPREPLY[@]}"'
    )
    path = f"{PROGRAM.parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-c", typed],
        env=os.environ | {"PATH": path},
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    assert (done.stdout, done.stderr) == ("verify\n", "")
