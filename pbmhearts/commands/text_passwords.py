"""Passwords that people write where none is asked for, so that they can be kept from the table."""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from pbmhearts.commands.spec import SHORTEST_PASSWORD
from pbmhearts.commands.word_pieces import bare, candidates

ALONE, MARKED, MIXED, NAMED = 1, 2, 4, 6
"""How much a word looks like a password: stands alone; has marks inside; has letters and digits; is named as one."""
MAX_TEXT = 2000
"""Characters that are looked at; no more are passed on."""

_TWICE = 5
"""Looks like one, and is named as one or stands alone: that outdoes any word that has but one of these."""
_CAPITAL_MEANT = 2
"""So much less likely is it within a sentence that a phone made the capital."""
_WORD = re.compile(r"[^\s\"':+@]+")
_TOLD = re.compile(
    r"(?:pass(?:word|wort|wd|ord|phrase)?|pwd?|kennwort|mot de passe|contraseña|clave|senha|parola|wachtwoord"
    r"|lösenord|adgangskode|salasana|hasło|heslo|jelszó|şifre|парол\w{0,3}|密码|密碼|パスワード|비밀번호)"
    r"(?=[\W\d]|$)",
    re.IGNORECASE,
)
_TOLD_WITHIN = 3
"""Words behind "password" of which one may be it; none beyond the sentence."""
_SENTENCE_ENDS = (".", "!", "?")


def likely_passwords(lines: Iterable[str], least: int = ALONE) -> tuple[str, ...]:
    """The words that look like passwords, most so first.

    Each further reading of what was written as one word counts for less, so that a path of many parts does not
    push out a single word.

    Args:
        least: how much they have to look like one.
    """
    found: dict[str, int] = {}
    for line in "\n".join(lines)[:MAX_TEXT].split("\n"):
        all_of_it = bare(line)
        for word in _words(line):
            alone = bare(word.text) == all_of_it
            readings = 0
            for candidate in candidates(word.text):
                named = word.start + candidate.start >= word.named_from
                likelihood, rank = _rank(candidate.text, named=named, alone=alone)
                if likelihood >= least:
                    rank += candidate.joined - readings
                    rank -= _CAPITAL_MEANT if candidate.recased and not word.opens else 0
                    readings += 1
                    found[candidate.text] = max(found.get(candidate.text, rank), rank)
    return tuple(sorted(found, key=lambda word: (-found[word], not _looks(word))))


class _Word(NamedTuple):
    """What is written as one word.

    Attributes:
        start: where it stands in its line.
        named_from: from where in the line on it is named as a password.
        opens: whether a sentence or a line begins with it, so that a phone may have capitalised it.
    """

    text: str
    start: int
    named_from: int
    opens: bool


def _words(line: str) -> Iterator[_Word]:
    told = [match.end() for match in _TOLD.finditer(line)]
    left, opens = 0, True
    for match in _WORD.finditer(line):
        named_from = match.start() if left else len(line) + 1
        while told and told[0] < match.end():
            named_from = min(named_from, told.pop(0))
            left = _TOLD_WITHIN
        opens = opens or line[match.start() - 1] in "\"':"
        yield _Word(match[0], match.start(), named_from, opens)
        opens = match[0].endswith(_SENTENCE_ENDS)
        behind = match.end() - max(named_from, match.start())
        if left and behind >= SHORTEST_PASSWORD:
            left = 0 if opens else left - 1
        if told and told[0] == match.end():
            told.pop(0)
            left = _TOLD_WITHIN


def _rank(word: str, *, named: bool, alone: bool) -> tuple[int, int]:
    """How much a word looks like a password, 0 for not at all; and its rank among others."""
    looks = _looks(word)
    likelihood = NAMED if named else max(looks, ALONE if alone else 0)
    if looks and (named or alone):
        return likelihood, likelihood + _TWICE
    return likelihood, likelihood + (looks == MARKED)  # closings and names stand alone, too


def _looks(word: str) -> int:
    word = bare(word)  # sentences end with marks that passwords may end with
    letters = any(character.isalpha() for character in word)
    if letters and any(character.isdigit() for character in word):
        return MIXED
    return MARKED if letters and not word.replace("’", "").isalpha() else 0
