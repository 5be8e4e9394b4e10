"""`pbmhearts ratings`: the ratings, and making them again."""

from collections.abc import Callable

import click

from pbmhearts import app
from pbmhearts.config import Config


@click.group()
def ratings() -> None:
    """Look at the players' ratings, or make them again.

    Example: pbmhearts ratings list
    """


@ratings.command("list")
@click.pass_obj
def list_ratings(load: Callable[[], Config]) -> None:
    """List who has a rating, the best first: userid, rating, rated boards, day of the last one.

    Example: pbmhearts ratings list
    """
    with app.opened(load()) as server, server.store.read() as repositories:
        for line in repositories.ratings.table():
            click.echo(f"{line.userid}  {line.rating:.1f}  {line.boards}  {line.rated_at:%Y-%m-%d}")


@ratings.command()
@click.pass_obj
def rebuild(load: Callable[[], Config]) -> None:
    """Make all ratings again from the boards' logs, in the order in which the boards ended.

    The numbers come out as they were, unless a board was changed behind the server's back or the reckoning is a
    newer one.

    Example: pbmhearts ratings rebuild
    """
    with app.opened(load()) as server:
        counted = server.store.run(lambda repositories: repositories.ratings.rebuild())
    click.echo(f"{counted} rated boards")
