"""How the text of a key becomes a value: each reader raises ValueError, saying what is allowed."""

import configparser
import ipaddress
import re
from collections.abc import Callable
from datetime import time, timedelta

_UNITS = {"s": 1, "m": 60, "h": 3600, "d": 86400, "w": 604800}


def parse_duration(text: str) -> timedelta:
    """`30s`, `90m`, `36h`, `7d`, `2w`; raises ValueError for anything else."""
    match = re.fullmatch(r"(\d{1,6})\s*([smhdw])", text.strip().lower())
    if not match:
        raise ValueError("a number and s, m, h, d or w, such as 7d")
    return timedelta(seconds=int(match[1]) * _UNITS[match[2]])


def duration_or_none(text: str) -> timedelta | None:
    """A duration, or None for nothing."""
    return parse_duration(text) if text else None


def yes_no(text: str) -> bool:
    """Whether; raises ValueError for neither."""
    states = configparser.ConfigParser.BOOLEAN_STATES
    if text.lower() not in states:
        raise ValueError("yes or no")
    return states[text.lower()]


def whole(low: int, high: int) -> Callable[[str], int]:
    """A reader of whole numbers within these bounds."""

    def read(text: str) -> int:
        if not re.fullmatch(r"\d{1,9}", text) or not low <= int(text) <= high:
            raise ValueError(f"a whole number from {low} to {high}")
        return int(text)

    return read


def choice(*allowed: str) -> Callable[[str], str]:
    """A reader of one of these words, in any case."""

    def read(text: str) -> str:
        if text.lower() not in allowed:
            raise ValueError("one of: " + ", ".join(allowed))
        return text.lower()

    return read


def address(text: str) -> str:
    """The server's own address, in lower case."""
    if not re.fullmatch(r"[A-Za-z0-9._=-]{1,40}@[A-Za-z0-9]([A-Za-z0-9.-]{0,200}[A-Za-z0-9])?", text):
        raise ValueError("an address such as mhearts@example.org, without a + in it")
    return text.lower()


def mailbox(text: str) -> str:
    """Any address, in lower case, or nothing."""
    if text and not re.fullmatch(r"[^\s@<>]{1,64}@[^\s@<>]{1,253}", text):
        raise ValueError("an address such as ann@example.org, or nothing")
    return text.lower()


def networks(text: str) -> tuple[str, ...]:
    """Addresses and networks."""
    found = words(text)
    for network in found:
        try:
            ipaddress.ip_network(network, strict=False)
        except ValueError:
            raise ValueError("addresses and networks, such as 127.0.0.1 10.0.0.0/8") from None
    return found


def time_of_day(text: str) -> time:
    """A time such as 03:40."""
    try:
        return time.fromisoformat(text) if re.fullmatch(r"\d\d:\d\d", text) else _no_time()
    except ValueError:
        return _no_time()


def _no_time() -> time:
    raise ValueError("a time such as 03:40")


def url(text: str) -> str:
    """A web address, or nothing."""
    if text and not re.fullmatch(r"https?://[^\s/?#]+[^\s]*", text):
        raise ValueError("an address such as https://ping.example/abc, or nothing")
    return text


def smtp_url(text: str) -> str:
    """A mail server to send by, or nothing."""
    if text and not re.fullmatch(r"smtps?://([^\s/:@]+@)?[A-Za-z0-9.-]+(:\d{1,5})?/?", text):
        raise ValueError(
            "an address such as smtp://mail.example.net or smtps://user@mail.example.net, or nothing"
        )
    return text


def words(text: str) -> tuple[str, ...]:
    """Words parted by spaces or commas."""
    return tuple(text.replace(",", " ").split())


def text(text: str) -> str:
    """The text as it stands."""
    return text


def subaddress(text: str) -> str:
    """What parts address and extension, or nothing."""
    if text not in {"", "+", "-"}:
        raise ValueError("+ or - or nothing")
    return text
