"""People who play by mail alone: what they send, and all that they have got since somebody last looked."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from house import House, Mail
from seats import DAY, run

Got = dict[str, list[str]]
"""By name what somebody has got, a line a letter; who has got nothing is not there."""

_BOARD = re.compile(r"\[mhearts (\d+)\] Hand (\d+) - you are (\w+)")
_TAG = re.compile(r"\[mhearts \w+\.\w+\] ")


def paragraphs(letter: Mail) -> list[str]:
    """A letter's text, each paragraph on one line."""
    return [" ".join(paragraph.split()) for paragraph in letter.text.split("\n\n")]


def line(name: str, letter: Mail) -> str:
    """What a letter is about, and what it says first of all: a board's first paragraph, another's first sentence."""
    first = next(
        words
        for words in paragraphs(letter)
        if words != f"Hello {name}," and not words.startswith("I read: ")
    )
    board = _BOARD.fullmatch(letter.subject)
    if board is None:
        return f"{_TAG.sub('', letter.subject)} | {first.partition('. ')[0]}"
    assert board[3] in {name, "watching"}
    return f"{board[1]} | {first}"


@dataclass
class Season:
    """A house that is written to, and read, by mail only.

    Attributes:
        newest: the last letter of a board that each person has got.
    """

    house: House
    newest: dict[str, Mail] = field(default_factory=dict)
    _unseen: dict[str, list[Mail]] = field(default_factory=dict)

    def send(self, name: str, subject: str, body: str = "") -> None:
        """Mail a command; `{}` in it stands for userid and password."""
        self._keep(name, self.house.mail(name, subject.format(f"{name} secret-{name}"), body))

    def answer(self, name: str, text: str) -> None:
        """Reply to the last letter that the person has read of a board, or of anything else if there is none."""
        self._collect()
        self._keep(name, self.house.reply(self.newest[name], text))

    def tap(self, name: str, command: str) -> None:
        """Send the mail that a link of the person's last letter opens, the one with this command."""
        (subject,) = (subject for subject in self.newest[name].taps if subject.startswith(command))
        self._keep(name, self.house.mail(name, subject))

    def days(self, count: int) -> None:
        """Let days go by, with the reminders' job in each."""
        for _ in range(count):
            self.house.wait(DAY)
            run(self.house)
            self.house.deliver()

    def got(self) -> Got:
        """What everybody who was ever written to has got since the last time."""
        self._collect()
        got = {name: [line(name, letter) for letter in letters] for name, letters in self._unseen.items()}
        self._unseen.clear()
        return {name: lines for name, lines in got.items() if lines}

    def _collect(self) -> None:
        self.house.deliver()
        root = self.house.app.config.maildirs
        for address in sorted(folder.name for folder in root.iterdir()) if root.exists() else ():
            self._keep(address.partition("@")[0], self.house.letters(address))

    def _keep(self, name: str, letters: Iterable[Mail]) -> None:
        for letter in letters:
            self._unseen.setdefault(name, []).append(letter)
            if letter.subject.startswith("[mhearts"):
                self.newest[name] = letter
