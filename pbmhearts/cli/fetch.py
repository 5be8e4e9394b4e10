"""`pbmhearts fetch`: mail from an IMAP mailbox, for people whose provider gives them nothing else."""

import os
import signal
import sys
import threading
from collections.abc import Callable

import click

from pbmhearts import app
from pbmhearts.config import Config
from pbmhearts.errors import ConfigError, SchemaMismatchError, StorageError
from pbmhearts.letters import Receipt
from pbmhearts.mail.reading.inbound import envelope_of
from pbmhearts.mail.transport import imap


@click.command()
@click.option(
    "--every", type=click.FloatRange(min=1), help="Go on until SIGTERM, with this many seconds between."
)
@click.pass_obj
def fetch(load: Callable[[], Config], every: float | None) -> None:
    """Take the mails of an IMAP mailbox. Each of the mailbox of [imap] is moved to its done folder.

    Exits with 0 when all is dealt with, and 75 when something must be tried again; with --every it tries again
    itself. It may be killed at any moment: a mail that it died over has its effect once.

    Example: pbmhearts fetch --every 60
    """
    config = load()
    if not config.imap.host:
        raise ConfigError((f"{config.path}: [imap] host: there is no mailbox to fetch from",))
    stop = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stop.set())
    try:
        with app.opened(config, upgrade=True) as server:
            done = _once(server, stop)
            while every is not None and not stop.wait(every):
                done = _once(server, stop)
    except (StorageError, SchemaMismatchError) as error:
        click.echo(f"pbmhearts: {error}", err=True)
        sys.exit(os.EX_TEMPFAIL)
    sys.exit(os.EX_OK if done or every is not None else os.EX_TEMPFAIL)


def _once(server: app.App, stop: threading.Event) -> bool:
    """One pass over the mailbox; False if anything must be tried again."""
    try:
        fetched = imap.fetch(
            server.config.imap,
            lambda raw: _take(server, raw),
            server.config.listen.max_message,
            stopping=stop.is_set,
        )
        server.go_on_without_serve()
    except (imap.MailboxError, StorageError) as error:
        click.echo(f"pbmhearts: {error}", err=True)
        return False
    if fetched.done or fetched.too_big:
        click.echo(f"{fetched.done} mails taken, {fetched.too_big} too big")
    return not fetched.put_off


def _take(server: app.App, raw: bytes) -> bool:
    receipt = server.take(raw, envelope_of(raw, server.services.me))
    if receipt is not Receipt.ACCEPTED:
        click.echo(f"pbmhearts: {receipt.value}", err=True)
    return receipt is Receipt.ACCEPTED
