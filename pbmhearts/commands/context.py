"""What a verb's handler works with: one mail's transaction, and the tools it may use."""

from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import TYPE_CHECKING

from pbmhearts.clock import Clock, DealSecrets, Tokens
from pbmhearts.commands.actors import Actor, PasswordPair
from pbmhearts.commands.numbered import board_of
from pbmhearts.config import Config
from pbmhearts.errors import Refusal
from pbmhearts.letters import InboundMail, MailKind
from pbmhearts.mail.addresses import ServerAddress
from pbmhearts.mail.codes import Codes
from pbmhearts.render import Renderer
from pbmhearts.storage import BARRED, Account, Board, OutgoingMail, Repositories

if TYPE_CHECKING:
    from pbmhearts.commands.registry import Registry


@dataclass(frozen=True, slots=True)
class Services:
    """What outlives a mail: wired once, in `app`."""

    config: Config
    clock: Clock
    tokens: Tokens
    secrets: DealSecrets
    me: ServerAddress
    codes: Codes
    renderer: Renderer
    registry: "Registry"


NO_MAIL = InboundMail(
    fingerprint="",
    message_id="",
    kind=MailKind.COMMAND,
    why="",
    header_from="",
    header_name="",
    subject="",
    command="",
    tag=None,
    seat=None,
    references=(),
    letter=None,
    words=(),
    below=(),
    body=(),
    quoted=False,
)
"""What the server does by itself, no mail has asked for."""


@dataclass(slots=True)
class Context:
    """One command of one mail.

    Attributes:
        now: the time of the mail's transaction.
        actor: who gives the command in hand, where its verb asks for that.
        actors: everybody who was found to give one in this mail, once each.
        outgoing: the letters that the mail's commands enqueue so far.
        bots_wait: a board waits for a bot after what was done.
        outdated: a move was for an earlier moment of its board, so nothing was played.
        quiet: what was done is told by a later letter, so that no answer is needed.
        replier: whose letter a mail without any command answers, where it came from that player's own address.
        verified: the password pairs of the mail that have been found right,
        tried: and all that have been checked.
        given_secrets: the passwords among them of whoever gives the command; nothing of it may be shown. What is
            left out tells that it was right, so nobody else's is.
    """

    services: Services
    repositories: Repositories
    mail: InboundMail
    now: datetime
    actor: Actor | None = None
    actors: list[Actor] = field(default_factory=list)
    outgoing: list[OutgoingMail] = field(default_factory=list)
    bots_wait: bool = False
    outdated: bool = False
    quiet: bool = False
    replier: Actor | None = None
    verified: frozenset[PasswordPair] = frozenset()
    tried: frozenset[PasswordPair] = frozenset()
    given_secrets: tuple[str, ...] = ()

    def identified(self, actor: Actor | None) -> None:
        """Begin a command of this actor's; whoever had signed off is back with it.

        Raises:
            Refusal: the operator has suspended the account.
        """
        if actor is not None:
            refuse_barred(actor.account)
            actor = self._heard_of(actor)
            self.actors = [other for other in self.actors if not _same(other, actor)] + [actor]
        self.actor = actor
        own = actor.account.password_hash if actor else ""
        self.given_secrets = tuple(secret for stored, secret in self.verified if stored == own)

    def _heard_of(self, actor: Actor) -> Actor:
        accounts = self.repositories.accounts
        accounts.seen(actor.account.id, self.now)
        if actor.account.status != "inactive":
            return actor
        accounts.change(actor.account.id, status="active")
        return replace(actor, account=replace(actor.account, status="active"))

    @property
    def player(self) -> Account:
        """The account that gave the command; only for verbs that ask for one."""
        if self.actor is None:
            raise LookupError("the verb's scope promises an actor")
        return self.actor.account

    def board(self, number: int) -> Board:
        """A board by number.

        Raises:
            Refusal: there is none, or it has not begun.
        """
        return board_of(self.repositories, number)

    def addresses(self, account_id: int) -> tuple[str, ...]:
        """Where to write to a player now; nowhere while the player has paused, but in answer to this very mail."""
        accounts = self.repositories.accounts
        own = any(actor.account.id == account_id for actor in self.actors)
        if not own and accounts.by_id(account_id).paused_at is not None:
            return ()
        return accounts.reachable(account_id)

    def sender(self) -> tuple[Account, ...]:
        """Whose confirmed address the mail's From is; it proves nothing, as anybody can write it."""
        if not self.mail.authenticated:
            return ()
        return self.repositories.accounts.by_address(self.mail.header_from)


def refuse_barred(account: Account) -> None:
    """Refuse whatever is asked by, or in the name of, an account that the operator has suspended."""
    if account.status == BARRED:
        raise Refusal("The operator of this server has suspended your account, so nothing was done.")


def _same(one: Actor, other: Actor) -> bool:
    """Whether two actors differ in nothing but what a command has changed of the account."""
    return one == replace(other, account=one.account) and one.account.id == other.account.id
