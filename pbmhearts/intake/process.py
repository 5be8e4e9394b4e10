"""One mail in: read, obeyed, answered, in one transaction, and never lost."""

import asyncio
import logging
import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any

from pbmhearts.commands import limits
from pbmhearts.commands.actors import Identified, PasswordPair
from pbmhearts.commands.context import Context, Services
from pbmhearts.errors import Refusal, StorageError, WrongPasswordError
from pbmhearts.intake import answers, password_checks
from pbmhearts.intake.command import Command, Unreadable
from pbmhearts.intake.groups import Groups
from pbmhearts.intake.identify import Identifier, UncheckedPasswordError
from pbmhearts.intake.parse import parse
from pbmhearts.intake.password_checks import NOTHING_CHECKED, NOTHING_YET, Checked, Prepared
from pbmhearts.letters import Envelope, InboundMail, MailKind, Receipt
from pbmhearts.mail.reading.inbound import queue_id, read
from pbmhearts.notices import undelivered
from pbmhearts.peers import TrustedPeers
from pbmhearts.rate_limit import RateLimit
from pbmhearts.render import Outcome, OutcomeState
from pbmhearts.storage import KnownMailError, MailPath, Piece, Repositories, Shunted, Store

PASSWORD_THREADS = 4
"""Mails whose passwords are checked at the same time; others do not wait for them."""

QUICKLY_READ = 64 * 1024
"""Bytes of a mail that the writer may read between two transactions; a longer one is read elsewhere."""

_log = logging.getLogger(__name__)


@dataclass(slots=True)
class _Task:
    """A mail that is dealt with.

    Attributes:
        shunted: the id under which it was kept, None for a new one.
        seen: it is in the inbox; it may be new all the same.
        mail: what it says, None until it is read.
        report: what it tells of a letter of ours, if it is such a mail.
        prepared: its commands.
        counted: it counts for its sender's share already.
        checked: what became of its passwords.
        bots_wait: a board waits for a bot after it.
    """

    raw: bytes
    envelope: Envelope
    shunted: int | None = None
    seen: bool = False
    mail: InboundMail | None = None
    report: undelivered.Report | None = None
    prepared: Sequence[Prepared | Unreadable] = ()
    counted: bool = False
    checked: Checked = NOTHING_YET
    bots_wait: bool = False


class _TakesLongError(Exception):
    """A mail has passwords to be checked, or is long."""


class _TooOftenError(Exception):
    """A sender has had a minute's share of mails."""


class Intake:
    """Takes mails in.

    Args:
        enqueued: called after a commit that enqueued letters, so that delivery need not wait for its next round.
        bots_wait: called after a commit that lets a board wait for a bot.
    """

    def __init__(
        self,
        store: Store,
        services: Services,
        enqueued: Callable[[], None] = lambda: None,
        bots_wait: Callable[[], None] = lambda: None,
    ) -> None:
        self._store = store
        self._services = services
        self._enqueued = enqueued
        self._bots_wait = bots_wait
        listen = services.config.listen
        self._trusted = TrustedPeers(listen.trusted_peers)
        self._groups = Groups(store)
        self._threads = ThreadPoolExecutor(PASSWORD_THREADS, "passwords")
        self._rate = RateLimit(listen.max_mails_per_sender, services.clock)

    async def receive(self, raw: bytes, envelope: Envelope) -> Receipt:
        """As `process`, without blocking the event loop.

        The writer reads and obeys all mails that wait, and they share a commit. A mail that is long, or has passwords
        to be checked, is read and checked on another thread first.
        """
        loop = asyncio.get_running_loop()
        task = _Task(raw, envelope)
        if len(raw) > QUICKLY_READ:
            return await loop.run_in_executor(self._threads, self._finish, task)
        try:
            await self._groups.obey(
                Piece(
                    partial(self._work, task), partial(self._read_quickly, task), partial(_moves_once, task)
                )
            )
        except (_TakesLongError, UncheckedPasswordError):
            return await loop.run_in_executor(self._threads, self._finish, task)
        except Exception as error:  # noqa: BLE001 - a fault of ours must not cost a mail
            return await loop.run_in_executor(self._threads, self._failed, task, error)
        return self._done(task)

    def process(self, raw: bytes, envelope: Envelope) -> Receipt:
        """Take one mail in; returns after the commit.

        A database that cannot be used means TRY_LATER or STORAGE_FULL, and nothing has happened; a sender behind a
        trusted peer who had a minute's share means TOO_MANY. A fault of ours keeps the mail for the operator,
        enqueues an apology to its writer, and is ACCEPTED.
        """
        return self._finish(_Task(raw, envelope))

    def _finish(self, task: _Task) -> Receipt:
        try:
            self._obey(task)
        except Exception as error:  # noqa: BLE001 - a fault of ours must not cost a mail
            return self._failed(task, error)
        return self._done(task)

    def _done(self, task: _Task) -> Receipt:
        """Let others know, after the commit, of what a mail leaves to them."""
        self._enqueued()
        if task.bots_wait:
            self._bots_wait()
        return Receipt.ACCEPTED

    def _failed(self, task: _Task, error: Exception) -> Receipt:
        """What becomes of a mail that could not be dealt with."""
        if isinstance(error, StorageError):
            return self._not_now(error)
        if isinstance(error, KnownMailError) and not task.seen:
            task.seen = True
            return self._finish(task)
        if task.mail is None:
            raise error
        if isinstance(error, _TooOftenError):
            _log.warning("too many mails from one sender fingerprint=%s", task.mail.fingerprint[:12])
            return Receipt.TOO_MANY
        _log.error("mail shunted fingerprint=%s fault=%s", task.mail.fingerprint[:12], _where(error))
        return self._shunt(task, task.mail, error)

    def retry(self, shunted: Shunted) -> bool:
        """Try a kept mail again; False: we failed again, and it is still kept.

        Raises:
            StorageError: the database cannot be used; it is still kept.
        """
        task = _Task(shunted.raw, shunted.envelope, shunted.id)
        mail = self._read(task)
        try:
            self._obey(task)
        except StorageError:
            raise
        except Exception as error:  # noqa: BLE001 - the operator hears where it failed from the log
            _log.error("mail failed again fingerprint=%s fault=%s", mail.fingerprint[:12], _where(error))
            return False
        self._done(task)
        return True

    def _obey(self, task: _Task) -> None:
        """Do what a mail asks for; what looks like a turn code and is none is then checked as a password."""
        self._read(task)
        if password_checks.takes_time(_commands(task)):
            self._check_passwords(task)
        self._limit_rate(task, ())
        try:
            self._run(task)
        except UncheckedPasswordError:
            self._check_passwords(task)
            self._run(task)

    def _run(self, task: _Task) -> None:
        self._store.run(partial(self._work, task), side_by_side=_moves_once(task))

    def _read_quickly(self, task: _Task) -> None:
        """Read a mail, and leave it to another thread where more has to be done than that."""
        self._read(task)
        if password_checks.takes_time(_commands(task)):
            raise _TakesLongError
        self._limit_rate(task, ())

    def _read(self, task: _Task) -> InboundMail:
        """Read a mail and find its commands, once."""
        if task.mail is not None:
            return task.mail
        services = self._services
        task.mail = mail = read(task.raw, task.envelope, services.me, services.config.auth.vouching)
        if mail.kind is not MailKind.COMMAND:
            task.report = undelivered.read_report(mail, task.raw, task.envelope, services)
            return mail
        commands = parse(mail, services.registry, services.config.boards.max_commands)
        task.prepared = [
            command if isinstance(command, Unreadable) else Prepared(command) for command in commands
        ]
        return mail

    def _check_passwords(self, task: _Task) -> None:
        """Check the passwords of a mail, and make the hashes of new ones, in transactions that only read."""
        if task.checked.yet:
            return
        commands = _commands(task)
        with self._identifying(task, NOTHING_CHECKED) as identifier:
            pairs = password_checks.pairs_of(commands, identifier)
        self._limit_rate(task, pairs.tried | pairs.left)
        task.checked, task.prepared = password_checks.check(
            commands, pairs, lambda checked: self._identifying(task, checked)
        )

    @contextmanager
    def _identifying(self, task: _Task, checked: Checked) -> Iterator[Identifier]:
        """Who finds out, in a transaction that only reads, who gave a command of the mail."""
        with self._store.read() as repositories:
            yield self._identifier(task, repositories, checked, self._services.clock.now())

    def _identifier(
        self, task: _Task, repositories: Repositories, checked: Checked, now: datetime
    ) -> Identifier:
        return Identifier(
            repositories,
            self._services.codes,
            _read_mail(task),
            checked.right,
            checked.left,
            now,
            yet=checked.yet,
        )

    def _limit_rate(self, task: _Task, pairs: Iterable[PasswordPair]) -> None:
        """Count a command that came through a trusted peer, which sends for many; raises _TooOftenError."""
        mail = _read_mail(task)
        if mail.kind is not MailKind.COMMAND or task.envelope.peer not in self._trusted:
            return
        sender = () if task.counted else (f"from:{mail.header_from}",)
        task.counted = True
        if not self._rate.allows(*sender, *{f"account:{stored}" for stored, _ in pairs}):
            raise _TooOftenError

    def _work(self, task: _Task, repositories: Repositories) -> None:
        """What is done for a mail within its transaction."""
        mail, now = _read_mail(task), self._services.clock.now()
        if task.shunted is not None:
            repositories.inbox.release(task.shunted)
        if task.seen and not repositories.inbox.is_new(mail, now):
            _log.info("mail known already fingerprint=%s", mail.fingerprint[:12])
            return
        if mail.kind is not MailKind.COMMAND:
            repositories.inbox.record(mail, now, mail.kind.value, mail.why, _path(task, ()))
            if task.report is not None:
                undelivered.reported(repositories, self._services, task.report, now)
            return
        checked = task.checked
        context = Context(
            self._services, repositories, mail, now, verified=checked.right, tried=checked.tried
        )
        if mail.authenticated:
            undelivered.heard(repositories, mail.header_from)
        identifier = self._identifier(task, repositories, checked, now)
        outcomes: list[Outcome] = []
        for item in task.prepared:
            if outcomes and outcomes[-1].state is not OutcomeState.DONE:
                outcomes.append(Outcome(_read_of(item), OutcomeState.NOT_TRIED))
            else:
                outcomes.append(self._try(item, identifier, context))
        understood = any(isinstance(item, Prepared) and item.command.spec.asks for item in task.prepared)
        if context.actors or limits.may_answer(repositories, mail, now, understood=understood):
            answers.enqueue(context, outcomes)
        repositories.outbox.enqueue(context.outgoing, now)
        path = _path(task, outcomes)
        number = repositories.inbox.record(mail, now, answers.summary(outcomes), "", path)
        task.bots_wait = context.bots_wait
        _log.info(
            "mail done mail=%s fingerprint=%s peer=%s queue=%s did=%s",
            *(number, mail.fingerprint[:12], path["peer"], path["queue"], ", ".join(path["did"])),
        )

    def _try(self, item: Prepared | Unreadable, identifier: Identifier, context: Context) -> Outcome:
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

    def _shunt(self, task: _Task, mail: InboundMail, error: Exception) -> Receipt:
        def keep(repositories: Repositories) -> None:
            now = self._services.clock.now()
            if repositories.inbox.is_new(mail, now):
                repositories.inbox.shunt(mail, now, _where(error), task.envelope, task.raw)
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


def _read_mail(task: _Task) -> InboundMail:
    if task.mail is None:
        raise LookupError("the mail is read first")
    return task.mail


def _moves_once(task: _Task) -> bool:
    """Whether all that the mail asks for is one move, which changes one board only."""
    commands = _commands(task)
    return len(commands) == 1 and isinstance(commands[0], Command) and commands[0].spec.name == "move"


def _commands(task: _Task) -> list[Command | Unreadable]:
    return [item if isinstance(item, Unreadable) else item.command for item in task.prepared]


def _current(item: Prepared, identified: Identified) -> Any:
    """The arguments as prepared, or made anew if the words mean something else by now."""
    if isinstance(item.arguments, Refusal):
        raise item.arguments
    if identified.rest == item.rest:
        return item.arguments
    return item.command.spec.parse(item.command.after(identified.rest))


def _read_of(item: Prepared | Unreadable) -> str:
    return item.read if isinstance(item, Unreadable) else item.command.read


def _path(task: _Task, outcomes: Sequence[Outcome]) -> MailPath:
    """How a mail came, and what was done for it, without a word of it."""
    did = [
        f"{item.command.spec.title if isinstance(item, Prepared) else '?'} {outcome.state}"
        for item, outcome in zip(task.prepared, outcomes, strict=False)
    ]
    return {"peer": task.envelope.peer, "queue": queue_id(task.raw), "did": did}
