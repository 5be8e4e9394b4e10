"""`init`: a configuration for real mail, and what mail system, systemd and cron need beside it."""

import re
import stat
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from pbmhearts import config
from pbmhearts.cli.init import pieces
from pbmhearts.cli.main import cli
from pbmhearts.errors import PbmheartsError
from pbmhearts.resources import data_path

PASSWORD = "spades-4711"
DOMAIN = ("--kind", "domain", "--address", "Hearts@Mail.Example", "--operator", "op@home.example")


def init(folder: Path, *words: object, answers: str = "") -> Result:
    """Run it; its own errors are raised."""
    call = ["--config", str(folder / "mhearts.ini"), "init", *map(str, words)]
    return CliRunner().invoke(cli, call, input=answers, catch_exceptions=False, standalone_mode=False)


def test_a_mailbox_by_answers(tmp_path: Path) -> None:
    """The first offer: only address and password must be typed; the password goes to a file for its owner only."""
    shown = init(tmp_path, answers=f"\nme@home.example\n\n\n\n\n{PASSWORD}\n").output
    read = config.load(tmp_path / "mhearts.ini")
    file = tmp_path / "mailbox.password"
    assert (read.server.address, read.server.subaddress, read.delivery.envelope) == (
        "me@home.example",
        "",
        "plain",
    )
    assert (read.imap.host, read.imap.security, read.imap.user) == (
        "imap.home.example",
        "tls",
        "me@home.example",
    )
    delivery = read.delivery
    assert (delivery.smarthost, delivery.port, delivery.security) == ("smtp.home.example", 587, "starttls")
    assert {read.imap.password_file, delivery.password_file} == {str(file)}
    assert file.read_text(encoding="utf-8") == f"{PASSWORD}\n"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert PASSWORD not in shown + (tmp_path / "mhearts.ini").read_text(encoding="utf-8")
    assert " fetch --every 60\n" in shown


@pytest.mark.parametrize(("typed", "code"), [(f"{PASSWORD}\n", 0), ("\n", 2), ("", 2)])
def test_the_password_is_the_next_line_where_no_terminal_is(tmp_path: Path, typed: str, code: int) -> None:
    """After the other answers, without a warning; none is told in a line, and no configuration is written."""
    program = [sys.executable, "-m", "pbmhearts", "--config", str(tmp_path / "mhearts.ini"), "init"]
    ended = subprocess.run(
        program,
        input=f"\nme@home.example\n\n\n\n\n{typed}",
        capture_output=True,
        text=True,
        check=False,
        start_new_session=True,
    )
    file = tmp_path / "mailbox.password"
    assert ended.returncode == code
    assert (tmp_path / "mhearts.ini").exists() == (code == 0)
    if code:
        assert ended.stderr.startswith("pbmhearts: no password came by standard input")
        assert ended.stderr.count("\n") == 1
    else:
        assert (ended.stderr, file.read_text(encoding="utf-8")) == ("", f"{PASSWORD}\n")


def test_a_mailbox_by_options(tmp_path: Path) -> None:
    """Nothing is asked; a password file that is there is used as it is."""
    file = tmp_path / "secret"
    file.write_text(PASSWORD, encoding="utf-8")
    login = (
        "--imap-host",
        "imap.p.example",
        "--smarthost",
        "out.p.example",
        "--user",
        "u7",
        "--password-file",
        file,
    )
    init(
        tmp_path,
        "--kind",
        "mailbox",
        "--address",
        "h@p.example",
        "--operator",
        "",
        "--data",
        tmp_path / "d",
        *login,
    )
    read = config.load(tmp_path / "mhearts.ini")
    assert (read.imap.host, read.delivery.smarthost) == ("imap.p.example", "out.p.example")
    assert (read.imap.user, read.delivery.user) == ("u7", "u7")
    assert read.delivery.password_file == str(file)
    assert read.data == tmp_path / "d"
    assert not (tmp_path / "mailbox.password").exists()


def test_a_domain_of_ones_own(tmp_path: Path) -> None:
    """The second offer; what is shown beside the ini speaks of this set-up and no other."""
    shown = init(tmp_path, *DOMAIN).output
    read = config.load(tmp_path / "mhearts.ini")
    assert (read.server.address, read.server.operator) == ("hearts@mail.example", "op@home.example")
    assert (read.listen.protocol, read.listen.port, read.delivery.smarthost) == ("lmtp", 8024, "127.0.0.1")
    assert "relay_domains = mail.example\n" in shown
    assert "{hearts@mail.example = ok}" in shown
    assert f"lmtp:inet:127.0.0.1:{read.listen.port}" in shown
    assert f"Selector {read.delivery.dkim_selector}\n" in shown
    assert "MAILTO=op@home.example\n" in shown
    assert f"PBMHEARTS_CONFIG={tmp_path / 'mhearts.ini'}\n" in shown
    assert f"ReadWritePaths={read.data}\n" in shown
    assert not re.search(r"example\.org|example\.net|/opt/pbmhearts|/etc/pbmhearts|/var/lib/pbmhearts", shown)


def test_every_key_says_what_it_means(tmp_path: Path) -> None:
    """A comment stands above each."""
    init(tmp_path, *DOMAIN)
    lines = (tmp_path / "mhearts.ini").read_text(encoding="utf-8").splitlines()
    keys = [number for number, line in enumerate(lines) if " =" in line]
    assert len(keys) == 9
    assert all(lines[number - 1].startswith("# ") for number in keys)


def test_what_goes_with_it_as_files(tmp_path: Path) -> None:
    """The same texts that are shown, a file each."""
    shown = init(tmp_path, *DOMAIN).output
    folder = tmp_path / "deploy"
    init(tmp_path, *DOMAIN, "--deploy", folder, "--force")
    assert {file.name for file in folder.iterdir()} == {
        "lmtp.cf", "opendkim.conf", "dns.txt", "pbmhearts.service", "crontab", "pbmhearts.sh",
    }  # fmt: skip
    assert all(file.read_text(encoding="utf-8") in shown for file in folder.iterdir())


@pytest.mark.parametrize("there", ["mhearts.ini", "mailbox.password", "deploy/crontab"])
def test_nothing_is_written_over(tmp_path: Path, there: str) -> None:
    """Not without --force, whichever file it is."""
    file = tmp_path / there
    file.parent.mkdir(exist_ok=True)
    file.write_text("mine", encoding="utf-8")
    answers = f"mailbox\nme@home.example\n\n\n\n\n{PASSWORD}\n"
    with pytest.raises(PbmheartsError, match=f"{there} is there already; --force"):
        init(tmp_path, "--deploy", tmp_path / "deploy", answers=answers)
    assert file.read_text(encoding="utf-8") == "mine"
    init(tmp_path, "--deploy", tmp_path / "deploy", "--force", answers=answers)
    assert file.read_text(encoding="utf-8") != "mine"


def test_a_wrong_answer_is_asked_again(tmp_path: Path) -> None:
    """With what would be right; as an option it is a usage error."""
    asked = init(
        tmp_path, "--kind", "domain", "--operator", "", answers="nowhere\nhearts@mail.example\n"
    ).output
    assert "'nowhere' is not an address such as mhearts@example.org" in asked
    assert config.load(tmp_path / "mhearts.ini").server.address == "hearts@mail.example"
    with pytest.raises(click.BadParameter, match="'ann' is not an address"):
        init(tmp_path, "--kind", "domain", "--address", "h@mail.example", "--operator", "ann", "--force")


def test_a_mailbox_option_for_a_domain(tmp_path: Path) -> None:
    """It would do nothing, so it is refused."""
    with pytest.raises(click.UsageError, match="for --kind mailbox"):
        init(tmp_path, *DOMAIN, "--smarthost", "out.p.example")
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_written_to(tmp_path: Path) -> None:
    """One sentence."""
    (tmp_path / "file").touch()
    with pytest.raises(PbmheartsError, match="cannot be written: "):
        init(tmp_path / "file", *DOMAIN)


@pytest.mark.parametrize(
    "file", [path for path in data_path("deploy").rglob("*") if path.is_file()], ids=lambda p: p.name
)
def test_every_command_in_deploy_is_one(file: Path) -> None:
    """With options that it takes; `$(...)` and `${...}` stand for words."""
    text = re.sub(
        r"\$\([^)]*\)|\$\{\w+\}", "word", file.read_text(encoding="utf-8").replace('"$@"', "doctor")
    )
    for line in re.findall(r"/bin/pbmhearts((?: (?!>|\|)[^\s`]+)+)", text):
        words = line.split()
        if words[0] == "--config":
            words = words[2:]
        command = cli.get_command(click.Context(cli), words[0])
        assert command is not None
        command.make_context(words[0], words[1:])


def test_what_is_shown_is_there() -> None:
    """Each piece is a file of `deploy`, and nothing in `deploy` is named in no list of it."""
    folder = data_path("deploy")
    assert all((folder / name).is_file() for name in pieces.OWN_DOMAIN | pieces.MAILBOX)
    about = (folder / "README").read_text(encoding="utf-8")
    files = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    assert all(
        name in about or re.sub(r"\.(service|timer)$", ".*", name) in about for name in files - {"README"}
    )
