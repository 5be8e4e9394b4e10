"""Whether an address is its player's: one letter asks, and any answer to it says yes."""

from collections.abc import Sequence

from pbmhearts.commands import limits
from pbmhearts.commands.context import Context
from pbmhearts.commands.spec import Reply, refuse_unless
from pbmhearts.errors import Refusal
from pbmhearts.letters import LetterKind, LetterTag
from pbmhearts.notices import tell
from pbmhearts.render import Tap
from pbmhearts.storage import Account, Address

MOST_LETTERS = 3
"""Such letters a day to one address: anybody can name any address."""

MOST_ADDRESSES = 10
"""Addresses of one account, as each of them gets every letter."""

REPLACING = "replacing"
"""Among an account's preferences: the new addresses, the first of which to be confirmed puts away the old."""


def give(
    context: Context, account: Account, addresses: Sequence[str], *, verb: str, new: bool = False
) -> tuple[str, ...]:
    """Give an account addresses, and ask at each that it has not confirmed whether it is the account's.

    Args:
        verb: whose usage a refusal shows.
        new: the account has just been opened.

    Returns:
        those that were asked at.

    Raises:
        Refusal: one is the server's own, too many addresses, or too many letters to one of them.
    """
    accounts = context.repositories.accounts
    closed = next(filter(context.repositories.blocks.is_shunned, addresses), "")
    refuse_unless(not closed, f"Whoever reads {closed} wants no letters from here.", verb=verb)
    ours = any(map(context.services.me.is_ours, addresses))
    refuse_unless(not ours, "The server's own address cannot be a player's.", verb=verb)
    at_once = context.now if not context.services.config.confirms_addresses else None
    for address in addresses:
        accounts.add_address(account.id, address, context.now, confirmed_at=at_once)
    named = {address.lower() for address in addresses}
    kept = accounts.addresses(account.id)
    refuse_unless(len(kept) <= MOST_ADDRESSES, f"A player has {MOST_ADDRESSES} addresses at most.", verb=verb)
    asked = []
    for known in kept:
        if known.address not in named or known.confirmed_at is not None:
            continue
        if at_once is not None:
            accounts.confirm(known.id, at_once)
        else:
            _ask(context, account, known, new=new)
            asked.append(known.address)
    return tuple(asked)


def answer(context: Context, account: Account, asked: Sequence[str], otherwise: str) -> Reply:
    """What is said of addresses that have been given.

    Args:
        asked: those that `give` asked at.
        otherwise: the template of what is said if that is nowhere; it gets the account's addresses.
    """
    renderer = context.services.renderer
    if context.mail.header_from in asked:
        # The letter that asks is the answer; the account's other addresses hear of the new one.
        tell.person(context, account, "replies/asked_at.txt", "A new address of yours", {"addresses": asked})
        return Reply()
    if asked:
        return Reply(renderer.text("replies/asked_at.txt", addresses=asked))
    addresses = context.repositories.accounts.confirmed(account.id)
    facts = {"userid": account.userid, "addresses": addresses, "server": context.services.me.address}
    return Reply(renderer.text(otherwise, **facts))


def check_confirmed(context: Context, verb: str) -> None:
    """Refuse a player who has never answered a letter: anybody could be behind that account."""
    refuse_unless(
        context.repositories.accounts.confirmed(context.player.id),
        "First reply to the letter that asked whether your address is right.",
        verb=verb,
    )


def _ask(context: Context, account: Account, address: Address, *, new: bool) -> None:
    limits.spend(
        context.repositories,
        f"confirm:{address.address}",
        MOST_LETTERS,
        context.now,
        "Enough letters that ask for an answer went to that address today: answer one of them.",
    )
    limits.spend(
        context.repositories,
        "confirmations",
        context.services.config.players.all_strangers_per_day,
        context.now,
        "Too many new addresses came up today: try again tomorrow.",
    )
    code = context.services.codes.letter_code(LetterKind.CONFIRM, address.id)
    tell.notice(
        context,
        address.address,
        "replies/confirm.txt",
        "Is this your address?",
        {"new": new, "name": context.services.me.name, "address": address.address},
        tag=LetterTag(LetterKind.CONFIRM, address.id, code),
        account=account,
        taps=(Tap("Yes, it is mine", "yes", main=True),),
    )


def confirm(address_id: int, context: Context) -> Reply:
    """Whoever answers the letter to an address has read it: letters go there from now on.

    Args:
        address_id: the number of a CONFIRM letter whose code has been checked.

    Raises:
        Refusal: that address has been taken off its account.
    """
    accounts = context.repositories.accounts
    address = accounts.address(address_id)
    if address is None:
        raise Refusal("That address is no player's any more.", hint="`help add` tells how to add one.")
    account = accounts.by_id(address.account_id)
    first = not accounts.confirmed(account.id)
    known = address.confirmed_at is not None
    accounts.confirm(address.id, context.now)
    replaced = _put_away_old(context, account, address)
    if first:
        return _welcome(context, account, address)
    if known:
        return Reply(f"{address.address} is known as yours already.")
    others = "Your other addresses get none any more." if replaced else ""
    return Reply(f"Letters go to {address.address} from now on.\n{others}".strip())


def _put_away_old(context: Context, account: Account, address: Address) -> bool:
    """Take off the addresses that this one was to replace; False if it was to replace none."""
    new = account.preferences.get(REPLACING, [])
    if address.address not in new:
        return False
    kept = {name: value for name, value in account.preferences.items() if name != REPLACING}
    context.repositories.accounts.change(account.id, preferences=kept)
    context.repositories.accounts.remove_addresses(account.id, but=new)
    return True


def _welcome(context: Context, account: Account, address: Address) -> Reply:
    """To the one who answered, if that was from the address itself; else as a letter of its own."""
    facts = {"addresses": context.repositories.accounts.confirmed(account.id)}
    if context.mail.header_from != address.address:
        tell.person(context, account, "replies/signup.txt", "Welcome", facts)
        return Reply()
    server = context.services.me.address
    text = context.services.renderer.text("replies/signup.txt", userid=account.userid, server=server, **facts)
    return Reply(text)
