"""`change`: another password, or other addresses."""

from dataclasses import dataclass

from pbmhearts.commands import credentials
from pbmhearts.commands.actors import Via
from pbmhearts.commands.context import Context
from pbmhearts.commands.spec import Reply, Scope, Spec, Words, refuse_unless
from pbmhearts.notices import confirmation
from pbmhearts.storage import hash_password

_KINDS = ("password", "address")


@dataclass(frozen=True, slots=True)
class Change:
    """One of the two; `password_hash` is made before the transaction, as it takes its time."""

    kind: str
    password_hash: str = ""
    addresses: tuple[str, ...] = ()


def parse(words: Words) -> Change:
    """What is changed, then the new password or the new addresses."""
    kind = words.words[0].lower() if words.words else ""
    refuse_unless(kind in _KINDS, "Is it the password or the address that you change?", verb="change")
    rest = words.words[1:]
    if kind == "address":
        return Change(kind, addresses=credentials.addresses(rest, "change"))
    refuse_unless(len(rest) == 1, "One new password is needed, behind the current one.", verb="change")
    credentials.check_password(rest[0], "change")
    return Change(kind, password_hash=hash_password(rest[0]))


def handle(change: Change, context: Context) -> Reply:
    """Change it for the player."""
    by_password = context.actor is not None and context.actor.via is Via.PASSWORD
    if change.kind == "address":
        refuse_unless(by_password, "Userid and password are needed for that.", verb="change")
        return _replace(change.addresses or (context.mail.header_from,), context)
    # Whoever can read a player's mail must not be able to take the account over.
    first = context.actor is not None and context.actor.via is Via.LETTER and not context.player.password_hash
    refuse_unless(by_password or first, "Userid and the current password are needed for that.", verb="change")
    context.repositories.accounts.change(context.player.id, password_hash=change.password_hash)
    return Reply("Your new password holds from now on.")


def _replace(addresses: tuple[str, ...], context: Context) -> Reply:
    """The old addresses stay until one of the new ones is confirmed."""
    refuse_unless(all(addresses), "Your mail has no From address to change to.", verb="change")
    accounts, player = context.repositories.accounts, context.player
    asked = confirmation.give(context, player, addresses, verb="change")
    named = [address.lower() for address in addresses]
    if any(address in named for address in accounts.confirmed(player.id)):
        accounts.remove_addresses(player.id, but=named)
    else:
        accounts.change(player.id, preferences={**player.preferences, confirmation.REPLACING: named})
    return confirmation.answer(context, player, asked, "replies/addresses.txt")


SPEC = Spec(
    name="change",
    game=False,
    scope=Scope.ACCOUNT,
    usage=(
        "change password userid current new",
        "change address userid password [address+]",
    ),
    summary="another password, or other addresses",
    help="""Changes your password; or puts other addresses in place of those you
have, the one you write from if you name none. Each new address gets one
letter to reply to; the old ones stay until you have replied to the
first.

An account without a password gets one by `change password` and the new
one as a reply to a letter about the account.""",
    example="change password ann secret better-secret",
    parse=parse,
    handle=handle,
    hashes=True,
    in_reply=True,
    kinds=_KINDS,
)
