"""Deals that can be checked: a secret fixed beforehand, mixed with what the players then did."""

import hashlib
import re
from collections.abc import Iterable

from pbmhearts.cards import PACK, Card

FourHands = tuple[tuple[Card, ...], tuple[Card, ...], tuple[Card, ...], tuple[Card, ...]]

_HEX = re.compile("[0-9a-f]{64}")


def commitment(secret: str) -> str:
    """What is told of a secret beforehand: the SHA-256, in hex, of its 64 lower-case hex characters.

    Raises:
        ValueError: the secret is not 64 lower-case hex characters.
    """
    return _sha256(_hex(secret))


def first_mix(board: int, userids: Iterable[str]) -> str:
    """The mix of deal 1, of the board's number and its userids in seat order."""
    return _sha256(f"board {board}: {' '.join(userids)}")


def mix(log: str) -> str:
    """The mix of a later deal, of the log text of the deal before."""
    return _sha256(log)


def deal(secret: str, mixed: str) -> FourHands:
    """The hands of the four seats, each in the order of the pack.

    The pack is sorted by the SHA-256 of `<secret>:<mix>:<card>`; the t-th card, from 0, goes to seat t mod 4.

    Raises:
        ValueError: the secret is not 64 lower-case hex characters.
    """
    _hex(secret)
    shuffled = sorted(PACK, key=lambda card: _sha256(f"{secret}:{mixed}:{card}"))
    one, two, three, four = (tuple(sorted(shuffled[seat::4])) for seat in range(4))
    return one, two, three, four


def _hex(secret: str) -> str:
    if not _HEX.fullmatch(secret):
        raise ValueError("a secret is 64 lower-case hex characters")
    return secret


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
