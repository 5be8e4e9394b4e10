"""Passwords: argon2id, by argon2-cffi. A check takes 20 to 110 ms, so it is done outside every transaction."""

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerifyMismatchError

_HASHER = PasswordHasher()


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
