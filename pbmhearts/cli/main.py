"""The console script: the group of all commands, and one place where errors become exit codes."""

import logging
import sys
from pathlib import Path

import click

from pbmhearts import __version__, config
from pbmhearts.cli import boards, db, deliver, demo, fetch, inbox, mail, remind, serve
from pbmhearts.errors import PbmheartsError


@click.group(context_settings={"help_option_names": ["-h", "--help"], "auto_envvar_prefix": "PBMHEARTS"})
@click.option(
    "--config",
    "path",
    type=click.Path(path_type=Path),
    default=Path("mhearts.ini"),
    show_default=True,
    help="The server's configuration.",
)
@click.option("--verbose", "-v", is_flag=True, help="Log what goes on.")
@click.version_option(__version__, prog_name="pbmhearts")
@click.pass_context
def cli(context: click.Context, path: Path, verbose: bool) -> None:
    """A play-by-mail server for Hearts.

    Example: pbmhearts --config /etc/pbmhearts/mhearts.ini boards list
    """
    logging.basicConfig(
        level=logging.INFO if verbose else logging.WARNING,
        format="%(asctime)s %(levelname)s %(name)s %(message)s",
        stream=sys.stderr,
    )
    logging.getLogger("mail.log").setLevel(logging.WARNING)  # aiosmtpd logs DATA lines below that
    logging.getLogger("alembic").setLevel(logging.WARNING)
    context.obj = lambda: config.load(path)


for command in (
    boards.boards,
    db.db,
    deliver.deliver,
    demo.demo,
    fetch.fetch,
    inbox.inbox,
    mail.mail,
    remind.remind,
    serve.serve,
):
    cli.add_command(command)


def main() -> None:
    """Run; a fault that the operator can mend is one line on stderr and exit 2."""
    try:
        cli(standalone_mode=True)
    except PbmheartsError as error:
        for line in str(error).splitlines():
            print(f"pbmhearts: {line}", file=sys.stderr)
        sys.exit(2)
