"""One mail in: read, obeyed, answered, in one transaction, and never lost."""

import asyncio
import logging
import traceback
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from pbmhearts.commands import limits
from pbmhearts.commands.actors import Identified, PasswordPair
from pbmhearts.commands.context import Context, Services
from pbmhearts.commands.spec import Scope
from pbmhearts.errors import Refusal, StorageError, WrongPasswordError
from pbmhearts.intake import answers, comment_passwords
from pbmhearts.intake.identify import Identifier
from pbmhearts.intake.parse import Command, Unreadable, parse
from pbmhearts.letters import Envelope, InboundMail, MailKind, Receipt
from pbmhearts.mail.reading.inbound import read
from pbmhearts.notices import undelivered
from pbmhearts.peers import TrustedPeers
from pbmhearts.rate_limit import RateLimit
from pbmhearts.render import Outcome, OutcomeState
from pbmhearts.storage import Repositories, Shunted, Store, is_password

AT_ONCE = 16
"""Mails that are read, and then wait for their commit, at the same time: so many may share one."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Prepared:
    """A command whose slow part, passwords, has been done outside the transaction.

    Attributes:
        rest: the words that `arguments` were parsed from, None where they are parsed within the transaction.
        arguments: what the verb's parse made of them, or the Refusal it raised.
    """

    command: Command
    rest: tuple[str, ...] | None
    arguments: Any


class _TooOftenError(Exception):
    """A sender has had a minute's share of mails."""


class Intake:
    """Takes mails in.

    Args:
        enqueued: called after a commit that enqueued letters, so that delivery need not wait for its next round.
    """

    def __init__(self, store: Store, services: Services, enqueued: Callable[[], None] = lambda: None) -> None:
        self._store = store
        self._services = services
        self._enqueued = enqueued
        listen = services.config.listen
        self._trusted = TrustedPeers(listen.trusted_peers)
        self._threads = ThreadPoolExecutor(AT_ONCE, "intake")
        self._rate = RateLimit(listen.max_mails_per_sender, services.clock)

    async def receive(self, raw: bytes, envelope: Envelope) -> Receipt:
        """As `process`, without blocking the event loop; mails that wait at once share a commit."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, self.process, raw, envelope)

    def process(self, raw: bytes, envelope: Envelope) -> Receipt:
        """Take one mail in; returns after the commit.

        A database that cannot be used means TRY_LATER or STORAGE_FULL, and nothing has happened; a sender behind a
        trusted peer who had a minute's share means TOO_MANY. A fault of ours keeps the mail for the operator,
        enqueues an apology to its writer, and is ACCEPTED.
        """
        mail = self._read(raw, envelope)
        try:
            self._obey(mail, raw, envelope)
        except StorageError as error:
            return self._not_now(error)
        except _TooOftenError:
            _log.warning("too many mails from one sender fingerprint=%s", mail.fingerprint[:12])
            return Receipt.TOO_MANY
        except Exception as error:  # noqa: BLE001 - a fault of ours must not cost a mail
            _log.error("mail shunted fingerprint=%s fault=%s", mail.fingerprint[:12], _where(error))
            return self._shunt(mail, envelope, raw, error)
        self._enqueued()
        return Receipt.ACCEPTED

    def _read(self, raw: bytes, envelope: Envelope) -> InboundMail:
        return read(raw, envelope, self._services.me, self._services.config.auth.vouching)

    def retry(self, shunted: Shunted) -> bool:
        """Try a kept mail again; False: we failed again, and it is still kept.

        Raises:
            StorageError: the database cannot be used; it is still kept.
        """
        mail = self._read(shunted.raw, shunted.envelope)
        try:
            self._obey(mail, shunted.raw, shunted.envelope, shunted.id)
        except StorageError:
            raise
        except Exception as error:  # noqa: BLE001 - the operator hears where it failed from the log
            _log.error("mail failed again fingerprint=%s fault=%s", mail.fingerprint[:12], _where(error))
            return False
        self._enqueued()
        return True

    def _obey(self, mail: InboundMail, raw: bytes, envelope: Envelope, shunted: int | None = None) -> None:
        """Do what a mail asks for; one that was kept as `shunted` is kept no longer when that is done."""
        if mail.kind is not MailKind.COMMAND:
            report = undelivered.read_report(mail, raw, envelope, self._services)
            self._store.run(lambda repositories: self._only_record(repositories, mail, report, shunted))
            return
        commands = parse(mail, self._services.registry, self._services.config.boards.max_commands)
        pairs = self._password_pairs(mail, commands)
        self._limit_rate(mail, pairs, envelope)
        verified = frozenset(pair for pair in pairs if is_password(*pair))
        prepared = self._prepared(mail, commands, verified)
        self._store.run(lambda repositories: self._work(repositories, mail, prepared, verified, shunted))

    def _only_record(
        self,
        repositories: Repositories,
        mail: InboundMail,
        report: undelivered.Report | None,
        shunted: int | None,
    ) -> None:
        now = self._services.clock.now()
        if shunted is not None:
            repositories.inbox.release(shunted)
        if repositories.inbox.is_new(mail, now):
            repositories.inbox.record(mail, now, mail.kind.value, mail.why)
            if report is not None:
                undelivered.reported(repositories, self._services, report, now)

    def _limit_rate(self, mail: InboundMail, pairs: frozenset[PasswordPair], envelope: Envelope) -> None:
        """Count a mail that came through a trusted peer, which sends for many; raises _TooOftenError."""
        if envelope.peer not in self._trusted:
            return
        accounts = {f"account:{stored}" for stored, _ in pairs}
        if not self._rate.allows(f"from:{mail.header_from}", *accounts):
            raise _TooOftenError

    def _password_pairs(
        self, mail: InboundMail, commands: tuple[Command | Unreadable, ...]
    ) -> frozenset[PasswordPair]:
        asking = [
            command
            for command in commands
            if isinstance(command, Command)
            and (len(command.words) > 1 or command.by or comment_passwords.may_hold(command))
        ]
        if not asking:
            return frozenset()  # as with most mails: a card in reply to a letter
        with self._store.read() as repositories:
            identifier = Identifier(
                repositories, self._services.codes, mail, frozenset(), self._services.clock.now()
            )
            return frozenset(
                pair
                for command in asking
                for pair in (
                    *identifier.password_pairs(command),
                    *comment_passwords.password_pairs(command, identifier),
                )
            )

    def _prepared(
        self,
        mail: InboundMail,
        commands: tuple[Command | Unreadable, ...],
        verified: frozenset[PasswordPair],
    ) -> list[_Prepared | Unreadable]:
        prepared: list[_Prepared | Unreadable] = []
        for command in commands:
            if isinstance(command, Unreadable):
                prepared.append(command)
                continue
            if command.spec.scope is Scope.BOARD:
                # What a board's verb takes is read in no time; finding its player twice would take longer.
                prepared.append(_Prepared(command, None, None))
                continue
            try:
                with self._store.read() as repositories:
                    identifier = Identifier(
                        repositories, self._services.codes, mail, verified, self._services.clock.now()
                    )
                    rest = identifier.identify(command).rest
            except Refusal as refusal:
                prepared.append(_Prepared(command, (), refusal))
            else:
                prepared.append(_Prepared(command, rest, _arguments(command, rest)))
        return prepared

    def _work(
        self,
        repositories: Repositories,
        mail: InboundMail,
        prepared: list[_Prepared | Unreadable],
        verified: frozenset[PasswordPair],
        shunted: int | None,
    ) -> None:
        now = self._services.clock.now()
        if shunted is not None:
            repositories.inbox.release(shunted)
        if not repositories.inbox.is_new(mail, now):
            _log.info("mail known already fingerprint=%s", mail.fingerprint[:12])
            return
        context = Context(self._services, repositories, mail, now, verified=verified)
        if mail.authenticated:
            undelivered.heard(repositories, mail.header_from)
        identifier = Identifier(repositories, self._services.codes, mail, verified, now)
        outcomes: list[Outcome] = []
        for item in prepared:
            if outcomes and outcomes[-1].state is not OutcomeState.DONE:
                outcomes.append(Outcome(_read_of(item), OutcomeState.NOT_TRIED))
            else:
                outcomes.append(self._try(item, identifier, context))
        understood = any(isinstance(item, _Prepared) for item in prepared)
        if context.actors or limits.may_answer(repositories, mail, now, understood=understood):
            answers.enqueue(context, outcomes)
        repositories.outbox.enqueue(context.outgoing, now)
        repositories.inbox.record(mail, now, answers.summary(outcomes))
        _log.info("mail done fingerprint=%s outcome=%s", mail.fingerprint[:12], answers.summary(outcomes))

    def _try(self, item: _Prepared | Unreadable, identifier: Identifier, context: Context) -> Outcome:
        if isinstance(item, Unreadable):
            return answers.unread(item.read, item.refusal, identifier, context)
        before = len(context.outgoing)
        try:
            with context.repositories.savepoint():
                identified = identifier.identify(item.command)
                context.identified(identified.actor)
                reply = item.command.spec.handle(_current(item, identified), context)
        except Refusal as refusal:
            del context.outgoing[before:]
            if isinstance(refusal, WrongPasswordError):
                answers.count_guess(context, refusal.account_id)
            return answers.refused(item.command.read, refusal, self._services.registry)
        return Outcome(item.command.read, OutcomeState.DONE, text=reply.text)

    def _not_now(self, error: StorageError) -> Receipt:
        _log.warning("database away: %s", error)
        return Receipt.STORAGE_FULL if error.full else Receipt.TRY_LATER

    def _shunt(self, mail: InboundMail, envelope: Envelope, raw: bytes, error: Exception) -> Receipt:
        def keep(repositories: Repositories) -> None:
            now = self._services.clock.now()
            if repositories.inbox.is_new(mail, now):
                repositories.inbox.shunt(mail, now, _where(error), envelope, raw)
                self._apologise(Context(self._services, repositories, mail, now))

        try:
            self._store.run(keep)
        except StorageError as away:
            return self._not_now(away)
        self._enqueued()
        return Receipt.ACCEPTED

    def _apologise(self, context: Context) -> None:
        """Enqueue an apology; the mail is kept even where that fails too."""
        try:
            with context.repositories.savepoint():
                answers.apologise(context)
                context.repositories.outbox.enqueue(context.outgoing, context.now)
        except StorageError:
            raise
        except Exception as error:  # noqa: BLE001 - the same fault may hit it
            _log.error("no apology is enqueued: fault=%s", _where(error))


def _where(error: Exception) -> str:
    """The kind of fault and where it is; not its message, which may quote the mail."""
    frames = traceback.extract_tb(error.__traceback__)[-3:]
    return f"{type(error).__name__} at {' < '.join(f'{frame.name}:{frame.lineno}' for frame in reversed(frames))}"


def _arguments(command: Command, rest: tuple[str, ...]) -> Any:
    try:
        return command.spec.parse(command.after(rest))
    except Refusal as refusal:
        return refusal


def _current(item: _Prepared, identified: Identified) -> Any:
    """The arguments as prepared, or made anew if the words mean something else by now."""
    if isinstance(item.arguments, Refusal):
        raise item.arguments
    if identified.rest == item.rest:
        return item.arguments
    return item.command.spec.parse(item.command.after(identified.rest))


def _read_of(item: _Prepared | Unreadable) -> str:
    return item.read if isinstance(item, Unreadable) else item.command.read
