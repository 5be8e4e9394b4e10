"""Passwords that people write where none is asked for, so that they can be kept from the table."""

import re
from collections.abc import Iterable, Iterator

from pbmhearts.commands.actors import PasswordPair
from pbmhearts.commands.identify import Identifier
from pbmhearts.commands.parser import Command
from pbmhearts.commands.spec import SHORTEST_PASSWORD
from pbmhearts.errors import Refusal

MOST_TRIED = 4
"""Words of a mail that are tried: each takes as long as a login."""
LIKELY, MIXED, NAMED = 1, 2, 3
"""How much a word looks like a password: stands alone or has marks inside; has letters and digits; is named as one."""
MAX_TEXT = 2000
"""Characters that are looked at; no more are passed on."""

_WORD = re.compile(rf"[^\s\"':+@=]{{{SHORTEST_PASSWORD},64}}")
_MARKS = ".,;!?()[]<>{}*_“”„«»…"
_TOLD = re.compile(
    r"(?:pass(?:word|wort|wd|ord|phrase)?|pwd?|kennwort|mot de passe|contraseña|clave|senha|parola|wachtwoord"
    r"|lösenord|adgangskode|salasana|hasło|heslo|jelszó|şifre|парол\w{0,3}|密码|密碼|パスワード|비밀번호)"
    r"(?=[\W\d]|$)",
    re.IGNORECASE,
)
_TOLD_WITHIN = 3
"""Words behind "password" of which one may be it."""


def password_pairs(command: Command, identifier: Identifier) -> Iterator[PasswordPair]:
    """What of a command's comment may be its writer's password, known by a code; none once that was often tried."""
    lines = command.comment
    if command.reply:
        lines = (" ".join(command.words), *lines)
    words = likely_passwords(lines)
    if not words:
        return
    try:
        actor = identifier.identify(command).actor
    except Refusal:
        return
    if actor is not None and actor.account.password_hash and identifier.may_try(actor.account):
        for word in words[:MOST_TRIED]:
            yield actor.account.password_hash, word


def likely_passwords(lines: Iterable[str], least: int = LIKELY) -> tuple[str, ...]:
    """The words that look like passwords, most so first.

    Args:
        least: how much they have to look like one.
    """
    found: dict[str, int] = {}
    for line in "\n".join(lines)[:MAX_TEXT].split("\n"):
        told = _TOLD.search(line)
        behind = told.end() if told else len(line)
        left = _TOLD_WITHIN
        for match in _WORD.finditer(line):
            word = match[0].strip(_MARKS)
            named = match.start() >= behind and left > 0
            left -= named
            likelihood = NAMED if named else _looks(word, alone=word == line.strip(f"{_MARKS} "))
            if likelihood >= least and len(word) >= SHORTEST_PASSWORD:
                found[word] = max(found.get(word, 0), likelihood)
    return tuple(sorted(found, key=lambda word: -found[word]))


def _looks(word: str, *, alone: bool) -> int:
    """How much a word looks like a password that is not named as one; 0 for not at all."""
    letters = any(character.isalpha() for character in word)
    if letters and any(character.isdigit() for character in word):
        return MIXED
    return LIKELY if alone or (letters and not word.replace("’", "").isalpha()) else 0
