"""`pbmhearts init`: a configuration for real mail, and what goes with it."""

import getpass
import os
import sys
from collections.abc import Callable
from pathlib import Path

import click

from pbmhearts.cli import password_prompt
from pbmhearts.cli.init import ini, pieces
from pbmhearts.config import values
from pbmhearts.errors import PbmheartsError
from pbmhearts.files import replacing


def _read_as(read: Callable[[str], str]) -> Callable[[click.Context, click.Parameter, str], str]:
    """A callback that takes an option's value as the ini takes it."""

    def checked(_context: click.Context, _option: click.Parameter, value: str) -> str:
        try:
            return read(value)
        except ValueError as error:
            raise click.BadParameter(f"{value!r} is not {error}") from None

    return checked


@click.command()
@click.option(
    "--kind",
    type=click.Choice(["mailbox", "domain"]),
    prompt="A mailbox at a provider, or a domain of your own with Postfix?",
    default="mailbox",
    help="A provider's mailbox by IMAP, and its smarthost; or a domain with Postfix on this machine.",
)
@click.option(
    "--address",
    callback=_read_as(values.address),
    prompt="The address that players write to",
    help="The address that players write to.",
)
@click.option(
    "--operator",
    callback=_read_as(values.mailbox),
    prompt="Your own address, for what only an operator can mend",
    default="",
    help="Your own address.",
)
@click.option(
    "--data", type=click.Path(path_type=Path), help="The database's folder; else var beside the ini."
)
@click.option("--imap-host", help="The provider's IMAP server.")
@click.option("--smarthost", help="The provider's server for outgoing mail.")
@click.option("--user", help="The login at both; else the address.")
@click.option(
    "--password-file",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="The file that holds its password; else you are asked, or where that is no terminal the next line is taken; "
    "it is kept beside the ini.",
)
@click.option(
    "--deploy",
    type=click.Path(file_okay=False, path_type=Path),
    help="Write what else is needed to files in this folder, rather than show it.",
)
@click.option("--force", is_flag=True, help="Write over what is there.")
@click.pass_context
def init(
    context: click.Context,
    kind: str,
    address: str,
    operator: str,
    data: Path | None,
    imap_host: str | None,
    smarthost: str | None,
    user: str | None,
    password_file: Path | None,
    deploy: Path | None,
    force: bool,
) -> None:
    """Write an ini, and what Postfix, systemd and cron need. The ini is the one that --config names.

    What no option says is asked. Nothing that is there is written over without --force.

    Example: pbmhearts --config /etc/pbmhearts/mhearts.ini init --kind domain --address mhearts@cards.example.org
    """
    files = _Files(force)
    path = Path(context.find_root().params["path"]).absolute()
    files.spare(path)
    folder = path.parent / (data.absolute() if data else "var")
    server = {"address": address, "operator": operator, "data": str(folder)}
    if kind == "mailbox":
        domain = address.rpartition("@")[2]
        imap_host = imap_host or click.prompt("The provider's IMAP server", f"imap.{domain}")
        smarthost = smarthost or click.prompt("The provider's server for outgoing mail", f"smtp.{domain}")
        user = user or click.prompt("The login there", address)
        password_file = password_file or _asked_password(path.with_name("mailbox.password"), user, files)
        keys = ini.mailbox(server, imap_host, smarthost, user, password_file.absolute())
    elif imap_host or smarthost or user or password_file:
        raise click.UsageError("--imap-host, --smarthost, --user and --password-file are for --kind mailbox.")
    else:
        keys = ini.own_domain(server)
    files.write(path, ini.written(keys))
    place = pieces.Place(address, operator, Path(sys.argv[0]).absolute(), path, folder, _user())
    for name, where in (pieces.MAILBOX if kind == "mailbox" else pieces.OWN_DOMAIN).items():
        if deploy is None:
            click.echo(f"\n------ {where}\n{place.filled(name)}", nl=False)
        else:
            files.write(deploy.absolute() / Path(name).name, place.filled(name))


class _Files:
    """Writes files, and says which."""

    def __init__(self, force: bool) -> None:
        self._force = force

    def spare(self, path: Path) -> None:
        """Raise where there is a file already that nobody said may be written over."""
        if path.exists() and not self._force:
            raise PbmheartsError(f"{path} is there already; --force writes over it")

    def write(self, path: Path, text: str, mode: int = 0o644) -> None:
        """Write a file, and its folder if there is none."""
        self.spare(path)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with replacing(path, mode) as file:
                file.write_text(text, encoding="utf-8")
        except OSError as error:
            raise PbmheartsError(f"{path} cannot be written: {error.strerror}") from error
        click.echo(f"wrote {path}")


def _asked_password(path: Path, user: str, files: _Files) -> Path:
    files.spare(path)
    password = password_prompt.asked(f"The password of {user} there", twice=False)
    if not password:
        raise PbmheartsError("no password came by standard input; --password-file names a file that holds it")
    files.write(path, f"{password}\n", mode=0o600)
    return path


def _user() -> str:
    """Who is to run it: whoever runs this, unless that is root."""
    return getpass.getuser() if os.geteuid() else "pbmhearts"
