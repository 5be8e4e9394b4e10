"""Passwords of a mail: checked and made outside of its transaction, as each takes a processor for a while."""

from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any

from pbmhearts.commands.actors import PasswordPair
from pbmhearts.commands.spec import SHORTEST_PASSWORD, Scope
from pbmhearts.errors import Refusal
from pbmhearts.intake import comment_passwords
from pbmhearts.intake.command import Command, Unreadable
from pbmhearts.intake.identify import CODE, TOO_MANY_PASSWORDS, Identifier
from pbmhearts.storage import is_password

MOST_HASHES = 2
"""Passwords of a mail that are checked or made: enough to change one, and too few to keep the server busy."""


@dataclass(frozen=True, slots=True)
class Prepared:
    """A command with what was worked out for it outside of the transaction.

    Attributes:
        rest: the words that `arguments` were parsed from, None where they are parsed within the transaction.
        arguments: what the verb's parse made of them, or the Refusal it raised.
    """

    command: Command
    rest: tuple[str, ...] | None = None
    arguments: Any = None


@dataclass(frozen=True, slots=True)
class Checked:
    """What became of a mail's passwords.

    Attributes:
        tried: the pairs that were checked.
        right: those of them that go together.
        left: pairs of credentials that were not checked, as there were too many.
        yet: whether any password has been looked at; else one that turns up is not wrong, but still to be checked.
    """

    tried: frozenset[PasswordPair] = frozenset()
    right: frozenset[PasswordPair] = frozenset()
    left: frozenset[PasswordPair] = frozenset()
    yet: bool = True


NOTHING_CHECKED = Checked()
NOTHING_YET = Checked(yet=False)


def takes_time(commands: Iterable[Command | Unreadable]) -> bool:
    """Whether a password may have to be checked or made for any of the commands; a code may turn out to be one."""
    return any(
        _may_hold(command, but_codes=True) or command.spec.hashes
        for command in commands
        if isinstance(command, Command)
    )


def _may_hold(command: Command, *, but_codes: bool = False) -> bool:
    """Whether a word stands where a password would, behind a userid and perhaps a board, or in the comment.

    Args:
        but_codes: what looks like a turn code, behind a board, is taken for one.
    """
    codes = but_codes and command.spec.scope is Scope.BOARD
    named = any(
        len(word) >= SHORTEST_PASSWORD and not (codes and CODE.fullmatch(word)) for word in command.words[1:3]
    )
    return bool(named or command.by or comment_passwords.may_hold(command))


def pairs_of(commands: Sequence[Command | Unreadable], identifier: Identifier) -> Checked:
    """The pairs of credentials to be checked, as `tried`, and those that are too many; nothing is checked yet."""
    found = dict.fromkeys(
        pair
        for command in commands
        if isinstance(command, Command) and _may_hold(command)
        for pair in identifier.password_pairs(command)
    )
    return Checked(tried=frozenset(list(found)[:MOST_HASHES]), left=frozenset(list(found)[MOST_HASHES:]))


def check(
    commands: Sequence[Command | Unreadable],
    pairs: Checked,
    identifying: Callable[[Checked], AbstractContextManager[Identifier]],
) -> tuple[Checked, list[Prepared | Unreadable]]:
    """Check the credentials, make the hashes of new passwords, and try words of comments while that is not too much.

    Args:
        pairs: from `pairs_of`.
        identifying: opens a transaction to find out who gave a command, once these have been checked.
    """
    checked = Checked(pairs.tried, frozenset(pair for pair in pairs.tried if is_password(*pair)), pairs.left)
    left = MOST_HASHES - len(pairs.tried)
    prepared: list[Prepared | Unreadable] = []
    for command in commands:
        if isinstance(command, Unreadable):
            prepared.append(command)
        elif command.spec.hashes:
            with identifying(checked) as identifier:
                whose = _identified(command, identifier)
            made = _with_hash(whose, may_hash=left > 0)
            left -= not isinstance(made.arguments, Refusal)
            prepared.append(made)
        else:
            prepared.append(Prepared(command))
    with identifying(checked) as identifier:
        in_comments = dict.fromkeys(
            pair
            for command in commands
            if isinstance(command, Command)
            for pair in comment_passwords.password_pairs(command, identifier)
        )
    words = [pair for pair in in_comments if pair not in checked.tried][: max(left, 0)]
    right = checked.right | {pair for pair in words if is_password(*pair)}
    return Checked(checked.tried | set(words), right, checked.left), prepared


def _identified(command: Command, identifier: Identifier) -> Prepared:
    """The command with the words for its verb, or why there are none."""
    try:
        return Prepared(command, identifier.identify(command).rest)
    except Refusal as refusal:
        return Prepared(command, (), refusal)


def _with_hash(prepared: Prepared, *, may_hash: bool) -> Prepared:
    """The command with its arguments, the hash of a new password among them, or why it has none."""
    command, rest = prepared.command, prepared.rest or ()
    if isinstance(prepared.arguments, Refusal):
        return prepared
    if not may_hash:
        return Prepared(command, rest, Refusal(TOO_MANY_PASSWORDS, verb=command.spec.title))
    try:
        return Prepared(command, rest, command.spec.parse(command.after(rest)))
    except Refusal as refusal:
        return Prepared(command, rest, refusal)
