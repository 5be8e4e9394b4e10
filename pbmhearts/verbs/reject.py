"""`mhearts reject`: have none of what is proposed."""

from pbmhearts.commands.context import Context
from pbmhearts.commands.spec import Reply, Scope, Spec, Words, check_alone
from pbmhearts.table import proposals


def parse(words: Words) -> None:
    """Nothing more."""
    check_alone(words.words, "accept or reject", "mhearts reject")


def handle(_nothing: None, context: Context) -> Reply:
    """Say no to the board's open proposal."""
    return proposals.reject(context)


SPEC = Spec(
    name="reject",
    game=True,
    scope=Scope.BOARD,
    usage=("mhearts reject board userid password", "mhearts reject board code"),
    summary="say no to what is proposed",
    help="""Says no to what another player has proposed with `propose`; then it is
off the table. Or reply `reject` or `no` to the letter that asks. Whoever
proposed it withdraws it in the same way.""",
    example="mhearts reject 101 bob secret",
    parse=parse,
    handle=handle,
    in_reply=True,
    to_board=("no",),
)
