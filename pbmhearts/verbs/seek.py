"""`mhearts seek`: play with whoever wants the same rules."""

from pbmhearts.commands import rule_options
from pbmhearts.commands.context import Context
from pbmhearts.commands.rule_options import Wanted
from pbmhearts.commands.spec import Reply, Scope, Spec, Words, refuse_unless
from pbmhearts.games.hearts import Seat
from pbmhearts.notices.confirmation import check_confirmed
from pbmhearts.storage import Account
from pbmhearts.table import invitations

_TITLE = "mhearts seek"


def parse(words: Words) -> Wanted:
    """Options, and nothing else."""
    refuse_unless(not words.words, "Only options may stand beside userid and password.", verb=_TITLE)
    return rule_options.wanted(words.options, _TITLE)


def handle(wish: Wanted, context: Context) -> Reply:
    """Begin to look; when four look under the same rules, their board starts."""
    check_confirmed(context, _TITLE)
    seeks, player = context.repositories.seeks, context.player
    begun = seeks.add(player.id, wish.written(), context.now)
    refuse_unless(begun, "You look for such a board already.", hint="`mhearts seeks` lists who does.")
    four = _four(wish, player, context)
    if not four:
        others = len(seeks.all(wish.written())) - 1
        doing = ("So does nobody else", "So does 1 other")[others] if others < 2 else f"So do {others} others"
        return Reply(f"You look for a board: {wish.title()}. {doing}; it takes four.")
    number = context.repositories.boards.propose(wish.rules, None, context.now, wish.terms)
    for seat, account in zip(Seat, four, strict=True):
        context.repositories.invitations.ask(number, seat, context.now, account_id=account.id, accepted=True)
        seeks.remove(account.id, wish.written())
    invitations.start_if_complete(number, context)
    return Reply()


def _four(wish: Wanted, player: Account, context: Context) -> list[Account]:
    """Four who look under these rules, the longest first, none of whom has blocked another; [] if not yet."""
    blocks, accounts = context.repositories.blocks, context.repositories.accounts
    four = [player]
    for seek in context.repositories.seeks.all(wish.written()):
        other = accounts.by_id(seek.account_id)
        fits = other.status == "active" and other.id != player.id
        if fits and not any(
            blocks.is_blocked(one.id, other.id) or blocks.is_blocked(other.id, one.id) for one in four
        ):
            four.append(other)
        if len(four) == len(Seat):
            return [*four[1:], player]
    return []


SPEC = Spec(
    name="seek",
    game=True,
    scope=Scope.ACCOUNT,
    usage=("mhearts seek [-options] userid password",),
    summary="play with whoever wants the same rules",
    help="""Puts you on the list of those who look for a board under these rules.
When four are on it, their board starts; seats go by who has looked the
longest. `mhearts unseek` takes you off again.""",
    example="mhearts seek -jack ann secret",
    parse=parse,
    handle=handle,
    takes_options=True,
)
