"""`pbmhearts db`: the database's schema."""

from collections.abc import Callable

import click

from pbmhearts.config import Config
from pbmhearts.storage import Store


@click.group()
def db() -> None:
    """Look at the database's schema, or bring it up to date.

    Example: pbmhearts db upgrade
    """


@db.command()
@click.pass_obj
def upgrade(load: Callable[[], Config]) -> None:
    """Bring the schema to this version. Of an SQLite file a copy is kept first.

    Example: pbmhearts db upgrade
    """
    store = Store(load().database_url)
    try:
        before = store.revision()
        done = store.upgrade()
        click.echo(f"upgraded from {before or 'nothing'} to {store.revision()}" if done else "up to date")
    finally:
        store.close()


@db.command()
@click.pass_obj
def current(load: Callable[[], Config]) -> None:
    """Print the schema's revision.

    Example: pbmhearts db current
    """
    store = Store(load().database_url)
    try:
        click.echo(store.revision() or "empty")
    finally:
        store.close()
