"""What may be a password, what may be an address, and what a board's letter does not prove."""

import re
from collections.abc import Sequence

from pbmhearts.commands.actors import Via
from pbmhearts.commands.context import Context
from pbmhearts.commands.spec import refuse_unless

_PASSWORD = re.compile(r"[^\s'\":+-][^\s'\":+]{3,63}")
_ADDRESS = re.compile(r"[^\s<>,;:\"()@]{1,64}@[A-Za-z0-9][A-Za-z0-9.-]{0,188}")


def check_password(password: str, verb: str) -> None:
    """Refuse what cannot be a password."""
    refuse_unless(
        _PASSWORD.fullmatch(password),
        "That cannot be a password.",
        hint="4 to 64 characters; no spaces, quotes, colons or plus signs, no hyphen at its start.",
        verb=verb,
    )


def check_account(context: Context, verb: str) -> None:
    """Refuse whom only a board's code has proved: it travels in letters that get forwarded and quoted."""
    refuse_unless(
        context.actor is not None and context.actor.via in {Via.PASSWORD, Via.LETTER},
        "A board's letter does not do for that: give userid and password.",
        verb=verb,
    )


def is_address(word: str) -> bool:
    """Whether a word can be an address."""
    return _ADDRESS.fullmatch(word) is not None


def addresses(words: Sequence[str], verb: str) -> tuple[str, ...]:
    """The words as addresses, each once, in lower case.

    Raises:
        Refusal: one of them is none; it is not repeated, as it may be a password.
    """
    named = [word.strip("<>,;").lower() for word in words]
    refuse_unless(
        all(is_address(address) for address in named),
        "After the password only addresses may follow.",
        verb=verb,
    )
    return tuple(dict.fromkeys(named))
