"""What cannot be done comes back as one friendly answer, changes nothing, and repeats no secret."""

import logging
from dataclasses import dataclass

import pytest
from house import FOUR, House, Mail
from ready_house import BOARD, PASSWORDS, everything, play_out, shunted, unread

from pbmhearts.games import hearts


@dataclass(frozen=True)
class Bad:
    """A mail of the player whose turn it is, and what its answer must say.

    Attributes:
        subject: with {me}, {other} (a player whose turn it is not), {card} (a legal one), {card2},
            {held} (a card of the hand that is not legal), {foreign} (a card of another hand), {code}.
        says: all of these stand in the answer.
        secrets: what else must not come back, besides all passwords and codes.
    """

    id: str
    subject: str
    says: tuple[str, ...]
    body: str = ""
    secrets: tuple[str, ...] = ()
    sender: str = "{me}"


MOVE_USAGE = "Usage: mhearts move board userid password cards[#n]"
CHALLENGE_USAGE = "Usage: mhearts challenge [-options] p1 p2 p3 p4"
SIGNUP_USAGE = "Usage: signup userid password [address+]"

CASES = (
    Bad("no-verb-at-all", "frobnicate {me} secret-{me}", ("do not know that command", "help")),
    Bad("password-first", "hunter22 {me}", ("do not know that command",), secrets=("hunter22",)),
    Bad(
        "near-miss", "mhearts moev 101 {me} secret-{me} {card}", ("Did you mean `mhearts move`?", MOVE_USAGE)
    ),
    Bad("near-miss-of-a-server-verb", "singup eve pass-word", ("Did you mean `signup`?", SIGNUP_USAGE)),
    Bad("near-miss-without-the-game", "chalenge ann bob cat dan", ("Did you mean `mhearts challenge`?",)),
    Bad("server-verb-with-the-game", "mhearts who", ("Did you mean `who`?",)),
    Bad("near-verb-without-the-game", "moev 101 {me} secret-{me} {card}", ("Did you mean `mhearts move`?",)),
    Bad("the-game-alone", "mhearts", ("`mhearts help`",)),
    Bad("unknown-board", "mhearts move 999 {me} secret-{me} {card}", ("There is no board 999.",)),
    Bad("no-board", "mhearts move {me} secret-{me} {card}", ("Which board?", MOVE_USAGE)),
    Bad("huge-board", "mhearts move 99999999999999999999 {me} secret-{me} {card}", ("Which board?",)),
    Bad(
        "wrong-password",
        "mhearts move 101 {me} hunter22 {card}",
        ("do not go together", MOVE_USAGE),
        secrets=("hunter22",),
    ),
    Bad("password-of-another", "mhearts move 101 {me} secret-{other} {card}", ("do not go together",)),
    Bad(
        "password-like-a-card",
        "mhearts move 101 {me} 7c8c",
        ("do not go together",),
        secrets=("7c 8c", "7c8c", "7♣"),
    ),
    Bad(
        "password-like-an-option",
        "mhearts move 101 {me} -hunter22 {card}",
        ("do not go together",),
        secrets=("hunter22",),
    ),
    Bad("unknown-userid", "mhearts move 101 nobody secret-{me} {card}", ("do not go together",)),
    Bad("password-without-userid", "mhearts move 101 secret-{me} {card}", ("do not go together",)),
    Bad("wrong-code", "mhearts move 101 aaaabbbb {card}", ("do not go together",), secrets=("aaaabbbb",)),
    Bad("no-credentials", "mhearts move 101 {card}", ("are missing", MOVE_USAGE)),
    Bad("no-password", "mhearts move 101 {me}", ("is missing", MOVE_USAGE)),
    Bad("card-for-a-password", "mhearts move 101 {me} {card}", ("do not go together",)),
    Bad("other-players-code", "mhearts move 101 {other} {code} {card}", ("do not go together",)),
    Bad(
        "not-your-turn",
        "mhearts move 101 {other} secret-{other} {card}",
        ("not your turn", "waits for {me}"),
        sender="{other}",
    ),
    Bad(
        "no-card", "mhearts move 101 {me} secret-{me}", ("One card is played, and you named none.", "{legal}")
    ),
    Bad("card-not-held", "mhearts move 101 {me} secret-{me} {foreign}", ("{legal}", MOVE_USAGE)),
    Bad("card-not-legal", "mhearts move 101 {me} secret-{me} {held}", ("{legal}", MOVE_USAGE)),
    Bad("two-cards", "mhearts move 101 {me} secret-{me} {card} {card2}", ("One card is played", "{legal}")),
    Bad("no-such-card", "mhearts move 101 {me} secret-{me} 14x", ("could not read a card", "14x", "{legal}")),
    Bad("half-a-card", "mhearts move 101 {me} secret-{me} queen", ("which suit?", "{legal}")),
    Bad(
        "code-then-password",
        "mhearts move 101 {code} secret-{me} {card}",
        ("could not read a card", "{legal}"),
    ),
    Bad("earlier-move", "mhearts move 101 {me} secret-{me} {card}#1", ("not at move 1",)),
    Bad("later-move", "mhearts move 101 {me} secret-{me} {card}#99", ("not at move 99",)),
    Bad("three-players", "mhearts challenge ann bob cat", ("you named 3", CHALLENGE_USAGE)),
    Bad("no-players", "mhearts challenge", ("you named nobody", CHALLENGE_USAGE)),
    Bad(
        "challenge-with-credentials",
        "mhearts challenge {me} secret-{me} ann bob cat dan",
        ("you named 6", CHALLENGE_USAGE),
    ),
    Bad("twice-the-same", "mhearts challenge ann bob cat ANN", ("cannot sit twice", CHALLENGE_USAGE)),
    Bad("unknown-player", "mhearts challenge ann bob cat dann", ("no player dann", "Did you mean dan?")),
    Bad("unknown-option", "mhearts challenge -jackk ann bob cat dan", ("-jackk", "Did you mean `-jack`?")),
    Bad("unknown-time", "mhearts challenge --nagtme=2d ann bob cat dan", ("Did you mean `--nagtime=7d`?",)),
    Bad("unknown-term", "mhearts challenge --unratd ann bob cat dan", ("Did you mean `--unrated`?",)),
    Bad(
        "bad-value",
        "mhearts challenge -goal=5 ann bob cat dan",
        ("-goal=5", "from 20 to 1000", "Did you mean `-goal=20`?"),
    ),
    Bad(
        "bad-choice",
        "mhearts challenge -moon=odl ann bob cat dan",
        ("-moon=odl", "Did you mean `-moon=old`?"),
    ),
    Bad("userid-taken", "signup ANN pass-word", ("ANN is taken", SIGNUP_USAGE), secrets=("pass-word",)),
    Bad("userid-bad", "signup 1st pass-word", ("cannot be a userid", SIGNUP_USAGE), secrets=("pass-word",)),
    Bad(
        "userid-reserved",
        "signup Server pass-word",
        ("cannot be a userid", SIGNUP_USAGE),
        secrets=("pass-word",),
    ),
    Bad("userid-long", f"signup {'e' * 21} pass-word", ("cannot be a userid",), secrets=("pass-word",)),
    Bad("password-missing", "signup eve", ("A userid and a password are needed.", SIGNUP_USAGE)),
    Bad("password-short", "signup eve q!z", ("cannot be a password", SIGNUP_USAGE), secrets=("q!z",)),
    Bad("password-with-a-colon", "signup eve pass:word", ("cannot be a password",), secrets=("pass:word",)),
    Bad("password-with-a-plus", "signup eve pass+word", ("cannot be a password",), secrets=("pass+word",)),
    Bad("password-with-a-quote", "signup eve pass'word", ("cannot be a password",), secrets=("pass'word",)),
    Bad("password-with-a-hyphen", "signup eve -password", ("cannot be a password",), secrets=("-password",)),
    Bad("three-words", "signup eve pass-word zebra", ("only addresses",), secrets=("pass-word", "zebra")),
    Bad("show-nothing", "mhearts show", ("Which board, or whose?", "Usage: mhearts show board[#n]+")),
    Bad("show-unknown", "mhearts show 999", ("There is no board 999.",)),
    Bad("show-huge", "mhearts show 99999999999999999999", ("no board, no player and no choice",)),
    Bad("show-with-password", "mhearts show 101 {me} secret-{me}", ("no board, no player and no choice",)),
    Bad("show-near", "mhearts show dann", ("Did you mean dan?",)),
    Bad("games-with-password", "mhearts games {me} secret-{me}", ("no board, no player and no choice",)),
    Bad("showas-without-password", "mhearts showas {me}", ("Userid and password are missing.",)),
    Bad("showas-wrong", "mhearts showas {me} hunter22 101", ("do not go together",), secrets=("hunter22",)),
    Bad(
        "showas-odd",
        "mhearts showas {me} secret-{me} zebra",
        ("I expected board numbers",),
        secrets=("zebra",),
    ),
    Bad("showas-huge", "mhearts showas {me} secret-{me} 99999999999", ("I expected board numbers",)),
    Bad("showas-unknown", "mhearts showas {me} secret-{me} 999", ("There is no board 999.",)),
    Bad("help-unknown", "help challange", ("Did you mean `help challenge`?",)),
    Bad("help-with-password", "help {me} secret-{me}", ("There is no help on that.",)),
    Bad("prose", "A game of cards", ("do not know that command",), body="I would like to play."),
    Bad(
        "body-with-password",
        "",
        ("do not go together",),
        body="mhearts move 101 {me} hunter22 {card}\n",
        secrets=("hunter22",),
    ),
)


def _facts(house: House) -> dict[str, str]:
    me, legal = house.turn(BOARD)
    board = house.board(BOARD)
    other = next(name for name in FOUR if name != me)
    mine = _hand(house, me)
    return {
        "me": me,
        "other": other,
        "card": legal[0],
        "card2": legal[1],
        "held": next(card for card in mine if card not in legal),
        "foreign": next(card for card in _hand(house, other) if card not in mine),
        "code": house.app.services.codes.turn_code(BOARD, board.names.index(me), board.state.move),
        "legal": "Reply with one of: " + " ".join(legal),
    }


def _hand(house: House, name: str) -> list[str]:
    board = house.board(BOARD)
    return [str(card) for card in hearts.view(board.state, hearts.Seat(board.names.index(name))).hand]


def _codes(house: House) -> list[str]:
    codes = house.app.services.codes
    turns = [codes.turn_code(BOARD, seat, move) for seat in range(4) for move in range(10)]
    return turns + [codes.seat_token(BOARD, seat) for seat in range(4)]


@pytest.mark.parametrize("bad", CASES, ids=lambda bad: bad.id)
def test_one_friendly_answer_and_nothing_changed(
    bad: Bad, playing: House, caplog: pytest.LogCaptureFixture
) -> None:
    """Each thing that cannot be done brings one answer with the reason, and no secret of its mail."""
    caplog.set_level(logging.DEBUG)
    facts = _facts(playing)
    log, boards = playing.log(BOARD), playing.boards()
    answers = playing.mail(bad.sender.format(**facts), bad.subject.format(**facts), bad.body.format(**facts))
    assert len(answers) == 1
    (answer,) = answers
    words = " ".join(answer.text.split())
    for says in bad.says:
        assert says.format(**facts) in words
    assert "That could not be done." in words
    assert playing.log(BOARD) == log
    assert playing.boards() == boards
    assert shunted(playing) == 0
    assert not any(unread(playing).values())
    _no_secret(answer, caplog.text, [*PASSWORDS, *bad.secrets], _codes(playing))


def _no_secret(answer: Mail, logged: str, passwords: list[str], codes: list[str]) -> None:
    shown = everything(answer)
    for secret in passwords:
        assert secret.lower() not in shown
    # The Message-ID and the addresses of an answer to a known player are how a reply to it finds the board.
    read = everything(answer, but=("Message-ID", "Reply-To", "List-Unsubscribe"))
    for code in codes:
        assert code not in read
    for secret in (*passwords, *codes):
        assert secret.lower() not in logged.lower()


def test_the_secret_of_a_good_signup_stays_secret(playing: House, caplog: pytest.LogCaptureFixture) -> None:
    """A welcome names the userid, never the password."""
    caplog.set_level(logging.DEBUG)
    (answer,) = playing.mail("eve", "signup eve pass-word")
    assert "Welcome, eve." in answer.text
    _no_secret(answer, caplog.text, ["pass-word"], [])


def test_refusals_tell_alike_whether_userid_or_password_was_wrong(playing: House) -> None:
    """Nobody learns from a refusal which userids there are."""
    (wrong,) = playing.mail("eve", "mhearts showas ann hunter22")
    (nobody,) = playing.mail("eve", "mhearts showas nobody hunter22")
    assert wrong.text == nobody.text


def test_an_over_board_takes_no_card(playing: House) -> None:
    """A board that is over says so and stays as it ended."""
    name, (card, *_) = playing.turn(BOARD)
    code = playing.app.services.codes.turn_code(BOARD, FOUR.index(name), playing.board(BOARD).state.move)
    play_out(playing, BOARD)
    log = playing.log(BOARD)
    unread(playing)
    for credentials in (f"{name} secret-{name}", f"{name} {code}", code):
        (answer,) = playing.mail(name, f"mhearts move {BOARD} {credentials} {card}")
        assert f"Board {BOARD} is over." in answer.text
        assert playing.log(BOARD) == log
    assert not any(unread(playing).values())
