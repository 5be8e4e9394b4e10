"""Four people find together: who is asked, who has said yes, and the board that starts when nobody is waited for."""

from dataclasses import dataclass

from pbmhearts.commands import limits, terms
from pbmhearts.commands.context import Context, refuse_barred
from pbmhearts.commands.credentials import is_address
from pbmhearts.commands.people import named
from pbmhearts.commands.spec import refuse_unless
from pbmhearts.commands.userids import BOTS_AT_TABLE
from pbmhearts.errors import Refusal
from pbmhearts.games.hearts import Seat
from pbmhearts.letters import LetterKind, LetterTag
from pbmhearts.notices import tell
from pbmhearts.render import Tap
from pbmhearts.storage import BARRED, Account, Invitation, Sitter
from pbmhearts.table import watching
from pbmhearts.table.play import dealer_of

BOTS = ("bot", "bot:easy", "bot:hard")
"""The bots that can be named; until there are stronger ones, all play alike."""


@dataclass(frozen=True, slots=True)
class Guest:
    """Somebody named in a challenge.

    Attributes:
        account: the player, None for a bot and for somebody without an account.
        address: where somebody without an account is to be asked, else "".
        bot: the kind of bot, else "".
    """

    account: Account | None = None
    address: str = ""
    bot: str = ""

    def is_(self, account: Account) -> bool:
        """Whether it is this player; how an account was read, before or after its last mail, makes no difference."""
        return self.account is not None and self.account.id == account.id

    @property
    def name(self) -> str:
        """What others may call this guest; never an address."""
        return self.account.userid if self.account else self.bot or "somebody new"


def guest(word: str, context: Context, verb: str) -> Guest:
    """Who is meant by a userid, a bot's name or an address.

    Raises:
        Refusal: nobody of that userid, or what cannot be an address.
    """
    if word.lower() in BOTS:
        return Guest(bot=word.lower())
    if word.lower() in BOTS_AT_TABLE:
        return Guest(bot="bot")  # the command to play again names them so
    if "@" in word:
        return _guest_at(word.strip("<>").lower(), context, verb)
    return Guest(account=named(word, context, verb, "Or name an e-mail address, to invite somebody."))


def _guest_at(address: str, context: Context, verb: str) -> Guest:
    hint = "Name a userid, `bot` or an e-mail address."
    refuse_unless(
        is_address(address), f"{address} is no address that can be written to.", hint=hint, verb=verb
    )
    ours = context.services.me.is_ours(address)
    refuse_unless(not ours, f"{address} is this server's own address.", hint=hint, verb=verb)
    known = context.repositories.accounts.by_address(address)
    return Guest(account=known[0]) if known else Guest(address=address)


def check_free(someone: Guest, host: Account, context: Context, verb: str) -> None:
    """Refuse whoever cannot be asked by `host`, naming who and why."""
    if someone.bot:
        return
    if someone.account is None:
        _check_address(someone.address, host, context)
        return
    account, name = someone.account, someone.account.userid
    repositories = context.repositories
    if not repositories.accounts.confirmed(account.id):
        # Whom no letter reaches would let the board wait for ever, and could not lose the seat.
        raise Refusal(f"{name} has not answered yet whether the address is right.", verb=verb)
    if someone.is_(host):
        return
    closed = account.preferences.get("challenges") == "closed" or account.status == BARRED
    # A block looks like closed doors: who is blocked need not learn of it.
    if closed or repositories.blocks.is_blocked(account.id, host.id):
        raise Refusal(f"{name} takes no challenges.", hint="Name somebody else.", verb=verb)
    if account.status == "inactive":
        raise Refusal(f"{name} has signed off.", hint="Name somebody else.", verb=verb)
    most = account.preferences.get("limit")
    if most is not None and len(repositories.boards.numbers(account.id, active=True)) >= int(most):
        raise Refusal(
            f"{name} plays as many boards as wanted already.", hint="Name somebody else.", verb=verb
        )
    limit = context.services.config.players.max_challenges
    why = f"{name} has been challenged {limit} times today; try again tomorrow."
    limits.spend(repositories, f"challenged:{account.id}", limit, context.now, why)


def _check_address(address: str, host: Account, context: Context) -> None:
    if context.repositories.blocks.is_shunned(address):
        raise Refusal("Somebody you named by address wants no invitations.", hint="Name somebody else.")
    if context.repositories.invitations.pending_at(address):
        raise Refusal("Somebody you named by address has an invitation already and has not answered it.")
    most = context.services.config.players.max_invitations
    why = f"You may invite {most} people a day who have no account yet."
    limits.spend(context.repositories, f"inviter:{host.id}", most, context.now, why)
    limits.spend(
        context.repositories, f"invited:{address}", 1, context.now, "That address was invited today already."
    )


def invite(board: int, guests: dict[Seat, Guest], host: Account, context: Context) -> None:
    """Keep seats for guests, and ask whoever has to be asked."""
    asked = []
    for seat, someone in guests.items():
        sits = bool(someone.bot) or someone.is_(host) or not _is_asked(someone, host, context)
        invitation = context.repositories.invitations.ask(
            board,
            seat,
            context.now,
            account_id=someone.account.id if someone.account else None,
            address=someone.address,
            bot=someone.bot,
            accepted=sits,
            asked_by=host.id,
        )
        if not sits:
            asked.append((invitation, someone))
    for invitation, someone in asked:
        ask(invitation, board, someone, host, context)


def _is_asked(someone: Guest, host: Account, context: Context) -> bool:
    if someone.account is None:
        return True
    wish = someone.account.preferences.get("challenges")
    if wish in {"ask", "open"}:
        return str(wish) == "ask"
    met = context.repositories.boards.have_met(someone.account.id, host.id)
    return context.services.config.asks_first and not met


def ask(
    invitation: int, board: int, someone: Guest, host: Account, context: Context, *, again: bool = False
) -> None:
    """Enqueue the letter that asks somebody to a board; `again` for the one reminder."""
    tag = LetterTag(
        LetterKind.INVITE, invitation, context.services.codes.letter_code(LetterKind.INVITE, invitation)
    )
    rules = context.repositories.boards.rules(board)
    facts = {
        "host": host.userid,
        "board": board,
        "seats": [seat.name for seat in seats(board, context)],
        "rules": (*rules.describe(), *terms.sentences(context.repositories.boards.terms(board))),
        "again": again,
        "days": context.services.config.players.invitation_time.days,
    }
    subject = f"Hearts: {host.userid} asks you to a game"
    account = someone.account
    if account is not None:
        taps = (Tap("Yes, I play", "yes", main=True), Tap("No", "no"))
        tell.person(context, account, "replies/asked.txt", subject, facts, tag=tag, taps=taps)
        return
    taps = (Tap("No, thank you", "no"), Tap("Never ask me again", "never"))
    tell.notice(context, someone.address, "replies/invitation.txt", subject, facts, tag=tag, taps=taps)


@dataclass(frozen=True, slots=True)
class SeatKept:
    """A seat of a board that has not begun, as it may be told."""

    name: str
    state: str


def seats(board: int, context: Context) -> list[SeatKept]:
    """Who is to sit, in seat order, and what they said; nobody's address."""
    kept = []
    for invitation in context.repositories.invitations.of_board(board):
        account = (
            context.repositories.accounts.by_id(invitation.account_id) if invitation.account_id else None
        )
        kept.append(SeatKept(Guest(account, invitation.address, invitation.bot).name, invitation.state))
    return kept


def start_if_complete(board: int, context: Context) -> bool:
    """Start the board when nobody is waited for, and tell its four; whether it has begun."""
    kept = context.repositories.invitations.of_board(board)
    if any(invitation.state != "accepted" for invitation in kept):
        return False
    sitters = [Sitter(invitation.account_id, invitation.bot) for invitation in kept]
    dealer = dealer_of(context)
    begun = dealer.start(board, sitters)
    watching.begin(begun, context)
    tell.table(context, begun)
    dealer.save(begun)
    context.bots_wait |= begun.waits_for_bots
    return True


def accept(invitation: Invitation, account: Account, context: Context) -> bool:
    """Take the seat; whether the board has begun with that.

    Raises:
        Refusal: it was answered or has ended, or the person sits there already or is suspended.
    """
    check_open(invitation)
    refuse_barred(account)
    others = context.repositories.invitations.of_board(invitation.board)
    if any(other.account_id == account.id and other.id != invitation.id for other in others):
        raise Refusal(f"You have a seat on board {invitation.board} already.")
    context.repositories.invitations.answer(invitation.id, "accepted", context.now, account.id)
    return start_if_complete(invitation.board, context)


def decline(invitation: Invitation, context: Context, *, why: str = "declined") -> None:
    """Give back the seat that was offered, and ask the host for somebody else.

    Args:
        why: "declined", or "expired" where nobody answered.

    Raises:
        Refusal: it was answered or has ended.
    """
    check_open(invitation)
    give_back(invitation, context, why=why)


def give_back(invitation: Invitation, context: Context, *, why: str = "declined") -> None:
    """Give back a seat of a board that has not begun, taken or only offered, and ask the host for somebody else."""
    context.repositories.invitations.answer(invitation.id, why, context.now)
    tell_organiser(invitation, why, context)


def tell_organiser(invitation: Invitation, why: str, context: Context) -> None:
    """Ask whoever brings the board together, unless it is who has just left it, for somebody else."""
    host_id = context.repositories.invitations.organiser(invitation.board)
    if host_id is None or host_id == invitation.account_id:
        return
    host = context.repositories.accounts.by_id(host_id)
    code = context.services.codes.letter_code(LetterKind.ORGANISE, invitation.board)
    tag = LetterTag(LetterKind.ORGANISE, invitation.board, code)
    account = context.repositories.accounts.by_id(invitation.account_id) if invitation.account_id else None
    facts = {
        "board": invitation.board,
        "who": Guest(account, invitation.address, invitation.bot).name,
        "seat": int(invitation.seat) + 1,
        "expired": why == "expired",
        "seats": seats(invitation.board, context),
    }
    subject = f"Board {invitation.board} needs somebody else"
    taps = (Tap("Take a bot instead", "invite bot"),)
    tell.person(context, host, "replies/declined.txt", subject, facts, tag=tag, taps=taps)


def check_open(invitation: Invitation) -> None:
    """Refuse an answer to what is no longer asked."""
    if invitation.state == "accepted":
        raise Refusal(f"You have said yes to board {invitation.board} already.")
    if invitation.state != "asked":
        raise Refusal("That invitation is over.")


def text_of(board: int, context: Context) -> str:
    """Who is waited for, for the answer to whoever brought the board together."""
    return context.services.renderer.text(
        "replies/gathering.txt", board=board, seats=seats(board, context), server=context.services.me.address
    )
