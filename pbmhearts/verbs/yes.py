"""`yes`: the answer to a confirmation or an invitation."""

from pbmhearts.commands.answered_letter import answered, invitation_of
from pbmhearts.commands.context import Context
from pbmhearts.commands.spec import Reply, Scope, Spec, Words
from pbmhearts.errors import Refusal
from pbmhearts.letters import LetterKind
from pbmhearts.notices.confirmation import confirm
from pbmhearts.table import invitations, newcomers

_COURTESIES = frozenset((
    "absolutely", "certainly", "cheers", "course", "definitely", "fine", "gladly", "good", "great", "happily",
    "indeed", "naturally", "ok", "okay", "please", "sure", "surely", "thanks", "willingly", "yeah", "yep", "yes",
))  # fmt: skip


def parse(words: Words) -> str:
    """The userid that somebody new wants, "" if none was named: more than a bare word is no name but kindness."""
    if len(words.words) != 1 or words.words[0].endswith("!"):
        return ""
    name = words.words[0].strip(".,;:\"'")
    return "" if name.lower() in _COURTESIES else name


def handle(userid: str, context: Context) -> Reply:
    """Say yes to whatever letter the mail answers."""
    letter = answered(context)
    if letter.kind is LetterKind.CONFIRM:
        return confirm(letter.number, context)
    if letter.kind is not LetterKind.INVITE:
        raise Refusal("That letter asked nothing that yes would answer.")
    invitation = invitation_of(letter, context)
    if invitation.account_id is None:
        return newcomers.join(invitation, userid, context)
    account = context.repositories.accounts.by_id(invitation.account_id)
    if invitations.accept(invitation, account, context):
        return Reply()
    return Reply(invitations.text_of(invitation.board, context))


SPEC = Spec(
    name="yes",
    game=False,
    scope=Scope.OPEN,
    usage=("yes userid", "yes"),
    summary="answer an invitation or a confirmation",
    help="""Only as a reply to a letter of ours. To an invitation: `yes` and the name
you want to be called by opens an account (without a password: replies
and codes are enough) and takes the seat; if you have an account, `yes`
alone takes the seat. To a letter that asks whether an address is yours,
`yes` confirms it.""",
    example="yes bob",
    parse=parse,
    handle=handle,
    aliases=("ok",),
    userids=1,
    in_reply=True,
)
