"""The operator's log: who did what from the command line, and when. It is only ever added to."""

from dataclasses import dataclass
from datetime import datetime

import sqlalchemy as sa

from pbmhearts.storage import schema

_LOG = schema.operator_log


@dataclass(frozen=True, slots=True)
class LoggedAct:
    """Something that an operator did.

    Attributes:
        who: the login that the command ran under.
        act: the command, such as "boards undo".
        about: what it was done to and how; never a secret.
    """

    at: datetime
    who: str
    act: str
    about: str


class OperatorLog:
    """The log, within one transaction."""

    def __init__(self, connection: sa.Connection) -> None:
        self._connection = connection

    def add(self, done: LoggedAct) -> None:
        """Write a line."""
        values = {"at": done.at, "who": done.who[:64], "act": done.act, "about": done.about}
        self._connection.execute(sa.insert(_LOG).values(values))

    def last(self, most: int) -> tuple[LoggedAct, ...]:
        """The newest lines, in the order of time."""
        query = sa.select(_LOG).order_by(_LOG.c.id.desc()).limit(most)
        rows = [LoggedAct(row.at, row.who, row.act, row.about) for row in self._connection.execute(query)]
        return tuple(reversed(rows))
