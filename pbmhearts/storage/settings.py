"""The few values the server keeps for itself: its signing key, and counters."""

import sqlalchemy as sa

from pbmhearts.clock import Tokens
from pbmhearts.storage import schema

_KEY = "signing_key"
_VALUE = sa.select(schema.settings.c.value).where(schema.settings.c.name == sa.bindparam("setting"))


def signing_key(connection: sa.Connection) -> bytes | None:
    """The key that codes are made with, None before `make_signing_key`."""
    table = schema.settings
    value = connection.execute(sa.select(table.c.value).where(table.c.name == _KEY)).scalar()
    return bytes.fromhex(value) if value else None


def make_signing_key(connection: sa.Connection, tokens: Tokens) -> bytes:
    """The key, made at the first call: every code of every board hangs on it, so a backup holds it too."""
    key = signing_key(connection)
    if key is None:
        key = tokens(32)
        connection.execute(sa.insert(schema.settings).values(name=_KEY, value=key.hex()))
    return key


def read_setting(connection: sa.Connection, name: str) -> str | None:
    """A value that the server keeps; None if it has none."""
    return connection.execute(_VALUE, {"setting": name}).scalar()


def write_setting(connection: sa.Connection, name: str, value: str) -> None:
    """Keep a value."""
    table = schema.settings
    changed = connection.execute(sa.update(table).where(table.c.name == name).values(value=value))
    if not changed.rowcount:
        connection.execute(sa.insert(table).values(name=name, value=value))


def drop_setting(connection: sa.Connection, name: str) -> None:
    """Keep a value no longer."""
    connection.execute(sa.delete(schema.settings).where(schema.settings.c.name == name))


def next_number(connection: sa.Connection, counter: str, first: int) -> int:
    """Count on: `first`, then one more at each call."""
    table = schema.counters
    raised = (
        sa.update(table).where(table.c.name == counter).values(last=table.c.last + 1).returning(table.c.last)
    )
    number = connection.execute(raised).scalar()
    if number is None:
        connection.execute(sa.insert(table).values(name=counter, last=first))
        return first
    return int(number)


def pass_number(connection: sa.Connection, counter: str, number: int) -> None:
    """Let the counter go on behind a number that came from elsewhere."""
    table = schema.counters
    last = connection.execute(sa.select(table.c.last).where(table.c.name == counter)).scalar()
    if last is None:
        connection.execute(sa.insert(table).values(name=counter, last=number))
    elif last < number:
        connection.execute(sa.update(table).where(table.c.name == counter).values(last=number))
