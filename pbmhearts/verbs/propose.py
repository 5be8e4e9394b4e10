"""`mhearts propose`: ask the table to take a card back, or to end the board."""

from pbmhearts.commands.context import Context
from pbmhearts.commands.spec import Reply, Scope, Spec, Words
from pbmhearts.errors import Refusal
from pbmhearts.storage import ProposalKind
from pbmhearts.table import proposals

_TITLE = "mhearts propose"


def parse(words: Words) -> ProposalKind:
    """`undo` or `abandon`."""
    try:
        (word,) = words.words
        return ProposalKind(word.lower().strip(".,;!"))
    except ValueError:
        raise Refusal("What do you propose: undo, or abandon?", verb=_TITLE) from None


def handle(kind: ProposalKind, context: Context) -> Reply:
    """Ask the others."""
    return proposals.propose(kind, context)


SPEC = Spec(
    name="propose",
    game=True,
    scope=Scope.BOARD,
    usage=("mhearts propose board userid password undo|abandon", "mhearts propose board code undo|abandon"),
    summary="ask to take a card back, or to end the board",
    help="""Asks the others, who all have to agree; bots do by themselves. With `undo`
the last card that a player chose comes back, and everybody gets the
board again; such a proposal lapses when the board moves on. With
`abandon` the board ends without a result.

The others reply `accept` or `reject` to the letter that asks, or mail
`mhearts accept` or `mhearts reject`. You may `reject` what you have
proposed yourself.""",
    example="mhearts propose 101 ann secret undo",
    parse=parse,
    handle=handle,
    in_reply=True,
)
