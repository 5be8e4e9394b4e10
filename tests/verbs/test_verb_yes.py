"""`yes`: what is a name, and what is kindness."""

from pathlib import Path

import pytest
from house import open_house

pytestmark = pytest.mark.slow


def accounts(folder: Path, answer: str) -> list[str]:
    """Who has an account once a stranger answers an invitation so; if nobody, what the answer said."""
    with open_house(folder) as house:
        house.sign_up("ann")
        house.mail("ann", "mhearts challenge ann bot bot guest@players.example")
        (invitation,) = house.letters("guest")
        said, *_ = house.reply(invitation, answer)
        with house.app.store.read() as repositories:
            names = [
                name for name in ("max", "gladly", "with", "sure") if repositories.accounts.by_userid(name)
            ]
        return names or [said.text]


@pytest.mark.parametrize("answer", ["yes max", "Yes, max", "yes max\n\nLooking forward!"])
def test_one_bare_word_is_a_name(tmp_path: Path, answer: str) -> None:
    """Whatever is written below it."""
    assert accounts(tmp_path, answer) == ["max"]


@pytest.mark.parametrize("answer", ["yes", "Yes, gladly!", "yes gladly", "Yes, with pleasure", "yes sure"])
def test_kind_words_are_no_name(tmp_path: Path, answer: str) -> None:
    """No account is opened in their name; the answer asks for one."""
    (said,) = accounts(tmp_path, answer)
    assert "yes" in said
    assert "name" in said


def test_the_answer_that_asks_for_a_name_can_be_answered(tmp_path: Path) -> None:
    """A reply to it, like one to the invitation, takes the seat: by its address, and by its Message-ID alone."""
    with open_house(tmp_path) as house:
        house.sign_up("ann")
        house.mail("ann", "mhearts challenge ann bot guest@players.example other@players.example")
        (invitation,) = house.letters("guest")
        (asked,) = house.reply(invitation, "yes")
        (taken,) = house.reply(asked, "yes ann")
        assert "ann" in taken.text
        (welcome, *_) = house.reply(taken, "yes max")
        assert "Welcome, max" in welcome.text
        (invitation,) = house.letters("other")
        (asked,) = house.reply(invitation, "yes")
        del asked.message["Reply-To"]
        (board, *_) = house.reply(asked, "yes moritz")
        assert "you are moritz" in board.subject
