"""`pbmhearts ratings`: the ratings, and making them again."""

import click

from pbmhearts import app
from pbmhearts.cli.acting import Load, by_option, perform
from pbmhearts.cli.output import json_option, show_rows
from pbmhearts.commands.context import Context


@click.group()
def ratings() -> None:
    """Look at the players' ratings, or make them again.

    Example: pbmhearts ratings list
    """


@ratings.command("list")
@json_option
@click.pass_obj
def list_ratings(load: Load, as_json: bool) -> None:
    """List who has a rating, the best first. A line each: userid, rating, rated boards, day of the last
    one.

    Example: pbmhearts ratings list
    """
    with app.opened(load()) as server, server.store.read() as repositories:
        lines = repositories.ratings.table()
    rows = [(line.userid, f"{line.rating:.1f}", line.boards, line.rated_at.date()) for line in lines]
    show_rows(("player", "rating", "boards", "last"), rows, lines, as_json=as_json)


@ratings.command()
@by_option
@click.pass_obj
def rebuild(load: Load, who: str) -> None:
    """Make all ratings again from the boards' logs. In the order in which the boards ended.

    The numbers come out as they were, unless a board was changed behind the server's back or the reckoning is a
    newer one.

    Example: pbmhearts ratings rebuild
    """
    perform(load, who, "ratings rebuild", _rebuilt)


def _rebuilt(context: Context) -> str:
    count = context.repositories.ratings.rebuild()
    return f"{count} rated board{'' if count == 1 else 's'}"
