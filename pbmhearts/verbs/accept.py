"""`mhearts accept`: take the seat one was asked to, or agree to what is proposed."""

from dataclasses import dataclass

from pbmhearts.commands.answered_letter import own_invitation
from pbmhearts.commands.context import Context
from pbmhearts.commands.spec import Reply, Scope, Spec, Words, check_alone
from pbmhearts.table import invitations, proposals


@dataclass(frozen=True, slots=True)
class Answer:
    """The board, as far as it was named, and all that was written."""

    board: str
    words: tuple[str, ...] = ()


def parse(words: Words) -> Answer:
    """The board's number; in a reply none."""
    return Answer(words.words[0].lstrip("#") if words.words else "", words.words)


def handle(answer: Answer, context: Context) -> Reply:
    """Take the seat, and the board starts if nobody else is waited for; of a board that runs, agree."""
    if context.actor is not None and context.actor.board is not None:
        check_alone(answer.words, "accept or reject", "mhearts accept")
        return proposals.agree(context)
    invitation = own_invitation(answer.board, context, "mhearts accept")
    if invitations.accept(invitation, context.player, context):
        return Reply()
    return Reply(invitations.text_of(invitation.board, context))


SPEC = Spec(
    name="accept",
    game=True,
    scope=Scope.ANSWER,
    usage=("mhearts accept board userid password", "mhearts accept board code"),
    summary="say yes to a challenge, or to what is proposed",
    help="""Takes the seat that you were asked to. Or reply `yes` to the letter that
asked. The board starts when nobody is waited for.

Of a board that runs, agrees to what another player has proposed with
`propose`. Or reply `accept` or `yes` to the letter that asks.""",
    example="mhearts accept 101 bob secret",
    parse=parse,
    handle=handle,
    in_reply=True,
    to_board=("yes", "ok"),
)
