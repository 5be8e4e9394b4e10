"""Looking at boards, and checking them."""

import sys

import click

from pbmhearts import app
from pbmhearts.cli.acting import NUMBER, Load, by_option, operator
from pbmhearts.cli.output import json_option, show_json, show_rows
from pbmhearts.games.hearts import SEATS, hands_to_pbn
from pbmhearts.operator import board_views as desk
from pbmhearts.storage import Repositories


@click.command("list")
@click.option("--over/--active", default=None, help="Only boards that are over, or only those being played.")
@json_option
@click.pass_obj
def list_boards(load: Load, over: bool | None, as_json: bool) -> None:
    """List boards. A line each: number, players, rules, hand, scores, who is waited for.

    Example: pbmhearts boards list --active --json
    """
    with app.opened(load()) as server, server.store.read() as repositories:
        lines = desk.board_lines(repositories, over=over)
    rows = [
        (
            line.number,
            " ".join(line.players),
            line.rules,
            line.deal,
            " ".join(map(str, line.totals)),
            _state(line),
        )
        for line in lines
    ]
    show_rows(("board", "players", "rules", "hand", "scores", "state"), rows, lines, as_json=as_json)


def _state(line: desk.BoardLine) -> str:
    if line.abandoned:
        return "ended without a result"
    return "over" if line.over else "waits for " + ", ".join(line.waiting)


@click.command()
@click.argument("number", type=NUMBER)
@click.option(
    "--as",
    "reader",
    default="",
    metavar="SEAT|USERID",
    help="As this player sees it, hand and code included.",
)
@click.option("--at", "move", type=NUMBER, metavar="MOVE", help="As it stood at this move.")
@click.option("--hands", is_flag=True, help="Also what all four hold.")
@json_option
@by_option
@click.pass_obj
def show(
    load: Load, number: int, reader: str, move: int | None, hands: bool, as_json: bool, who: str
) -> None:
    """Show a board as anybody or a player sees it.

    Whoever looks at cards of a board that is being played, by --as or --hands, is named in `log`.

    Example: pbmhearts boards show 101 --as ann --at 40
    """
    with app.opened(load()) as server:
        with server.store.read() as repositories:
            page = desk.board_page(repositories, server.services, number, reader, move)
            held = desk.hands(repositories, number, move) if hands else ()
            hidden = _is_hidden(repositories, number)
        if hidden and (reader or hands):
            about = f"{number}{f' as {reader}' if reader else ''}{', all hands' if hands else ''}"
            operator(server, who).note("boards show", about)
        text = server.services.renderer.board(page).text
    if as_json:
        facts = desk.board_facts(page)
        show_json(facts | ({"hands": [[str(card) for card in cards] for cards in held]} if hands else {}))
        return
    click.echo(text)
    for seat, name, cards in zip(SEATS, page.names, held, strict=False):
        click.echo(f"seat {seat.number}, {name}: {' '.join(card.symbols for card in cards)}")


def _is_hidden(repositories: Repositories, number: int) -> bool:
    """Whether there are cards on the board that players may not see."""
    return desk.stored_board(repositories, number).ended_at is None


@click.command()
@click.argument("number", type=NUMBER)
@click.option("--deal", type=NUMBER, help="Only this one.")
@json_option
@click.pass_obj
def replay(load: Load, number: int, deal: int | None, as_json: bool) -> None:
    """Print a board trick by trick. What was dealt and passed stands there only once it is over.

    Example: pbmhearts boards replay 101 --deal 3
    """
    with app.opened(load()) as server, server.store.read() as repositories:
        deals = desk.replayed(repositories, number, deal)
        board = desk.stored_board(repositories, number)
        over = board.ended_at is not None
        text = server.services.renderer.text(
            "replies/replay.txt", board=number, names=board.names, deals=deals, over=over
        )
    if as_json:
        show_json(
            {"board": number, "players": board.names, "deals": [desk.deal_facts(each) for each in deals]}
        )
    else:
        click.echo(text)


@click.command()
@click.argument("number", type=NUMBER)
@click.argument("deal", type=int)
@click.option(
    "--pbn", is_flag=True, help="As a tag of Portable Bridge Notation: N is seat 1, clockwise is left."
)
@json_option
@by_option
@click.pass_obj
def deal(load: Load, number: int, deal: int, pbn: bool, as_json: bool, who: str) -> None:
    """Print the four hands of a deal. Deal DEAL of board NUMBER, as dealt.

    Whoever looks at those of a board that is being played is named in `log`.

    Example: pbmhearts boards deal 101 3 --pbn
    """
    with app.opened(load()) as server:
        with server.store.read() as repositories:
            hands = desk.dealt(repositories, number, deal)
            names = desk.stored_board(repositories, number).names
            hidden = _is_hidden(repositories, number)
        if hidden:
            operator(server, who).note("boards deal", f"{number} deal {deal}")
    if as_json:
        seats = [{"player": name, "cards": hands[seat]} for seat, name in zip(SEATS, names, strict=True)]
        show_json({"board": number, "deal": deal, "pbn": hands_to_pbn(hands), "hands": seats})
    elif pbn:
        click.echo(f'[Deal "{hands_to_pbn(hands)}"]')
    else:
        for seat, name in zip(SEATS, names, strict=True):
            click.echo(f"seat {seat.number}, {name}: " + ", ".join(card.words for card in hands[seat]))


@click.command()
@click.argument("number", type=NUMBER)
@json_option
@by_option
@click.pass_obj
def fairness(load: Load, number: int, as_json: bool, who: str) -> None:
    """Check that a board's deals are the promised ones. Each is made of its secret and the play before it;
    exit 1 if one is not.

    Of what has been dealt it prints secret and mix, of the next deal only the commitment. Whoever looks at those of
    a board that is being played is named in `log`, as they tell the cards.

    Example: pbmhearts boards fairness 101
    """
    with app.opened(load()) as server:
        with server.store.read() as repositories:
            verdicts = desk.deal_verdicts(repositories, number)
            hidden = _is_hidden(repositories, number)
        if hidden:
            operator(server, who).note("boards fairness", str(number))
    if as_json:
        show_json(verdicts)
    else:
        for verdict in verdicts:
            _print_verdict(verdict)
    if any(verdict.faults for verdict in verdicts):
        sys.exit(1)


def _print_verdict(verdict: desk.DealVerdict) -> None:
    state = "right" if verdict.secret else "not dealt yet"
    click.echo(f"deal {verdict.deal}: " + ("; ".join(verdict.faults) or state))
    click.echo(f"  commitment {verdict.commitment}")
    if verdict.secret:
        click.echo(f"  secret     {verdict.secret}\n  mix        {verdict.mix}")


@click.command()
@click.argument("number", type=NUMBER, required=False)
@click.option("--all", "every", is_flag=True, help="Every board there is.")
@json_option
@click.pass_obj
def verify(load: Load, number: int | None, every: bool, as_json: bool) -> None:
    """Replay boards and compare with what is kept. Each log from its start, with all that is kept of the
    board; exit 1 at any difference.

    Example: pbmhearts boards verify --all
    """
    if (number is None) is not every:
        raise click.UsageError("Name a board, or give --all.")
    with app.opened(load()) as server, server.store.read() as repositories:
        numbers = (number,) if number is not None else repositories.boards.numbers()
        found = {one: desk.differences(repositories, one) for one in numbers}
    wrong = sum(bool(lines) for lines in found.values())
    if as_json:
        show_json([{"board": one, "differences": lines} for one, lines in found.items()])
    else:
        for one, lines in found.items():
            for line in lines:
                click.echo(f"board {one}: {line}")
        click.echo(f"{len(numbers)} checked, {wrong} with differences")
    if wrong:
        sys.exit(1)
