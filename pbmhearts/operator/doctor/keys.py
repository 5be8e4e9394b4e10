"""What can be seen in the configuration alone."""

import ipaddress
import stat
from collections.abc import Iterator
from pathlib import Path

from pbmhearts.config import Config
from pbmhearts.mail.addresses import ServerAddress
from pbmhearts.operator.doctor.finding import Finding, note, ok, wrong


def examine(config: Config) -> Iterator[Finding]:
    """Password files, the way of the passwords, the domains in a letter, and whom the server writes to."""
    yield ok("configuration", f"{config.path} can be used")
    yield from _password_files(config)
    if not config.delivery.smarthost:
        yield note(
            "delivery",
            f"letters stay in {config.maildirs}",
            "for real mail set [delivery] smarthost",
        )
        return
    if config.delivery.user and config.delivery.security == "none" and not is_here(config.delivery.smarthost):
        yield wrong(
            "smarthost",
            "its password is sent in the clear",
            "set [delivery] security = starttls and port = 587",
        )
    yield _domains(config)
    yield from _public(config)


def is_here(host: str) -> bool:
    """Whether a host is this machine by loopback, as one's own Postfix is."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _password_files(config: Config) -> Iterator[Finding]:
    for section, user, name in (
        ("delivery", config.delivery.user, config.delivery.password_file),
        ("imap", config.imap.host, config.imap.password_file),
        ("database", config.database.url_file, config.database.url_file),
    ):
        if not user:
            continue
        about = f"[{section}] {'url_file' if section == 'database' else 'password_file'}"
        try:
            file = Path(name)
            file.read_text(encoding="utf-8")
            mode = stat.S_IMODE(file.stat().st_mode)
        except (OSError, UnicodeDecodeError) as error:
            yield wrong(
                about, f"{name or 'it'} cannot be read ({type(error).__name__})", "write the password into it"
            )
            continue
        if mode & stat.S_IRWXO:
            yield wrong(about, f"everybody on this machine may read {name}", f"chmod 600 {name}")


def _domains(config: Config) -> Finding:
    """Receivers believe a letter whose From, envelope and Message-ID are of one domain, which vouches for it."""
    me = ServerAddress(config.server.address, config.server.name, config.server.subaddress)
    if "." not in me.domain or me.domain.endswith((".localhost", ".local", ".invalid")):
        return wrong(
            "domain",
            f"no mail server believes a letter from {me.address}",
            "set [server] address to one that its players can write to",
        )
    user = config.delivery.user
    domain = user.rpartition("@")[2].lower()
    if "@" in user and domain != me.domain:
        says = f"letters are from {me.domain}, but the login at {config.delivery.smarthost} is of {domain}"
        if config.imap.host:
            return wrong("domain", says, f"set [server] address = {user}, which is the mailbox's")
        return note(
            "domain", says, f"see that it leaves From as it is, and name it in the SPF record of {me.domain}"
        )
    return ok("domain", f"From, envelope and Message-ID are all of {me.domain}")


def _public(config: Config) -> Iterator[Finding]:
    if not config.confirms_addresses:
        yield wrong(
            "players",
            "letters go to addresses that nobody has confirmed",
            "set [players] confirm_addresses = auto, or strangers can be mailed by anybody",
        )
    if config.players.signup == "open":
        yield note(
            "players",
            "anybody who can mail the server may sign up",
            "for a round of friends set [players] signup = invite",
        )
    if not config.server.operator:
        yield note(
            "operator",
            "nobody is told what only an operator can mend",
            "set [server] operator to your own address",
        )
