"""Mail from an IMAP mailbox: each is dealt with first and moved away after, so that none is lost."""

import contextlib
import logging
import ssl
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from imapclient import IMAPClient
from imapclient.exceptions import IMAPClientError

from pbmhearts.config import ImapConfig
from pbmhearts.errors import PbmheartsError

_SECONDS = 60.0
"""How long to wait for a silent server."""

_log = logging.getLogger(__name__)

Take = Callable[[bytes], bool]
"""Deals with a mail; False: not now, it must come again."""


class MailboxError(PbmheartsError):
    """The mailbox cannot be used now; nothing in it is lost, and the next try goes on from there."""


@dataclass(frozen=True, slots=True)
class Fetched:
    """What one pass over the mailbox did.

    Attributes:
        done: mails dealt with.
        too_big: mails over the size limit, moved away flagged and not read.
        put_off: whether the pass ended because a mail could not be dealt with now.
    """

    done: int = 0
    too_big: int = 0
    put_off: bool = False


def fetch(
    config: ImapConfig,
    take: Take,
    max_message: int,
    *,
    stopping: Callable[[], bool] = lambda: False,
    context: ssl.SSLContext | None = None,
) -> Fetched:
    """Deal with every mail in the folder, the oldest first, and move each to the done folder.

    A mail is moved only after `take` has it: whoever dies between the two meets it again, and `take` knows mails
    that come twice.

    Args:
        max_message: bytes; a larger mail is not read.
        stopping: asked before each mail; True ends the pass.
        context: how certificates are checked; the system's authorities unless told.

    Raises:
        MailboxError: the mailbox cannot be reached, logged in to, or used.
    """
    with _opened(config, context) as client:
        return _pass(client, config, take, max_message, stopping)


def check(config: ImapConfig, *, context: ssl.SSLContext | None = None) -> None:
    """Raise MailboxError unless the mailbox can be logged in to and has the folder that mail comes into."""
    with _opened(config, context) as client:
        client.select_folder(config.folder, readonly=True)


@contextlib.contextmanager
def _opened(config: ImapConfig, context: ssl.SSLContext | None) -> Iterator[Any]:
    """A client that is logged in; what goes wrong with it becomes a MailboxError without the password."""
    password = _password(config)
    try:
        with _connected(config, password, context or ssl.create_default_context()) as client:
            yield client
    except (IMAPClientError, OSError) as error:
        words = error.strerror if isinstance(error, OSError) else ""
        why = " ".join((words or str(error) or type(error).__name__).split())[:200]
        # Some servers quote what they were told.
        why = why.replace(password, "***") if password else why
        raise MailboxError(f"the mailbox at {config.host}:{config.port} cannot be used: {why}") from None


def _password(config: ImapConfig) -> str:
    try:
        return Path(config.password_file).read_text(encoding="utf-8").strip("\r\n")
    except (OSError, UnicodeDecodeError) as error:
        raise MailboxError(f"[imap] password_file cannot be read ({type(error).__name__})") from None


@contextlib.contextmanager
def _connected(config: ImapConfig, password: str, context: ssl.SSLContext) -> Iterator[Any]:
    """A client that is logged in.

    imapclient's own `with` is not used: it hides what fails at the goodbye by logging it.
    """
    logging.getLogger("imapclient").setLevel(logging.WARNING)  # its DEBUG lines hold whole mails
    tls = config.security == "tls"
    client = IMAPClient(
        config.host, config.port, ssl=tls, ssl_context=context if tls else None, timeout=_SECONDS
    )
    try:
        if config.security == "starttls":
            client.starttls(context)
        client.login(config.user, password)
        yield client
    finally:
        try:
            client.logout()
        except (IMAPClientError, OSError):
            with contextlib.suppress(OSError):
                client.shutdown()


def _pass(
    client: Any, config: ImapConfig, take: Take, max_message: int, stopping: Callable[[], bool]
) -> Fetched:
    if not client.folder_exists(config.done_folder):
        client.create_folder(config.done_folder)
    client.select_folder(config.folder)
    done = too_big = 0
    for uid in sorted(client.search(["UNDELETED"])):
        if stopping():
            break
        size = client.fetch([uid], ["RFC822.SIZE"]).get(uid, {}).get(b"RFC822.SIZE")
        if size is None:
            continue  # somebody else took it away meanwhile
        if size > max_message:
            _log.warning("a mail of %s bytes is not read; it lies flagged in %s", size, config.done_folder)
            client.add_flags([uid], [b"\\Flagged"], silent=True)
            _move(client, uid, config.done_folder)
            too_big += 1
            continue
        raw = client.fetch([uid], ["BODY.PEEK[]"]).get(uid, {}).get(b"BODY[]")
        if raw is None:
            continue
        if not take(bytes(raw)):
            return Fetched(done, too_big, put_off=True)
        _move(client, uid, config.done_folder)
        done += 1
    return Fetched(done, too_big)


def _move(client: Any, uid: int, folder: str) -> None:
    """Move a mail, by what the server knows (RFC 6851, RFC 4315, or neither)."""
    if client.has_capability("MOVE"):
        client.move([uid], folder)
        return
    client.copy([uid], folder)
    client.delete_messages([uid], silent=True)
    client.expunge([uid] if client.has_capability("UIDPLUS") else None)
