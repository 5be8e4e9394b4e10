"""`signup`: a new account."""

import re
from dataclasses import dataclass

from pbmhearts.commands.context import Context
from pbmhearts.commands.spec import Reply, Scope, Spec, Words, refuse_unless
from pbmhearts.storage import hash_password

RESERVED = frozenset({"bot", "all", "active", "inactive", "next", "off", "end", "server"})

_USERID = re.compile(r"[A-Za-z][A-Za-z0-9_-]{1,19}")
_PASSWORD = re.compile(r"[^\s'\":+-][^\s'\":+]{3,63}")
_ADDRESS = re.compile(r"[^\s<>,;:\"()@]{1,64}@[A-Za-z0-9][A-Za-z0-9.-]{0,252}")


@dataclass(frozen=True, slots=True)
class Signup:
    """What was asked for; `password_hash` is made before the transaction, as it takes its time."""

    userid: str
    password_hash: str
    addresses: tuple[str, ...]


def parse(words: Words) -> Signup:
    """Userid, password and any addresses."""
    refuse_unless(len(words.words) >= 2, "A userid and a password are needed.", verb="signup")
    userid, password, *addresses = words.words
    refuse_unless(
        _USERID.fullmatch(userid) and userid.lower() not in RESERVED,
        "That cannot be a userid.",
        hint="2 to 20 letters, digits, - or _, a letter first; a few words such as bot and all are taken.",
        verb="signup",
    )
    refuse_unless(
        _PASSWORD.fullmatch(password),
        "That cannot be a password.",
        hint="4 to 64 characters; no spaces, quotes, colons or plus signs, no hyphen at its start.",
        verb="signup",
    )
    refuse_unless(
        all(_ADDRESS.fullmatch(address) for address in addresses),
        "After the password only addresses may follow.",
        verb="signup",
    )
    return Signup(userid, hash_password(password), tuple(addresses))


def handle(signup: Signup, context: Context) -> Reply:
    """Open the account."""
    players = context.services.config.players
    refuse_unless(players.signup == "open", "This server takes no new players by mail.")
    accounts = context.repositories.accounts
    taken = accounts.by_userid(signup.userid)
    refuse_unless(
        taken is None, f"The userid {signup.userid} is taken.", hint="Choose another one.", verb="signup"
    )
    addresses = signup.addresses or (context.mail.header_from,)
    refuse_unless(any(addresses), "Your mail has no From address to write to.", verb="signup")
    account = accounts.add(signup.userid, signup.password_hash, context.now)
    for address in addresses:
        accounts.add_address(account.id, address, context.now, confirmed_at=context.now)
    return Reply(
        context.services.renderer.text(
            "replies/signup.txt",
            userid=account.userid,
            addresses=addresses,
            server=context.services.me.address,
        )
    )


SPEC = Spec(
    name="signup",
    game=False,
    scope=Scope.OPEN,
    usage=("signup userid password [address+]",),
    summary="open an account",
    help="""Opens an account. The userid is what others call you: 2 to 20 letters,
digits, hyphens or underscores, a letter first. The password has 4 to 64
characters, without spaces, quotes, colons or plus signs, and no hyphen at
its start. Letters go to the addresses you name, or to the one you write
from.""",
    example="signup ann secret",
    parse=parse,
    handle=handle,
)
