"""A new mhearts.ini: the keys of one of two set-ups, each with what it means."""

from collections.abc import Iterator, Mapping
from pathlib import Path

from pbmhearts import config

Keys = dict[str, Mapping[str, str]]
"""Values by section and key."""

_HEAD = (
    "# pbmhearts. A key that does not stand here has its default; the sample of the sources shows them all."
)


def mailbox(server: Mapping[str, str], imap: str, smarthost: str, user: str, password_file: Path) -> Keys:
    """A mailbox at a provider: in by IMAP, out by its smarthost."""
    login = {"user": user, "password_file": str(password_file)}
    secured = {"port": "587", "security": "starttls"}
    return {
        # Whether the provider takes mail for an address with an extension is not known, and no reply may get lost.
        "server": {**server, "subaddress": ""},
        "imap": {"host": imap, **login},
        "delivery": {"smarthost": smarthost, **secured, **login, "envelope": "plain"},
    }


def own_domain(server: Mapping[str, str]) -> Keys:
    """A domain of one's own: both ways by Postfix on this machine."""
    return {
        "server": server,
        "listen": {"protocol": "lmtp", "port": "8024", "hostname": server["address"].rpartition("@")[2]},
        "delivery": {"smarthost": "127.0.0.1", "port": "25", "dkim_selector": "mail"},
    }


def written(keys: Keys) -> str:
    """The file's text."""
    return "\n".join(_lines(keys)) + "\n"


def _lines(keys: Keys) -> Iterator[str]:
    yield _HEAD
    for section, given in keys.items():
        yield f"\n[{section}]"
        for key, value in given.items():
            yield f"# {config.SECTIONS[section].__dataclass_fields__[key].metadata['about']}"
            yield f"{key} = {value}".rstrip()
