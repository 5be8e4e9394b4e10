"""`yes` to an invitation by somebody who names no userid."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from house import SERVER, House, open_house

from pbmhearts.letters import Receipt

MAX = "max@new.example"


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A server where ann, bob and cat play, and have invited somebody."""
    with open_house(tmp_path) as opened:
        opened.sign_up("ann", "bob", "cat")
        opened.mail("ann", f"mhearts challenge ann bob cat {MAX}")
        yield opened


def _answer(house: House, line: str, name: str) -> str:
    """What somebody of this name is told who answers the invitation with this line."""
    letter = house.newest(MAX)
    raw = (
        f"From: {name} <{MAX}>\r\nTo: {letter['Reply-To'] or SERVER}\r\nMessage-ID: <1@new.example>\r\n"
        f"In-Reply-To: {letter['Message-ID']}\r\nSubject: Re: {letter.subject}\r\n"
        f"Content-Type: text/plain; charset=utf-8\r\n\r\n{line}\r\n"
    )
    to = letter["Reply-To"] or SERVER
    assert house.raw(raw.encode(), envelope_from=MAX, to=to) is Receipt.ACCEPTED
    return "\n".join(found.text for found in house.letters(MAX))


@pytest.mark.parametrize(
    ("line", "name", "userid"),
    [
        ("Yes please!", "Max Moritz", "max"),
        ("yes", "Zoë Ångström", "zoe"),
        ("Yes, Max Müller", "Max Moritz", "max"),
        ("Yes Ann!", "Max Moritz", "max"),
        ("yes Zoë", "Max Moritz", "zoe"),
        ("yes", "Ann Other", "ann2"),
    ],
)
def test_the_name_comes_from_the_from(house: House, line: str, name: str, userid: str) -> None:
    """A first name in plain letters, with a number where somebody has it."""
    assert f"Welcome, {userid}." in _answer(house, line, name)
    assert house.board(house.boards()[0]).names[3] == userid


def test_without_any_name_it_is_asked_for(house: House) -> None:
    """The address is never made a name."""
    assert "What do you want to be called?" in _answer(house, "yes", "")
