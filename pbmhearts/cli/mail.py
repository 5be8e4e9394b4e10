"""`pbmhearts mail`: a small mail client, for trying a server that files letters into maildirs."""

import email
import email.policy
import smtplib
import time
from collections.abc import Callable
from email.message import EmailMessage
from email.utils import make_msgid, parseaddr

import click

from pbmhearts.config import Config
from pbmhearts.errors import PbmheartsError
from pbmhearts.mail.transport.maildir import Maildirs

_POLL_SECONDS = 0.1
_QUIET_SECONDS = 0.7


@click.command()
@click.option("--as", "who", required=True, help="Who writes: a name (ann) or an address (ann@example.org).")
@click.option("--reply", is_flag=True, help="TEXT answers the newest letter, instead of being a Subject.")
@click.option("--body", default="", help="The mail's body.")
@click.option("--wait", default=10.0, show_default=True, help="Seconds to wait for what comes back.")
@click.argument("text")
@click.pass_obj
def mail(load: Callable[[], Config], who: str, reply: bool, body: str, wait: float, text: str) -> None:
    """Mail a command to the server, and print the answer. It goes to the server of the ini; what comes back
    in the maildir is printed.

    Example: pbmhearts mail --as ann "help tutorial"
    """
    config = load()
    if config.delivery.smarthost:
        raise PbmheartsError("letters go to a smarthost here: use a real mail program")
    address = who if "@" in who else f"{who}@{config.server.address.rpartition('@')[2]}"
    maildirs = Maildirs(config.maildirs)
    message = _reply(maildirs, address, text, body) if reply else _command(config, text, body)
    message["From"] = address
    message["Message-ID"] = make_msgid(domain=address.rpartition("@")[2])
    for _ in maildirs.read(address):
        pass  # what was there before is not what comes back
    _send(config, message)
    came = _what_comes(maildirs, address, wait)
    if not came:
        raise PbmheartsError(f"nothing came back within {wait:g} s")
    click.echo("\n\n".join(_shown(raw) for raw in came))


def _command(config: Config, text: str, body: str) -> EmailMessage:
    message = EmailMessage(policy=email.policy.SMTP)
    message["To"] = config.server.address
    message["Subject"] = text
    message.set_content(body)
    return message


def _reply(maildirs: Maildirs, address: str, text: str, body: str) -> EmailMessage:
    letters = maildirs.messages(address)
    if not letters:
        raise PbmheartsError(f"{address} has no letter to answer")
    letter = email.message_from_bytes(letters[-1].read_bytes(), policy=email.policy.default)
    message = EmailMessage(policy=email.policy.SMTP)
    message["To"] = str(letter["Reply-To"] or letter["From"])
    subject = str(letter["Subject"])
    message["Subject"] = subject if subject.startswith("Re: ") else f"Re: {subject}"
    message["In-Reply-To"] = str(letter["Message-ID"])
    message.set_content(f"{text}\n\n{body}".rstrip() + "\n")
    return message


def _send(config: Config, message: EmailMessage) -> None:
    host, port = config.listen.host, config.listen.port
    client = smtplib.LMTP if config.listen.protocol == "lmtp" else smtplib.SMTP
    try:
        with client(host, port) as smtp:
            smtp.send_message(message, to_addrs=[parseaddr(str(message["To"]))[1]])
    except (OSError, smtplib.SMTPException) as error:
        raise PbmheartsError(f"the server at {host}:{port} does not take it: {error}") from error


def _what_comes(maildirs: Maildirs, address: str, wait: float) -> list[bytes]:
    came: list[bytes] = []
    until = time.monotonic() + wait
    while time.monotonic() < until:
        new = list(maildirs.read(address))
        if new:
            came += new
            until = min(until, time.monotonic() + _QUIET_SECONDS)
        time.sleep(_POLL_SECONDS)
    return came


def _shown(raw: bytes) -> str:
    letter = email.message_from_bytes(raw, policy=email.policy.default)
    text = letter.get_body(("plain",))
    return f"Subject: {letter['Subject']}\n\n{text.get_content().rstrip() if text else ''}"
