"""`set`: how a player wants things."""

from collections.abc import Mapping
from typing import Any

import pytest
from house import House
from ready_house import BOARD, everything

pytestmark = pytest.mark.slow


def wishes(house: House, userid: str) -> Mapping[str, Any]:
    """What a player has set."""
    with house.app.store.read() as repositories:
        account = repositories.accounts.by_userid(userid)
        assert account is not None
        return account.preferences


def test_without_pairs_it_shows_them_in_words(eve: House) -> None:
    """Each with what it means."""
    (answer,) = eve.mail("eve", "set eve secret-eve")
    assert "notify=every" in answer.text
    assert "a letter at every move" in answer.text
    assert "zone=UTC" in answer.text
    assert "secret-eve" not in everything(answer)
    assert wishes(eve, "eve") == {}


def test_pairs_are_kept_and_shown(eve: House) -> None:
    """Several in one command; what was set before stays."""
    eve.mail("eve", "set eve secret-eve notify=turn zone=europe/paris")
    (answer,) = eve.mail("eve", "set eve secret-eve limit=3")
    assert wishes(eve, "eve") == {"notify": "turn", "zone": "Europe/Paris", "limit": 3}
    assert "times are told in Europe/Paris" in answer.text
    assert "3 boards at once at most" in answer.text


def test_one_bad_pair_sets_nothing(eve: House) -> None:
    """All or nothing."""
    (answer,) = eve.mail("eve", "set eve secret-eve notify=turn html=perhaps")
    assert "html=perhaps cannot be: it may be yes or no." in answer.text
    assert "Usage: set userid password key=value+" in answer.text
    assert wishes(eve, "eve") == {}


def test_by_reply_for_the_whole_account(passing: House) -> None:
    """No userid and no password."""
    (board,) = passing.mail("ann", f"mhearts showas ann secret-ann {BOARD}")
    passing.reply(board, "set notify=turn")
    assert wishes(passing, "ann") == {"notify": "turn"}


def test_by_reply_for_that_board_alone(passing: House) -> None:
    """`here` is the board of the letter."""
    (board,) = passing.mail("ann", f"mhearts showas ann secret-ann {BOARD}")
    (answer,) = passing.reply(board, "set notify=turn here")
    assert wishes(passing, "ann") == {"boards": {str(BOARD): {"notify": "turn"}}}
    assert f"(board {BOARD})" in answer.text


def test_by_the_tap_of_a_letter(passing: House) -> None:
    """`[mhearts 101.code] set notify=turn here` to the plain address."""
    (board,) = passing.mail("ann", f"mhearts showas ann secret-ann {BOARD}")
    passing.mail("ann", f"[mhearts {BOARD}.{board.code}] set notify=turn here")
    assert wishes(passing, "ann") == {"boards": {str(BOARD): {"notify": "turn"}}}


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("set html=no here", "html: that cannot be set for one board alone"),
        ("set here", "What is to be so here?"),
    ],
)
def test_only_when_letters_come_may_be_set_for_a_board(passing: House, words: str, why: str) -> None:
    """The rest is the person's."""
    (board,) = passing.mail("ann", f"mhearts showas ann secret-ann {BOARD}")
    (answer,) = passing.reply(board, words)
    assert why in answer.text
    assert wishes(passing, "ann") == {}


def test_here_needs_a_boards_letter(eve: House) -> None:
    """By password there is no board to mean."""
    (answer,) = eve.mail("eve", "set eve secret-eve notify=turn here")
    assert "it means that board" in " ".join(answer.text.split())
    assert wishes(eve, "eve") == {}


def test_letters_look_as_they_were_asked_for(passing: House) -> None:
    """Plain letters, in sentences, without HTML, the turn in the Subject."""
    passing.mail("ann", "set ann secret-ann cards=ascii style=prose html=no subject=turn")
    (board,) = passing.mail("ann", f"mhearts showas ann secret-ann {BOARD}")
    assert board.text.isascii()
    assert not board.html
    assert "+---" not in board.text
    assert board.code in board.subject


def test_html_can_come_back(passing: House) -> None:
    """And the table with it."""
    passing.mail("ann", "set ann secret-ann html=no")
    passing.mail("ann", "set ann secret-ann html=yes")
    (board,) = passing.mail("ann", f"mhearts showas ann secret-ann {BOARD}")
    assert board.html
