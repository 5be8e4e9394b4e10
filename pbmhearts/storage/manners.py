"""Who wants to hear nothing of whom, and how often something has been done lately."""

from datetime import datetime

import sqlalchemy as sa

from pbmhearts.storage import schema

_BLOCK = schema.blocks
_SHUNNED = schema.shunned
_TALLY = schema.tallies


class Blocks:
    """Players who have blocked others, and addresses that want no invitation ever; within one transaction."""

    def __init__(self, connection: sa.Connection) -> None:
        self._connection = connection

    def block(self, account_id: int, other_id: int) -> None:
        """No challenge, invitation or message from `other_id` reaches `account_id` from now on."""
        if not self.is_blocked(account_id, other_id):
            self._connection.execute(sa.insert(_BLOCK).values(account_id=account_id, other_id=other_id))

    def unblock(self, account_id: int, other_id: int) -> bool:
        """Take a block back; False if there was none."""
        condition = (_BLOCK.c.account_id == account_id, _BLOCK.c.other_id == other_id)
        return self._connection.execute(sa.delete(_BLOCK).where(*condition)).rowcount > 0

    def is_blocked(self, account_id: int, other_id: int) -> bool:
        """Whether `account_id` has blocked `other_id`."""
        condition = (_BLOCK.c.account_id == account_id, _BLOCK.c.other_id == other_id)
        return self._connection.execute(sa.select(_BLOCK).where(*condition)).first() is not None

    def blockers(self, other_id: int) -> frozenset[int]:
        """Who has blocked `other_id`."""
        query = sa.select(_BLOCK.c.account_id).where(_BLOCK.c.other_id == other_id)
        return frozenset(self._connection.execute(query).scalars())

    def shun(self, address: str, at: datetime) -> None:
        """Never invite this address again."""
        if not self.is_shunned(address):
            self._connection.execute(sa.insert(_SHUNNED).values(address=address.lower(), at=at))

    def is_shunned(self, address: str) -> bool:
        """Whether this address wants no invitation."""
        query = sa.select(_SHUNNED.c.address).where(_SHUNNED.c.address == address.lower())
        return self._connection.execute(query).first() is not None


class Tallies:
    """How often something was done, for limits; within one transaction."""

    def __init__(self, connection: sa.Connection) -> None:
        self._connection = connection

    def add(self, name: str, at: datetime) -> None:
        """Count one more."""
        self._connection.execute(sa.insert(_TALLY).values(name=name[:300], at=at))

    def count(self, name: str, since: datetime) -> int:
        """How many since then."""
        query = sa.select(sa.func.count()).where(_TALLY.c.name == name[:300], _TALLY.c.at > since)
        return int(self._connection.execute(query).scalar_one())

    def prune(self, before: datetime) -> None:
        """Forget what was before then."""
        self._connection.execute(sa.delete(_TALLY).where(_TALLY.c.at < before))
