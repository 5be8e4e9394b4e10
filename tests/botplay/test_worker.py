"""Bots move by themselves, beside everything else and never within it."""

import itertools
import threading
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from house import FOUR, SERVER, House, open_house

from pbmhearts.botplay.worker import BotPlay, Choose
from pbmhearts.cards import Card
from pbmhearts.games import hearts
from pbmhearts.games.bots import simple
from pbmhearts.letters import Envelope, Receipt
from pbmhearts.operator import verify

IDS = itertools.count()


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A server without players."""
    with open_house(tmp_path) as opened:
        yield opened


def bots(house: House, choose: Choose = simple.choose) -> BotPlay:
    """Another process that asks bots."""
    return BotPlay(house.app.store, house.app.services, choose=choose)


def begun(house: House, bots_there: int = 3) -> int:
    """A board of ann, others and so many bots, on which no bot has moved yet; its number."""
    people = FOUR[: 4 - bots_there]
    house.sign_up(*people)
    names = " ".join((*people, *["bot"] * bots_there))
    hand_in(house, people[0], f"mhearts challenge {names}")
    (number,) = house.boards()
    return number


def hand_in(house: House, who: str, subject: str) -> None:
    """A mail of which nothing follows yet."""
    address = f"{who}@players.example"
    raw = f"From: {address}\r\nTo: {SERVER}\r\nSubject: {subject}\r\nMessage-ID: <{next(IDS)}@x>\r\n\r\n".encode()
    assert house.app.intake.process(raw, Envelope(address, (SERVER,))) is Receipt.ACCEPTED


def move(house: House, number: int) -> None:
    """Ann passes or plays her first legal cards; no bot has moved yet."""
    state = house.board(number).state
    cards = hearts.legal_cards(state, hearts.SEATS[0])[: 3 if isinstance(state, hearts.Passing) else 1]
    hand_in(house, "ann", f"mhearts move {number} ann secret-ann {' '.join(map(str, cards))}")


def differences(house: House, number: int) -> list[str]:
    """What is kept of a board otherwise than its log says."""
    with house.app.store.read() as repositories:
        return list(verify.differences(repositories, number))


def test_all_that_bots_do_in_a_row_is_one_letter(house: House) -> None:
    """After each card of hers the board waits for ann again, and she has had one letter with everything."""
    number = begun(house)
    house.app.botplay.run()
    assert len(house.letters("ann")) == 1
    for _ in range(16):
        move(house, number)
        house.app.botplay.run()
        assert hearts.waiting(house.board(number).state) == (hearts.SEATS[0],)
        assert len(house.letters("ann")) == 1
    assert differences(house, number) == []


def test_nobody_waits_for_a_bot_that_thinks(house: House) -> None:
    """Another player's mail is answered meanwhile, and the bot's card is played when it has one."""
    number = begun(house)
    thinking, answered = threading.Event(), threading.Event()

    def slow(view: hearts.View) -> tuple[Card, ...]:
        thinking.set()
        assert answered.wait(30)
        return simple.choose(view)

    worker = bots(house, slow)
    worker.start()
    assert thinking.wait(30)
    hand_in(house, "eve", "ping")
    assert any("pong" in letter.text.lower() for letter in house.letters("eve"))
    assert house.board(number).waits_for_bots
    answered.set()
    worker.stop(30)
    worker = bots(house)
    worker.run()
    assert not house.board(number).waits_for_bots


def test_a_letter_waits_a_minute_for_a_bot_and_no_longer(house: House) -> None:
    """Then it tells how the board stands; what the bot does in the end is another letter."""
    number = begun(house)
    house.app.botplay.run()
    house.letters("ann")
    move(house, number)
    assert house.letters("ann") == []
    house.wait(timedelta(seconds=61))
    assert len(house.letters("ann")) == 1
    house.app.botplay.run()
    assert len(house.letters("ann")) == 1


def test_the_next_process_lets_bots_move_that_are_due(tmp_path: Path) -> None:
    """Whatever ended the one that took the mail."""
    with open_house(tmp_path) as house:
        number = begun(house)
    with open_house(tmp_path) as house:
        assert house.board(number).waits_for_bots
        house.app.let_bots_move()
        assert not house.board(number).waits_for_bots
        assert len(house.letters("ann")) == 1


def test_two_processes_play_a_card_once(house: House) -> None:
    """Whoever is late finds that the board has moved on."""
    number = begun(house)
    other = bots(house)

    def overtaken(view: hearts.View) -> tuple[Card, ...]:
        other.run()
        return simple.choose(view)

    bots(house, overtaken).run()
    assert [text.split()[:2] for text in house.log(number)].count(["pass", "2"]) == 1
    assert differences(house, number) == []
    assert len(house.letters("ann")) == 1


@pytest.mark.parametrize("fault", ["raises", "cheats"])
def test_the_table_goes_on_when_a_bot_fails(
    house: House, fault: str, caplog: pytest.LogCaptureFixture
) -> None:
    """A legal move is made in its place, and the log says that it failed; no card is in it."""
    number = begun(house)

    def failing(view: hearts.View) -> tuple[Card, ...]:
        if fault == "raises":
            raise ZeroDivisionError(str(view.hand))
        return view.hand[:2]

    bots(house, failing).run()
    assert not house.board(number).waits_for_bots
    assert f"a bot failed board={number}" in caplog.text
    assert differences(house, number) == []


def test_what_a_player_says_stays_in_the_letter_that_waited(house: House) -> None:
    """The letters that stood still become one with what they had to say, and the code of the newest moment."""
    number = begun(house, 2)
    house.app.botplay.run()
    house.letters("bob")
    seat = hearts.SEATS[1]
    for name in ("ann", "bob"):
        cards = hearts.legal_cards(house.board(number).state, hearts.SEATS[FOUR.index(name)])[:3]
        hand_in(house, name, f"mhearts move {number} {name} secret-{name} {' '.join(map(str, cards))}")
        house.app.botplay.run()
    while house.board(number).state.turn is not seat:  # type: ignore[union-attr]
        house.play_one(number)
    house.letters("bob")
    (card, *_) = hearts.legal_cards(house.board(number).state, seat)
    house.mail("bob", f"mhearts move {number} bob secret-bob {card}", "Take that")
    told = [letter for letter in house.letters("ann") if "Take that" in letter.text]
    assert len(told) == 1
    assert house.board(number).state.move >= 3
