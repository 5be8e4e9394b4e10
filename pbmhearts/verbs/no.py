"""`no`: not this time."""

from pbmhearts.commands.answered_letter import answered, invitation_of
from pbmhearts.commands.context import Context
from pbmhearts.commands.spec import Reply, Scope, Spec, Words, check_alone
from pbmhearts.table import invitations


def parse(words: Words) -> None:
    """Nothing more is needed, and only kind words may stand there: "No idea, who are you?" is no answer."""
    check_alone(words.words, "no", "no", besides=frozenset({"sorry", "not", "this", "time"}))


def handle(_nothing: None, context: Context) -> Reply:
    """Decline the invitation that the mail answers."""
    invitation = invitation_of(answered(context), context)
    invitations.decline(invitation, context)
    return Reply("Your answer is passed on. Nothing more comes about that board.")


SPEC = Spec(
    name="no",
    game=False,
    scope=Scope.OPEN,
    usage=("no",),
    summary="decline an invitation",
    help="""Only as a reply to an invitation: you do not come this time. Whoever
invited you is told, and may ask somebody else.""",
    example="no",
    parse=parse,
    handle=handle,
    in_reply=True,
)
