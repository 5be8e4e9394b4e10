"""`all show`: somebody's boards, of every game."""

from pbmhearts.commands.context import Context
from pbmhearts.commands.listing import CHOICES, board_number, choice
from pbmhearts.commands.spec import Reply, Scope, Spec, Words, refuse_unless
from pbmhearts.verbs import show

_SHOW = "show"


def parse(words: Words) -> tuple[str, ...]:
    """A userid, and a choice among the boards."""
    verb, *rest = [word.lower() for word in words.words] or [""]
    refuse_unless(verb == _SHOW, "`show` comes behind `all`.", verb="all")
    others, _ = choice(rest)
    refuse_unless(len(others) == 1 and board_number(others[0]) is None, "One player is needed.", verb="all")
    return tuple(rest)


def handle(words: tuple[str, ...], context: Context) -> Reply:
    """The boards, one below the other."""
    return show.handle(words, context)


SPEC = Spec(
    name="all",
    game=False,
    scope=Scope.OPEN,
    usage=("all show userid [next|active]",),
    summary="somebody's boards",
    help="""Shows a player's boards of every game as anybody may see them: those
being played, or with `next` those that wait for the player.""",
    example="all show ann next",
    parse=parse,
    handle=handle,
    echoed=(_SHOW, *CHOICES),
    takes_by=True,
)
