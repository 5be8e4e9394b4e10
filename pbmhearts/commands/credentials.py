"""What may be a password, and what may be an address."""

import re
from collections.abc import Sequence

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


def addresses(words: Sequence[str], verb: str) -> tuple[str, ...]:
    """The words as addresses, each once, in lower case.

    Raises:
        Refusal: one of them is none; it is not repeated, as it may be a password.
    """
    named = [word.strip("<>,;").lower() for word in words]
    refuse_unless(
        all(_ADDRESS.fullmatch(address) for address in named),
        "After the password only addresses may follow.",
        verb=verb,
    )
    return tuple(dict.fromkeys(named))
