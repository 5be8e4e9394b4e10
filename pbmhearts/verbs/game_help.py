"""`mhearts help`: the rules."""

from dataclasses import replace

from pbmhearts.commands.spec import Words
from pbmhearts.verbs.help import SPEC as SERVER_HELP
from pbmhearts.verbs.help import parse as subject


def parse(words: Words) -> str:
    """The subject; without one, the rules."""
    return subject(words) or "mhearts"


SPEC = replace(
    SERVER_HELP,
    game=True,
    usage=("mhearts help",),
    summary="the rules and options",
    help="Mails the rules of the game and the options of a challenge.",
    example="mhearts help",
    parse=parse,
    aliases=(),
    in_reply=False,
)
