"""`pbmhearts stats`: how the server is doing, in numbers."""

import click

from pbmhearts import app
from pbmhearts.cli.acting import Load
from pbmhearts.cli.output import json_option, show_bars, show_json, show_rows
from pbmhearts.operator import figures as desk


@click.command()
@click.option("--days", type=click.IntRange(1, 3660), default=30, show_default=True, help="How far back.")
@json_option
@click.pass_obj
def stats(load: Load, days: int, as_json: bool) -> None:
    """Tell how the server is doing. Boards, players, mails, bounces, moves a day (a chart on a terminal),
    and the slowest seats.

    Example: pbmhearts stats --days 7
    """
    with app.opened(load()) as server, server.store.read() as repositories:
        found = desk.stats(repositories, server.services.clock.now(), days)
    if as_json:
        show_json(found)
        return
    click.echo(f"boards: {_listed(found.boards)}")
    click.echo(f"players: {_listed(found.players)}")
    click.echo(f"letters: {_listed(found.letters)}")
    click.echo(f"mails in {days} days: {_listed(found.mails_in)}")
    click.echo(f"bounces in {days} days: {found.bounces}")
    click.echo("moves a day:")
    show_bars(list(found.moves_a_day.items()))
    click.echo("slowest seats:")
    rows = [(f"  {seat.board}", seat.userid, seat.since) for seat in found.slow_seats]
    show_rows(("board", "player", "since"), rows, (), as_json=False)


def _listed(counts: dict[str, int]) -> str:
    return ", ".join(f"{number} {name}" for name, number in counts.items()) or "none"
