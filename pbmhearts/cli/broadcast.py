"""`pbmhearts broadcast`: a letter from the operator to all players."""

from typing import TextIO

import click

from pbmhearts import app
from pbmhearts.cli.acting import Load, by_option, operator
from pbmhearts.commands.context import Context
from pbmhearts.errors import PbmheartsError
from pbmhearts.operator import news


@click.command()
@click.argument("subject")
@click.argument("file", type=click.File(encoding="utf-8"))
@click.option("--everybody", is_flag=True, help="Also to players who have set broadcasts=no.")
@by_option
@click.pass_obj
def broadcast(load: Load, subject: str, file: TextIO, everybody: bool, who: str) -> None:
    """Write to all players who take such letters. The text stands in a file; "-" is standard input.

    Whoever has signed off or paused gets none.

    Example: pbmhearts broadcast "The server moves on Sunday" news.txt
    """
    try:
        text = file.read()
    except UnicodeDecodeError as error:
        raise PbmheartsError(f"{file.name}: it is no UTF-8 text") from error
    with app.opened(load()) as server:
        with server.store.read() as repositories:
            readers = news.readers(repositories, everybody=everybody)

        def send(context: Context) -> str:
            news.broadcast(subject, text, context, everybody=everybody)
            return f"to {readers} players: {subject}"

        click.echo(operator(server, who).perform("broadcast", send))
