"""What the operator does about players. Each act returns what was done, for the log."""

from collections.abc import Sequence
from dataclasses import replace

from pbmhearts.commands import credentials, userids
from pbmhearts.commands.context import Context
from pbmhearts.errors import PbmheartsError
from pbmhearts.notices import tell
from pbmhearts.storage import BARRED, Account, Repositories, hash_password
from pbmhearts.table import invitations


def player(repositories: Repositories, userid: str) -> Account:
    """The account of that userid; raises PbmheartsError for none."""
    account = repositories.accounts.by_userid(userid)
    if account is None or account.status == "deleted":
        raise PbmheartsError(f"there is no player {userid}")
    return account


def hashed(password: str) -> str:
    """What to keep of a password; raises Refusal for what cannot be one."""
    credentials.check_password(password, "signup")
    return hash_password(password)


def create(userid: str, password_hash: str, addresses: Sequence[str], context: Context) -> str:
    """Open an account whose addresses count as confirmed, as the operator vouches for them; its player is told.

    Args:
        password_hash: "" for none: replies and codes are enough, and `forgot` makes one.

    Raises:
        Refusal: no such userid may be.
        PbmheartsError: an address is none, or the server's own.
    """
    userids.check_form(userid, "signup")
    userids.check_free(userid, context, "signup")
    account = context.repositories.accounts.add(userid, password_hash, context.now)
    for address in _usable(addresses, context):
        context.repositories.accounts.add_address(account.id, address, context.now, context.now)
    password = "with the password that the operator will tell you" if password_hash else "without a password"
    what = (
        f"an account has been opened for you on this server, {password}. `help tutorial` tells how to play."
    )
    _tell(account, "Your account", what, context)
    return f"{userid} has an account"


def rename(old: str, new: str, context: Context) -> str:
    """Give a player another userid.

    Raises:
        PbmheartsError: no such player, the name cannot be had, or cards have been dealt to the old one: a board's
            first deal is made of its players' userids, and could not be checked any more.
    """
    account = player(context.repositories, old)
    userids.check_form(new, "signup")
    if old.casefold() != new.casefold():
        userids.check_free(new, context, "signup")
    began = context.repositories.boards.begun_by(account.id)
    if began:
        raise PbmheartsError(
            f"{account.userid} has begun board {began[0]}: its first deal was made of that name, "
            "and could not be checked under another"
        )
    context.repositories.accounts.change(account.id, userid=new, userid_key=new.casefold())
    _tell(
        replace(account, userid=new), "Your name", f"you were {account.userid}, and are {new} now.", context
    )
    return f"{account.userid} is {new} now"


def set_password(userid: str, password_hash: str, context: Context) -> str:
    """Give a player another password; raises PbmheartsError for no such player."""
    account = player(context.repositories, userid)
    context.repositories.accounts.change(account.id, password_hash=password_hash)
    _tell(account, "Your password", "the operator has given your account another password.", context)
    return f"{account.userid} has another password"


def suspend(userid: str, why: str, context: Context) -> str:
    """Refuse all that comes from a player, whose offered and kept seats go back to those who asked.

    Raises:
        PbmheartsError: no such player, or one who is suspended already.
    """
    account = player(context.repositories, userid)
    if account.status == BARRED:
        raise PbmheartsError(f"{account.userid} is suspended already")
    context.repositories.accounts.change(account.id, status=BARRED)
    context.repositories.seeks.remove(account.id)
    for invitation in context.repositories.invitations.kept_for(account.id):
        invitations.give_back(invitation, context)
    what = "the operator has suspended your account: no command of yours is obeyed until it is restored."
    _tell(account, "Your account", what, context, why)
    return f"{account.userid} is suspended" + (f": {why}" if why else "")


def restore(userid: str, context: Context) -> str:
    """Obey a suspended player again, and send letters again to addresses that had failed.

    Raises:
        PbmheartsError: no such player, or nothing to restore.
    """
    account = player(context.repositories, userid)
    accounts = context.repositories.accounts
    failed = [known for known in accounts.addresses(account.id) if known.suspended_at and known.confirmed_at]
    if account.status != BARRED and not failed:
        raise PbmheartsError(f"{account.userid} is not suspended, and no address of theirs is")
    if account.status == BARRED:
        accounts.change(account.id, status="active")
    for known in failed:
        context.repositories.bounces.lift(known.address)
        accounts.confirm(known.id, known.confirmed_at or context.now)
    _tell(account, "Your account", "the operator has restored your account: all is as it was.", context)
    return f"{account.userid} is restored"


def change_addresses(userid: str, added: Sequence[str], removed: Sequence[str], context: Context) -> str:
    """Give a player addresses that count as confirmed, and take others; all of them are told.

    Raises:
        PbmheartsError: no such player, no address, one to be given that is the server's own, or one to be taken that
            is none of the player's.
    """
    account = player(context.repositories, userid)
    accounts = context.repositories.accounts
    has = {each.address for each in accounts.addresses(account.id) if each.confirmed_at}
    new, gone = tuple(word for word in _usable(added, context) if word not in has), _addresses(removed)
    for address in new:
        accounts.add_address(account.id, address, context.now, context.now)
    known = {each.address: each for each in accounts.addresses(account.id)}
    for address in gone:
        if address not in known:
            raise PbmheartsError(f"{account.userid} has no address {address}")
    if not new and not gone:
        raise PbmheartsError(f"{account.userid} has these addresses already")
    if has and not (has | set(new)) - set(gone):
        raise PbmheartsError(f"no address would be left to {account.userid}: give another one with --add")
    for address in new:
        if known[address].confirmed_at is None:
            accounts.confirm(known[address].id, context.now)
    what = "the operator has changed the addresses of your account."
    _tell(account, "Your addresses", what, context)
    accounts.remove_addresses(account.id, but=[address for address in known if address not in gone])
    return f"addresses of {account.userid}: {len(new)} added, {len(gone)} removed"


def _addresses(words: Sequence[str]) -> tuple[str, ...]:
    for word in words:
        if not credentials.is_address(word):
            raise PbmheartsError(f"{word} is no address")
    return tuple(dict.fromkeys(word.lower() for word in words))


def _usable(words: Sequence[str], context: Context) -> tuple[str, ...]:
    """Addresses that a player may have: a letter to the server itself would reach nobody."""
    usable = _addresses(words)
    for address in usable:
        if context.services.me.is_ours(address):
            raise PbmheartsError(f"{address} is this server's own address")
    return usable


def _tell(account: Account, subject: str, what: str, context: Context, why: str = "") -> None:
    tell.person(context, account, "replies/operator.txt", subject, {"what": what, "why": why})
