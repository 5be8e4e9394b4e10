"""What the tests of reading share: a server, a player's mail, and the test data."""

import json
import tomllib
from pathlib import Path
from typing import Any

from pbmhearts.letters import Envelope, InboundMail
from pbmhearts.mail.addresses import ServerAddress
from pbmhearts.mail.reading.inbound import read

DATA = Path(__file__).parent / "data" / "mail"
ME = ServerAddress("mhearts@example.org")
ENVELOPE = Envelope("ann@client.test", ("mhearts@example.org",), "192.0.2.1")


def mail(
    body: str | bytes = "",
    *headers: str,
    subject: str = "Re: [mhearts 101.k7f3q2ab] Your turn",
    kind: str = "text/plain; charset=utf-8",
    sender: str = "Ann <ann@client.test>",
) -> bytes:
    """A player's mail; `headers` come first."""
    own = (*headers, f"From: {sender}", f"Subject: {subject}", f"Content-Type: {kind}")
    raw = body if isinstance(body, bytes) else body.encode()
    return "\r\n".join((*own, "", "")).encode() + raw


def said(body: str | bytes, *headers: str, kind: str = "text/plain; charset=utf-8") -> InboundMail:
    """A player's mail with this body, read."""
    return read(mail(body, *headers, kind=kind), ENVELOPE, ME)


def replies() -> list[dict[str, Any]]:
    """The answers of the players' mail programs."""
    loaded: list[dict[str, Any]] = tomllib.loads((DATA / "replies.toml").read_text("utf-8"))["reply"]
    return loaded


def cases() -> list[dict[str, Any]]:
    """Whole mails and what is to be read in them."""
    loaded: list[dict[str, Any]] = json.loads((DATA / "cases.json").read_text("utf-8"))
    return loaded
