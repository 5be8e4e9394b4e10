"""`yes` to an invitation by somebody who names no userid."""

import itertools
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from house import SERVER, House, Mail, open_house

from pbmhearts.letters import Receipt

MAX = "max@new.example"
_numbers = itertools.count()


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A server where ann, bob and cat play, and have invited somebody."""
    with open_house(tmp_path) as opened:
        opened.sign_up("ann", "bob", "cat")
        opened.mail("ann", f"mhearts challenge ann bob cat {MAX}")
        yield opened


def _answer(house: House, line: str, name: str) -> str:
    """What somebody of this name is told who answers the invitation with this line."""
    return "\n".join(found.text for found in _reply(house, house.newest(MAX), line, name))


def _reply(house: House, letter: Mail, line: str, name: str = "Max Moritz") -> list[Mail]:
    """What comes back to a reply to this letter."""
    raw = (
        f"From: {name} <{MAX}>\r\nTo: {letter['Reply-To'] or SERVER}\r\nMessage-ID: <{next(_numbers)}@new.example>\r\n"
        f"In-Reply-To: {letter['Message-ID']}\r\nSubject: Re: {letter.subject}\r\n"
        f"Content-Type: text/plain; charset=utf-8\r\n\r\n{line}\r\n"
    )
    to = letter["Reply-To"] or SERVER
    assert house.raw(raw.encode(), envelope_from=MAX, to=to) is Receipt.ACCEPTED
    return house.letters(MAX)


@pytest.mark.parametrize(
    ("line", "name", "userid"),
    [
        ("Yes please!", "Max Moritz", "max"),
        ("yes", "Zoë Ångström", "zoe"),
        ("Yes, Max Müller", "Max Moritz", "max"),
        ("Yes Ann!", "Max Moritz", "max"),
        ("yes Zoë", "Max Moritz", "zoe"),
        ("yes", "Ann Other", "ann2"),
        ("Sure, why not?", "Max Moritz", "max"),
        ("yes. I am Tom", "Max Moritz", "tom"),
        ("ja gerne", "Max Moritz", "max"),
        ("yes Анна", "Max Moritz", "anna"),
        ("Yes, Ann", "Max Moritz", "max"),
        ("👍", "Max Moritz", "max"),
    ],
)
def test_the_name_comes_from_the_from(house: House, line: str, name: str, userid: str) -> None:
    """A first name in plain letters, with a number where somebody has it."""
    assert f"Welcome, {userid}." in _answer(house, line, name)
    assert house.board(house.boards()[0]).names[3] == userid


def test_without_any_name_it_is_asked_for(house: House) -> None:
    """The address is never made a name."""
    assert "What do you want to be called?" in _answer(house, "yes", "")


def test_a_name_alone_answers_the_question(house: House) -> None:
    """`Tom`, after "What do you want to be called?"."""
    (asked,) = _reply(house, house.newest(MAX), "yes", "")
    assert "Welcome, tom." in _reply(house, asked, "Tom", "")[-1].text


@pytest.mark.parametrize("line", ["Who is this?", "Never heard of it, what is it?"])
def test_who_asks_what_this_is_is_told_and_stays_invited(house: House, line: str) -> None:
    """In three sentences, with the answers; the seat is still offered."""
    (told,) = _reply(house, house.newest(MAX), line)
    assert "That could not be done" not in told.text
    assert "the card game Hearts" in told.text
    assert "never    not this time" in told.text
    assert "Welcome, max." in _reply(house, told, "yes")[-1].text


def test_what_is_unclear_is_asked_once_more(house: House) -> None:
    """Nothing is taken for a yes or a no that may be the other."""
    (asked,) = _reply(house, house.newest(MAX), "maybe next week")
    assert "Do you want to play?" in asked.text
    assert "Welcome, max." in _reply(house, asked, "yes")[-1].text


def test_a_no_is_one_for_this_time(house: House) -> None:
    """The host is told, and may ask the same person another time."""
    (told,) = _reply(house, house.newest(MAX), "No thanks, too busy until spring")
    assert "Nothing more comes about that board." in told.text
    house.wait(timedelta(days=2))
    house.mail("ann", f"mhearts challenge ann bob cat {MAX}")
    assert "invites you" in house.newest(MAX).text


def test_a_stranger_who_asks_what_this_is_is_told(house: House) -> None:
    """No command is guessed at."""
    (told,) = house.mail("somebody", "hello, what is this?")
    assert "the card game Hearts" in told.text
    assert "I do not know that command" not in told.text
