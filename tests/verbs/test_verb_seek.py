"""Who may sit down: only players whom letters reach, as a board cannot go on without them."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from house import House, open_house

pytestmark = pytest.mark.slow


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """ann, bob and cat play; mal has never answered the letter to the address given."""
    with open_house(tmp_path, players="confirm_addresses = yes") as house:
        for name in ("ann", "bob", "cat"):
            (asked,) = house.mail(name, f"signup {name} secret-{name}")
            house.reply(asked, "yes")
        house.mail("mal", "signup mal secret-mal")
        yield house


def flat(house: House, sender: str, subject: str, body: str = "") -> str:
    """What comes back, its lines joined."""
    return " ".join(house.mail(sender, subject, body)[-1].text.split())


def test_nobody_without_a_confirmed_address_seeks(house: House) -> None:
    """Not even with three others who look for the same."""
    for name in ("ann", "bob", "cat"):
        assert "You look for a board" in flat(house, name, f"mhearts seek {name} secret-{name}")
    house.mail("mal", "mhearts seek mal secret-mal")
    with house.app.store.read() as repositories:
        assert {seek.userid for seek in repositories.seeks.all()} == {"ann", "bob", "cat"}
    assert house.boards() == ()


def test_nobody_without_a_confirmed_address_is_challenged(house: House) -> None:
    """The challenger hears why, and no board is begun."""
    said = flat(house, "ann", "mhearts challenge ann bob cat mal")
    assert "mal has not answered yet whether the address is right" in said
    assert house.boards() == ()


def test_nobody_without_a_confirmed_address_challenges_for_a_seat(house: House) -> None:
    """A password opens no seat to whom no letter reaches."""
    house.mail("mal", "mhearts challenge mal bot bot bot", "by mal secret-mal")
    assert house.boards() == ()


@pytest.mark.parametrize("wish", ["closed", "ask"])
def test_who_proves_to_be_the_challenger_is_not_asked(house: House, wish: str) -> None:
    """Whatever the challenger wants from others, the own challenge begins at once."""
    house.mail("cat", f"set cat secret-cat challenges={wish}")
    house.mail("cat", "mhearts challenge cat bot bot bot", "by cat secret-cat")
    assert house.board(101).names[0] == "cat"
