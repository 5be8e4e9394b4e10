"""`pbmhearts boards`: looking at boards, and checking them."""

import json
import sys
from collections.abc import Callable
from dataclasses import asdict

import click

from pbmhearts import admin, app
from pbmhearts.config import Config
from pbmhearts.games.hearts import SEATS, hands_to_pbn


@click.group()
def boards() -> None:
    """Look at boards, and check them.

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


@boards.command()
@click.argument("number", type=int)
@click.argument("deal", type=int)
@click.option(
    "--pbn", is_flag=True, help="As a tag of Portable Bridge Notation: N is seat 1, clockwise is left."
)
@click.pass_obj
def deal(load: Callable[[], Config], number: int, deal: int, pbn: bool) -> None:
    """Print the four hands of a deal, as dealt: deal DEAL of board NUMBER.

    Example: pbmhearts boards deal 101 3 --pbn
    """
    with app.opened(load()) as server, server.store.read() as repositories:
        hands = admin.dealt(repositories, number, deal)
        names = admin.stored_board(repositories, number).names
    if pbn:
        click.echo(f'[Deal "{hands_to_pbn(hands)}"]')
        return
    for seat, name in zip(SEATS, names, strict=True):
        click.echo(f"seat {seat.number}, {name}: " + ", ".join(card.words for card in hands[seat]))


@boards.command()
@click.argument("number", type=int)
@click.pass_obj
def fairness(load: Callable[[], Config], number: int) -> None:
    """Check that every deal of a board is what its secret and the play before it make; exit 1 if one is not.

    Of what has been dealt it prints secret and mix, of the next deal only the commitment.

    Example: pbmhearts boards fairness 101
    """
    with app.opened(load()) as server, server.store.read() as repositories:
        verdicts = admin.deal_verdicts(repositories, number)
    for verdict in verdicts:
        click.echo(f"deal {verdict.deal}: " + ("; ".join(verdict.faults) or _state(verdict)))
        click.echo(f"  commitment {verdict.commitment}")
        if verdict.secret:
            click.echo(f"  secret     {verdict.secret}\n  mix        {verdict.mix}")
    if any(verdict.faults for verdict in verdicts):
        sys.exit(1)


def _state(verdict: admin.DealVerdict) -> str:
    return "right" if verdict.secret else "not dealt yet"


@boards.command()
@click.argument("number", type=int, required=False)
@click.option("--all", "every", is_flag=True, help="Every board there is.")
@click.pass_obj
def verify(load: Callable[[], Config], number: int | None, every: bool) -> None:
    """Replay a board's log from its start, and compare with all that is kept of it; exit 1 at any difference.

    Example: pbmhearts boards verify --all
    """
    if (number is None) is not every:
        raise click.UsageError("Name a board, or give --all.")
    wrong = 0
    with app.opened(load()) as server, server.store.read() as repositories:
        numbers = (number,) if number is not None else repositories.boards.numbers()
        for one in numbers:
            differences = admin.differences(repositories, one)
            for line in differences:
                click.echo(f"board {one}: {line}")
            wrong += bool(differences)
    click.echo(f"{len(numbers)} checked, {wrong} with differences")
    if wrong:
        sys.exit(1)
