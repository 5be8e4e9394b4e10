"""Words of comments that may be the writer's password: they are tried, so that they can be kept from the table."""

from collections.abc import Iterator

from pbmhearts.commands.actors import PasswordPair
from pbmhearts.commands.text_passwords import likely_passwords
from pbmhearts.errors import Refusal
from pbmhearts.intake.command import Command
from pbmhearts.intake.identify import Identifier


def may_hold(command: Command) -> bool:
    """Whether anything in a command's comment looks like a password."""
    return bool(likely_passwords(_said(command, command.words)))


def _said(command: Command, words: tuple[str, ...]) -> tuple[str, ...]:
    """The comment, and these words of the command's own line where people speak on it."""
    speaks = command.reply or command.spec.name in {"chat", "say"}
    return (" ".join(words if speaks else ()), *command.comment)


def password_pairs(command: Command, identifier: Identifier) -> Iterator[PasswordPair]:
    """What of a command's comment may be its writer's password, known by a code; none once that was often tried."""
    if not may_hold(command):
        return
    try:
        identified = identifier.identify(command)
    except Refusal:
        return
    actor = identified.actor
    if actor is not None and actor.account.password_hash and identifier.may_try(actor.account):
        for word in likely_passwords(_said(command, identified.rest)):
            yield actor.account.password_hash, word
