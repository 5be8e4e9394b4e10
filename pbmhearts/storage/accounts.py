"""Accounts and their addresses."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date, datetime, timedelta
from typing import Any

import sqlalchemy as sa

from pbmhearts.storage import schema
from pbmhearts.storage.records import Account, Address

_ACCOUNT = schema.accounts
_ADDRESS = schema.addresses
_BY_USERID = sa.select(_ACCOUNT).where(_ACCOUNT.c.userid_key == sa.bindparam("key"))
_BY_ID = sa.select(_ACCOUNT).where(_ACCOUNT.c.id == sa.bindparam("key"))
_BY_ADDRESS = (
    sa.select(_ACCOUNT)
    .join(_ADDRESS)
    .where(_ADDRESS.c.address == sa.bindparam("written"), _ADDRESS.c.confirmed_at.is_not(None))
    .order_by(_ACCOUNT.c.id)
)
_ADDRESSES = (
    sa.select(_ADDRESS)
    .where(_ADDRESS.c.account_id.in_(sa.bindparam("accounts", expanding=True)))
    .order_by(_ADDRESS.c.id)
)
_SEEN = sa.update(_ACCOUNT).where(_ACCOUNT.c.id == sa.bindparam("key")).values(seen_at=sa.bindparam("at"))


class Accounts:
    """The people, within one transaction."""

    def __init__(self, connection: sa.Connection) -> None:
        self._connection = connection
        self._held: dict[int, Account] = {}
        self._held_addresses: dict[int, tuple[Address, ...]] = {}

    def hold(self, accounts: Iterable[Account]) -> None:
        """Keep what has been read of these in passing, so that it is not read again."""
        for account in accounts:
            self._held.setdefault(account.id, account)

    def forget(self) -> None:
        """Somebody else has written accounts or addresses in this transaction, or undone a part of it."""
        self._held.clear()
        self._held_addresses.clear()

    def by_userid(self, userid: str) -> Account | None:
        """The account of that name, in any case."""
        return self._one(_BY_USERID, userid.casefold())

    def by_id(self, account_id: int) -> Account:
        """The account of that id, which must be there; within one transaction read once, until it is changed."""
        if account_id not in self._held:
            found = self._one(_BY_ID, account_id)
            if found is None:
                raise LookupError(f"account {account_id}")
            self._held[account_id] = found
        return self._held[account_id]

    def by_address(self, address: str) -> tuple[Account, ...]:
        """The accounts that have confirmed this address, the oldest first: two people may share one."""
        rows = self._connection.execute(_BY_ADDRESS, {"written": address.lower()}).mappings()
        return tuple(map(account_of, rows))

    def _one(self, query: "sa.Select[Any]", key: object) -> Account | None:
        row = self._connection.execute(query, {"key": key}).mappings().first()
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
        """Record, to the minute, that the person was heard of."""
        known = self._held.get(account_id)
        if known is not None and timedelta(0) <= at - known.seen_at < timedelta(minutes=1):
            return
        self._connection.execute(_SEEN, {"key": account_id, "at": at})
        if account_id in self._held:
            self._held[account_id] = replace(self._held[account_id], seen_at=at)

    def add_address(self, account_id: int, address: str, at: datetime, confirmed_at: datetime | None) -> None:
        """Give the account an address; one that it has already is left alone."""
        if all(address.lower() != known.address for known in self.addresses(account_id)):
            self._held_addresses.clear()
            self._connection.execute(
                sa.insert(_ADDRESS).values(
                    account_id=account_id,
                    address=address.lower(),
                    created_at=at,
                    confirmed_at=confirmed_at,
                )
            )

    def reachable(self, account_id: int) -> tuple[str, ...]:
        """Where letters of the account go: its confirmed addresses that have not been suspended."""
        own = self.addresses(account_id)
        return tuple(each.address for each in own if each.confirmed_at and each.suspended_at is None)

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
        return tuple(each.address for each in self.addresses(account_id) if each.confirmed_at)

    def addresses(self, account_id: int) -> tuple[Address, ...]:
        """All addresses of the account, confirmed or not; read along with those of accounts that are held."""
        if account_id not in self._held_addresses:
            unread = {account_id, *(other for other in self._held if other not in self._held_addresses)}
            found: dict[int, list[Address]] = {each: [] for each in sorted(unread)}
            for row in self._connection.execute(_ADDRESSES, {"accounts": list(found)}).mappings():
                found[row["account_id"]].append(_address(row))
            self._held_addresses |= {each: tuple(addresses) for each, addresses in found.items()}
        return self._held_addresses[account_id]

    def address(self, address_id: int) -> Address | None:
        """The address of that id."""
        query = sa.select(_ADDRESS).where(_ADDRESS.c.id == address_id)
        row = self._connection.execute(query).mappings().first()
        return _address(row) if row else None

    def confirm(self, address_id: int, at: datetime) -> None:
        """The person has shown that the address is theirs; a suspension is over."""
        self._held_addresses.clear()
        self._connection.execute(
            sa.update(_ADDRESS).where(_ADDRESS.c.id == address_id).values(confirmed_at=at, suspended_at=None)
        )

    def remove_addresses(self, account_id: int, *, but: Sequence[str] = ()) -> None:
        """Forget the account's addresses, all or all but these."""
        self._held_addresses.clear()
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

    def with_preference(self, name: str) -> tuple[Account, ...]:
        """The accounts that have set a key of their preferences, by id; the database looks through them."""
        query = (
            sa.select(_ACCOUNT)
            .where(_ACCOUNT.c.status != "deleted", _ACCOUNT.c.preferences[name].as_string().is_not(None))
            .order_by(_ACCOUNT.c.id)
        )
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
