"""`no` and `never`: what is an answer, and what only begins like one."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from house import House, Mail, open_house

pytestmark = pytest.mark.slow


@pytest.fixture
def invited(tmp_path: Path) -> Iterator[tuple[House, Mail]]:
    """A stranger's invitation."""
    with open_house(tmp_path) as house:
        house.sign_up("ann")
        house.mail("ann", "mhearts challenge ann bot bot guest@players.example")
        (invitation,) = house.letters("guest")
        house.letters("ann")
        yield house, invitation


def is_open(house: House) -> bool:
    """Whether the invitation waits for an answer still, and others may come."""
    with house.app.store.read() as repositories:
        pending = repositories.invitations.pending_at("guest@players.example")
        return bool(pending) and not repositories.blocks.is_shunned("guest@players.example")


@pytest.mark.parametrize(
    "words", ["no", "No.", "NO", "No thanks", "No, thank you!", "No, sorry, not this time."]
)
def test_a_no_with_kind_words_is_one(invited: tuple[House, Mail], words: str) -> None:
    """The organiser is asked for somebody else; what is written below changes nothing."""
    house, invitation = invited
    (said,) = house.reply(invitation, f"{words}\n\nI have no time.")
    assert "Your answer is passed on" in said.text
    assert not is_open(house)
    assert "needs somebody else" in house.letters("ann")[-1].subject


@pytest.mark.parametrize("words", ["never", "Never!", "Never again, please."])
def test_a_never_with_kind_words_is_one(invited: tuple[House, Mail], words: str) -> None:
    """No invitation comes to that address again."""
    house, invitation = invited
    (said,) = house.reply(invitation, words)
    assert "No invitation comes to this address again" in said.text
    assert not is_open(house)


@pytest.mark.parametrize(
    "words",
    [
        "No access to e-mail until Monday, 7 December.",
        "no problem, count me in",
    ],
)
def test_a_sentence_that_begins_so_decides_nothing(invited: tuple[House, Mail], words: str) -> None:
    """One answer says how to answer; the invitation waits."""
    house, invitation = invited
    (said,) = house.reply(invitation, words)
    assert "alone on the first line" in " ".join(said.text.split())
    assert is_open(house)
    assert house.letters("ann") == []


@pytest.mark.parametrize("words", ["Never heard of it, what is this?", "No idea what this is, who are you?"])
def test_who_asks_what_this_is_is_told(invited: tuple[House, Mail], words: str) -> None:
    """And is invited still."""
    house, invitation = invited
    (said,) = house.reply(invitation, words)
    assert "the card game Hearts" in said.text
    assert is_open(house)
