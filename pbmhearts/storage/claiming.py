"""Claiming: which letters a process sends next, however many wait."""

import itertools
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from types import MappingProxyType

import sqlalchemy as sa

from pbmhearts.storage import frozen, lines, merging, schema
from pbmhearts.storage.lines import Place, Priority

_OUTBOX = schema.outbox

_HELD_AT_ONCE = 10
"""So many times in a row only letters to held domains may be met before the transaction ends."""

NOT_HELD: Mapping[str, datetime] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Claim:
    """What is claimed: at most `most` letters that are due `now`.

    Attributes:
        held: domains whose letters are put off, and until when.
    """

    now: datetime
    leased_until: datetime
    most: int
    owner: int
    held: Mapping[str, datetime]


def is_due(connection: sa.Connection, now: datetime) -> bool:
    """Whether a claim would find anything."""
    return bool(connection.execute(_IS_DUE, {"now": now}).scalar())


def claim(connection: sa.Connection, wanted: Claim) -> "Sequence[sa.RowMapping]":
    """The rows that are ours from now on, personal letters first, each line in its order."""
    lines.move_up(connection, connection.execute(_FREE_OVER, {"now": wanted.now}).scalars().all())
    rows = _firsts(connection, wanted)
    if not rows:
        return ()
    if tried := [row["line"] for row in rows if row["attempts"]]:
        merging.merge(connection, tried)
        rows = connection.execute(_BY_ID, {"ids": [row["id"] for row in rows]}).mappings().all()
    rows = sorted(
        [*rows, *_followers(connection, rows, wanted)], key=lambda row: (row["priority"], row["id"])
    )
    ids = [row["id"] for row in rows]
    connection.execute(_CLAIM, {"until": wanted.leased_until, "owner": wanted.owner, "ids": ids})
    return rows


def free(connection: sa.Connection, owners: Collection[int]) -> None:
    """Free what these have claimed, who are gone."""
    freed = connection.execute(_FREE.where(_CLAIMED, _OUTBOX.c.owner.in_(owners)))
    lines.move_up(connection, freed.scalars().all())


def _firsts(connection: sa.Connection, wanted: Claim) -> "Sequence[sa.RowMapping]":
    """The first letters of their lines that are due, and not to a held domain."""
    for _ in range(_HELD_AT_ONCE):
        lines.sort(connection, wanted.most)
        rows: list[sa.RowMapping] = []
        for query in _READY:
            if len(rows) < wanted.most:
                values = {"now": wanted.now, "most": wanted.most - len(rows)}
                rows += connection.execute(query, values).mappings()
        put_off = {row["id"]: until for row in rows if (until := wanted.held.get(_domain(row["address"])))}
        if put_off:
            changes = [{"row": row, "until": until} for row, until in put_off.items()]
            connection.execute(_PUT_OFF, changes)
        due = [row for row in rows if row["id"] not in put_off]
        if due or not rows:
            return due
    return ()


def _followers(
    connection: sa.Connection, firsts: "Sequence[sa.RowMapping]", wanted: Claim
) -> "Iterable[sa.RowMapping]":
    """What is due behind these in their lines: it can go out with them, one after the other."""
    most = wanted.most - len(firsts)
    if most <= 0:
        return
    longer = connection.execute(_LONGER_LINES, {"ids": [row["id"] for row in firsts]}).all()
    for first, line in longer:
        if most <= 0:
            return
        values = {"line": line, "first": first, "most": most}
        rows = connection.execute(_BEHIND, values).mappings().all()
        due = list(itertools.takewhile(lambda row: _is_behind(row, wanted.now), rows))
        most -= len(due)
        yield from due


def _is_behind(row: "sa.RowMapping", now: datetime) -> bool:
    return bool(row["place"] == Place.BEHIND and row["due_at"] <= now)


def _domain(address: str) -> str:
    return address.rpartition("@")[2].lower()


_DUE = _OUTBOX.c.due_at <= sa.bindparam("now")
_IDS = _OUTBOX.c.id.in_(sa.bindparam("ids", expanding=True))
_MOST: sa.BindParameter[int] = sa.bindparam("most")
_OTHER = _OUTBOX.alias("other")

_READY = tuple(
    sa.select(_OUTBOX)
    .where(_OUTBOX.c.place == Place.READY, _OUTBOX.c.priority == int(priority), _DUE)
    .order_by(_OUTBOX.c.due_at, _OUTBOX.c.id)
    .limit(_MOST)
    .with_for_update(skip_locked=True)
    for priority in Priority
)
"""What can be claimed, by priority; on PostgreSQL past what another process is claiming at this moment."""

_CLAIMED = _OUTBOX.c.place == Place.CLAIMED
_IS_OVER = sa.and_(_CLAIMED, _OUTBOX.c.leased_until <= sa.bindparam("now"))
"""A lease has run out."""

_IS_DUE = sa.select(
    sa.or_(
        *(
            sa.exists().where(which)
            for which in (
                sa.and_(_OUTBOX.c.place == Place.NEW, _DUE),
                *(
                    sa.and_(_OUTBOX.c.place == Place.READY, _OUTBOX.c.priority == int(each), _DUE)
                    for each in Priority
                ),
                _IS_OVER,
            )
        )
    )
)
_FREE = (
    sa.update(_OUTBOX)
    .values(
        place=int(Place.NEW),
        leased_until=None,
        owner=None,
        # Whoever is gone may have sent what was rendered.
        doubtful=sa.or_(_OUTBOX.c.doubtful, frozen.IS_FROZEN),
    )
    .returning(_OUTBOX.c.id)
)
_BY_ID = sa.select(_OUTBOX).where(_IDS)
_BEHIND_IT = sa.and_(_OTHER.c.line == _OUTBOX.c.line, _OTHER.c.id > _OUTBOX.c.id, _OTHER.c.place.is_not(None))
_LONGER_LINES = sa.select(_OUTBOX.c.id, _OUTBOX.c.line).where(_IDS, sa.exists().where(_BEHIND_IT))
_BEHIND = (
    sa.select(_OUTBOX)
    .where(
        _OUTBOX.c.line == sa.bindparam("line"),
        _OUTBOX.c.id > sa.bindparam("first"),
        _OUTBOX.c.place.is_not(None),
    )
    .order_by(_OUTBOX.c.id)
    .limit(_MOST)
)
_PUT_OFF = sa.update(_OUTBOX).where(_OUTBOX.c.id == sa.bindparam("row")).values(due_at=sa.bindparam("until"))
_CLAIM = (
    sa.update(_OUTBOX)
    .where(_IDS)
    .values(place=int(Place.CLAIMED), leased_until=sa.bindparam("until"), owner=sa.bindparam("owner"))
)
_FREE_OVER = _FREE.where(_IS_OVER)
