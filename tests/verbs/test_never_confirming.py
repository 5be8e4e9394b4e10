"""`never` to a letter that asks whether an address is one's own: somebody else gave it."""

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote

import pytest
from house import House, open_house

OTHER = "grandma@home.example"


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A server that asks at each address."""
    with open_house(tmp_path, players="confirm_addresses = yes") as opened:
        yield opened


def test_the_mail_programs_own_button_closes_the_address(house: House) -> None:
    """It is told once, and no letter comes there again, whoever names it."""
    house.mail("joker", f"signup joker secret-joker {OTHER}")
    letter = house.newest(OTHER)
    to, subject = re.fullmatch(r"<mailto:([^?]+)\?subject=(.*)>", letter["List-Unsubscribe"]).groups()
    (told,) = house.mail(OTHER, unquote(subject), "Sent by my mail program's button.", to=unquote(to))
    assert "Nothing more comes to this address" in told.text
    (refused,) = house.mail("joker", f"signup joker2 secret-joker {OTHER}")
    assert "wants no letters from here" in refused.text
    assert house.letters(OTHER) == []
