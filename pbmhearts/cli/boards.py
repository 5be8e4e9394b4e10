"""`pbmhearts boards`: looking at boards."""

import json
from collections.abc import Callable
from dataclasses import asdict

import click

from pbmhearts import admin, app
from pbmhearts.config import Config


@click.group()
def boards() -> None:
    """Look at boards.

    Example: pbmhearts boards list
    """


@boards.command("list")
@click.option("--over/--active", default=None, help="Only boards that are over, or only those being played.")
@click.option("--json", "as_json", is_flag=True, help="A JSON list.")
@click.pass_obj
def list_boards(load: Callable[[], Config], over: bool | None, as_json: bool) -> None:
    """List boards, a line each.

    Example: pbmhearts boards list --active --json
    """
    with app.opened(load()) as server, server.store.read() as repositories:
        lines = admin.board_lines(repositories, over=over)
    if as_json:
        click.echo(json.dumps([asdict(line) for line in lines], default=str, indent=1))
        return
    for line in lines:
        state = "over" if line.over else "waits for " + ", ".join(line.waiting)
        scores = " ".join(str(total) for total in line.totals)
        names = " ".join(line.players)
        click.echo(f"{line.number}  {names}  {line.rules}  hand {line.deal}  scores {scores}  {state}")


@boards.command()
@click.argument("number", type=int)
@click.option("--as", "userid", default="", help="As this player sees it, hand and turn code included.")
@click.option("--json", "as_json", is_flag=True, help="A JSON object.")
@click.pass_obj
def show(load: Callable[[], Config], number: int, userid: str, as_json: bool) -> None:
    """Show a board as anybody may see it, or as one of its players does.

    Example: pbmhearts boards show 101 --as ann
    """
    with app.opened(load()) as server, server.store.read() as repositories:
        page = admin.board_page(repositories, server.services, number, userid)
        if as_json:
            click.echo(json.dumps(admin.board_facts(page), indent=1))
        else:
            click.echo(server.services.renderer.board(page).text)
