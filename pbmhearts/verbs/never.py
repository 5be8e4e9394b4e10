"""`never`: not this time, and no invitation ever again."""

from pbmhearts.commands.answered_letter import answered, invitation_of
from pbmhearts.commands.context import Context
from pbmhearts.commands.spec import Reply, Scope, Spec, Words, check_alone, refuse_unless
from pbmhearts.letters import LetterKind
from pbmhearts.table import invitations


def parse(words: Words) -> None:
    """Nothing more is needed, and only kind words may stand there: "Never heard of it" is no answer."""
    check_alone(words.words, "never", "never", besides=frozenset({"again", "ever", "more"}))


def handle(_nothing: None, context: Context) -> Reply:
    """Decline, and keep the address from every further invitation; of a player, block the host."""
    letter = answered(context)
    if letter.kind is LetterKind.CONFIRM:
        return _close(letter.number, context)
    invitation = invitation_of(letter, context)
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


def _close(address_id: int, context: Context) -> Reply:
    """Send no more letters to an address that somebody gave as theirs, whoever names it."""
    address = context.repositories.accounts.address(address_id)
    if address is not None:
        refuse_unless(
            address.confirmed_at is None, "You have confirmed that address: `pause` stops all letters."
        )
        kept = context.repositories.accounts.addresses(address.account_id)
        others = [each.address for each in kept if each.id != address_id]
        context.repositories.accounts.remove_addresses(address.account_id, but=others)
        context.repositories.blocks.shun(address.address, context.now)
    return Reply("Nothing more comes to this address, whoever names it.")


SPEC = Spec(
    name="never",
    game=False,
    scope=Scope.OPEN,
    usage=("never",),
    summary="decline all invitations for good",
    help="""As a reply to an invitation: you do not come, and no invitation is
ever sent to your address again, whoever asks. If you have an account, it
blocks the player who asked (`unblock` takes that back). To a letter that
asks whether an address is yours: no letter comes there again.""",
    example="never",
    parse=parse,
    handle=handle,
    in_reply=True,
)
