"""`add`: more addresses for an account."""

from pbmhearts.commands import credentials
from pbmhearts.commands.context import Context
from pbmhearts.commands.spec import Reply, Scope, Spec, Words, refuse_unless
from pbmhearts.notices import confirmation


def parse(words: Words) -> tuple[str, ...]:
    """Addresses; none for the one that the mail comes from."""
    return credentials.addresses(words.words, "add")


def handle(addresses: tuple[str, ...], context: Context) -> Reply:
    """Give the account these addresses, too."""
    wanted = addresses or (context.mail.header_from,)
    refuse_unless(all(wanted), "Your mail has no From address to add.", verb="add")
    asked = confirmation.give(context, context.player, wanted, verb="add")
    return confirmation.answer(context, context.player, asked, "replies/addresses.txt")


SPEC = Spec(
    name="add",
    game=False,
    scope=Scope.ACCOUNT,
    usage=("add userid password [address+]",),
    summary="more addresses for your letters",
    help="""Adds addresses to your account: those you name, or the one you write
from. Letters go to all of your addresses, and mail from any of them is
known as yours. Each new one gets one letter to reply to first; `add`
again brings another one, if it was lost. Two players may share an
address.""",
    example="add ann secret ann@work.example",
    parse=parse,
    handle=handle,
)
