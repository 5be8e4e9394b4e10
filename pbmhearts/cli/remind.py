"""`pbmhearts remind`: for cron."""

from collections.abc import Callable

import click

from pbmhearts import app, reminders
from pbmhearts.config import Config


@click.command()
@click.pass_obj
def remind(load: Callable[[], Config]) -> None:
    """Mail whoever has let a board wait for longer than nagtime: one mail a person, with all such boards.

    Invitations that nobody has answered are repeated once, and end when their time is up. Twice in a row mails
    nobody twice.

    Example: pbmhearts remind
    """
    with app.opened(load()) as server:
        done = reminders.remind(server.store, server.services)
    parts = [f"{done.people} reminded of {done.boards} boards"]
    if done.invitations or done.ended:
        parts.append(f"{done.invitations} invitations repeated, {done.ended} ended")
    if done.unreachable:
        parts.append(f"{done.unreachable} without a working address")
    click.echo("; ".join(parts))
