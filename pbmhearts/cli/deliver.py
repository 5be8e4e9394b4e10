"""`pbmhearts deliver`: one mail on standard input, or all of a maildir's."""

import logging
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

import click

from pbmhearts import app
from pbmhearts.config import Config
from pbmhearts.errors import PbmheartsError
from pbmhearts.letters import Envelope, Receipt
from pbmhearts.mail.reading.inbound import envelope_of

_log = logging.getLogger(__name__)

_READ, _REFUSED = ":2,S", ":2,FS"
"""How maildirs mark what was seen, and what was seen and flagged."""


@click.command()
@click.option("--from", "envelope_from", default=None, help="The envelope sender; else $SENDER, Return-Path.")
@click.option(
    "--to", "recipient", default=None, help="The envelope recipient; else $ORIGINAL_RECIPIENT, $RECIPIENT."
)
@click.option(
    "--maildir",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Take every mail in this folder's new/ instead, and move each to its cur/.",
)
@click.pass_obj
def deliver(
    load: Callable[[], Config], envelope_from: str | None, recipient: str | None, maildir: Path | None
) -> None:
    """Take one mail from standard input, or a maildir's. For aliases, procmail or a Postfix pipe.

    Exits with 0 when all is dealt with, 75 when the mail system should try again later, which is so with any fault
    of the set-up, and 65 when something came that is larger than a mail may be.

    Example: pbmhearts deliver --from "$SENDER" --to "$RECIPIENT" < mail.eml
    """
    try:
        sys.exit(_deliver(load(), envelope_from, recipient, maildir))
    except PbmheartsError as error:
        _later(str(error))
    except OSError as error:
        _later(f"{error.filename}: {error.strerror}" if error.filename else str(error))
    except Exception as error:  # noqa: BLE001 - any other exit code, and the mail system gives the mail up
        _log.exception("the mail could not be taken")
        _later(type(error).__name__)


def _deliver(config: Config, envelope_from: str | None, recipient: str | None, maildir: Path | None) -> int:
    with app.opened(config, upgrade=True) as server:
        server.go_on_without_serve()
        if maildir is not None:
            return _take_maildir(server, maildir)
        raw = sys.stdin.buffer.read(config.listen.max_message + 1)
        return _take(server, raw, _envelope(server, raw, envelope_from, recipient))


def _later(why: str) -> NoReturn:
    for line in why.splitlines():
        click.echo(f"pbmhearts: {line}", err=True)
    sys.exit(os.EX_TEMPFAIL)


def _envelope(server: app.App, raw: bytes, envelope_from: str | None, recipient: str | None) -> Envelope:
    told = envelope_of(raw, server.services.me)
    sender = os.environ.get("SENDER", told.envelope_from) if envelope_from is None else envelope_from
    to = recipient or os.environ.get("ORIGINAL_RECIPIENT") or os.environ.get("RECIPIENT")
    return Envelope(sender, (to,) if to else told.recipients)


def _take(server: app.App, raw: bytes, envelope: Envelope) -> int:
    """Take one mail in; returns an exit code of sysexits.h."""
    most = server.config.listen.max_message
    if len(raw) > most:
        click.echo(f"pbmhearts: a mail of more than {most} bytes is not taken", err=True)
        return os.EX_DATAERR
    receipt = server.take(raw, envelope)
    if receipt is not Receipt.ACCEPTED:
        click.echo(f"pbmhearts: {receipt.value}", err=True)
        return os.EX_TEMPFAIL
    return os.EX_OK


def _take_maildir(server: app.App, box: Path) -> int:
    """Take every new mail, the oldest name first; what must come again stays, and what comes after it too."""
    worst = os.EX_OK
    for file in sorted((box / "new").iterdir()):
        with file.open("rb") as mail:
            raw = mail.read(server.config.listen.max_message + 1)
        code = _take(server, raw, envelope_of(raw, server.services.me))
        if code == os.EX_TEMPFAIL:
            return code
        (box / "cur").mkdir(exist_ok=True)
        # A mail that was read by some program before and put back bears its marks already.
        name = file.name.partition(":")[0]
        file.rename(box / "cur" / (name + (_READ if code == os.EX_OK else _REFUSED)))
        worst = max(worst, code)
    return worst
