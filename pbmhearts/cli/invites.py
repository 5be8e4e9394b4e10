"""`pbmhearts invites`: who has been asked to a board, and has not answered."""

import click

from pbmhearts import app
from pbmhearts.cli.acting import NUMBER, Load, by_option, perform
from pbmhearts.cli.output import json_option, show_rows
from pbmhearts.operator import open_invitations as desk


@click.group()
def invites() -> None:
    """Look after invitations that nobody has answered.

    Example: pbmhearts invites list
    """


@invites.command("list")
@json_option
@click.pass_obj
def list_invites(load: Load, as_json: bool) -> None:
    """List them. A line each: number, board and seat, whom, who asks, since when, and when it ends by
    itself.

    Example: pbmhearts invites list --json
    """
    with app.opened(load()) as server, server.store.read() as repositories:
        lines = desk.invite_lines(repositories, server.services)
    rows = [
        (line.number, line.board, line.seat, line.whom, line.host, line.asked_at, line.ends_at)
        for line in lines
    ]
    show_rows(("number", "board", "seat", "whom", "host", "asked", "ends"), rows, lines, as_json=as_json)


@invites.command()
@click.argument("number", type=NUMBER)
@by_option
@click.pass_obj
def end(load: Load, number: int, who: str) -> None:
    """End an invitation now. Whoever wants the board is told, and may ask somebody else.

    Example: pbmhearts invites end 17
    """
    perform(load, who, "invites end", lambda context: desk.end(number, context))
