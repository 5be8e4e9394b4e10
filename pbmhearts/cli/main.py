"""The console script: the group of all commands, and one place where errors become exit codes."""

import io
import os
import sys
from pathlib import Path
from typing import NoReturn, TextIO

import click

from pbmhearts import __version__, config, logs
from pbmhearts.cli.commands import Entry, LazyGroup
from pbmhearts.config import Config
from pbmhearts.errors import ConfigError, PbmheartsError, Refusal

_ENTRIES = {
    "backup": Entry("backup.backup", "Copy the database to FILE while the server runs."),
    "boards": Entry("boards.boards", "Look at boards, check them, and act on them."),
    "broadcast": Entry("broadcast.broadcast", "Write to all players who take such letters."),
    "db": Entry("db.db", "Look at the database's schema, or bring it up to date."),
    "deliver": Entry("deliver.deliver", "Take one mail from standard input, or a maildir's."),
    "demo": Entry("demo.demo", "Play matches by real mail on this machine."),
    "doctor": Entry("doctor.doctor", "Look the set-up over, and say what to mend."),
    "fetch": Entry("fetch.fetch", "Take the mails of an IMAP mailbox."),
    "inbox": Entry("inbox.inbox", "Look after mails on which the server failed."),
    "init": Entry("init.init", "Write an ini, and what Postfix, systemd and cron need."),
    "invites": Entry("invites.invites", "Look after invitations that nobody has answered."),
    "log": Entry("log.log", "List what operators did."),
    "mail": Entry("mail.mail", "Mail a command to the server, and print the answer."),
    "metrics": Entry("metrics.metrics", "Tell figures as Prometheus reads them."),
    "outbox": Entry("outbox.outbox", "Look after outgoing letters."),
    "players": Entry("players.players", "Look at players, and look after them."),
    "preview-mails": Entry("previews.preview_mails", "Write one of each letter in each style into FOLDER."),
    "ratings": Entry("ratings.ratings", "Look at the players' ratings, or make them again."),
    "remind": Entry("remind.remind", "Remind whoever lets a board wait."),
    "restore": Entry("backup.restore", "Make the copy in FILE the database."),
    "serve": Entry("serve.serve", "Listen for mail and deliver letters, until SIGTERM."),
    "stats": Entry("stats.stats", "Tell how the server is doing."),
    "trace": Entry("trace.trace", "Tell what became of a mail or of a person's mails."),
}


@click.group(cls=LazyGroup, entries=_ENTRIES, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--config",
    "path",
    type=click.Path(path_type=Path),
    default=Path("mhearts.ini"),
    show_default=True,
    envvar="PBMHEARTS_CONFIG",
    show_envvar=True,
    help="The server's configuration.",
)
@click.option("--verbose", "-v", is_flag=True, help="Log what goes on.")
@click.version_option(__version__, prog_name="pbmhearts")
@click.pass_context
def cli(context: click.Context, path: Path, verbose: bool) -> None:
    """A play-by-mail server for Hearts.

    Example: pbmhearts --config /etc/pbmhearts/mhearts.ini boards list
    """

    def load() -> Config:
        """The configuration; from then on its log is written."""
        loaded = config.load(path, os.environ)
        logs.start(loaded.log.format, "info" if verbose and loaded.log.level != "debug" else loaded.log.level)
        return loaded

    context.obj = load


def main() -> None:
    """Run; whatever the operator can mend is one line a fault on stderr, and exit 2.

    A pipe that is closed early ends the command quietly with exit 1: click sees to that.
    """
    _replace_closed()
    try:
        sys.exit(cli(standalone_mode=False))
    except Refusal as error:
        _fail([f"{error.why} {error.hint}".rstrip()])
    except ConfigError as error:
        _fail(str(error).splitlines())
    except PbmheartsError as error:
        _fail([" ".join(str(error).split())])
    except click.exceptions.NoArgsIsHelpError as error:
        error.show()
        sys.exit(2)
    except click.ClickException as error:
        _fail([" ".join(error.format_message().split())])
    except OSError as error:
        _fail([f"{error.filename}: {error.strerror}" if error.filename else str(error)])
    except click.Abort:
        _fail(["stopped"])


def _replace_closed() -> None:
    """Put something in the place of what whoever called us has closed: nothing comes in, and nothing is shown."""
    if sys.stdin is None:
        sys.stdin = io.TextIOWrapper(io.BytesIO())
    if sys.stdout is None:
        sys.stdout = _nowhere()
    if sys.stderr is None:
        sys.stderr = _nowhere()


def _nowhere() -> TextIO:
    # Not in memory, which a server's log would fill.
    return Path(os.devnull).open("w", encoding="utf-8", errors="backslashreplace")


def _fail(lines: list[str]) -> NoReturn:
    for line in lines:
        print(f"pbmhearts: {line}", file=sys.stderr)
    sys.exit(2)
