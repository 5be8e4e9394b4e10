"""`pbmhearts inbox`: the mails that a fault of ours left undone."""

import sys
from collections.abc import Iterator

import click

from pbmhearts import app
from pbmhearts.cli.acting import NUMBER, Load, by_option, operator
from pbmhearts.cli.output import json_option, show_json, show_rows
from pbmhearts.commands.comments import publishable
from pbmhearts.commands.context import Context, Services
from pbmhearts.errors import PbmheartsError
from pbmhearts.intake.command import Command
from pbmhearts.intake.parse import parse
from pbmhearts.mail.reading.inbound import read
from pbmhearts.storage import Repositories, Shunted


@click.group()
def inbox() -> None:
    """Look after mails on which the server failed. Each is kept for 14 days.

    Example: pbmhearts inbox list
    """


@inbox.command("list")
@json_option
@click.pass_obj
def list_mails(load: Load, as_json: bool) -> None:
    """List the kept mails. A line each: number, when it came, from whom, and what went wrong.

    Example: pbmhearts inbox list
    """
    with app.opened(load()) as server, server.store.read() as repositories:
        rows = [
            (kept.id, kept.received_at, kept.header_from or "-", kept.why)
            for kept in repositories.inbox.shunted()
        ]
    columns = ("number", "received", "from", "fault")
    show_rows(columns, rows, [dict(zip(columns, row, strict=True)) for row in rows], as_json=as_json)


@inbox.command()
@click.argument("number", type=NUMBER)
@json_option
@click.pass_obj
def show(load: Load, number: int, as_json: bool) -> None:
    """Show a kept mail as it was read. Passwords, codes and addresses in it are left out.

    Example: pbmhearts inbox show 17
    """
    with app.opened(load()) as server, server.store.read() as repositories:
        kept = _kept(repositories, number)
        lines = tuple(_shown(kept, server.services, repositories))
    if as_json:
        show_json({"number": number, "lines": lines})
    else:
        click.echo("\n".join(lines))


@inbox.command()
@click.argument("number", type=NUMBER)
@by_option
@click.pass_obj
def retry(load: Load, number: int, who: str) -> None:
    """Try a kept mail again, as if it came now. Exit 1 if that fails again.

    Example: pbmhearts inbox retry 17
    """
    with app.opened(load()) as server:
        with server.store.read() as repositories:
            kept = _kept(repositories, number)
        operator(server, who).note("inbox retry", str(number))
        if not server.intake.retry(kept):
            click.echo("it failed again, and is kept", err=True)
            sys.exit(1)
    click.echo("done")


@inbox.command()
@click.argument("number", type=NUMBER)
@by_option
@click.pass_obj
def drop(load: Load, number: int, who: str) -> None:
    """Throw a kept mail away; it has no effect if it comes again.

    Example: pbmhearts inbox drop 17
    """
    with app.opened(load()) as server:
        with server.store.read() as repositories:
            _kept(repositories, number)

        def let_go(context: Context) -> str:
            context.repositories.inbox.drop(number)
            return str(number)

        operator(server, who).perform("inbox drop", let_go)


def _kept(repositories: Repositories, number: int) -> Shunted:
    kept = repositories.inbox.kept(number)
    if kept is None:
        raise PbmheartsError(f"no mail is kept as {number}")
    return kept


def _shown(kept: Shunted, services: Services, repositories: Repositories) -> Iterator[str]:
    mail = read(kept.raw, kept.envelope, services.me)
    yield f"Received: {kept.received_at:%Y-%m-%d %H:%M}"
    yield f"From: {mail.header_from}"
    yield f"Fault: {kept.why}"
    yield f"Size: {len(kept.raw)} bytes"
    for item in parse(mail, services.registry, services.config.boards.max_commands):
        yield f"Command: {item.read}"
        if isinstance(item, Command) and item.comment:
            yield ""
            yield _comment(item, Context(services, repositories, mail, kept.received_at))


def _comment(command: Command, context: Context) -> str:
    """What stands below a command, without any word of the command that is not shown in the command itself."""
    shown = set(command.read.lower().split())
    hidden = (word for word in command.words if word.lower() not in shown)
    # The longest first: a userid may be a part of the password.
    context.given_secrets = tuple(sorted(hidden, key=len, reverse=True))
    return publishable(command.comment, context)
