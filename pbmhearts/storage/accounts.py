"""Accounts and their addresses."""

from collections.abc import Sequence
from datetime import date, datetime
from typing import Any

import sqlalchemy as sa

from pbmhearts.storage import schema
from pbmhearts.storage.records import Account, Address

_ACCOUNT = schema.accounts
_ADDRESS = schema.addresses


class Accounts:
    """The people, within one transaction."""

    def __init__(self, connection: sa.Connection) -> None:
        self._connection = connection
        self._held: dict[int, Account] = {}

    def by_userid(self, userid: str) -> Account | None:
        """The account of that name, in any case."""
        return self._one(_ACCOUNT.c.userid_key == userid.casefold())

    def by_id(self, account_id: int) -> Account:
        """The account of that id, which must be there; within one transaction read once, until it is changed."""
        if account_id not in self._held:
            found = self._one(_ACCOUNT.c.id == account_id)
            if found is None:
                raise LookupError(f"account {account_id}")
            self._held[account_id] = found
        return self._held[account_id]

    def by_address(self, address: str) -> tuple[Account, ...]:
        """The accounts that have confirmed this address, the oldest first: two people may share one."""
        query = (
            sa.select(_ACCOUNT)
            .join(_ADDRESS)
            .where(_ADDRESS.c.address == address.lower(), _ADDRESS.c.confirmed_at.is_not(None))
            .order_by(_ACCOUNT.c.id)
        )
        return tuple(map(account_of, self._connection.execute(query).mappings()))

    def _one(self, condition: sa.ColumnElement[bool]) -> Account | None:
        row = self._connection.execute(sa.select(_ACCOUNT).where(condition)).mappings().first()
        return account_of(row) if row else None

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
        self._held.pop(account_id, None)
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

    def reachable_between(self, first: int, last: int) -> dict[int, list[str]]:
        """Where letters of the accounts with these ids, the last one included, go; nothing of who is not reached."""
        query = (
            sa.select(_ADDRESS.c.account_id, _ADDRESS.c.address)
            .where(
                _ADDRESS.c.account_id.between(first, last),
                _ADDRESS.c.confirmed_at.is_not(None),
                _ADDRESS.c.suspended_at.is_(None),
            )
            .order_by(_ADDRESS.c.id)
        )
        reached: dict[int, list[str]] = {}
        for account_id, address in self._connection.execute(query):
            reached.setdefault(account_id, []).append(address)
        return reached

    def confirmed(self, account_id: int) -> tuple[str, ...]:
        """The addresses the account has proved to be its own."""
        return self._addresses(account_id, _ADDRESS.c.confirmed_at.is_not(None))

    def addresses(self, account_id: int) -> tuple[Address, ...]:
        """All addresses of the account, confirmed or not."""
        query = sa.select(_ADDRESS).where(_ADDRESS.c.account_id == account_id).order_by(_ADDRESS.c.id)
        return tuple(_address(row) for row in self._connection.execute(query).mappings())

    def address(self, address_id: int) -> Address | None:
        """The address of that id."""
        query = sa.select(_ADDRESS).where(_ADDRESS.c.id == address_id)
        row = self._connection.execute(query).mappings().first()
        return _address(row) if row else None

    def confirm(self, address_id: int, at: datetime) -> None:
        """The person has shown that the address is theirs; a suspension is over."""
        self._connection.execute(
            sa.update(_ADDRESS).where(_ADDRESS.c.id == address_id).values(confirmed_at=at, suspended_at=None)
        )

    def remove_addresses(self, account_id: int, *, but: Sequence[str] = ()) -> None:
        """Forget the account's addresses, all or all but these."""
        self._connection.execute(
            sa.delete(_ADDRESS).where(_ADDRESS.c.account_id == account_id, _ADDRESS.c.address.not_in(but))
        )

    def change(self, account_id: int, **values: Any) -> None:
        """Set columns: password_hash, preferences, status, paused_at, vacations (pairs of dates)."""
        self._held.pop(account_id, None)
        if "vacations" in values:
            values["vacations"] = [
                [first.isoformat(), last.isoformat()] for first, last in values["vacations"]
            ]
        self._connection.execute(sa.update(_ACCOUNT).where(_ACCOUNT.c.id == account_id).values(values))

    def all(self) -> tuple[Account, ...]:
        """Every account that has not been deleted, by userid."""
        query = sa.select(_ACCOUNT).where(_ACCOUNT.c.status != "deleted").order_by(_ACCOUNT.c.userid_key)
        return tuple(map(account_of, self._connection.execute(query).mappings()))

    def after(self, account_id: int, most: int) -> tuple[Account, ...]:
        """Up to `most` accounts with higher ids, by id."""
        query = sa.select(_ACCOUNT).where(_ACCOUNT.c.id > account_id).order_by(_ACCOUNT.c.id).limit(most)
        return tuple(map(account_of, self._connection.execute(query).mappings()))

    def userids(self) -> tuple[str, ...]:
        """Every userid in use, for telling which one was meant."""
        query = sa.select(_ACCOUNT.c.userid).where(_ACCOUNT.c.status != "deleted").order_by(_ACCOUNT.c.id)
        return tuple(self._connection.execute(query).scalars())


def _address(row: "sa.RowMapping") -> Address:
    return Address(
        id=row["id"],
        account_id=row["account_id"],
        address=row["address"],
        created_at=row["created_at"],
        confirmed_at=row["confirmed_at"],
        suspended_at=row["suspended_at"],
    )


def account_of(values: "sa.RowMapping") -> Account:
    """The account that a row tells of."""
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
        digested_at=values["digested_at"],
    )
