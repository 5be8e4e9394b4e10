"""`pbmhearts demo`: a real server, four players who only read their mail, whole matches."""

import shutil
import sys
import tempfile
from pathlib import Path

import click

from pbmhearts.cli.demo.report import report
from pbmhearts.cli.demo.table import Demo, play
from pbmhearts.errors import PbmheartsError
from pbmhearts.games.hearts import BadOptionError, RuleSet


@click.command()
@click.option(
    "--matches", type=click.IntRange(1, 100), default=1, show_default=True, help="How many matches."
)
@click.option("--seed", type=int, default=1, show_default=True, help="The same seed plays the same cards.")
@click.option("--options", default="", help='The options of the challenge, such as "-jack -blood".')
@click.option(
    "--folder", type=click.Path(path_type=Path, file_okay=False), help="Where database and mailboxes lie."
)
@click.option(
    "--timeout", type=click.IntRange(1), default=300, show_default=True, help="Seconds a match may take."
)
def demo(matches: int, seed: int, options: str, folder: Path | None, timeout: int) -> None:
    """Play matches by real mail on this machine. They take a free port and a fresh database.

    Four players read their letters, choose among the cards these offer, and answer by SMTP: one with full
    commands and password, one with turn codes in the Subject, two by replying below a quoted board. Exits with 0
    only if every match ended under the rules, every letter was delivered, and every deal checks.

    Example: pbmhearts demo --matches 3 --seed 7 --options "-jack -blood"
    """
    try:
        RuleSet.parse(options)
    except BadOptionError as error:
        raise PbmheartsError(f"--options: {error}") from error
    place = folder or Path(tempfile.mkdtemp(prefix="pbmhearts-demo-"))
    if folder is not None and folder.exists() and any(folder.iterdir()):
        raise PbmheartsError(f"{folder} is not empty")
    place.mkdir(parents=True, exist_ok=True)
    played = play(Demo(place, matches, seed, options, timeout))
    click.echo(report(played))
    if played.faults:
        click.echo(f"The server's log: {place / 'server.log'}", err=True)
        sys.exit(1)
    if folder is None and not sys.stdout.isatty():
        shutil.rmtree(place)  # nobody is there to look at the mailboxes
