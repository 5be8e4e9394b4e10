"""Boards and people as data, to be taken to another database.

A board goes with all that its log, its seats and its ratings say. What belongs to this server only stays: letters that
wait, codes and the key that makes them, plans, proposals, watchers, mutes, and boards that have not begun.
"""

from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from pbmhearts.errors import PbmheartsError
from pbmhearts.storage import portable, schema
from pbmhearts.storage.settings import pass_number

_ACCOUNT = schema.accounts
_ADDRESS = schema.addresses
_BOARD = schema.boards
_CHANGE = schema.rating_changes

_PERSON = [_ACCOUNT.c[name] for name in ("userid", "created_at", "seen_at", "status")]
_WHOLE_PERSON = [
    _ACCOUNT.c[name] for name in ("password_hash", "preferences", "paused_at", "vacations", "digested_at")
]
_OF_ADDRESS = [column for column in _ADDRESS.c if column.name not in {"id", "account_id"}]

_PARTS: dict[str, tuple[sa.Table, tuple[str, ...]]] = {
    "seats": (schema.seats, ("seat", "from_seq")),
    "deals": (schema.deals, ("number",)),
    "actions": (schema.actions, ("seq",)),
    "comments": (schema.comments, ("id",)),
    "ratings": (schema.rating_changes, ("account_id",)),
}
"""What a board's data holds beside its own row, and in which order."""


class Transfer:
    """Data out and in, within one transaction."""

    def __init__(self, connection: sa.Connection) -> None:
        self._connection = connection
        self._userids: dict[int, str] = {}

    def people(self, number: int) -> frozenset[int]:
        """The accounts that a board names."""
        named = set(
            self._connection.execute(sa.select(_BOARD.c.created_by).where(_BOARD.c.id == number)).scalars()
        )
        for table in (schema.seats, schema.actions, schema.comments, _CHANGE):
            query = sa.select(table.c.account_id).where(table.c.board_id == number).distinct()
            named |= set(self._connection.execute(query).scalars())
        return frozenset(named - {None})

    def person(self, account_id: int, *, whole: bool) -> dict[str, Any]:
        """An account as data; `whole` with addresses, password hash and settings."""
        query = sa.select(_ACCOUNT).where(_ACCOUNT.c.id == account_id)
        row = self._connection.execute(query).mappings().one()
        data = portable.written(row, _PERSON, self._userid)
        if not whole:
            return data
        addresses = sa.select(_ADDRESS).where(_ADDRESS.c.account_id == account_id).order_by(_ADDRESS.c.id)
        return {
            **data,
            **portable.written(row, _WHOLE_PERSON, self._userid),
            "addresses": [
                portable.written(address, _OF_ADDRESS, self._userid)
                for address in self._connection.execute(addresses).mappings()
            ],
        }

    def board(self, number: int) -> dict[str, Any]:
        """A board that has begun, as data."""
        row = self._connection.execute(sa.select(_BOARD).where(_BOARD.c.id == number)).mappings().one()
        data = portable.written(row, _BOARD.c, self._userid)
        for name, (table, order) in _PARTS.items():
            query = (
                sa.select(table).where(table.c.board_id == number).order_by(*(table.c[key] for key in order))
            )
            rows = self._connection.execute(query).mappings()
            data[name] = [portable.written(each, _of_part(table), self._userid) for each in rows]
        return data

    def _userid(self, account_id: int) -> str:
        if account_id not in self._userids:
            query = sa.select(_ACCOUNT.c.userid).where(_ACCOUNT.c.id == account_id)
            self._userids[account_id] = str(self._connection.execute(query).scalar_one())
        return self._userids[account_id]

    def add_person(self, data: Mapping[str, Any]) -> bool:
        """Open an account from data; False where that userid is known already: it stays as it is.

        Raises:
            PbmheartsError: it cannot be taken in, and why.
            KeyError, ValueError, TypeError: the data is none that `person` made.
        """
        values = portable.read(data, _PERSON, self._account_id)
        userid = values["userid"]
        if self._find(userid) is not None:
            return False
        values |= {"userid_key": userid.casefold(), "preferences": {}}
        if "addresses" in data:
            values |= portable.read(data, _WHOLE_PERSON, self._account_id)
        self._insert(_ACCOUNT, [values])
        account_id = self._account_id(userid)
        addresses = [
            portable.read(address, _OF_ADDRESS, self._account_id) for address in data.get("addresses", ())
        ]
        self._insert(_ADDRESS, [address | {"account_id": account_id} for address in addresses])
        return True

    def _insert(self, table: sa.Table, rows: list[dict[str, Any]]) -> None:
        try:
            if rows:
                self._connection.execute(sa.insert(table), rows)
        except (sa.exc.DataError, sa.exc.IntegrityError) as error:
            raise PbmheartsError(f"the database does not take its {table.name}") from error

    def add_board(self, data: Mapping[str, Any]) -> int:
        """Take a board in from data, under its own number, which its deals depend on; returns it.

        Raises:
            PbmheartsError: it cannot be taken in, and why; the number may be taken.
            KeyError, ValueError, TypeError: the data is none that `board` made.
        """
        values = portable.read(data, _BOARD.c, self._account_id)
        number = int(values["id"])
        taken = sa.select(_BOARD.c.id).where(_BOARD.c.id == number)
        if self._connection.execute(taken).first() is not None:
            raise PbmheartsError(f"there is a board {number} already")
        self._insert(_BOARD, [values])
        for name, (table, _) in _PARTS.items():
            rows = [portable.read(row, _of_part(table), self._account_id) for row in data[name]]
            self._insert(table, [row | {"board_id": number} for row in rows])
        pass_number(self._connection, "board", number)
        for userid in {row["userid"] for row in data["ratings"]}:
            self._rate(self._account_id(userid))
        return number

    def _rate(self, account_id: int) -> None:
        """Make the account's rating what the last of its boards made of it."""
        query = (
            sa.select(_CHANGE.c.after, _BOARD.c.ended_at)
            .join(_BOARD)
            .where(_CHANGE.c.account_id == account_id)
            .order_by(_BOARD.c.ended_at, _BOARD.c.id)
        )
        changes = self._connection.execute(query).all()
        self._connection.execute(
            sa.update(_ACCOUNT)
            .where(_ACCOUNT.c.id == account_id)
            .values(rating=changes[-1].after, rated_boards=len(changes), rated_at=changes[-1].ended_at)
        )

    def _find(self, userid: str) -> int | None:
        query = sa.select(_ACCOUNT.c.id).where(_ACCOUNT.c.userid_key == userid.casefold())
        return self._connection.execute(query).scalar()

    def _account_id(self, userid: str) -> int:
        found = self._find(userid)
        if found is None:
            raise PbmheartsError(f"there is no player {userid}")
        return found


def _of_part(table: sa.Table) -> list["sa.Column[Any]"]:
    return [column for column in table.c if column.name not in {"id", "board_id"}]
