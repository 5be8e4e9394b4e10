"""Accounts and their addresses."""

from datetime import date, datetime
from typing import Any

import sqlalchemy as sa

from pbmhearts.storage import schema
from pbmhearts.storage.records import Account

_ACCOUNT = schema.accounts
_ADDRESS = schema.addresses


class Accounts:
    """The people, within one transaction."""

    def __init__(self, connection: sa.Connection) -> None:
        self._connection = connection

    def by_userid(self, userid: str) -> Account | None:
        """The account of that name, in any case."""
        return self._one(_ACCOUNT.c.userid_key == userid.casefold())

    def by_id(self, account_id: int) -> Account:
        """The account of that id, which must be there."""
        found = self._one(_ACCOUNT.c.id == account_id)
        if found is None:
            raise LookupError(f"account {account_id}")
        return found

    def by_address(self, address: str) -> tuple[Account, ...]:
        """The accounts that have confirmed this address, the oldest first: two people may share one."""
        query = (
            sa.select(_ACCOUNT)
            .join(_ADDRESS)
            .where(_ADDRESS.c.address == address.lower(), _ADDRESS.c.confirmed_at.is_not(None))
            .order_by(_ACCOUNT.c.id)
        )
        return tuple(_account(row) for row in self._connection.execute(query))

    def _one(self, condition: sa.ColumnElement[bool]) -> Account | None:
        row = self._connection.execute(sa.select(_ACCOUNT).where(condition)).first()
        return _account(row) if row else None

    def add(self, userid: str, password_hash: str, at: datetime) -> Account:
        """Open an account; the name must be free."""
        values: dict[str, Any] = {
            "userid": userid,
            "userid_key": userid.casefold(),
            "password_hash": password_hash or None,
            "created_at": at,
            "seen_at": at,
            "preferences": {},
        }
        inserted = self._connection.execute(sa.insert(_ACCOUNT).values(values).returning(_ACCOUNT.c.id))
        return Account(int(inserted.scalar_one()), userid, password_hash, at, at, {})

    def seen(self, account_id: int, at: datetime) -> None:
        """Record that the person was heard of."""
        self._connection.execute(sa.update(_ACCOUNT).where(_ACCOUNT.c.id == account_id).values(seen_at=at))

    def add_address(self, account_id: int, address: str, at: datetime, confirmed_at: datetime | None) -> None:
        """Give the account an address; one that it has already is left alone."""
        if address.lower() not in self._addresses(account_id):
            self._connection.execute(
                sa.insert(_ADDRESS).values(
                    account_id=account_id,
                    address=address.lower(),
                    created_at=at,
                    confirmed_at=confirmed_at,
                )
            )

    def _addresses(self, account_id: int, *conditions: sa.ColumnElement[bool]) -> tuple[str, ...]:
        query = (
            sa.select(_ADDRESS.c.address)
            .where(_ADDRESS.c.account_id == account_id, *conditions)
            .order_by(_ADDRESS.c.id)
        )
        return tuple(self._connection.execute(query).scalars())

    def reachable(self, account_id: int) -> tuple[str, ...]:
        """Where letters of the account go: its confirmed addresses that have not been suspended."""
        return self._addresses(
            account_id, _ADDRESS.c.confirmed_at.is_not(None), _ADDRESS.c.suspended_at.is_(None)
        )

    def confirmed(self, account_id: int) -> tuple[str, ...]:
        """The addresses the account has proved to be its own."""
        return self._addresses(account_id, _ADDRESS.c.confirmed_at.is_not(None))

    def userids(self) -> tuple[str, ...]:
        """Every userid, for telling which one was meant."""
        return tuple(self._connection.execute(sa.select(_ACCOUNT.c.userid).order_by(_ACCOUNT.c.id)).scalars())


def _account(row: "sa.Row[tuple[object, ...]]") -> Account:
    values = row._mapping  # noqa: SLF001 - SQLAlchemy's public name for a row by columns
    return Account(
        id=values["id"],
        userid=values["userid"],
        password_hash=values["password_hash"] or "",
        created_at=values["created_at"],
        seen_at=values["seen_at"],
        preferences=dict(values["preferences"]),
        status=values["status"],
        paused_at=values["paused_at"],
        vacations=tuple(
            (date.fromisoformat(first), date.fromisoformat(last)) for first, last in values["vacations"]
        ),
    )
