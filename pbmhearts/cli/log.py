"""`pbmhearts log`: who did what from the command line."""

import click

from pbmhearts import app
from pbmhearts.cli.acting import NUMBER, Load
from pbmhearts.cli.output import json_option, show_rows


@click.command()
@click.option("--last", type=NUMBER, default=50, show_default=True, help="How many lines.")
@json_option
@click.pass_obj
def log(load: Load, last: int, as_json: bool) -> None:
    """List what operators did. Also where they looked at cards that players may not see; the latest last.

    Example: pbmhearts log --last 20
    """
    with app.opened(load()) as server, server.store.read() as repositories:
        lines = repositories.operator_log.last(last)
    rows = [(line.at, line.who, line.act, line.about) for line in lines]
    show_rows(("when", "who", "command", "what"), rows, lines, as_json=as_json)
