"""`pbmhearts deliver`: one mail on standard input."""

import os
import sys
from collections.abc import Callable

import click

from pbmhearts import app
from pbmhearts.config import Config
from pbmhearts.errors import SchemaMismatchError, StorageError
from pbmhearts.letters import Envelope, Receipt


@click.command()
@click.option("--from", "envelope_from", default=None, help="The envelope sender; else $SENDER.")
@click.option(
    "--to", "recipient", default=None, help="The envelope recipient; else $ORIGINAL_RECIPIENT, $RECIPIENT."
)
@click.pass_obj
def deliver(load: Callable[[], Config], envelope_from: str | None, recipient: str | None) -> None:
    """Take one mail from standard input, for aliases, procmail or a Postfix pipe.

    Exits with 0 when it is dealt with, 75 when the mail system should try again later, and 65 when what came
    is larger than a mail may be.

    Example: pbmhearts deliver --from "$SENDER" --to "$RECIPIENT" < mail.eml
    """
    config = load()
    raw = sys.stdin.buffer.read(config.listen.max_message + 1)
    if len(raw) > config.listen.max_message:
        click.echo(f"pbmhearts: a mail of more than {config.listen.max_message} bytes is not taken", err=True)
        sys.exit(os.EX_DATAERR)
    sender = envelope_from if envelope_from is not None else os.environ.get("SENDER", "unknown@localhost")
    to = recipient or os.environ.get("ORIGINAL_RECIPIENT") or os.environ.get("RECIPIENT")
    envelope = Envelope(sender, (to or config.server.address,))
    try:
        with app.opened(config, upgrade=True) as server:
            receipt = server.intake.process(raw, envelope)
    except (StorageError, SchemaMismatchError) as error:
        click.echo(f"pbmhearts: {error}", err=True)
        sys.exit(os.EX_TEMPFAIL)
    if receipt is not Receipt.ACCEPTED:
        click.echo(f"pbmhearts: {receipt.value}", err=True)
        sys.exit(os.EX_TEMPFAIL)
