"""Who wants to hear nothing of whom, anywhere or at one board, and how often something has been done lately."""

from collections.abc import Collection
from datetime import datetime

import sqlalchemy as sa

from pbmhearts.storage import schema

_BLOCK = schema.blocks
_MUTE = schema.mutes
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

    def mute(self, board: int, account_id: int, other_id: int | None) -> bool:
        """Nothing that `other_id`, or (None) anybody, says at the board reaches `account_id`; False if it was so."""
        if self._connection.execute(sa.select(_MUTE).where(*_muted(board, account_id, other_id))).first():
            return False
        row = {"board_id": board, "account_id": account_id, "other_id": other_id}
        self._connection.execute(sa.insert(_MUTE).values(row))
        return True

    def unmute(self, board: int, account_id: int, other_id: int | None) -> bool:
        """Hear `other_id` again at the board, or (None) all whom `mute` has silenced there; False if none was."""
        condition = _muted(board, account_id, other_id) if other_id else _muted(board, account_id)
        return self._connection.execute(sa.delete(_MUTE).where(*condition)).rowcount > 0

    def deaf(self, board: int, other_id: int) -> frozenset[int]:
        """Whom nothing reaches that `other_id` says at the board: by a block, or muted there."""
        mutes = sa.select(_MUTE.c.account_id).where(
            _MUTE.c.board_id == board, sa.or_(_MUTE.c.other_id == other_id, _MUTE.c.other_id.is_(None))
        )
        blocks = sa.select(_BLOCK.c.account_id).where(_BLOCK.c.other_id == other_id)
        return frozenset(self._connection.execute(blocks.union_all(mutes)).scalars()) - {other_id}

    def unheard(self, board: int, account_id: int, speakers: Collection[int]) -> frozenset[int]:
        """Of whom among these nothing that is said at the board reaches `account_id`."""
        mutes = sa.select(_MUTE.c.other_id).where(_MUTE.c.board_id == board, _MUTE.c.account_id == account_id)
        blocks = sa.select(_BLOCK.c.other_id).where(_BLOCK.c.account_id == account_id)
        silent = frozenset(self._connection.execute(blocks.union_all(mutes)).scalars())
        return frozenset(speakers if None in silent else silent.intersection(speakers)) - {account_id}

    def shun(self, address: str, at: datetime) -> None:
        """Never invite this address again."""
        if not self.is_shunned(address):
            self._connection.execute(sa.insert(_SHUNNED).values(address=address.lower(), at=at))

    def is_shunned(self, address: str) -> bool:
        """Whether this address wants no invitation."""
        query = sa.select(_SHUNNED.c.address).where(_SHUNNED.c.address == address.lower())
        return self._connection.execute(query).first() is not None


def _muted(board: int, account_id: int, *others: int | None) -> list[sa.ColumnElement[bool]]:
    here = [_MUTE.c.board_id == board, _MUTE.c.account_id == account_id]
    return [*here, *(_MUTE.c.other_id == other for other in others)]


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
