"""`mhearts decline`."""

import pytest
from house import FOUR, House
from ready_house import unread

pytestmark = pytest.mark.slow


@pytest.fixture
def asked(playing: House) -> House:
    """Ann has asked bob and cat to board 102, at which a bot sits; all letters have been read."""
    for name in ("bob", "cat"):
        playing.mail(name, f"set {name} secret-{name} challenges=ask")
    playing.mail("ann", "mhearts challenge ann bob cat bot")
    unread(playing)
    return playing


def told(house: House, name: str, subject: str) -> str:
    """The answer, its lines joined."""
    (answer,) = house.mail(name, subject)
    return " ".join(answer.text.split())


def states(house: House) -> list[str]:
    """What has become of the seats of board 102."""
    with house.app.store.read() as repositories:
        return [invitation.state for invitation in repositories.invitations.of_board(102)]


def test_who_was_asked_says_no(asked: House) -> None:
    """Whoever asked is told, once, and may ask somebody else."""
    assert "Your answer is passed on." in told(asked, "bob", "mhearts decline 102 bob secret-bob")
    (letter,) = asked.letters("ann")
    assert "bob does not come to board 102." in letter.text
    assert states(asked) == ["accepted", "declined", "asked", "accepted"]


def test_a_yes_may_be_taken_back_until_the_board_begins(asked: House) -> None:
    """The seat is free again, and the board does not begin without somebody in it."""
    asked.mail("bob", "mhearts accept 102 bob secret-bob")
    unread(asked)
    assert "Your answer is passed on." in told(asked, "bob", "mhearts decline 102 bob secret-bob")
    assert "bob does not come to board 102." in asked.newest("ann").text
    asked.mail("cat", "mhearts accept 102 cat secret-cat")
    assert 102 not in asked.boards()
    asked.mail("ann", "mhearts invite 102 ann secret-ann dan")
    asked.mail("dan", "mhearts accept 102 dan secret-dan")
    assert asked.board(102).names == ("ann", "dan", "cat", "bot")
    assert "You are not asked to that board." in told(asked, "ann", "mhearts decline 102 ann secret-ann")
    assert asked.board(102).ended_at is None


def test_a_board_of_ones_own_is_called_off(asked: House) -> None:
    """It never begins unless its owner asks somebody else; nobody is asked to find one, and it is said how."""
    answer = told(asked, "ann", "mhearts decline 102 ann secret-ann")
    assert (
        "The board begins only if you ask somebody else: mhearts invite 102 userid password other" in answer
    )
    assert not any(unread(asked).values())
    for name in ("bob", "cat"):
        asked.mail(name, f"mhearts accept 102 {name} secret-{name}")
    assert states(asked) == ["declined", "accepted", "accepted", "accepted"]
    assert 102 not in asked.boards()
    asked.mail("ann", "mhearts invite 102 ann secret-ann dan")
    asked.mail("dan", "mhearts accept 102 dan secret-dan")
    assert asked.board(102).names == ("dan", "bob", "cat", "bot")


@pytest.mark.parametrize(("name", "board"), [("dan", 102), ("ann", 101), ("ann", 999)])
def test_no_seat_no_answer(asked: House, name: str, board: int) -> None:
    """Who is not asked, or plays already, has nothing to decline."""
    before = states(asked)
    assert "You are not asked to that board." in told(
        asked, name, f"mhearts decline {board} {name} secret-{name}"
    )
    assert states(asked) == before
    assert not any(unread(asked, *FOUR).values())
