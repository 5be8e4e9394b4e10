"""One-use codes for a forgotten password; only their hashes are kept."""

import hashlib
from datetime import datetime

import sqlalchemy as sa

from pbmhearts.storage import schema

_RESET = schema.resets


class Resets:
    """The codes, within one transaction."""

    def __init__(self, connection: sa.Connection) -> None:
        self._connection = connection

    def add(self, account_id: int, code: str, expires_at: datetime) -> None:
        """Remember a code; one that was mailed before is worth nothing any more."""
        self._connection.execute(sa.delete(_RESET).where(_RESET.c.account_id == account_id))
        self._connection.execute(
            sa.insert(_RESET).values(account_id=account_id, code_hash=_hash(code), expires_at=expires_at)
        )

    def use(self, account_id: int, code: str, at: datetime) -> bool:
        """Whether the code is good; it is not, from now on."""
        used = self._connection.execute(
            sa.update(_RESET)
            .where(
                _RESET.c.account_id == account_id,
                _RESET.c.code_hash == _hash(code),
                _RESET.c.expires_at > at,
                _RESET.c.used_at.is_(None),
            )
            .values(used_at=at)
        )
        return used.rowcount > 0

    def prune(self, at: datetime) -> None:
        """Forget what has expired by then."""
        self._connection.execute(sa.delete(_RESET).where(_RESET.c.expires_at <= at))


def _hash(code: str) -> str:
    return hashlib.sha256(code.lower().encode()).hexdigest()
