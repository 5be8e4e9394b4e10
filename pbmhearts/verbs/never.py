"""`never`: not this time, and no invitation ever again."""

from pbmhearts.commands.answered_letter import answered, invitation_of
from pbmhearts.commands.context import Context
from pbmhearts.commands.spec import Reply, Scope, Spec, Words, check_alone
from pbmhearts.table import invitations


def parse(words: Words) -> None:
    """Nothing more is needed, and only kind words may stand there: "Never heard of it" is no answer."""
    check_alone(words.words, "never", "never", besides=frozenset({"again", "ever", "more"}))


def handle(_nothing: None, context: Context) -> Reply:
    """Decline, and keep the address from every further invitation; of a player, block the host."""
    invitation = invitation_of(answered(context), context)
    if invitation.account_id is None:
        context.repositories.blocks.shun(invitation.address, context.now)
        said = "No invitation comes to this address again, from anybody."
    else:
        said = "Nothing more comes from that player."
        if invitation.asked_by is not None:
            context.repositories.blocks.block(invitation.account_id, invitation.asked_by)
    if invitation.state == "asked":
        invitations.decline(invitation, context)
    return Reply(said)


SPEC = Spec(
    name="never",
    game=False,
    scope=Scope.OPEN,
    usage=("never",),
    summary="decline all invitations for good",
    help="""Only as a reply to an invitation: you do not come, and no invitation is
ever sent to your address again, whoever asks. If you have an account, it
blocks the player who asked (`unblock` takes that back).""",
    example="never",
    parse=parse,
    handle=handle,
    in_reply=True,
)
