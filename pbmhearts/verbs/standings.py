"""`mhearts standings`: who has won how many boards."""

from pbmhearts.commands.context import Context
from pbmhearts.commands.spec import Reply, Scope, Spec, Words
from pbmhearts.notices.results import standings

MOST = 200
"""Players that one mail lists."""


def parse(words: Words) -> None:
    """It takes nothing."""


def handle(_nothing: None, context: Context) -> Reply:
    """A line a player."""
    lines = standings(context.repositories.ratings.results())
    text = context.services.renderer.text(
        "replies/standings.txt", lines=lines[:MOST], more=max(0, len(lines) - MOST)
    )
    return Reply(text)


SPEC = Spec(
    name="standings",
    game=True,
    scope=Scope.OPEN,
    usage=("mhearts standings",),
    summary="who has won how many boards",
    help="""Lists the players by boards won: how many they played, and how often
they came first, second, third and fourth.""",
    example="mhearts standings",
    parse=parse,
    handle=handle,
)
