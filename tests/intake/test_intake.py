"""One mail in: what it does, how often, and that none is lost or breaks anything."""

import base64
import itertools
import json
import logging
import re
import shutil
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from house import FOUR, SERVER, House, Mail
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from ready_house import BOARD, PASSWORDS, everything, houses, playing, shunted, unread

from pbmhearts.commands.context import Context
from pbmhearts.commands.registry import Registry
from pbmhearts.commands.spec import Reply, Scope, Spec
from pbmhearts.intake.process import Intake
from pbmhearts.letters import Envelope, Receipt
from pbmhearts.render import Renderer
from pbmhearts.resources import data_path

pytestmark = pytest.mark.slow

__all__ = ["houses", "playing"]

CASES = json.loads((Path(__file__).parents[1] / "data" / "cases_mail.json").read_text(encoding="utf-8"))

PLAYED = "the card is played, once"
ANSWERED = {"one friendly answer, nothing played", "one refusal, nothing played"}
SILENT = "no answer at all, nothing played"
NOT_PASSED_ON = "one friendly answer, nothing played; nothing is passed on to others"


@dataclass(frozen=True)
class Filled:
    """A case's mail, ready to be handed in."""

    me: str
    card: str
    raw: bytes
    envelope: Envelope
    address: str


def _filled(case: dict[str, Any], house: House, ids: "itertools.count[int]") -> Filled:
    me, (card, other, *_) = house.turn(BOARD)
    (letter,) = house.mail(me, f"mhearts showas {me} secret-{me} {BOARD}")
    facts = {
        "USER": me,
        "ADDRESS": f"{me}@players.example",
        "PASSWORD": f"secret-{me}",
        "SERVER": SERVER,
        "BOARD": str(BOARD),
        "CODE": letter.code,
        "CARD": card,
        "card": card.lower(),
        "CARD2": other,
        "MID": f"case-{next(ids)}",
        "BOARDMID": letter["Message-ID"],
    }
    text = re.sub(r"\{(\w+)\}", lambda found: facts[found[1]], case["raw"])
    text = re.sub(r"\{(?:B64|BODY64):(.*?)\}", lambda found: _base64(found[1]), text, flags=re.DOTALL)
    address = re.findall(r"^From: .*<(.+?)>", text, re.MULTILINE)[0]
    envelope = Envelope(case.get("envelope_from", address), (SERVER,))
    return Filled(me, card, text.encode(), envelope, address)


def _base64(text: str) -> str:
    return base64.b64encode(text.encode()).decode()


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['id']} {case['what']}")
def test_mails_of_every_kind(case: dict[str, Any], playing: House) -> None:
    """Each kind of mail does what its case says, and nothing else."""
    mail = _filled(case, playing, itertools.count(1))
    log = playing.log(BOARD)
    for _ in range(case.get("times", 1)):
        assert playing.app.intake.process(mail.raw, mail.envelope) is Receipt.ACCEPTED
    letters = unread(playing, *FOUR, *({mail.address} - {f"{name}@players.example" for name in FOUR}))
    assert shunted(playing) == 0
    for letter in itertools.chain(*letters.values()):
        assert not [word for word in PASSWORDS if word in everything(letter)]
    expect = case["expect"].removesuffix("; one answer")
    if expect == PLAYED:
        assert len(playing.log(BOARD)) == len(log) + 1
        _is_played(playing, mail.card, letters)
        return
    assert playing.log(BOARD) == log
    if expect == SILENT:
        assert not any(letters.values())
        return
    assert expect in {*ANSWERED, NOT_PASSED_ON}
    (answer,) = letters.pop(mail.me)
    assert answer["Auto-Submitted"] == "auto-replied"
    assert "friendly" in expect or "That could not be done." in answer.text
    assert not any(letters.values())


def _is_played(house: House, card: str, letters: dict[str, list[Mail]]) -> None:
    label = card.translate(str.maketrans("CDHS", "♣♦♥♠"))
    for name in FOUR:
        (letter,) = letters.pop(name)
        assert f"{label}" in letter.text
    for elsewhere in letters.values():
        (heard,) = elsewhere
        assert "Done." in heard.text


def test_every_expectation_of_the_cases_is_known() -> None:
    """A case whose expectation this module cannot check fails here, rather than nowhere."""
    known = {PLAYED, f"{PLAYED}; one answer", SILENT, NOT_PASSED_ON, *ANSWERED}
    assert {case["expect"] for case in CASES} <= known
    assert len({case["id"] for case in CASES}) == len(CASES) > 30


def test_a_near_miss_names_the_verb_and_no_password(playing: House) -> None:
    """Case M08's note."""
    (case,) = (case for case in CASES if case["id"] == "M08")
    mail = _filled(case, playing, itertools.count(1))
    playing.app.intake.process(mail.raw, mail.envelope)
    (answer,) = playing.letters(mail.me)
    assert "Did you mean `mhearts move`?" in answer.text


def test_the_greeting_goes_along(playing: House) -> None:
    """Case B07's note."""
    (case,) = (case for case in CASES if case["id"] == "B07")
    mail = _filled(case, playing, itertools.count(1))
    playing.app.intake.process(mail.raw, mail.envelope)
    for letters in unread(playing).values():
        assert "Good luck all!" in letters[0].text


def _raw(subject: str, sender: str = "ann@players.example", message_id: str = "", body: str = "") -> bytes:
    named = f"Message-ID: {message_id}\r\n" if message_id else ""
    return f"From: {sender}\r\nTo: {SERVER}\r\n{named}Subject: {subject}\r\n\r\n{body}".encode()


class TestTheSameMailAgain:
    """A mail that comes twice has one effect and one answer."""

    def test_with_a_message_id_it_never_counts_again(self, playing: House) -> None:
        """Not after weeks either."""
        raw = _raw("help", message_id="<1@x.example>")
        for _ in range(3):
            playing.raw(raw, envelope_from="ann@players.example")
            playing.wait(timedelta(days=30))
        assert len(playing.letters("ann")) == 1

    def test_without_one_it_counts_again_after_a_day(self, playing: House) -> None:
        """Within a day it is the same mail; later the same words may be meant again."""
        raw = _raw("help")
        playing.raw(raw, envelope_from="ann@players.example")
        playing.wait(timedelta(hours=23, minutes=59))
        playing.raw(raw, envelope_from="ann@players.example")
        assert len(playing.letters("ann")) == 1
        playing.wait(timedelta(minutes=2))
        playing.raw(raw, envelope_from="ann@players.example")
        assert len(playing.letters("ann")) == 1

    def test_two_mails_under_one_message_id_are_two(self, playing: House) -> None:
        """Broken programs use an id again: another subject is another mail."""
        for subject in ("help", "help mhearts"):
            playing.raw(_raw(subject, message_id="<1@x.example>"), envelope_from="ann@players.example")
        assert len(playing.letters("ann")) == 2

    def test_line_ends_make_no_other_mail(self, playing: House) -> None:
        """A mail fetched with LF is the one that came with CRLF."""
        raw = _raw("help", message_id="<1@x.example>", body="a\r\nb\r\n")
        for each in (raw, raw.replace(b"\r\n", b"\n")):
            playing.raw(each, envelope_from="ann@players.example")
        assert len(playing.letters("ann")) == 1

    def test_a_challenge_twice_is_side_by_side(self, playing: House) -> None:
        """The effect, too, comes once."""
        raw = _raw("mhearts challenge ann bob cat dan", message_id="<1@x.example>")
        for _ in range(2):
            playing.raw(raw, envelope_from="ann@players.example")
        assert len(playing.boards()) == 2


def test_a_mail_without_from_is_obeyed_and_answered_nowhere(playing: House) -> None:
    """There is nobody to answer, and nothing breaks."""
    name, (card, *_) = playing.turn(BOARD)
    raw = f"To: {SERVER}\r\nSubject: mhearts move {BOARD} {name} secret-{name} {card}\r\n\r\n".encode()
    log = playing.log(BOARD)
    assert playing.raw(raw, envelope_from="x@x.example") is Receipt.ACCEPTED
    assert len(playing.log(BOARD)) == len(log) + 1
    assert shunted(playing) == 0


def _crash(_arguments: object, _context: Context) -> Reply:
    raise RuntimeError("hunter22 must not be logged")


def _with_a_faulty_verb(house: House, **parts: Any) -> Intake:
    """An intake that knows one verb more, whose handler has a fault; `parts` replace its services."""
    crash = Spec(
        name="crash",
        game=False,
        scope=Scope.OPEN,
        usage=("crash",),
        summary="fails",
        help="Fails.",
        example="crash",
        parse=lambda words: words,
        handle=_crash,
    )
    services = house.app.services
    return Intake(house.app.store, replace(services, registry=Registry([*services.registry, crash]), **parts))


def test_our_own_fault_keeps_the_mail_and_apologises_once(
    playing: House, caplog: pytest.LogCaptureFixture
) -> None:
    """A fault in a handler undoes the whole mail, keeps it for the operator, and quotes it in no log."""
    caplog.set_level(logging.DEBUG)
    name, (card, *_) = playing.turn(BOARD)
    log = playing.log(BOARD)
    raw = _raw(
        "multiple",
        message_id="<1@x.example>",
        body=f"mhearts move {BOARD} {name} secret-{name} {card}\r\ncrash hunter22\r\n",
    )
    intake = _with_a_faulty_verb(playing)
    for _ in range(2):
        assert intake.process(raw, Envelope("ann@players.example", (SERVER,))) is Receipt.ACCEPTED
    assert playing.log(BOARD) == log
    with playing.app.store.read() as repositories:
        (kept,) = repositories.inbox.shunted()
    assert kept.raw == raw
    assert kept.envelope.envelope_from == "ann@players.example"
    assert "hunter22" not in kept.why + caplog.text
    assert f"secret-{name}" not in kept.why + caplog.text
    letters = unread(playing)
    (apology,) = letters.pop("ann")
    assert "Sorry: something of ours broke" in apology.text
    assert "hunter22" not in everything(apology)
    assert not any(letters.values())


def test_a_mail_is_kept_even_when_no_apology_can_be_written(playing: House, tmp_path: Path) -> None:
    """Where the fault is in the words themselves, the mail still lies with the operator and is accepted."""
    shutil.copytree(data_path("templates"), tmp_path / "templates")
    for template in (tmp_path / "templates" / "letters").glob("answer*"):
        template.unlink()
    intake = _with_a_faulty_verb(playing, renderer=Renderer(tmp_path / "templates"))
    raw = _raw("crash hunter22", message_id="<1@x.example>")
    assert intake.process(raw, Envelope("ann@players.example", (SERVER,))) is Receipt.ACCEPTED
    assert shunted(playing) == 1
    assert not any(unread(playing).values())


# Mails made of what commands are made of, so that many of them come near to being obeyed.
_WORDS = st.sampled_from(
    (
        *("mhearts", "move", "mvoe", "show", "showas", "games", "help"),
        *("challenge", "signup", "multiple", "end", "play", "pass", "yes"),
        *("101", "#101", "102", "99999999999999999999"),
        *("ann", "bob", "cat", "dan", "eve", "bot", "all", "next", "bot:easy"),
        *("secret-ann", "secret-bob", "secret-cat", "secret-dan", "hunter22"),
        *("-jack", "--", "-goal=5", "Re:", ">"),
        *("4C", "5c", "queen", "of", "spades", "10", "2h,qs,5c", "#6", "#"),
        *("[mhearts 101]", "[mhearts 101.aaaabbbb]"),
        "mhearts move 101 cat secret-cat 4C",
        "mhearts move 101 ann secret-ann",
        "mhearts challenge ann bob cat dan",
        "\u2663",
        "\u0661\u0660\u0661",
        "\u00df",
        "\x00",
        "\ud800",
        "\U0001f0a1",
        "'; DROP TABLE boards; --",
        "%s",
        "{{",
    )
) | st.text(max_size=12)
_LINES = st.lists(_WORDS, max_size=8).map(" ".join)
_SENDERS = st.sampled_from(
    ["ann@players.example", "cat@players.example", "x@elsewhere.example", "", "<<>>", SERVER]
)
_MAILS = st.tuples(_SENDERS, _LINES, st.lists(_LINES, max_size=4).map("\n".join))


def _check_random(house: House, mail: tuple[str, str, str], number: int) -> None:
    sender, subject, body = mail
    subject = re.sub(r"[\r\n]", " ", subject)
    log, boards = house.log(BOARD), set(house.boards())
    raw = f"From: {sender}\nTo: {SERVER}\nMessage-ID: <r{number}@x.example>\nSubject: {subject}\n\n{body}\n"
    data = raw.encode("utf-8", "surrogatepass")
    assert house.raw(data, envelope_from="x@elsewhere.example") is Receipt.ACCEPTED
    assert shunted(house) == 0
    everybody = [f"{name}@players.example" for name in FOUR]
    came = unread(house, *everybody, *({sender} - {*everybody, "", "<<>>", SERVER}))
    new_boards = set(house.boards()) - boards
    moved = house.log(BOARD) != log
    for letters in came.values():
        # Boards come as letters of their own; whatever else is said to one reader stands in one answer.
        assert sum(not letter.code and "Your hand" not in letter.text for letter in letters) <= 1
    if moved:
        assert house.log(BOARD)[: len(log)] == log
        assert any(word in raw for word in PASSWORDS)
    if new_boards:
        assert "chall" in raw.lower()
    if re.search("signup|chall", raw, re.IGNORECASE):
        return  # there a word that is some password may stand for a player's name
    # Who writes as one player may say any other word to the table; nobody can tell that it is another's password.
    own = [f"secret-{name}" for name in FOUR if re.search(rf"{name}\s+secret-{name}", subject, re.IGNORECASE)]
    for letter in itertools.chain(*came.values()):
        assert not [word for word in own or (*PASSWORDS, "hunter22") if word in everything(letter)]


_NUMBERS = itertools.count(1)

MAILS_TOGETHER = 8

EXPENSIVE = (HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example)


@settings(
    max_examples=200,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(mail=_MAILS)
def test_no_mail_breaks_intake(houses: Callable[[str], House], mail: tuple[str, str, str]) -> None:
    """Whatever is mailed: no fault, one answer at most, and a board moves only by an accepted command."""
    _check_random(houses("playing"), mail, next(_NUMBERS))


@pytest.mark.slow
@pytest.mark.timeout(1200)
def test_thousands_of_mails_break_nothing(
    houses: Callable[[str], House], request: pytest.FixtureRequest
) -> None:
    """As above, for longer: some mails on one board each time, as setting it back takes longer than a mail."""

    @settings(
        max_examples=request.config.getoption("mails") // MAILS_TOGETHER,
        deadline=None,
        suppress_health_check=[*EXPENSIVE],
    )
    @given(mails=st.lists(_MAILS, min_size=MAILS_TOGETHER, max_size=MAILS_TOGETHER))
    def check(mails: list[tuple[str, str, str]]) -> None:
        house = houses("playing")
        for mail in mails:
            _check_random(house, mail, next(_NUMBERS))

    check()
