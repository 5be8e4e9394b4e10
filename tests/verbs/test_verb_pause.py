"""`pause` and `back`: no letters, and what was missed."""

from datetime import timedelta

import pytest
from house import House
from playing_on import play_on
from ready_house import BOARD, play_out, unread

from pbmhearts.reminders.run import remind

pytestmark = pytest.mark.slow


@pytest.fixture
def idle(playing: House) -> tuple[House, str]:
    """A house in the play, and somebody whose turn it is not."""
    me, _ = playing.turn(BOARD)
    other = "ann" if me != "ann" else "bob"
    playing.mail(other, f"pause {other} secret-{other}")
    return playing, other


def is_paused(house: House, userid: str) -> bool:
    """Whether a player has paused."""
    with house.app.store.read() as repositories:
        account = repositories.accounts.by_userid(userid)
        assert account is not None
        return account.paused_at is not None


def test_no_letters_of_the_board_come(idle: tuple[House, str]) -> None:
    """The others get theirs."""
    house, other = idle
    mover = house.play_one(BOARD)
    letters = unread(house)
    assert not letters.pop(other)
    letters.pop(mover)
    assert all(letters.values())


def test_no_messages_come_either(idle: tuple[House, str]) -> None:
    """Nor broadcasts."""
    house, other = idle
    sender = "cat"
    house.mail(sender, f"message {sender} secret-{sender} {other}", "hello\n")
    house.mail(sender, f"broadcast {sender} secret-{sender}", "hello all\n")
    assert house.letters(other) == []


def test_ones_own_mails_are_answered(idle: tuple[House, str]) -> None:
    """And do not end the pause."""
    house, other = idle
    (board,) = house.mail(other, f"mhearts showas {other} secret-{other} {BOARD}")
    assert "Your hand" in board.text
    (answer,) = house.reply(board, "2h")
    assert "not your turn" in answer.text
    assert is_paused(house, other)


def test_back_brings_the_boards_that_wait(idle: tuple[House, str]) -> None:
    """With all that happened meanwhile."""
    house, other = idle
    played = []
    while (mover := house.turn(BOARD)[0]) != other:
        _, (card, *_) = house.turn(BOARD)
        house.play_one(BOARD)
        played.append((mover, card))
    assert played
    unread(house)
    (letter,) = house.mail(other, f"back {other} secret-{other}")
    assert f"Your turn, {other}" in letter.text
    for mover, _ in played:
        assert f"{mover} " in letter.text.partition("Trick 1, led by ")[2].splitlines()[0]
    assert not is_paused(house, other)


def test_after_back_letters_come_as_before(idle: tuple[House, str]) -> None:
    """Each move, to whoever wants each move."""
    house, other = idle
    (answer,) = house.mail(other, f"back {other} secret-{other}")
    assert "no board waits for you now" in answer.text
    house.play_one(BOARD)
    assert len(house.letters(other)) == 1


def test_back_brings_what_ended_meanwhile(idle: tuple[House, str]) -> None:
    """The end of a board is missed by nobody."""
    house, other = idle
    play_out(house, BOARD)
    assert house.letters(other) == []
    (letter,) = house.mail(other, f"back {other} secret-{other}")
    assert f"Board {BOARD} is over" in letter.text


def test_both_by_reply(playing: House) -> None:
    """The first word of a reply to any letter will do."""
    me, _ = playing.turn(BOARD)
    (board,) = playing.mail(me, f"mhearts showas {me} secret-{me} {BOARD}")
    (answer,) = playing.reply(board, "Pause.")
    assert is_paused(playing, me)
    (letter,) = playing.reply(answer, "back")
    assert f"Your turn, {me}" in letter.text
    assert not is_paused(playing, me)


def test_back_without_a_pause_is_refused(passing: House) -> None:
    """Nothing is mailed twice for it."""
    (answer,) = passing.mail("ann", "back ann secret-ann")
    assert "You had not paused" in answer.text


def test_nothing_but_answers_comes_in_a_pause_and_back_brings_it(playing: House) -> None:
    """Invitations, refusals, watched boards, lost seats: all wait for `back`, which brings what still matters."""
    playing.sign_up("eve", "fay")
    for name in ("eve", "fay"):
        playing.mail(name, f"set {name} secret-{name} challenges=ask")
    playing.mail("eve", f"mhearts subscribe {BOARD} eve secret-eve")
    playing.mail("eve", "mhearts challenge eve fay bot bot")
    (asked,) = playing.letters("fay")
    for name in ("ann", "eve"):
        playing.mail(name, f"pause {name} secret-{name}")
    playing.mail("bob", "mhearts challenge bob eve bot bot")
    playing.reply(asked, "no")
    remind(playing.app.store, playing.app.services)
    playing.wait(timedelta(days=5))
    remind(playing.app.store, playing.app.services)
    play_on(playing, BOARD)
    playing.play_one(BOARD)
    assert playing.board(BOARD).ended_at is not None
    assert playing.letters("eve") == playing.letters("ann") == []
    asked, free, *rest = playing.mail("eve", "back eve secret-eve")
    assert "bob asks you to a game of Hearts, board 103" in " ".join(asked.text.split())
    assert asked.taps[0].endswith("] yes")
    assert free.subject.endswith("Board 102 needs somebody else")
    assert rest == []
    (over,) = playing.mail("ann", "back ann secret-ann")
    assert f"Board {BOARD} is over" in over.text
