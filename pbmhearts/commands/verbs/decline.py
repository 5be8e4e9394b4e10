"""`mhearts decline`: give the seat back."""

from pbmhearts.commands import gathering
from pbmhearts.commands.context import Context
from pbmhearts.commands.letters import own_invitation
from pbmhearts.commands.spec import Reply, Scope, Spec
from pbmhearts.commands.verbs.accept import Answer, parse


def handle(answer: Answer, context: Context) -> Reply:
    """Say no; whoever asked may ask somebody else."""
    invitation = own_invitation(answer.board, context, "mhearts decline")
    gathering.decline(invitation, context)
    return Reply("Your answer is passed on. Nothing more comes about that board.")


SPEC = Spec(
    name="decline",
    game=True,
    scope=Scope.PENDING,
    usage=("mhearts decline board userid password",),
    summary="say no to a challenge",
    help="""Gives the seat back that you were asked to. Or reply `no` to the letter
that asked. Whoever asked may ask somebody else.""",
    example="mhearts decline 101 bob secret",
    parse=parse,
    handle=handle,
)
