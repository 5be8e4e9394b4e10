"""A letter that goes out at once, past database and outbox, in the form that players' letters have."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from urllib.parse import unquote, urlsplit

from pbmhearts.clock import Tokens
from pbmhearts.config import Config
from pbmhearts.letters import Content, Letter
from pbmhearts.mail.addresses import ServerAddress
from pbmhearts.mail.transport.batch import SendResult
from pbmhearts.mail.transport.choice import transport_for
from pbmhearts.mail.writing.outbound import write


def send(config: Config, to: str, subject: str, text: str, now: datetime, tokens: Tokens) -> SendResult:
    """Hand a letter to the smarthost, or file it where none is set; what became of it."""
    me = ServerAddress(config.server.address, config.server.name, config.server.subaddress)
    letter = Letter(
        to=to,
        content=Content(subject=subject, text=text, html=""),
        message_id=me.message_id(f"operator.{tokens(10).hex()}"),
        date=now,
    )
    transport = transport_for(config)
    try:
        return transport.send(me.address, to, write(letter, me))
    finally:
        transport.close()


def by_second_way(config: Config) -> Iterator[Config]:
    """The configuration with the smarthost of [watch] mail in the place of the usual one; none where none is set."""
    if not config.watch.mail:
        return
    way = urlsplit(config.watch.mail)
    tls = way.scheme == "smtps"
    security = "tls" if tls else "starttls" if way.username else "none"
    delivery = replace(
        config.delivery,
        smarthost=way.hostname or "",
        port=way.port or (465 if tls else 587 if way.username else 25),
        security=security,
        user=unquote(way.username or ""),
        password_file=config.watch.password_file,
    )
    yield replace(config, delivery=delivery)
