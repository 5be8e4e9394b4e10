"""Mails of all kinds, over a socket, to a running server: what each brings about, and who hears of it."""

import base64
import itertools
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from house import FOUR, SERVER, Mail
from served import Served, address_of, composed

from pbmhearts.app import App
from pbmhearts.games import hearts
from pbmhearts.storage import Board

# One server for all of them: they stay on one worker.
pytestmark = [pytest.mark.e2e, pytest.mark.xdist_group("mail-cases")]

CASES = json.loads((Path(__file__).parent / "data" / "mail_cases.json").read_text(encoding="utf-8"))
PLAYED = "the card is played, once"
ANSWERED = ("one friendly answer, nothing played", "one refusal, nothing played")
SILENCE = "no answer at all, nothing played"

_ids = itertools.count(1)


@dataclass(frozen=True)
class Turn:
    """A board that waits for a card of somebody's."""

    board: int
    userid: str
    cards: tuple[str, ...]
    letter: Mail
    log: tuple[str, ...]

    def fill(self, raw: str) -> bytes:
        """A case's mail, written by whoever's turn it is."""
        values = {
            "USER": self.userid,
            "ADDRESS": address_of(self.userid),
            "PASSWORD": f"secret-{self.userid}",
            "SERVER": SERVER,
            "BOARD": str(self.board),
            "CODE": self.letter.code,
            "CARD": self.cards[0],
            "card": self.cards[0].lower(),
            "CARD2": self.cards[1],
            "MID": f"case-{next(_ids)}",
            "BOARDMID": self.letter["Message-ID"],
        }
        for name, value in values.items():
            raw = raw.replace("{" + name + "}", value)
        raw = re.sub(r"\{(?:B64|BODY64):([^}]*)\}", lambda found: _base64(found[1]), raw)
        return raw.encode("utf-8")


def _base64(text: str) -> str:
    return base64.b64encode(text.encode("utf-8")).decode("ascii")


class Hall:
    """The running server with its four players."""

    def __init__(self, served: Served, app: App) -> None:
        self.served = served
        self.app = app
        self._last: Turn | None = None
        for userid in FOUR:
            self.command(userid, f"signup {userid} secret-{userid}")

    def command(self, userid: str, subject: str) -> None:
        self.served.send(composed(userid, subject, f"set-up-{next(_ids)}"), address_of(userid))

    def board(self, number: int) -> Board:
        with self.app.store.read() as repositories:
            board = repositories.boards.load(number)
        assert board is not None
        return board

    def log(self, number: int) -> tuple[str, ...]:
        with self.app.store.read() as repositories:
            return repositories.boards.log(number)

    def shunted(self) -> int:
        with self.app.store.read() as repositories:
            return len(repositories.inbox.shunted())

    def turn(self) -> Turn:
        """A board where a player has two legal cards; nobody has an unread letter then.

        The last one, as long as nobody has played on it, else a new one.
        """
        if self._last is None or self.log(self._last.board) != self._last.log:
            self._last = self._new_turn()
        return self._last

    def _new_turn(self) -> Turn:
        self.command(FOUR[0], f"mhearts challenge {' '.join(FOUR)}")
        with self.app.store.read() as repositories:
            number = max(repositories.boards.numbers())
        while True:
            state = self.board(number).state
            seat, *_ = hearts.waiting(state)
            passing = isinstance(state, hearts.Passing)
            legal = tuple(card.label for card in hearts.legal_cards(state, seat))
            if not passing and len(legal) > 1:
                break
            cards = " ".join(legal[:3] if passing else legal)
            self.command(FOUR[seat], f"mhearts move {number} {FOUR[seat]} secret-{FOUR[seat]} {cards}")
        self.served.settle()
        letters = {userid: self.served.letters(address_of(userid)) for userid in FOUR}
        return Turn(number, FOUR[seat], legal, letters[FOUR[seat]][-1], self.log(number))


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    ini: dict[str, dict[str, object]] = {
        "players": {"max_challenges": 1000}
    }  # ann starts a board for many a case
    with Served(tmp_path_factory.mktemp("hall"), ini) as served, served.inside() as app:
        yield Hall(served, app)


def expected(*whats: str) -> list[Any]:
    return [pytest.param(case, id=case["id"]) for case in CASES if case["expect"].split(";")[0] in whats]


def deliver(hall: Hall, turn: Turn, case: dict[str, Any]) -> dict[str, list[Mail]]:
    """Send a case's mail as often as it says; what each player, and whoever wrote it, then reads."""
    raw = turn.fill(case["raw"])
    writer = re.search(r"^From: .*<(.+)>", raw.decode("utf-8"), re.MULTILINE)
    assert writer
    for _ in range(case.get("times", 1)):
        hall.served.send(raw, case.get("envelope_from", writer[1]))
    hall.served.settle()
    assert hall.shunted() == 0, hall.served.log
    readers = dict.fromkeys([*map(address_of, FOUR), writer[1]])
    return {reader: hall.served.letters(reader) for reader in readers}


@pytest.mark.parametrize("case", expected(PLAYED))
def test_the_card_is_played(hall: Hall, case: dict[str, Any]):
    """The mail plays its card once, and each of the four gets one letter of it; a stranger hears it is done."""
    turn = hall.turn()
    heard = deliver(hall, turn, case)
    (action,) = hall.log(turn.board)[len(turn.log) :]
    played = hearts.parse_action(action)
    assert isinstance(played, hearts.Play)
    assert (FOUR[played.seat], played.card.label) == (turn.userid, turn.cards[0])
    assert {reader: len(letters) for reader, letters in heard.items()} == dict.fromkeys(heard, 1)
    assert all(f"secret-{turn.userid}" not in letter.text for (letter,) in heard.values())
    said = [letter.text for reader, (letter,) in heard.items() if reader != address_of(turn.userid)]
    assert all(("Good luck all!" in text) is (case["id"] == "B07") for text in said)


ANSWERS = {
    "M05": r"commands",
    "M08": r"mhearts move",
    "M09": r"password",
    "M10": r"at move \d+, not at move 1",
}
"""What some answers must say."""


@pytest.mark.parametrize("case", expected(*ANSWERED))
def test_one_answer_and_nothing_played(hall: Hall, case: dict[str, Any]):
    """The mail changes nothing, its writer gets one answer, nobody else hears of it, no password comes back."""
    turn = hall.turn()
    heard = deliver(hall, turn, case)
    assert hall.log(turn.board) == turn.log
    (answer,) = heard.pop(address_of(turn.userid))
    assert not any(heard.values())
    assert answer["Auto-Submitted"] == "auto-replied"
    assert re.search(ANSWERS.get(case["id"], ""), answer.text)
    for password in (f"secret-{turn.userid}", "wrong"):
        assert password not in answer.text + answer.html + answer.subject


@pytest.mark.parametrize("case", expected(SILENCE))
def test_silence(hall: Hall, case: dict[str, Any]):
    """What a machine sent changes nothing and is answered by nothing."""
    turn = hall.turn()
    heard = deliver(hall, turn, case)
    assert hall.log(turn.board) == turn.log
    assert not any(heard.values())


def test_every_case_is_expected_to_do_something():
    """No case is left out of the tests above."""
    assert len(expected(PLAYED, *ANSWERED, SILENCE)) == len(CASES)
