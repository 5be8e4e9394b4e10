"""Who looks for a board under which rules."""

from dataclasses import dataclass
from datetime import datetime

import sqlalchemy as sa

from pbmhearts.storage import schema

_SEEK = schema.seeks
_ACCOUNT = schema.accounts


@dataclass(frozen=True, slots=True)
class Seek:
    """Somebody who looks for three others.

    Attributes:
        options: the rules, as canonical options of a challenge.
    """

    id: int
    account_id: int
    userid: str
    options: str
    created_at: datetime


class Seeks:
    """The seeks, within one transaction."""

    def __init__(self, connection: sa.Connection) -> None:
        self._connection = connection

    def add(self, account_id: int, options: str, at: datetime) -> bool:
        """Begin to look; False if this person does already, under the same rules."""
        if any(seek.account_id == account_id for seek in self.all(options)):
            return False
        self._connection.execute(
            sa.insert(_SEEK).values(account_id=account_id, options=options, created_at=at)
        )
        return True

    def all(self, options: str | None = None) -> tuple[Seek, ...]:
        """Who looks, the longest first; only under these rules, if any are given."""
        query = sa.select(_SEEK, _ACCOUNT.c.userid).join(_ACCOUNT).order_by(_SEEK.c.id)
        if options is not None:
            query = query.where(_SEEK.c.options == options)
        return tuple(
            Seek(row["id"], row["account_id"], row["userid"], row["options"], row["created_at"])
            for row in self._connection.execute(query).mappings()
        )

    def remove(self, account_id: int, options: str | None = None) -> int:
        """Look no more, under these rules or any; returns how many seeks that ended."""
        condition = [_SEEK.c.account_id == account_id]
        if options is not None:
            condition.append(_SEEK.c.options == options)
        return self._connection.execute(sa.delete(_SEEK).where(*condition)).rowcount
