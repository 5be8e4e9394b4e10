"""The operator's looks at players."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from pbmhearts.operator.player_acts import player
from pbmhearts.storage import Account, Address, Repositories


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """A player in a line.

    Attributes:
        state: "active", "inactive" (signed off), "barred" (suspended) or "paused".
        boards: how many are being played.
        waiting: how many of them wait for the player.
        addresses: where letters go.
    """

    userid: str
    state: str
    boards: int
    waiting: int
    seen_at: datetime
    addresses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PlayerFacts:
    """All that the operator may know of a player.

    Attributes:
        password: whether there is one.
        boards: those being played.
        waiting: those of them that wait for the player, the longest wait first.
        rating: None for whoever has none.
        settings: what the player has set.
    """

    userid: str
    state: str
    created_at: datetime
    seen_at: datetime
    paused_at: datetime | None
    vacations: tuple[str, ...]
    password: bool
    addresses: tuple[Address, ...]
    boards: tuple[int, ...]
    waiting: tuple[int, ...]
    rating: float | None
    settings: dict[str, Any]


def player_lines(repositories: Repositories) -> list[PlayerLine]:
    """Everybody, by userid."""
    return [
        PlayerLine(
            userid=account.userid,
            state=_state(account),
            boards=len(repositories.boards.numbers(account.id, active=True)),
            waiting=len(repositories.boards.waiting_for(account.id)),
            seen_at=account.seen_at,
            addresses=repositories.accounts.reachable(account.id),
        )
        for account in repositories.accounts.all()
    ]


def player_facts(repositories: Repositories, userid: str) -> PlayerFacts:
    """What there is to know of a player; raises PbmheartsError for none."""
    account = player(repositories, userid)
    ratings = {line.userid: line.rating for line in repositories.ratings.table()}
    return PlayerFacts(
        userid=account.userid,
        state=_state(account),
        created_at=account.created_at,
        seen_at=account.seen_at,
        paused_at=account.paused_at,
        vacations=tuple(f"{first}..{last}" for first, last in account.vacations),
        password=bool(account.password_hash),
        addresses=repositories.accounts.addresses(account.id),
        boards=repositories.boards.numbers(account.id, active=True),
        waiting=repositories.boards.waiting_for(account.id),
        rating=ratings.get(account.userid),
        settings=account.preferences,
    )


def address_state(address: Address) -> str:
    """ "working", "suspended" (nothing can be delivered there) or "unconfirmed"."""
    if address.confirmed_at is None:
        return "unconfirmed"
    return "suspended" if address.suspended_at else "working"


def _state(account: Account) -> str:
    return "paused" if account.status == "active" and account.paused_at else account.status
