"""`mhearts challenge`: a new board."""

from dataclasses import dataclass

from pbmhearts.commands import tell
from pbmhearts.commands.context import Context
from pbmhearts.commands.people import named
from pbmhearts.commands.spec import Reply, Scope, Spec, Words, refuse_unless
from pbmhearts.errors import Refusal
from pbmhearts.games.hearts import BadOptionError, RuleSet
from pbmhearts.storage import Account

_TITLE = "mhearts challenge"


@dataclass(frozen=True, slots=True)
class Challenge:
    """Rules, and who sits where."""

    rules: RuleSet
    players: tuple[str, ...]
    comment: tuple[str, ...]


def parse(words: Words) -> Challenge:
    """Options in any place, four players in seat order."""
    try:
        rules = RuleSet.parse(words.options)
    except BadOptionError as error:
        hint = f"Did you mean `{error.nearest}`?" if error.nearest else "`help challenge` lists the options."
        raise Refusal(f"The option {error.option}: {error.why}", hint=hint, verb=_TITLE) from error
    players = tuple(word for text in words.words for word in text.split(",") if word)
    refuse_unless(
        len(players) == 4,
        f"A board has four seats, and you named {len(players) or 'nobody'}.",
        hint="Name four players in the order they sit; you need not be one of them.",
        verb=_TITLE,
    )
    for player in players:
        twice = sum(other.casefold() == player.casefold() for other in players) > 1
        refuse_unless(not twice, f"{player} cannot sit twice.", verb=_TITLE)
    return Challenge(rules, players, words.comment)


def handle(challenge: Challenge, context: Context) -> Reply:
    """Start the board and tell its four."""
    sender = context.sender()
    refuse_unless(
        sender,
        "I do not know the address you write from, so I do not know who asks.",
        hint="Sign up first: `help signup`.",
        verb=_TITLE,
    )
    accounts = tuple(
        named(name, context, _TITLE, "Each player opens an account first: `help signup`.")
        for name in challenge.players
    )
    boards = context.repositories.boards
    number = boards.create(
        challenge.rules,
        tuple(account.id for account in accounts),
        sender[0].id,
        context.now,
        context.services.secrets,
    )
    tell.table(context, context.board(number))
    names = ", ".join(account.userid for account in accounts)
    return Reply(f"Board {number} has begun: {names}." if _outside(sender, accounts) else "")


def _outside(sender: tuple[Account, ...], accounts: tuple[Account, ...]) -> bool:
    return not {account.id for account in sender} & {account.id for account in accounts}


SPEC = Spec(
    name="challenge",
    game=True,
    scope=Scope.OPEN,
    usage=("mhearts challenge [-options] p1 p2 p3 p4",),
    summary="start a board of four",
    help="""Starts a board. Seats go round in the order you name them; cards are
passed to the left first, and play goes left. You need not be one of the
four. Options stand anywhere behind the verb, such as -jack (the jack of
diamonds takes 10 points off) and -blood (hearts and the queen of spades
may be thrown on the first trick); `help mhearts` lists them all.""",
    example="mhearts challenge -jack ann bob cat dan",
    parse=parse,
    handle=handle,
    aliases=("chall",),
    takes_options=True,
    userids=4,
)
