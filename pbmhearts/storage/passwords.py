"""Passwords: argon2id, by argon2-cffi. A check takes tens of milliseconds, so it is done outside transactions."""

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerifyMismatchError

# 19 MiB, two passes, one lane: OWASP's first choice for argon2id. The library's own 64 MiB over four lanes takes
# five times as long on a small machine, for each mail that comes with a password.
_HASHER = PasswordHasher(time_cost=2, memory_cost=19456, parallelism=1)


def hash_password(password: str) -> str:
    """The hash to keep."""
    return _HASHER.hash(password)


def is_password(password_hash: str, password: str) -> bool:
    """Whether the hash was made from this password; an account without one ("") has none that fits."""
    if not password_hash:
        return False
    try:
        return _HASHER.verify(password_hash, password)
    except (VerifyMismatchError, InvalidHashError):
        return False
