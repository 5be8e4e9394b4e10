"""Commands are imported when they run, and listed without that."""

import subprocess
import sys
from pathlib import Path

import click
import pytest

from pbmhearts import config
from pbmhearts.app import opened
from pbmhearts.cli.main import cli

HEAVY = (
    "sqlalchemy",
    "alembic",
    "jinja2",
    "aiosmtpd",
    "rich",
    "argon2",
    "dns",
    "imapclient",
    "prometheus_client",
)


@pytest.mark.parametrize("arguments", [("--version",), ("--help",)], ids=lambda words: words[0])
def test_what_only_some_commands_need_is_not_imported_for_all(arguments: tuple[str, ...]) -> None:
    """The version and the list of commands come without the database, the templates and the sockets."""
    code = (
        "import sys\nfrom pbmhearts.cli.main import cli\n"
        f"cli({arguments!r}, standalone_mode=False)\n"
        f"print(sorted(sys.modules.keys() & {set(HEAVY)!r}))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.splitlines()[-1] == "[]"


def test_a_server_is_opened_without_what_only_some_mails_need(tmp_path: Path) -> None:
    """A mail by pipe that is a move renders no letter, sends none, checks no password and migrates nothing."""
    ini = tmp_path / "mhearts.ini"
    ini.write_text("[server]\naddress = mhearts@example.org\n", encoding="utf-8")
    with opened(config.load(ini), upgrade=True):
        pass
    unneeded = {
        "alembic",
        "aiosmtpd",
        "argon2",
        "flufl.bounce",
        "jinja2",
        "smtplib",
        "sqlalchemy.dialects.postgresql",
    }
    code = (
        "import sys\nfrom pathlib import Path\nfrom pbmhearts import cli, config\nfrom pbmhearts.cli import deliver\n"
        f"with deliver.app.opened(config.load(Path({str(ini)!r})), upgrade=True):\n"
        f"    print(sorted(sys.modules.keys() & {unneeded!r}))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.splitlines() == ["[]"]


@pytest.mark.parametrize("name", cli.list_commands(click.Context(cli)))
def test_the_list_says_what_the_command_says(name: str) -> None:
    """The summary beside a name is how the command's own help begins."""
    command = cli.get_command(click.Context(cli), name)
    assert command is not None
    assert command.name == name
    assert cli.entries[name].summary == command.get_short_help_str(200)
