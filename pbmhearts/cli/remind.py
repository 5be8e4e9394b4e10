"""`pbmhearts remind`: for cron."""

from collections.abc import Callable

import click

from pbmhearts import app, reminders
from pbmhearts.config import Config


@click.command()
@click.pass_obj
def remind(load: Callable[[], Config]) -> None:
    """Mail whoever has let a board wait for longer than nagtime: one mail a person, with all such boards.

    Twice in a row mails nobody twice.

    Example: pbmhearts remind
    """
    with app.opened(load()) as server:
        done = reminders.remind(server.store, server.services)
    line = f"{done.people} reminded of {done.boards} boards"
    click.echo(f"{line}; {done.unreachable} without a working address" if done.unreachable else line)
