"""A command of a mail, and what of it may be shown again."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import takewhile

from pbmhearts.cards import Card, move_line
from pbmhearts.commands import preferences
from pbmhearts.commands.registry import Registry
from pbmhearts.commands.spec import SHORTEST_PASSWORD, Scope, Spec, Words
from pbmhearts.errors import Refusal

_BOARD = re.compile(r"#?[0-9]{1,6}")
_BOARD_AT = re.compile(r"#?[0-9]{1,6}(?:#[0-9]{1,6})?")
_AT_MOVE = re.compile(r"#\s*[0-9]{1,6}\s*$")
_LONGEST = 200
"""Characters of a command that are shown."""
_HIDDEN = "…"
PLACE = "PASSWORD"
"""Stands in a ready line where the reader's password belongs."""
_KEYS = frozenset(preference.key for preference in preferences.PREFERENCES)

IsUserid = Callable[[str], bool]


def nobody(_word: str) -> bool:
    """No word is known as a userid."""
    return False


@dataclass(frozen=True, slots=True)
class Command:
    """One command of a mail.

    Attributes:
        words: all that stands after the verb, credentials included, options left out.
        reply: it stood in a reply, so it means the board and the player of the letter that was answered.
        echoed: words behind an OPEN verb that may be shown again, in lower case.
        by: userid and password from a line `by userid password` of the body.
    """

    spec: Spec
    words: tuple[str, ...]
    options: tuple[str, ...]
    comment: tuple[str, ...]
    reply: bool
    echoed: frozenset[str] = frozenset()
    by: tuple[str, str] | None = None

    def after(self, rest: tuple[str, ...]) -> Words:
        """What the verb's own parse gets: the words left when the credentials are taken off."""
        return Words(rest, self.options, self.comment)

    @property
    def read(self) -> str:
        """The command as it may be shown again: nothing in it can be a credential."""
        return self.shown(nobody)

    def shown(self, is_userid: IsUserid) -> str:
        """As `read`, with the userids that are some player's: an allow-list, as passwords look like anything."""
        if self.spec.scope is Scope.OPEN:
            shown = self._open_words(is_userid)
        elif self.spec.scope is Scope.BOARD:
            shown = self._board_words()
        else:
            shown = list(self.words) if self._are_settings() else [_HIDDEN]
        return " ".join((self.spec.title, *self.options, *shown))[:_LONGEST]

    def _are_settings(self) -> bool:
        """Whether all words are, in a reply, which takes no credentials; or there are none."""
        return not self.words or (self.reply and all(map(is_setting, self.words)))

    def _open_words(self, is_userid: IsUserid) -> list[str]:
        numbers = list(takewhile(_BOARD_AT.fullmatch, self.words))
        rest = self.words[len(numbers) :]
        known = [word.lower() in self.echoed or is_userid(word) for word in rest]
        if all(known) or len(self.words) == self.spec.userids:
            return [*numbers, *rest]
        return [*numbers, _HIDDEN, *(word for word, sure in zip(rest, known, strict=True) if sure)]

    def _board_words(self) -> list[str]:
        shown: list[str] = []
        words = self.words
        if not self.reply:
            shown = [words[0]] if words and _BOARD.fullmatch(words[0]) else []
            shown += [_HIDDEN] if len(words) > len(shown) else []
        if self.spec.name != "move":
            return shown
        # The third word may be a card, or a password as long as this.
        sure = 0 if self.reply else 2 if len(words) > 2 and len(words[2]) < SHORTEST_PASSWORD else 3
        cards = cards_of(words[sure:])
        return [*shown, *(card.label for card in cards or ())]

    def ready(self, is_userid: IsUserid) -> str:
        """The whole line ready to send, but for `PASSWORD` in a password's place; "" if it cannot be known."""
        if self.spec.scope is Scope.OPEN:
            shown = self.shown(is_userid)
            return "" if _HIDDEN in shown else shown
        if self.reply:
            return " ".join((self.spec.name, *self.words))[:_LONGEST]
        board = self.words[:1] if self.spec.scope is not Scope.ACCOUNT else ()
        userid, password, *rest = (*self.words[len(board) :], "", "")
        if not is_userid(userid) or not password or not all(map(_BOARD.fullmatch, board)):
            return ""
        rest = [word for word in rest if word]
        safe = cards_of(rest) is not None or all(is_setting(word) or is_userid(word) for word in rest)
        return " ".join((self.spec.title, *self.options, *board, userid, PLACE, *rest)) if safe else ""


def is_setting(word: str) -> bool:
    """Whether a word sets one of the preferences, as `notify=turn` does, or says that it is for one board."""
    key, equals, _ = word.partition("=")
    return (bool(equals) and key.lower() in _KEYS) or word.lower() == "here"


@dataclass(frozen=True, slots=True)
class Unreadable:
    """What could not be read as a command, and why.

    Attributes:
        meant: the command that was probably meant, as it should have been written.
        remark: what may have been meant for the table instead, to be said with `chat`.
    """

    read: str
    refusal: Refusal
    meant: Command | None = None
    remark: str = ""


def command(
    spec: Spec, rest: list[str], comment: tuple[str, ...], registry: Registry, *, reply: bool
) -> Command:
    if not reply and rest and (spec.object_first or rest[0].lower() in spec.kinds):
        rest = [*rest[1:3], rest[0], *rest[3:]]  # credentials come first, as with every other verb
    options = tuple(word for word in rest if spec.takes_options and _is_option(word))
    words = tuple(word for word in rest if word not in options)
    by = _by(comment) if spec.takes_by else None
    if by is not None:
        comment = comment[1:]
    echoed = frozenset(spec.echoed)
    if spec.name == "help":
        echoed |= {verb.name for verb in registry}
    return Command(spec, words, options, comment, reply, echoed, by)


def _by(comment: tuple[str, ...]) -> tuple[str, str] | None:
    words = comment[0].split() if comment else []
    return (words[1], words[2]) if len(words) == 3 and words[0].lower() == "by" else None


def _is_option(word: str) -> bool:
    return re.fullmatch(r"--?[A-Za-z].*", word) is not None


def cards_of(words: Sequence[str]) -> tuple[Card, ...] | None:
    """The cards, if the words are a move and nothing else; a move number behind them is left aside."""
    return move_line(_AT_MOVE.sub("", " ".join(words)))
