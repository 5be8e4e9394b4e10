"""`reset`: a new password, by the code that `forgot` brought."""

from dataclasses import dataclass

from pbmhearts.commands import credentials
from pbmhearts.commands.actors import Actor, Via
from pbmhearts.commands.context import Context
from pbmhearts.commands.spec import Reply, Scope, Spec, Words, refuse_unless
from pbmhearts.errors import Refusal
from pbmhearts.storage import hash_password


@dataclass(frozen=True, slots=True)
class Reset:
    """Whose, the code, and the new password, as a hash made before the transaction."""

    userid: str
    code: str
    password_hash: str


def parse(words: Words) -> Reset:
    """Userid, code, new password."""
    refuse_unless(len(words.words) == 3, "A userid, the code and a new password are needed.", verb="reset")
    userid, code, password = words.words
    credentials.check_password(password, "reset")
    return Reset(userid, code, hash_password(password))


def handle(reset: Reset, context: Context) -> Reply:
    """Set the password, if the code is the player's; it is used up then."""
    accounts = context.repositories.accounts
    account = accounts.by_userid(reset.userid)
    gone = account is None or account.status == "deleted"
    if account is None or gone or not context.repositories.resets.use(account.id, reset.code, context.now):
        # The same sentence for nobody's userid, so that nobody learns which userids there are.
        raise Refusal(
            "Userid and code do not go together, or the code is too old or used.",
            hint="`forgot` and your userid bring a new one.",
            verb="reset",
        )
    context.identified(Actor(account, Via.LETTER))
    accounts.change(account.id, password_hash=reset.password_hash)
    return Reply("Your new password holds from now on.")


SPEC = Spec(
    name="reset",
    game=False,
    scope=Scope.OPEN,
    usage=("reset userid code newpassword",),
    summary="a new password, by a mailed code",
    help="""Makes a new password, by the code that `forgot` has mailed to you. The
code is good once, for a day.""",
    example="reset ann k7f3-q2ab-x5mn better-secret",
    parse=parse,
    handle=handle,
    hashes=True,
)
