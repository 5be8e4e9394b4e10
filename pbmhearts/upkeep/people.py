"""What the operator does about players."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from pbmhearts.commands import credentials, tell, userids
from pbmhearts.commands.context import Context
from pbmhearts.errors import PbmheartsError
from pbmhearts.storage import Account, Address, Repositories, hash_password

BARRED = "barred"
"""The status of an account whose commands are refused; its boards' clocks run on."""


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """A player in a line.

    Attributes:
        status: "active", "inactive" (signed off) or "barred" (suspended).
        addresses: where letters go.
        boards: how many are being played.
        waiting: how many of them wait for the player.
    """

    userid: str
    status: str
    addresses: tuple[str, ...]
    boards: int
    waiting: int
    seen_at: datetime


def player_line(repositories: Repositories, account: Account) -> PlayerLine:
    """What there is to say of a player in a line."""
    return PlayerLine(
        account.userid,
        account.status,
        repositories.accounts.reachable(account.id),
        len(repositories.boards.numbers(account.id, active=True)),
        len(repositories.boards.waiting_for(account.id)),
        account.seen_at,
    )


def player_lines(repositories: Repositories) -> list[PlayerLine]:
    """Everybody, by userid."""
    return [player_line(repositories, account) for account in repositories.accounts.all()]


def player(repositories: Repositories, userid: str) -> Account:
    """The account of that userid; raises PbmheartsError for none."""
    account = repositories.accounts.by_userid(userid)
    if account is None or account.status == "deleted":
        raise PbmheartsError(f"there is no player {userid}")
    return account


def addresses(repositories: Repositories, userid: str) -> tuple[Address, ...]:
    """All addresses of a player; raises PbmheartsError for no such player."""
    return repositories.accounts.addresses(player(repositories, userid).id)


def create(userid: str, password_hash: str, named: Sequence[str], context: Context) -> None:
    """Open an account whose addresses count as confirmed: the operator vouches for them.

    Args:
        password_hash: "" for none; a password can be set later, or by `forgot`.

    Raises:
        Refusal: no such userid or address may be.
    """
    userids.check_form(userid, "signup")
    userids.check_free(userid, context, "signup")
    found = credentials.addresses(named, "signup")
    account = context.repositories.accounts.add(userid, password_hash, context.now)
    for address in found:
        context.repositories.accounts.add_address(account.id, address, context.now, context.now)


def hashed(password: str) -> str:
    """What to keep of a password; raises Refusal for what cannot be one."""
    credentials.check_password(password, "signup")
    return hash_password(password)


def rename(old: str, new: str, context: Context) -> None:
    """Give a player another userid.

    Raises:
        PbmheartsError: no such player, the name is taken, or cards have been dealt to it: the first deal of a
            board is made of its players' userids, and could not be checked any more.
    """
    account = player(context.repositories, old)
    userids.check_form(new, "signup")
    if old.casefold() != new.casefold():
        userids.check_free(new, context, "signup")
    if context.repositories.boards.numbers(account.id):
        raise PbmheartsError(f"{account.userid} sits on boards whose first deals were made of that name")
    context.repositories.accounts.change(account.id, userid=new, userid_key=new.casefold())


def set_password(userid: str, password_hash: str, context: Context) -> None:
    """Give a player another password; raises PbmheartsError for no such player."""
    account = player(context.repositories, userid)
    context.repositories.accounts.change(account.id, password_hash=password_hash)


def suspend(userid: str, context: Context) -> None:
    """Refuse all that comes from a player; raises PbmheartsError for nobody, or who is suspended already."""
    account = player(context.repositories, userid)
    if account.status == BARRED:
        raise PbmheartsError(f"{account.userid} is suspended already")
    context.repositories.accounts.change(account.id, status=BARRED)


def restore(userid: str, context: Context) -> None:
    """Let a player play again, and letters go again to addresses that had failed.

    Raises:
        PbmheartsError: no such player.
    """
    account = player(context.repositories, userid)
    context.repositories.accounts.change(account.id, status="active")
    for address in context.repositories.accounts.confirmed(account.id):
        context.repositories.bounces.lift(address)


def add_address(userid: str, address: str, context: Context) -> None:
    """Give a player an address that counts as confirmed; one that the player has is confirmed.

    Raises:
        PbmheartsError: no such player, or no address.
    """
    account = player(context.repositories, userid)
    (found,) = credentials.addresses([address], "add")
    accounts = context.repositories.accounts
    accounts.add_address(account.id, found, context.now, context.now)
    for known in accounts.addresses(account.id):
        if known.address == found and known.confirmed_at is None:
            accounts.confirm(known.id, context.now)


def remove_address(userid: str, address: str, context: Context) -> None:
    """Take an address from a player; raises PbmheartsError if it is none of the player's."""
    account = player(context.repositories, userid)
    known = [each.address for each in context.repositories.accounts.addresses(account.id)]
    if address.lower() not in known:
        raise PbmheartsError(f"{account.userid} has no address {address}")
    left = [each for each in known if each != address.lower()]
    context.repositories.accounts.remove_addresses(account.id, but=left)


def broadcast(subject: str, text: str, context: Context) -> int:
    """Owe a letter to every player who has not signed off or paused; returns to how many players."""
    to = 0
    for account in context.repositories.accounts.all():
        if account.status == "active" and account.paused_at is None:
            tell.person(context, account, "replies/operator.txt", subject, {"text": text})
            to += 1
    return to
