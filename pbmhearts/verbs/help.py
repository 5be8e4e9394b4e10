"""`help`: what there is, how it is written, and the rules."""

import difflib

from pbmhearts.commands.context import Context
from pbmhearts.commands.spec import GAME, Reply, Scope, Spec, Words
from pbmhearts.errors import Refusal
from pbmhearts.games.hearts import RuleSet

PAGES = ("commands", "mhearts", "ratings", "fairness", "tutorial")


def parse(words: Words) -> str:
    """The subject, "" for the first page."""
    return " ".join(words.words).lower()


def handle(subject: str, context: Context) -> Reply:
    """The page on a subject, or on a verb."""
    registry = context.services.registry
    facts = {
        "server": context.services.me.address,
        "specs": tuple(registry),
        "standard": RuleSet().describe(),
    }
    if not subject:
        return Reply(context.services.renderer.text("help/help.txt", **facts))
    if subject in PAGES:
        return Reply(context.services.renderer.text(f"help/{subject}.txt", **facts))
    spec = registry.by_title(subject)
    if spec is None:
        known = [*PAGES, *(spec.name for spec in registry)]
        near = difflib.get_close_matches(subject, known, n=1)
        hint = f"Did you mean `help {near[0]}`?" if near else "`help commands` lists all there is."
        raise Refusal("There is no help on that.", hint=hint, verb="help")
    return Reply(context.services.renderer.text("help/verb.txt", spec=spec))


SPEC = Spec(
    name="help",
    game=False,
    scope=Scope.OPEN,
    usage=(
        "help [subject]",
        "help commands",
        "help tutorial",
        "help mhearts",
        "help ratings",
        "help fairness",
    ),
    summary="this, and more on each command",
    help="""Mails a page: `help` the first steps, `help commands` all commands, `help
tutorial` a first game, `help mhearts` the rules, `help ratings` what a
rating is, `help fairness` how a deal is checked, and `help` with any
command's name what that command does.""",
    example="help move",
    parse=parse,
    handle=handle,
    aliases=("?",),
    in_reply=True,
    echoed=(*PAGES, GAME),
)
