"""`mhearts seeks`: who looks for a board."""

from pbmhearts.commands.context import Context
from pbmhearts.commands.rule_options import wanted as read_wanted
from pbmhearts.commands.spec import Reply, Scope, Spec, Words


def parse(words: Words) -> None:
    """It takes nothing."""


def handle(_nothing: None, context: Context) -> Reply:
    """The rules that are wanted, and by whom."""
    wanted: dict[str, list[str]] = {}
    for seek in context.repositories.seeks.all():
        wanted.setdefault(seek.options, []).append(seek.userid)
    rows = [
        {"title": read_wanted(options.split(), "mhearts seek").title(), "options": options, "who": who}
        for options, who in wanted.items()
    ]
    return Reply(context.services.renderer.text("replies/seeks.txt", rows=rows))


SPEC = Spec(
    name="seeks",
    game=True,
    scope=Scope.OPEN,
    usage=("mhearts seeks",),
    summary="who looks for a board",
    help="Lists who looks for a board, and under which rules.",
    example="mhearts seeks",
    parse=parse,
    handle=handle,
)
