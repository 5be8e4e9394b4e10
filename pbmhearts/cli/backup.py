"""`pbmhearts backup` and `restore`: the database in one file."""

from collections.abc import Callable
from pathlib import Path

import click

from pbmhearts.config import Config
from pbmhearts.storage import copies

_FILE = click.Path(dir_okay=False, path_type=Path)


@click.command()
@click.argument("file", type=_FILE)
@click.pass_obj
def backup(load: Callable[[], Config], file: Path) -> None:
    """Copy the database to FILE while the server runs. An older copy there is replaced once the new one is
    whole.

    It holds accounts, boards, letters not yet sent, and the key that codes are made with: keep it as safe as the
    database. The ini and the files it names are not in it.

    Example: pbmhearts backup /var/backups/pbmhearts.sqlite3
    """
    size = copies.save(load().database_url, file)
    click.echo(f"{file}: {size} bytes")


@click.command()
@click.argument("file", type=_FILE)
@click.option(
    "--force", is_flag=True, help="Even where there is a database; that is kept under another name."
)
@click.pass_obj
def restore(load: Callable[[], Config], file: Path, force: bool) -> None:
    """Make the copy in FILE the database. The server must not be running.

    Example: pbmhearts restore /var/backups/pbmhearts.sqlite3 --force
    """
    config = load()
    kept = copies.restore(config.database_url, file, force=force)
    click.echo(f"restored {config.database_url.removeprefix('sqlite:///')}")
    if kept:
        click.echo(f"the database that was there is {kept}")
