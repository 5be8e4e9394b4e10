"""Rows as data that JSON can hold, and back: times as ISO 8601, people by userid instead of their ids."""

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from pbmhearts.errors import PbmheartsError
from pbmhearts.storage.schema import UtcDateTime

_PEOPLE = {"account_id": "userid", "created_by": "created_by"}
"""Columns that hold an account's id, and the key under which its userid is written."""

_MOST = 2**31


def written(
    row: "sa.RowMapping", columns: Iterable["sa.Column[Any]"], userid: Callable[[int], str]
) -> dict[str, Any]:
    """A row's columns as data."""
    data = {}
    for column in columns:
        value = row[column.name]
        if column.name in _PEOPLE:
            data[_PEOPLE[column.name]] = None if value is None else userid(value)
        else:
            data[column.name] = value.isoformat() if isinstance(value, datetime) else value
    return data


def read(
    data: Mapping[str, Any], columns: Iterable["sa.Column[Any]"], account_id: Callable[[str], int]
) -> dict[str, Any]:
    """The columns' values, as `written` wrote them.

    Raises:
        KeyError: one is missing.
        PbmheartsError: one cannot be the column's.
    """
    values: dict[str, Any] = {}
    for column in columns:
        if column.name in _PEOPLE:
            userid = data[_PEOPLE[column.name]]
            values[column.name] = None if userid is None else account_id(userid)
        else:
            values[column.name] = _value(column, data[column.name])
    return values


def _value(column: "sa.Column[Any]", value: Any) -> Any:
    fault = PbmheartsError(f"{column.name} cannot be {str(value)[:40]!r}")
    if value is None and column.nullable:
        return None
    match column.type:
        case UtcDateTime():
            return _time(value, fault)
        case sa.JSON() if value is not None:
            return value
        case sa.Float() if isinstance(value, int | float):
            return float(value)
        case sa.Boolean() if isinstance(value, bool):
            return value
        case sa.Integer() if isinstance(value, int) and not isinstance(value, bool) and abs(value) < _MOST:
            return value
        case sa.String(length=length) if isinstance(value, str) and len(value) <= (length or len(value)):
            return value
    raise fault


def _time(value: Any, fault: PbmheartsError) -> datetime:
    try:
        at = datetime.fromisoformat(value)
    except (TypeError, ValueError) as error:
        raise fault from error
    if at.tzinfo is None:
        raise fault
    return at
