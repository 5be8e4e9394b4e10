"""`mhearts decline`: give the seat back."""

from pbmhearts.commands.answered_letter import own_seat
from pbmhearts.commands.context import Context
from pbmhearts.commands.spec import Reply, Scope, Spec
from pbmhearts.table import invitations
from pbmhearts.verbs.accept import Answer, parse


def handle(answer: Answer, context: Context) -> Reply:
    """Say no, even after a yes; whoever asked may ask somebody else."""
    invitation = own_seat(answer.board, context, "mhearts decline")
    invitations.give_back(invitation, context)
    if context.repositories.invitations.organiser(invitation.board) != context.player.id:
        return Reply("Your answer is passed on. Nothing more comes about that board.")
    return Reply(
        f"Your seat is free. The board begins only if you ask somebody else:\n\n"
        f"  mhearts invite {invitation.board} userid password other"
    )


SPEC = Spec(
    name="decline",
    game=True,
    scope=Scope.PENDING,
    usage=("mhearts decline board userid password",),
    summary="say no to a challenge",
    help="""Gives the seat back that you were asked to. Or reply `no` to the letter
that asked. Whoever asked may ask somebody else. Until the board begins you
may change a yes in this way, and call off a board of your own: without you
it does not begin.""",
    example="mhearts decline 101 bob secret",
    parse=parse,
    handle=handle,
)
