"""`mhearts ratings`: how strong the players are, by their results against each other."""

from pbmhearts.commands.context import Context
from pbmhearts.commands.spec import Reply, Scope, Spec, Words
from pbmhearts.notices.results import INACTIVE_AFTER, PROVISIONAL_BOARDS, tables

MOST = 200
"""Players that one mail lists in each table."""


def parse(words: Words) -> None:
    """It takes nothing."""


def handle(_nothing: None, context: Context) -> Reply:
    """Three tables: settled, provisional, inactive."""
    text = context.services.renderer.text(
        "replies/ratings.txt",
        tables=tables(context.repositories.ratings.table(), context.now),
        most=MOST,
        few=PROVISIONAL_BOARDS,
        days=INACTIVE_AFTER.days,
    )
    return Reply(text)


SPEC = Spec(
    name="ratings",
    game=True,
    scope=Scope.OPEN,
    usage=("mhearts ratings",),
    summary="the players' ratings",
    help="""Lists the players by rating. `help ratings` tells what a rating is, and
which boards count.""",
    example="mhearts ratings",
    parse=parse,
    handle=handle,
)
