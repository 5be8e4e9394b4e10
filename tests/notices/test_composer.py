"""Letters made from rows of the outbox, many of them at once."""

import contextlib
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from house import House, open_house

from pbmhearts.games import hearts
from pbmhearts.letters import Receipt
from pbmhearts.notices.composer import Composer
from pbmhearts.storage import ClaimedMail, Repositories


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A server that delivers nothing by itself."""
    with open_house(tmp_path) as opened:
        yield opened


def waiting(repositories: Repositories) -> list[ClaimedMail]:
    """All letters that wait, as a delivery would claim them."""
    found = [repositories.outbox.mail(row.id) for row in repositories.outbox.rows("waiting")]
    return [each for each in found if each is not None]


def move(house: House, number: int) -> None:
    """Whoever is waited for first makes the first legal move, by code; no letter is delivered."""
    board = house.board(number)
    seat = hearts.waiting(board.state)[0]
    name, codes = board.names[seat], house.app.services.codes
    cards = hearts.legal_cards(board.state, seat)[: 3 if isinstance(board.state, hearts.Passing) else 1]
    words = f"mhearts move {number} {name} {codes.turn_code(number, seat, board.state.move)}"
    sender = f"{name}@players.example"
    mail = f"From: {sender}\r\nSubject: {words} {' '.join(map(str, cards))}\r\n\r\n"
    assert house.raw(mail.encode(), envelope_from=sender) is Receipt.ACCEPTED
    house.wait(timedelta(minutes=7))


def played(house: House, cards: int, options: str = "") -> None:
    """Begin a board, and let so many cards be played."""
    number = house.start(options)
    while len(getattr(house.board(number).state, "played", ())) <= cards:
        move(house, number)


@contextlib.contextmanager
def statements() -> Iterator[list[str]]:
    """The statements that are executed meanwhile."""
    seen: list[str] = []

    def note(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        seen.append(statement)

    sa.event.listen(sa.Engine, "before_cursor_execute", note)
    try:
        yield seen
    finally:
        sa.event.remove(sa.Engine, "before_cursor_execute", note)


def test_a_letter_is_the_same_whatever_is_rendered_before_it(house: House) -> None:
    """Letters of several moments that share a board's history are those that each alone would be."""
    played(house, 6)
    played(house, 2, "-nostarter")
    with house.app.store.read() as repositories:
        rows = waiting(repositories)
        together = Composer(repositories, house.app.services)
        made = [together.letter(row) for row in reversed(rows)]
        alone = [Composer(repositories, house.app.services).letter(row) for row in rows]
    assert made[::-1] == alone
    assert len({letter.to for letter in alone}) == 4
    assert len(alone) > 12


def test_the_readers_of_a_moment_share_what_is_read(house: House) -> None:
    """The first letter of an event costs few statements, and the other three none."""
    played(house, 2)
    with house.app.store.read() as repositories:
        *_, last = rows = waiting(repositories)
        composer = Composer(repositories, house.app.services)

        four = [row for row in rows if row.mail.to_seq == last.mail.to_seq]
        with statements() as of_one:
            composer.letter(four[0])
        with statements() as of_the_others:
            others = [composer.letter(row) for row in four[1:]]
    assert len(of_one) <= 12
    assert of_the_others == []
    assert len({letter.to for letter in others}) == 3
