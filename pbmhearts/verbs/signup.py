"""`signup`: a new account."""

from dataclasses import dataclass

from pbmhearts.commands import credentials, userids
from pbmhearts.commands.context import Context, refuse_barred
from pbmhearts.commands.spec import Reply, Scope, Spec, Words, refuse_unless
from pbmhearts.notices import confirmation
from pbmhearts.storage import hash_password


@dataclass(frozen=True, slots=True)
class Signup:
    """What was asked for; `password_hash` is made before the transaction, as it takes its time."""

    userid: str
    password_hash: str
    addresses: tuple[str, ...]


def parse(words: Words) -> Signup:
    """Userid, password and any addresses."""
    refuse_unless(len(words.words) >= 2, "A userid and a password are needed.", verb="signup")
    userid, password, *others = words.words
    userids.check_form(userid, "signup")
    credentials.check_password(password, "signup")
    return Signup(userid, hash_password(password), credentials.addresses(others, "signup"))


def handle(signup: Signup, context: Context) -> Reply:
    """Open the account, and ask at its addresses whether they are right."""
    addresses = signup.addresses or (context.mail.header_from,)
    refuse_unless(all(addresses), "Your mail has no From address to write to.", verb="signup")
    _check_welcome(addresses, context)
    userids.check_free(signup.userid, context, "signup")
    account = context.repositories.accounts.add(signup.userid, signup.password_hash, context.now)
    asked = confirmation.give(context, account, addresses, verb="signup", new=True)
    return confirmation.answer(context, account, asked, "replies/signup.txt")


def _check_welcome(addresses: tuple[str, ...], context: Context) -> None:
    wish = context.services.config.players.signup
    refuse_unless(wish != "closed", "This server takes no new players by mail.")
    for address in addresses:
        for account in context.repositories.accounts.by_address(address):
            refuse_barred(account)
    invitations = context.repositories.invitations
    refuse_unless(
        wish == "open" or all(invitations.pending_at(address) for address in addresses),
        "This server takes only players whom somebody has invited.",
        hint="A player invites you by naming your address in a challenge.",
    )


SPEC = Spec(
    name="signup",
    game=False,
    scope=Scope.OPEN,
    usage=("signup userid password [address+]",),
    summary="open an account",
    help="""Opens an account. The userid is what others call you: 2 to 20 letters,
digits, hyphens or underscores, a letter first. The password has 4 to 64
characters, without spaces, quotes, colons or plus signs, and no hyphen
at its start. Letters go to the addresses you name, or to the one you
write from. Each of them gets one letter to reply to, and nothing else
until somebody has.""",
    example="signup ann secret",
    parse=parse,
    handle=handle,
    hashes=True,
)
