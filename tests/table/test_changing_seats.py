"""Extending, resigning, coming back and taking over, by mail."""

import re
from datetime import timedelta
from pathlib import Path

import pytest
from house import FOUR, House, Mail, open_house
from ready_house import BOARD, play_out, unread
from seats import DAY, command, daily

from pbmhearts.operator.board_views import differences
from pbmhearts.storage import STAND_IN, Limits

pytestmark = pytest.mark.slow


def answer(letters: list[Mail]) -> str:
    """The words of the last letter."""
    return " ".join(letters[-1].text.split())


def seat_of(house: House, name: str) -> int:
    """Where the player sits."""
    return house.board(BOARD).names.index(name)


def waiting(house: House) -> str:
    """A letter of the board to whoever must move."""
    return house.turn(BOARD)[0]


def verified(house: House) -> bool:
    """Whether all that is kept of the board is what its log says."""
    with house.app.store.read() as repositories:
        return differences(repositories, BOARD) == ()


def forfeited(house: House) -> str:
    """Let whoever must move lose the seat; returns the userid, all letters read."""
    name = waiting(house)
    assert daily(house, 21).forfeited == [(name, BOARD)]
    unread(house)
    return name


def test_extend_moves_the_deadline(playing: House) -> None:
    """The seat is lost two days later, and the next letter shows the new time."""
    name = waiting(playing)
    said = answer(command(playing, name, "extend 101 {} 2d"))
    assert "You have 2 days more. On this board you may extend 4 more times." in said
    assert "You have time until Wed 23 Dec, 10:00, in 23 days (UTC)." in said
    assert daily(playing, 22).forfeited == []
    assert daily(playing, 1).forfeited == [(name, BOARD)]


def test_extend_by_reply(playing: House) -> None:
    """`extend` alone takes as much as one may; `extend 1 day` a day."""
    name = waiting(playing)
    daily(playing, 7)
    letter = playing.letters(name)[-1]
    assert "You have 2 days more." in answer(playing.reply(letter, "extend"))
    assert "You have 1 day more." in answer(playing.reply(letter, "extend 1 day"))
    with playing.app.store.read() as repositories:
        (clock,) = repositories.clocks.of_board(BOARD, Limits(7 * DAY, 21 * DAY, None), playing.clock.now())
    assert clock.extension == 3 * DAY


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("3d", "At once 2 days may be added at most."),
        ("soon", "How long?"),
        ("2 q", "How long?"),
        ("0d", "No time at all"),
    ],
)
def test_extend_refuses_what_it_cannot_add(playing: House, words: str, why: str) -> None:
    """Too much, or no time at all."""
    assert why in answer(command(playing, waiting(playing), f"extend 101 {{}} {words}"))


def test_extend_has_an_end(playing: House) -> None:
    """Five times on one board; what adds nothing does not count."""
    name = waiting(playing)
    command(playing, name, "extend 101 {} 0h")
    for _ in range(4):
        command(playing, name, "extend 101 {}")
    assert "On this board you may not extend again." in answer(command(playing, name, "extend 101 {}"))
    assert "may extend 5 times on one board" in answer(command(playing, name, "extend 101 {}"))


def test_extend_adds_nothing_to_the_time_in_all(tmp_path: Path) -> None:
    """It tells what it has moved the deadline by, and is refused, uncounted, where that is not at all."""
    with open_house(tmp_path) as house:
        number = house.start("--forfeittime=3d --totaltime=4d")
        house.pass_all(number)
        name = waiting(house)
        said = answer(command(house, name, f"extend {number} {{}} 2d"))
        assert "You have 1 day more. On this board you may extend 4 more times." in said
        assert "bounded in all" in answer(command(house, name, f"extend {number} {{}} 2d"))
        with house.app.store.read() as repositories:
            limits = Limits(7 * DAY, 21 * DAY, None)
            (clock,) = repositories.clocks.of_board(number, limits, house.clock.now())
        assert (clock.allowed, clock.extensions) == (4 * DAY, 1)


def test_extend_is_for_whom_the_board_waits_for(playing: House) -> None:
    """No time of the others runs."""
    other = next(name for name in FOUR if name != waiting(playing))
    assert "does not wait for you" in answer(command(playing, other, "extend 101 {}"))


def test_resign_lets_a_bot_play_on(playing: House) -> None:
    """The others are told and lose nothing; the leaver hears no more of the board."""
    name = waiting(playing)
    seat = seat_of(playing, name)
    move = playing.board(BOARD).state.move
    assert "A bot plays your cards on, and you are placed last." in answer(
        command(playing, name, "resign 101 {}")
    )
    board = playing.board(BOARD)
    assert board.seats[seat].bot == STAND_IN
    assert board.state.move > move
    for other in FOUR:
        if other != name:
            assert f"{name} has resigned: a bot plays on." in answer(playing.letters(other))
    playing.play_one(BOARD)
    assert not playing.letters(name)
    assert verified(playing)


def test_resign_by_reply_asks_whether_it_is_meant(playing: House) -> None:
    """`resign` asks; `resign yes` does it."""
    name = waiting(playing)
    daily(playing, 7)
    letter = playing.letters(name)[-1]
    assert "If so, reply: resign yes" in answer(playing.reply(letter, "resign"))
    assert name in playing.board(BOARD).names
    assert "You have left board 101." in answer(playing.reply(letter, "Resign yes"))
    assert name not in playing.board(BOARD).names


def test_the_last_to_leave_ends_the_board(playing: House) -> None:
    """When four bots would play for nobody, the board ends without a result."""
    for name in FOUR[:3]:
        command(playing, name, "resign 101 {}")
        assert not playing.board(BOARD).abandoned
    assert "it has ended without a result" in answer(command(playing, "dan", "resign 101 {}"))
    assert playing.board(BOARD).abandoned
    assert verified(playing)


def test_return_gives_a_lost_seat_back(playing: House) -> None:
    """With the hand and score it has by then; by password, all told."""
    name = forfeited(playing)
    back = answer(command(playing, name, "return 101 {}"))
    assert f"{name} is back." in back
    assert name in playing.board(BOARD).names
    for other in FOUR:
        if other != name:
            assert f"{name} is back." in answer(playing.letters(other))
    while waiting(playing) != name:
        playing.play_one(BOARD)
    playing.play_one(BOARD)
    assert verified(playing)


@pytest.mark.parametrize("way", ["reply", "password"])
def test_who_has_lost_a_seat_is_told_how_to_get_it_back(playing: House, way: str) -> None:
    """A card by an old letter, or by password, is answered so as long as the board runs."""
    letter = command(playing, waiting(playing), "showas {} 101")[-1]
    name = forfeited(playing)

    def told() -> str:
        if way == "reply":
            return answer(playing.reply(letter, letter.offers[0]))
        return answer(command(playing, name, f"move 101 {{}} {letter.offers[0]}"))

    assert "you have lost your seat there. `mhearts return 101`" in told()
    for other in FOUR:
        command(playing, other, "resign 101 {}")
    assert "return" not in told()


def test_return_by_reply(playing: House) -> None:
    """The letter that tells of the loss is answered with what it says."""
    name = waiting(playing)
    daily(playing, 21)
    letter = next(letter for letter in playing.letters(name) if "Your seat" in letter.subject)
    assert f"{name} is back." in answer(playing.reply(letter, "return 101"))
    assert name in playing.board(BOARD).names


def test_there_is_no_way_back_from_resigning(playing: House) -> None:
    """A resigned seat stays left, for `return` and for `takeover`."""
    name = waiting(playing)
    seat = seat_of(playing, name)
    command(playing, name, "resign 101 {}")
    assert "there is no way back" in answer(command(playing, name, "return 101 {}"))
    assert "only somebody new" in answer(command(playing, name, f"takeover 101 {{}} {seat + 1}"))
    assert name not in playing.board(BOARD).names


@pytest.mark.parametrize("by_name", [True, False])
def test_takeover_lets_somebody_new_play_on(playing: House, by_name: bool) -> None:
    """With hand and score, and a letter to play from; the seat is named by number or by who had it."""
    playing.sign_up("eve")
    name = waiting(playing)
    seat = seat_of(playing, name)
    command(playing, name, "resign 101 {}")
    unread(playing)
    word = name if by_name else str(seat + 1)
    letter = command(playing, "eve", f"takeover 101 {{}} {word}")[-1]
    assert f"eve takes over seat {seat + 1} from the bot." in answer([letter])
    assert playing.board(BOARD).names[seat] == "eve"
    assert all("eve takes over" in answer(playing.letters(other)) for other in FOUR if other != name)
    assert not playing.letters(name)
    while waiting(playing) != "eve":
        playing.play_one(BOARD)
    turn = playing.letters("eve")[-1]
    playing.reply(turn, turn.offers[0])
    assert waiting(playing) != "eve"
    assert verified(playing)


def test_takeover_is_of_a_stand_ins_seat_only(playing: House) -> None:
    """Not of one that somebody plays, nor by who plays there, nor of nobody's."""
    playing.sign_up("eve")
    assert "No stand-in plays in seat 2." in answer(command(playing, "eve", "takeover 101 {} 2"))
    assert "Nobody of that name" in answer(command(playing, "eve", "takeover 101 {} zoe"))
    assert "Which seat?" in answer(command(playing, "eve", "takeover 101 {}"))
    assert "only somebody new" in answer(command(playing, "ann", "takeover 101 {} 2"))


def test_takeover_beside_somebody_who_blocks(playing: House) -> None:
    """Who blocks a player does not get that player at the table."""
    playing.sign_up("eve")
    command(playing, "ann", "resign 101 {}")
    playing.mail("bob", "block bob secret-bob eve")
    assert "You cannot play with somebody" in answer(command(playing, "eve", "takeover 101 {} ann"))


def test_a_seat_that_was_taken_over_does_not_come_back(playing: House) -> None:
    """Whoever plays there now stays."""
    playing.sign_up("eve")
    name = forfeited(playing)
    command(playing, "eve", f"takeover 101 {{}} {name}")
    assert "eve plays in your seat now." in answer(command(playing, name, "return 101 {}"))


def test_codes_of_who_sat_there_play_nothing_any_more(playing: House) -> None:
    """Neither the turn code nor the seat's address of the old player's letters moves the new player's cards."""
    playing.sign_up("eve")
    name = next(each for each in FOUR if each != waiting(playing))
    while waiting(playing) != name:
        playing.play_one(BOARD)
    letter = playing.letters(name)[-1]
    assert letter.code
    seat = seat_of(playing, name)
    command(playing, name, "resign 101 {}")
    command(playing, "eve", f"takeover 101 {{}} {seat + 1}")
    while waiting(playing) != "eve":
        playing.play_one(BOARD)
    stands = playing.board(BOARD)
    card = playing.turn(BOARD)[1][0]
    for attempt in (
        playing.reply(letter, card),
        playing.mail(name, f"mhearts move 101 {letter.code} {card}"),
        playing.mail(name, f"[mhearts 101.{letter.code}] {card}"),
        playing.mail("eve", "a card", card, to=letter["Reply-To"]),
    ):
        assert attempt
        assert playing.board(BOARD).state == stands.state


def test_a_letter_that_was_late_shows_no_code_of_the_new_player(playing: House) -> None:
    """What is told to who sat there is rendered for them, even if somebody else sits there by then."""
    playing.sign_up("eve")
    unread(playing)
    name = waiting(playing)
    other = next(each for each in FOUR if each != name)
    seat = seat_of(playing, name)
    # Nothing is delivered between these: the letters are rendered when all is done.
    raw = "From: {0}@players.example\r\nTo: mhearts@cards.example\r\nSubject: {1}\r\nMessage-ID: <{2}@x>\r\n\r\n"
    subjects = [
        (other, f"mhearts chat {BOARD} {other} secret-{other} hello"),
        (name, f"mhearts resign {BOARD} {name} secret-{name}"),
        ("eve", f"mhearts takeover {BOARD} eve secret-eve {seat + 1}"),
    ]
    for number, (who, subject) in enumerate(subjects):
        playing.raw(
            raw.format(who, subject, f"late{number}").encode(), envelope_from=f"{who}@players.example"
        )
    letters = playing.letters(name)
    assert letters
    board = playing.board(BOARD)
    codes = {
        playing.app.services.codes.turn_code(BOARD, seat, move, board.seats[seat].sitting)
        for move in range(1, board.state.move + 1)
    }
    words = {word for letter in letters for word in re.findall(r"[a-z2-7]{8}", f"{letter.text}{letter.html}")}
    assert not words & codes
    assert board.names[seat] == "eve"


def test_who_gets_up_before_anything_happened_has_sat_there(playing: House) -> None:
    """Their codes play nothing for whoever comes next, they may not sit down again, and their boards list it."""
    playing.sign_up("eve", "fay")
    name = next(each for each in FOUR if each != waiting(playing))
    seat = seat_of(playing, name)
    command(playing, name, "resign 101 {}")
    letter = command(playing, "eve", f"takeover 101 {{}} {seat + 1}")[-1]
    log = playing.log(BOARD)
    command(playing, "eve", "resign 101 {}")
    assert "only somebody new" in answer(command(playing, "eve", f"takeover 101 {{}} {seat + 1}"))
    command(playing, "fay", f"takeover 101 {{}} {seat + 1}")
    assert playing.log(BOARD) == log
    while waiting(playing) != "fay":
        playing.play_one(BOARD)
    stands = playing.board(BOARD).state
    assert letter.code
    for attempt in (
        playing.mail("eve", f"mhearts move 101 {letter.code} {playing.turn(BOARD)[1][0]}"),
        playing.reply(letter, "showas"),
        playing.reply(letter, playing.turn(BOARD)[1][0]),
    ):
        assert "Your hand" not in answer(attempt)
    assert playing.board(BOARD).state == stands
    with playing.app.store.read() as repositories:
        sittings = [row for row in repositories.boards.sittings(BOARD) if row.seat == seat]
        names = [row.account_id and repositories.accounts.by_id(row.account_id).userid for row in sittings]
    assert names == [name, None, "eve", None, "fay"]
    assert [row.left_how for row in sittings] == ["resigned", "", "resigned", "", ""]
    assert verified(playing)
    play_out(playing, BOARD)
    assert verified(playing)
    assert "101" in answer(playing.mail("ann", "mhearts history eve"))
    with playing.app.store.read() as repositories:
        results = {result.userid: result for result in repositories.ratings.results()}
        rated = {rating.userid for rating in repositories.ratings.table()}
    assert [results[each].place for each in (name, "eve")] == [0, 0]
    assert results["fay"].place > 0
    assert rated == set(FOUR)


def test_terms_are_options_of_challenge_and_seek(playing: House) -> None:
    """Two hyphens; what is asked is told to who is asked, and listed for who seeks."""
    number = playing.start("--unrated --private --totaltime=30d")
    with playing.app.store.read() as repositories:
        terms = repositories.boards.terms(number)
    assert (terms.unrated, terms.private, terms.totaltime) == (True, True, timedelta(days=30))
    playing.mail("ann", "mhearts seek --nagtime=2d ann secret-ann")
    playing.mail("bob", "mhearts seek bob secret-bob")
    assert "--nagtime=2d" in answer(playing.mail("cat", "mhearts seeks"))
    for wrong in ("--nagtime=never", "--nagtime=1m", "--nagtim=2d", "--private=yes"):
        assert "The option" in answer(playing.mail("ann", f"mhearts challenge {wrong} ann bob cat dan"))


@pytest.mark.parametrize("way", ["reply", "tap", "{} {}", "{}"])
def test_an_old_letter_says_that_one_has_left(playing: House, way: str) -> None:
    """Whoever has resigned is told so: by a reply, by a tap, and by a command with the letter's code."""
    name = waiting(playing)
    letter = playing.mail(name, f"mhearts showas {name} secret-{name} 101")[-1]
    command(playing, name, "resign 101 {}")
    playing.letters(name)
    if way == "reply":
        said = playing.reply(letter, letter.offers[0])
    elif way == "tap":
        tap = next(tap for tap in letter.taps if f"mhearts move {BOARD}" in tap)
        said = playing.mail(name, tap)
    else:
        credentials = f"{name} {letter.code}" if way == "{} {}" else letter.code
        said = playing.mail(name, f"mhearts move {BOARD} {credentials} 7c")
    assert f"You have left board {BOARD}." in answer(said)
    assert "You have left" not in answer(playing.mail("eve", f"mhearts move {BOARD} {letter.code} 7c"))
