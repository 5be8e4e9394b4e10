"""Every way to write a command, as the table of commands has it, accepted as written."""

import re
from dataclasses import dataclass

import pytest
from house import FOUR, House, Mail
from ready_house import BOARD, everything, unread
from seats import daily

from pbmhearts import verbs
from pbmhearts.games import hearts

ASKED = ("bob: set {bob} challenges=ask", "ann: mhearts challenge ann bob bot bot")
"""Bob is asked to board 102."""
WITH_BOTS = ("ann: mhearts challenge ann bot bot bot",)
DECLINED = (*ASKED, "bob: mhearts decline 102 {bob}")
PROPOSED = ("other: mhearts propose 101 {other} abandon",)
QUEUED = ("other: mhearts queue 101 {other} lowest",)
HELD = ("me: mhearts submit 101 {me} {card}",)
LEFT = ("other: mhearts resign 101 {other}",)
MUTED = ("ann: mhearts mute 101 {ann} bob",)
MUTED_ALL = ("me: mhearts mute 101 {code}",)
SEEKS = ("ann: mhearts seek {ann}",)
WATCHES = ("eve: mhearts subscribe 101 {eve}",)
FORGOT = ("ann: forgot ann",)


@dataclass(frozen=True)
class Case:
    """A mail that is written as a usage line says.

    Attributes:
        usage: the line, as the table has it.
        mail: its writer and Subject. `me` is the one who must play, `{mover}` by name, and `other` sits left of that
            player, `{left}`; `{me}`, `{ann}` and so on are userid and password, `{code}` and `{code_left}` turn codes.
        before: mails sent before it, written in the same way.
        body: what stands below the Subject.
    """

    usage: str
    mail: str
    before: tuple[str, ...] = ()
    body: str = ""


CASES = [
    Case("mhearts help", "ann: mhearts help"),
    Case("mhearts standings", "ann: mhearts standings"),
    Case("mhearts ratings", "ann: mhearts ratings"),
    Case("mhearts history [userid]", "ann: mhearts history"),
    Case("mhearts history [userid]", "ann: mhearts history bob"),
    Case("mhearts challenge [-options] p1 p2 p3 p4", "ann: mhearts challenge ann bob cat dan"),
    Case(
        "mhearts challenge [-options] p1 p2 p3 p4",
        "ann: mhearts chall -jack -goal=75 ann bot bot:easy bot:hard",
    ),
    Case(
        "mhearts challenge [-options] p1 p2 p3 p4",
        "ann: mhearts challenge ann new@else.example bob bot \u2013nobreak",
    ),
    Case(
        "mhearts challenge [-options] p1 p2 p3 p4",
        "postman: mhearts challenge bob --nagtime=7d cat@players.example --forfeittime=21d dan --totaltime=60d "
        "--unrated bot --private",
        body="by {ann}",
    ),
    Case("mhearts accept board userid password", "bob: mhearts accept 102 {bob}", ASKED),
    Case("mhearts accept board userid password", "me: mhearts accept 101 {me}", PROPOSED),
    Case("mhearts accept board code", "me: mhearts accept 101 {code}", PROPOSED),
    Case("mhearts decline board userid password", "bob: mhearts decline 102 {bob}", ASKED),
    Case("mhearts invite board userid password other", "ann: mhearts invite 102 {ann} eve", DECLINED),
    Case("mhearts invite board userid password other", "ann: mhearts invite 102 {ann} bot", DECLINED),
    Case("mhearts seek [-options] userid password", "ann: mhearts seek {ann}"),
    Case("mhearts seek [-options] userid password", "ann: mhearts seek -omnibus --nagtime=2d {ann}"),
    Case("mhearts seeks", "ann: mhearts seeks"),
    Case("mhearts unseek userid password", "ann: mhearts unseek {ann}", SEEKS),
    Case("mhearts move board userid password cards[#n]", "me: mhearts move 101 {me} {card}"),
    Case("mhearts move board userid password cards[#n]", "me: mhearts mvoe 101 {me} {card}#{n}"),
    Case("mhearts move board code cards[#n]", "me: mhearts board 101 {code} {card}"),
    Case("mhearts move board code cards[#n]", "me: mhearts move 101 {mover} {code} {card}"),
    Case(
        "mhearts queue board userid password plan",
        "other: mhearts queue 101 {other} if void {card_left}; lowest",
    ),
    Case(
        "mhearts queue board code plan",
        "other: mhearts queue 101 {code_left} if clubs led highest clubs; if leading lowest",
    ),
    Case("mhearts unqueue board userid password", "other: mhearts unqueue 101 {other}", QUEUED),
    Case("mhearts unqueue board code", "other: mhearts unqueue 101 {code_left}", QUEUED),
    Case("mhearts preview board userid password cards", "me: mhearts preview 101 {me} {card}"),
    Case("mhearts preview board code cards", "me: mhearts preview 101 {code} {card}"),
    Case("mhearts hint board userid password", "ann: mhearts hint 102 {ann}", WITH_BOTS),
    Case("mhearts hint board code", "ann: mhearts hint 102 {code_102}", WITH_BOTS),
    Case("mhearts submit board userid password cards", "me: mhearts submit 101 {me} {card}"),
    Case("mhearts submit board code cards", "me: mhearts submit 101 {code} {card}"),
    Case("mhearts confirm board userid password", "me: mhearts confirm 101 {me}", HELD),
    Case("mhearts confirm board code", "me: mhearts confirm 101 {code}", HELD),
    Case("mhearts undo board userid password", "me: mhearts undo 101 {me}", HELD),
    Case("mhearts undo board code", "other: mhearts undo 101 {code_left}", QUEUED),
    Case("mhearts propose board userid password undo|abandon", "me: mhearts propose 101 {me} abandon"),
    Case(
        "mhearts propose board code undo|abandon",
        "me: mhearts propose 101 {code} undo",
        ("me: mhearts move 101 {me} {card}",),
    ),
    Case("mhearts reject board userid password", "me: mhearts reject 101 {me}", PROPOSED),
    Case("mhearts reject board code", "me: mhearts reject 101 {code}", PROPOSED),
    Case("mhearts resign board userid password", "me: mhearts resign 101 {me}"),
    Case("mhearts resign board code yes", "me: mhearts resign 101 {code} yes"),
    Case("mhearts return board userid password", "me: mhearts return 101 {me}", ("21 days",)),
    Case("mhearts takeover board userid password seat", "eve: mhearts takeover 101 {eve} {seat}", LEFT),
    Case("mhearts takeover board userid password seat", "eve: mhearts takeover 101 {eve} {left}", LEFT),
    Case("mhearts extend board userid password [2d]", "me: mhearts extend 101 {me} 2d"),
    Case("mhearts extend board userid password [2d]", "me: mhearts extend 101 {me}"),
    Case("mhearts extend board code [2d]", "me: mhearts extend 101 {code} 1d"),
    Case("mhearts chat board userid password", "ann: mhearts chat 101 {ann}", body="Hello, all!"),
    Case("mhearts say board userid password", "ann: mhearts say 101 {ann}", body="Hello, all!"),
    Case("mhearts say board code", "me: mhearts say 101 {code}", body="Hello, all!"),
    Case("mhearts waiting", "ann: mhearts waiting"),
    Case("mhearts chat board code", "me: mhearts chat 101 {code}", body="Hello, all!"),
    Case("mhearts mute board userid password [other]", "ann: mhearts mute 101 {ann} bob"),
    Case("mhearts mute board code [other]", "me: mhearts mute 101 {code}"),
    Case("mhearts unmute board userid password [other]", "ann: mhearts unmute 101 {ann} bob", MUTED),
    Case("mhearts unmute board code [other]", "me: mhearts unmute 101 {code}", MUTED_ALL),
    Case("mhearts subscribe board|player userid password", "eve: mhearts subscribe 101 {eve}"),
    Case("mhearts subscribe board|player userid password", "eve: mhearts subscribe ann {eve}"),
    Case("mhearts unsubscribe board|player userid password", "eve: mhearts unsubscribe 101 {eve}", WATCHES),
    Case("mhearts show board[#n]+", "ann: mhearts show 101"),
    Case("mhearts show board[#n]+", "ann: mhearts show 101#2 101"),
    Case("mhearts show userid+ [all|active|inactive|next]", "ann: mhearts show ann bob"),
    Case("mhearts show userid+ [all|active|inactive|next]", "ann: mhearts show {mover} next"),
    Case("mhearts showas userid password [board+ | all|active|inactive|next]", "me: mhearts showas {me}"),
    Case(
        "mhearts showas userid password [board+ | all|active|inactive|next]", "ann: mhearts showas {ann} 101"
    ),
    Case(
        "mhearts showas userid password [board+ | all|active|inactive|next]", "me: mhearts showas {me} next"
    ),
    Case("mhearts games userid* [all|active|inactive|next]", "ann: mhearts games"),
    Case("mhearts games userid* [all|active|inactive|next]", "ann: mhearts games ann bob inactive"),
    Case("mhearts replay board[#hand]", "ann: mhearts replay 101"),
    Case("mhearts replay board[#hand]", "ann: mhearts replay 101#1"),
    Case("mhearts fairness board", "ann: mhearts fairness 101"),
    Case("add userid password [address+]", "ann: add {ann} one@else.example two@else.example"),
    Case("all show userid [next|active]", "ann: all show bob active"),
    Case("back userid password", "ann: back {ann}", ("ann: pause {ann}",)),
    Case("block userid password other", "ann: block {ann} bob"),
    Case("broadcast userid password", "ann: broadcast {ann}", body="Hello, all!"),
    Case("change password userid current new", "ann: change password {ann} other-secret"),
    Case("change address userid password [address+]", "ann: change address {ann} ann@players.example"),
    Case("delete userid password", "ann: delete {ann}"),
    Case("forgot userid", "ann: forgot ann"),
    *(Case("help [subject]", f"ann: help{subject}") for subject in ("", " move")),
    *(
        Case(f"help {topic}", f"ann: help {topic}")
        for topic in ("commands", "tutorial", "mhearts", "ratings", "fairness")
    ),
    Case("list [game]", "ann: list mhearts"),
    Case("message userid password to+", "ann: message {ann} cat bob", body="Hello, you two!"),
    Case("pause userid password", "ann: pause {ann}"),
    Case("about", "ann: about"),
    Case("ping", "ann: ping"),
    Case("reset userid code newpassword", "ann: reset ann {reset} other-secret", FORGOT),
    Case(
        "set userid password key=value+", "ann: set {ann} notify=turn digest=08:00 zone=Europe/Paris limit=3"
    ),
    Case("set userid password", "ann: set {ann}"),
    Case("signoff userid password", "ann: signoff {ann}"),
    Case("signup userid password [address+]", "gus: signup gus secret-gus gus@else.example"),
    Case("unblock userid password other", "ann: unblock {ann} bob", ("ann: block {ann} bob",)),
    Case("vacation userid password from..to", "ann: vacation {ann} 2026-12-20..2027-01-03"),
    Case("vacation userid password off", "ann: vacation {ann} off"),
    Case("who [text]", "ann: who an"),
]

BY_REPLY = ("never", "no", "yes userid", "yes")
"""What answers a letter only."""


def credentials(name: str) -> str:
    """Userid and password."""
    return f"{name} secret-{name}"


@dataclass
class Table:
    """Board 101, whose turn it is, and what may be written in a case's mails."""

    house: House

    def __post_init__(self) -> None:
        mover, (card, *_) = self.house.turn(BOARD)
        left = FOUR[(FOUR.index(mover) + 1) % 4]
        codes = {name: self._code(name) for name in (mover, left)}
        self._who = {"me": mover, "other": left}
        self._words = {name: credentials(name) for name in (*FOUR, "eve")} | {
            "me": credentials(mover),
            "other": credentials(left),
            "mover": mover,
            "left": left,
            "seat": str(FOUR.index(left) + 1),
            "code": codes[mover],
            "code_left": codes[left],
            "code_102": self.house.app.services.codes.turn_code(102, 0, 1),
            "card": card,
            "card_left": str(
                hearts.view(self.house.board(BOARD).state, hearts.Seat(FOUR.index(left))).hand[0]
            ),
            "n": str(self.house.board(BOARD).state.move),
        }

    def _code(self, name: str) -> str:
        move = self.house.board(BOARD).state.move
        return self.house.app.services.codes.turn_code(BOARD, FOUR.index(name), move)

    def send(self, written: str, body: str = "") -> list[Mail]:
        """Send a case's mail; what comes back."""
        if written.endswith(" days"):
            daily(self.house, int(written.removesuffix(" days")))
            unread(self.house)
            return []
        who, _, subject = written.partition(": ")
        name = self._who.get(who, who)
        letters = self.house.mail(name, subject.format(**self._words), body.format(**self._words))
        code = re.search(r"reset ann (\S+)", " ".join(letter.text for letter in letters))
        if code:
            self._words["reset"] = code[1]
        return letters


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.mail)
def test_it_is_accepted_as_written(playing: House, case: Case) -> None:
    """With real values put in, each mail is done and answered; no password comes back."""
    if "eve" in case.mail:
        playing.sign_up("eve")
    table = Table(playing)
    for earlier in case.before:
        assert accepted(table.send(earlier))
    letters = table.send(case.mail, case.body)
    assert letters
    assert accepted(letters)
    assert not any("secret-" in everything(letter) for letter in letters)


def accepted(letters: list[Mail]) -> bool:
    """Whether no answer says that something was not done."""
    said = " ".join(" ".join(letter.text.split()) for letter in letters)
    return not re.search(
        "could not be done|Not tried|I could not read|did you mean|earlier moment", said, re.IGNORECASE
    )


def test_each_way_to_write_a_command_is_tried() -> None:
    """The registry has no usage line that no mail above is written by, and no mail is written by another."""
    usages = {usage for spec in verbs.discover() for usage in spec.usage}
    assert {case.usage for case in CASES} == usages - set(BY_REPLY)


@pytest.mark.parametrize("words", ["yes gus", "no", "never"])
def test_an_invitation_is_answered_by_reply(playing: House, words: str) -> None:
    """`yes` and a name, `no` and `never`, on the first line."""
    playing.mail("ann", "mhearts challenge ann bob cat gus@else.example")
    (invitation,) = playing.letters("gus@else.example")
    assert accepted(playing.reply(invitation, words))


@pytest.mark.parametrize("words", ["yes", "no"])
def test_a_challenge_is_answered_by_reply(playing: House, words: str) -> None:
    """Who has an account need not say a name."""
    playing.mail("bob", "set bob secret-bob challenges=ask")
    playing.mail("ann", "mhearts challenge ann bob cat dan")
    (asked,) = playing.letters("bob")
    assert accepted(playing.reply(asked, words))
