"""`signoff`: inactive until the next command."""

from datetime import timedelta

import pytest
from house import House
from ready_house import BOARD

pytestmark = pytest.mark.slow


def status(house: House, userid: str) -> str:
    """A player's status."""
    with house.app.store.read() as repositories:
        account = repositories.accounts.by_userid(userid)
        assert account is not None
        return account.status


def test_no_challenges_and_no_broadcasts(eve: House) -> None:
    """Whoever challenges is told why; messages still come."""
    eve.mail("eve", "signoff eve secret-eve")
    (answer,) = eve.mail("ann", "mhearts challenge ann bob cat eve")
    assert "eve has signed off" in answer.text
    eve.mail("ann", "broadcast ann secret-ann", "hello all\n")
    assert eve.letters("eve") == []
    eve.mail("ann", "message ann secret-ann eve", "come back\n")
    assert len(eve.letters("eve")) == 1


def test_running_boards_go_on(passing: House) -> None:
    """Their letters come as before."""
    passing.mail("ann", "signoff ann secret-ann")
    passing.pass_all(BOARD)
    assert passing.letters("ann")


def test_seeks_end(eve: House) -> None:
    """Nobody is seated with somebody who has left."""
    eve.mail("eve", "mhearts seek eve secret-eve")
    eve.mail("eve", "signoff eve secret-eve")
    with eve.app.store.read() as repositories:
        assert repositories.seeks.all() == ()


def test_any_later_command_with_credentials_brings_back(eve: House) -> None:
    """A command that anybody could send does not."""
    eve.mail("eve", "signoff eve secret-eve")
    eve.mail("eve", "who")
    assert status(eve, "eve") == "inactive"
    eve.mail("eve", "set eve secret-eve")
    assert status(eve, "eve") == "active"


def test_so_does_a_move_by_reply(passing: House) -> None:
    """Or any other reply to a letter."""
    (board,) = passing.mail("ann", f"mhearts showas ann secret-ann {BOARD}")
    passing.mail("ann", "signoff ann secret-ann")
    assert status(passing, "ann") == "inactive"
    passing.reply(board, "showas")
    assert status(passing, "ann") == "active"


def test_a_wrong_password_brings_nobody_back(eve: House) -> None:
    """It was not the player."""
    eve.mail("eve", "signoff eve secret-eve")
    eve.mail("ann", "set eve secret-ann")
    assert status(eve, "eve") == "inactive"


def test_who_shows_it_and_when_one_was_last_heard_of(eve: House) -> None:
    """By the day."""
    eve.wait(timedelta(days=3))
    eve.mail("eve", "signoff eve secret-eve")
    eve.wait(timedelta(days=3))
    (answer,) = eve.mail("ann", "who eve")
    assert "2026-11-30  2026-12-03  signed off" in answer.text
