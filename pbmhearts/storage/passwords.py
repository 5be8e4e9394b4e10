"""Passwords: argon2id, by argon2-cffi. A check takes tens of milliseconds, so it is done outside transactions.

The library is imported when there is a password: most mails bear a code instead.
"""

import functools
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from argon2 import PasswordHasher


@functools.cache
def _hasher() -> "PasswordHasher":
    from argon2 import PasswordHasher  # noqa: PLC0415 - see above

    # 19 MiB, two passes, one lane: OWASP's first choice for argon2id. The library's own 64 MiB over four lanes takes
    # five times as long on a small machine, for each mail that comes with a password.
    return PasswordHasher(time_cost=2, memory_cost=19456, parallelism=1)


def hash_password(password: str) -> str:
    """The hash to keep."""
    return _hasher().hash(password)


def is_password(password_hash: str, password: str) -> bool:
    """Whether the hash was made from this password; an account without one ("") has none that fits."""
    if not password_hash:
        return False
    from argon2.exceptions import InvalidHashError, VerifyMismatchError  # noqa: PLC0415 - see above

    try:
        return _hasher().verify(password_hash, password)
    except (VerifyMismatchError, InvalidHashError):
        return False
