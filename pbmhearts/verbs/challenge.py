"""`mhearts challenge`: a new board."""

from dataclasses import dataclass

from pbmhearts.commands import limits, rule_options
from pbmhearts.commands.context import Context, refuse_barred
from pbmhearts.commands.rule_options import Wanted
from pbmhearts.commands.spec import Reply, Scope, Spec, Words, refuse_unless
from pbmhearts.games.hearts import Seat
from pbmhearts.storage import Account
from pbmhearts.table import invitations

_TITLE = "mhearts challenge"


@dataclass(frozen=True, slots=True)
class Challenge:
    """Rules and terms, and who sits where."""

    wanted: Wanted
    players: tuple[str, ...]
    comment: tuple[str, ...]


def parse(words: Words) -> Challenge:
    """Options in any place, four players in seat order."""
    wanted = rule_options.wanted(words.options, _TITLE)
    players = tuple(word for text in words.words for word in text.split(",") if word)
    refuse_unless(
        len(players) == 4,
        f"A board has four seats, and you named {len(players) or 'nobody'}.",
        hint="Name four players in the order they sit; you need not be one of them.",
        verb=_TITLE,
    )
    for player in players:
        twice = sum(other.casefold() == player.casefold() for other in players) > 1
        twice = twice and player.casefold() not in invitations.BOTS
        refuse_unless(not twice, f"{player} cannot sit twice.", verb=_TITLE)
    return Challenge(wanted, players, words.comment)


def handle(challenge: Challenge, context: Context) -> Reply:
    """Keep the four seats, ask whoever has to be asked, and start the board if that is nobody."""
    host = _host(challenge, context)
    refuse_barred(host)
    guests = [invitations.guest(word, context, _TITLE) for word in challenge.players]
    people = [someone.account.id for someone in guests if someone.account]
    refuse_unless(len(set(people)) == len(people), "One player cannot sit twice.", verb=_TITLE)
    refuse_unless(any(not someone.bot for someone in guests), "Four bots need nobody's mail.", verb=_TITLE)
    most = context.services.config.players.max_challenges
    why = f"You have challenged {most} times today; try again tomorrow."
    limits.spend(context.repositories, f"challenger:{host.id}", most, context.now, why)
    for someone in guests:
        invitations.check_free(someone, host, context, _TITLE)
    number = context.repositories.boards.propose(
        challenge.wanted.rules, host.id, context.now, challenge.wanted.terms
    )
    invitations.invite(number, dict(zip(Seat, guests, strict=True)), host, context)
    if not invitations.start_if_complete(number, context):
        return Reply(invitations.text_of(number, context))
    names = ", ".join(context.board(number).names)
    return Reply("" if host.id in people else f"Board {number} has begun: {names}.")


def _host(challenge: Challenge, context: Context) -> Account:
    """Who wants the board: by password, else by the From; of people who share an address, one who plays."""
    if context.actor is not None:
        return context.actor.account
    sender = context.sender()
    refuse_unless(
        sender,
        "I do not know the address you write from, so I do not know who asks.",
        hint="Sign up first (`help signup`), or write `by userid password` in the body's first line.",
        verb=_TITLE,
    )
    named = {player.casefold() for player in challenge.players}
    return next((account for account in sender if account.userid.casefold() in named), sender[0])


SPEC = Spec(
    name="challenge",
    game=True,
    scope=Scope.OPEN,
    usage=("mhearts challenge [-options] p1 p2 p3 p4",),
    summary="start a board of four",
    help="""Starts a board. Seats go round in the order you name them; cards are
passed to the left first, and play goes left. You need not be one of the
four. Name each by userid, or `bot`, or by e-mail address: somebody
without an account gets one invitation, one reminder, and 14 days to say
yes. Others may be asked too, before they sit down. The board starts when
nobody is waited for. Several bots are called by their seats, bot2 and
bot4 for instance.

Who asks is known by the address you write from, or by a line in the
body: by userid password.

Options stand anywhere behind the verb, such as -jack (the jack of
diamonds takes 10 points off) and -blood (hearts and the queen of spades
may be thrown on the first trick); `help mhearts` lists them all. Times
have two hyphens: --nagtime=7d reminds whoever lets the board wait so
long, --forfeittime=21d takes the seat, --totaltime=60d does so for all
waits together. With --unrated the board changes no rating; with
--private it is not listed, and nobody may watch.""",
    example="mhearts challenge -jack ann bob cat dan",
    parse=parse,
    handle=handle,
    aliases=("chall",),
    takes_options=True,
    userids=4,
    takes_by=True,
)
