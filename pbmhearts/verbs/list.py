"""`list`: the boards that are being played, of every game."""

from pbmhearts.commands.context import Context
from pbmhearts.commands.spec import GAME, Reply, Scope, Spec, Words, refuse_unless
from pbmhearts.verbs import games


def parse(words: Words) -> None:
    """A game's name, if any; there is one game."""
    wanted = [word.lower() for word in words.words]
    refuse_unless(wanted in ([], [GAME]), f"The only game here is {GAME}.", verb="list")


def handle(_: None, context: Context) -> Reply:
    """A line a board."""
    return games.handle((), context)


SPEC = Spec(
    name="list",
    game=False,
    scope=Scope.OPEN,
    usage=("list [game]",),
    summary="the boards being played",
    help="""Lists the boards that are being played, a line each. `mhearts games` can
choose among them.""",
    example="list mhearts",
    parse=parse,
    handle=handle,
    echoed=(GAME,),
)
