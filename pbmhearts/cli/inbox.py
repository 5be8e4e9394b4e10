"""`pbmhearts inbox`: the mails that a fault of ours left undone."""

import sys
from collections.abc import Callable, Iterator

import click

from pbmhearts import app
from pbmhearts.commands.comments import publishable
from pbmhearts.commands.context import Context, Services
from pbmhearts.commands.parser import Command, parse
from pbmhearts.config import Config
from pbmhearts.errors import PbmheartsError
from pbmhearts.mail.inbound import read
from pbmhearts.storage import Repositories, Shunted


@click.group()
def inbox() -> None:
    """Look after mails on which the server failed; each is kept for 14 days.

    Example: pbmhearts inbox list
    """


@inbox.command("list")
@click.pass_obj
def list_mails(load: Callable[[], Config]) -> None:
    """List the kept mails, a line each: number, when it came, from whom, and what went wrong.

    Example: pbmhearts inbox list
    """
    with app.opened(load()) as server, server.store.read() as repositories:
        for kept in repositories.inbox.shunted():
            click.echo(f"{kept.id}  {kept.received_at:%Y-%m-%d %H:%M}  {kept.header_from or '-'}  {kept.why}")


@inbox.command()
@click.argument("number", type=int)
@click.pass_obj
def show(load: Callable[[], Config], number: int) -> None:
    """Show a kept mail as it was read; passwords, codes and addresses in it are left out.

    Example: pbmhearts inbox show 17
    """
    with app.opened(load()) as server, server.store.read() as repositories:
        kept = _kept(repositories, number)
        for line in _shown(kept, server.services, repositories):
            click.echo(line)


@inbox.command()
@click.argument("number", type=int)
@click.pass_obj
def retry(load: Callable[[], Config], number: int) -> None:
    """Try a kept mail again, as if it came now; exit 1 if that fails again.

    Example: pbmhearts inbox retry 17
    """
    with app.opened(load()) as server:
        with server.store.read() as repositories:
            kept = _kept(repositories, number)
        if not server.intake.retry(kept):
            click.echo("it failed again, and is kept", err=True)
            sys.exit(1)
    click.echo("done")


@inbox.command()
@click.argument("number", type=int)
@click.pass_obj
def drop(load: Callable[[], Config], number: int) -> None:
    """Throw a kept mail away; it has no effect if it comes again.

    Example: pbmhearts inbox drop 17
    """
    with app.opened(load()) as server:
        with server.store.read() as repositories:
            _kept(repositories, number)
        server.store.run(lambda repositories: repositories.inbox.drop(number))


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
