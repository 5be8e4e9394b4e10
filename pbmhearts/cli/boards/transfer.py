"""Boards out of one server and into another."""

import json
from typing import TextIO

import click

from pbmhearts import app
from pbmhearts.cli.acting import NUMBER, Load, by_option, operator, perform
from pbmhearts.operator import board_files


@click.command("export")
@click.argument("numbers", type=NUMBER, nargs=-1)
@click.option("--all", "every", is_flag=True, help="Every board that has begun.")
@click.option(
    "--with-accounts", is_flag=True, help="Players with addresses, settings and the hash of their password."
)
@by_option
@click.pass_obj
def export(load: Load, numbers: tuple[int, ...], every: bool, with_accounts: bool, who: str) -> None:
    """Print boards as lines of JSON, for `import`. They hold rules, log, seats, remarks, results and
    ratings.

    Keep it to yourself: of a board in play it holds all hands, and the secret that the next deal is made of. Players
    are only userids in it, unless --with-accounts is given. Whoever exports is named in `log`.

    Example: pbmhearts boards export --all > boards.jsonl
    """
    if bool(numbers) is every:
        raise click.UsageError("Name boards, or give --all.")
    with app.opened(load()) as server, server.store.read() as repositories:
        chosen = repositories.boards.numbers() if every else tuple(dict.fromkeys(numbers))
        lines = board_files.exported(repositories, chosen, with_accounts=with_accounts)
        first = next(lines)
        what = "all" if every else " ".join(map(str, chosen))
        operator(server, who).note("boards export", what + (", with accounts" if with_accounts else ""))
        for line in (first, *lines):
            click.echo(json.dumps(line, ensure_ascii=False, separators=(",", ":")))


@click.command("import")
@click.argument("file", type=click.File(encoding="utf-8"))
@by_option
@click.pass_obj
def import_(load: Load, file: TextIO, who: str) -> None:
    """Take in the boards of an exported file. All or none; "-" is standard input.

    Boards keep their numbers, which must be free. Players who have no account here get one, without password and
    address unless the file holds them; whoever has one keeps it as it is. Each board is checked as by `verify`.
    Codes in letters of the other server do nothing here.

    Example: pbmhearts boards import boards.jsonl
    """
    perform(load, who, "boards import", lambda context: board_files.imported(file, context))
