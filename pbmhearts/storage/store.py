"""The database as the services see it: read something, or do a piece of work in a writing transaction."""

import contextlib
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TypeVar

import sqlalchemy as sa

from pbmhearts.clock import Tokens
from pbmhearts.storage import schema_version, settings
from pbmhearts.storage.accounts import Accounts
from pbmhearts.storage.board_history import BoardHistories
from pbmhearts.storage.board_sides import BoardSides
from pbmhearts.storage.board_transfer import Transfer
from pbmhearts.storage.boards import Boards
from pbmhearts.storage.broadcasts import Broadcasts
from pbmhearts.storage.clocks import Clocks
from pbmhearts.storage.database import Database, savepoint
from pbmhearts.storage.figures import Figures
from pbmhearts.storage.holds import Bounces
from pbmhearts.storage.inbox import Inbox
from pbmhearts.storage.invited import Invitations
from pbmhearts.storage.manners import Blocks, Tallies
from pbmhearts.storage.oplog import OperatorLog
from pbmhearts.storage.outbox import Outbox
from pbmhearts.storage.owners import Owner, owner_of
from pbmhearts.storage.pauses import Uptime
from pbmhearts.storage.planned import Plans, Submissions
from pbmhearts.storage.proposed import Proposals
from pbmhearts.storage.ratings import Ratings
from pbmhearts.storage.resets import Resets
from pbmhearts.storage.seeks import Seeks
from pbmhearts.storage.traces import Traces
from pbmhearts.storage.watchers import Watchers
from pbmhearts.storage.writer import Piece, Writer

T = TypeVar("T")

_TRIAL = 4_000_000
"""Bytes of a row that is tried: more than SQLite keeps in memory before it goes to the disk."""


class _TakenBackError(Exception):
    """Undoes what was only tried."""


@dataclass(frozen=True, slots=True)
class Repositories:
    """All repositories of one transaction."""

    accounts: Accounts
    boards: Boards
    histories: BoardHistories
    inbox: Inbox
    outbox: Outbox
    broadcasts: Broadcasts
    invitations: Invitations
    blocks: Blocks
    tallies: Tallies
    seeks: Seeks
    resets: Resets
    plans: Plans
    submissions: Submissions
    proposals: Proposals
    watchers: Watchers
    clocks: Clocks
    uptime: Uptime
    bounces: Bounces
    ratings: Ratings
    figures: Figures
    operator_log: OperatorLog
    transfer: Transfer
    traces: Traces
    _sides: BoardSides
    _connection: sa.Connection

    @classmethod
    def of(cls, connection: sa.Connection) -> "Repositories":
        """The repositories of the connection's transaction."""
        accounts, sides = Accounts(connection), BoardSides(connection)
        return cls(
            accounts,
            Boards(connection, accounts),
            BoardHistories(connection),
            Inbox(connection),
            Outbox(connection),
            Broadcasts(connection),
            Invitations(connection),
            Blocks(connection),
            Tallies(connection),
            Seeks(connection),
            Resets(connection),
            Plans(connection, sides),
            Submissions(connection, sides),
            Proposals(connection),
            Watchers(connection, sides),
            Clocks(connection, accounts),
            Uptime(connection),
            Bounces(connection, accounts),
            Ratings(connection),
            Figures(connection),
            OperatorLog(connection),
            Transfer(connection),
            Traces(connection),
            sides,
            connection,
        )

    @contextmanager
    def savepoint(self) -> Iterator[None]:
        """A part of the transaction that is undone alone when an exception leaves it."""
        try:
            with savepoint(self._connection):
                yield
        except BaseException:
            # What was read within it may be of what is undone now.
            self.accounts.forget()
            self.boards.forget()
            self._sides.forget()
            raise


class Store:
    """A database with its writer. `close` when done."""

    def __init__(self, url: str) -> None:
        self._database = Database(url)
        self._writer = Writer(self._database)
        self._owners: list[Owner] = []

    @contextmanager
    def read(self) -> Iterator[Repositories]:
        """Repositories that see one consistent picture; nothing may be written with them."""
        with self._database.read() as connection:
            yield Repositories.of(connection)

    def submit_all(self, pieces: Sequence[Piece[Repositories]]) -> "Future[list[BaseException | None]]":
        """Queue pieces of work that the writer does in one group; the future holds what each raised, after the commit.

        Raises:
            StorageError: the store is closed, or what a piece raised as the database cannot be used.
        """
        return self._writer.submit_all(
            [Piece(_with_repositories(each.work), each.before, each.side_by_side) for each in pieces]
        )

    def submit(self, work: Callable[[Repositories], T], *, side_by_side: bool = False) -> "Future[T]":
        """Queue work for the writer; the future is done only after the commit.

        Args:
            side_by_side: it locks what it changes, so that others may write beside it.

        Raises:
            StorageError: the store is closed. The future raises it when the database cannot be used.
        """
        return self._writer.submit(_with_repositories(work), side_by_side)

    def run(self, work: Callable[[Repositories], T], *, side_by_side: bool = False) -> T:
        """Do work now, and return what it returns after the commit; as `submit`."""
        return self.submit(work, side_by_side=side_by_side).result()

    def try_writing(self) -> None:
        """Write a row and take it back.

        Raises:
            StorageError: nothing can be written, or there is no room.
        """

        def write(connection: sa.Connection) -> None:
            settings.write_setting(connection, "trial", " " * _TRIAL)
            raise _TakenBackError

        with contextlib.suppress(_TakenBackError):
            self._writer.run(write)

    def upgrade(self) -> bool:
        """Bring the schema to this version; True if anything had to be done."""
        if schema_version.is_newest(self._database):
            return False
        from pbmhearts.storage import migrate  # noqa: PLC0415 - alembic is slow to import, and seldom needed

        migrate.upgrade(self._database)
        return True

    def check(self) -> None:
        """Raise SchemaMismatchError unless the schema is this version's; LaterSchemaError if it is a later one's."""
        if not schema_version.is_newest(self._database):
            from pbmhearts.storage import migrate  # noqa: PLC0415 - as above

            migrate.check(self._database)

    def revision(self) -> str:
        """The schema's revision, "" for an empty database."""
        return schema_version.current(self._database)

    def signing_key(self, tokens: Tokens) -> bytes:
        """The key that codes are made with, made at the first call."""
        with self._database.read() as connection:
            key = settings.signing_key(connection)
        return key or self._writer.run(lambda connection: settings.make_signing_key(connection, tokens))

    def owner(self, number: int) -> Owner:
        """Somebody under whose name letters are claimed, until the store is closed."""
        self._owners.append(owner_of(self._database, number))
        return self._owners[-1]

    def close(self) -> None:
        """Finish the work that waits, and let go of the database."""
        self._writer.close()
        for owner in self._owners:
            owner.close()
        self._database.close()


def _with_repositories(work: Callable[[Repositories], T]) -> Callable[[sa.Connection], T]:
    return lambda connection: work(Repositories.of(connection))
