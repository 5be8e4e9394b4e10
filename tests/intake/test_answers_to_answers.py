"""Replies to letters that are about no board: a welcome, a page of help, a refusal."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from house import House, Mail, open_house
from ready_house import everything


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A server that nobody has written to."""
    with open_house(tmp_path) as opened:
        yield opened


@pytest.fixture
def letters(house: House) -> dict[str, Mail]:
    """What bob was sent, by what it is."""
    house.sign_up("ann", "cat", "dan")
    return {
        "welcome": house.mail("bob", "signup bob secret-bob")[-1],
        "help": house.mail("bob", "help")[-1],
        "refusal": house.mail("bob", "helf")[-1],
        "pong": house.mail("bob", "ping")[-1],
    }


@pytest.mark.parametrize("which", ["welcome", "help", "refusal", "pong"])
def test_a_command_on_the_first_line_is_obeyed(house: House, letters: dict[str, Mail], which: str) -> None:
    """The Subject is that of the letter that is answered, and says nothing new."""
    (pong,) = house.reply(letters[which], "ping")
    assert pong.text.splitlines()[2] == "I read: ping"
    (page,) = house.reply(letters[which], "help")
    assert page.text == letters["help"].text


def test_a_board_is_started_by_a_reply_to_the_welcome(house: House, letters: dict[str, Mail]) -> None:
    """The command that a welcome prints works as its answer."""
    house.reply(letters["welcome"], "mhearts challenge ann bob cat dan")
    assert len(house.boards()) == 1


def test_a_sentence_that_begins_as_a_command_is_none(house: House, letters: dict[str, Mail]) -> None:
    """Only a whole command counts: "list me as a player" is said to a person."""
    (answer,) = house.reply(letters["welcome"], "list me as a player please")
    assert "do not know" in answer.text


def test_a_reply_proves_nothing(house: House, letters: dict[str, Mail]) -> None:
    """A command that needs a password needs it there, too, and it is not shown again."""
    (answer,) = house.reply(letters["help"], "set bob wrong-word notify=turn")
    assert "could not" in answer.text
    assert "wrong-word" not in everything(answer)
    house.reply(letters["help"], "set bob secret-bob notify=turn")
    assert any("turn" in line for line in house.mail("bob", "set bob secret-bob")[-1].text.splitlines())
