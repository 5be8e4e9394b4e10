"""What of several moves counts: at the same moment, with one code, or one in place of another."""

import threading

import pytest
from house import FOUR, SERVER, House
from ready_house import BOARD

from pbmhearts.games import hearts
from pbmhearts.letters import Envelope, Receipt


def at_once(house: House, *mails: tuple[bytes, Envelope]) -> None:
    """Hand mails in at the same moment; each is taken."""
    start = threading.Barrier(len(mails))
    receipts = []

    def send(raw: bytes, envelope: Envelope) -> None:
        start.wait()
        receipts.append(house.app.intake.process(raw, envelope))

    threads = [threading.Thread(target=send, args=mail) for mail in mails]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert receipts == [Receipt.ACCEPTED] * len(mails)


def test_of_two_moves_for_one_seat_at_the_same_moment_one_counts(playing: House) -> None:
    """Whichever comes first is played; the other is told that it is not the player's turn."""
    me, (first, second, *_) = playing.turn(BOARD)
    log = playing.log(BOARD)
    mails = (
        f"From: {me}@players.example\r\nTo: {SERVER}\r\nMessage-ID: <both-{card}@x.example>\r\n"
        f"Subject: mhearts move {BOARD} {me} secret-{me} {card}\r\n\r\n"
        for card in (first, second)
    )
    at_once(playing, *((raw.encode(), Envelope(f"{me}@players.example", (SERVER,))) for raw in mails))
    (played,) = playing.log(BOARD)[len(log) :]
    assert played in {f"play {FOUR.index(me) + 1} {card}" for card in (first, second)}
    answers = [" ".join(letter.text.split()) for letter in playing.letters(me)]
    assert sum("It is not your turn" in answer for answer in answers) == 1


def test_a_code_used_twice_plays_once(playing: House) -> None:
    """The second card finds the board moved on, and its sender gets the board as it stands."""
    me, (first, second, *_) = playing.turn(BOARD)
    (letter,) = playing.mail(me, f"mhearts showas {me} secret-{me} {BOARD}")
    log = playing.log(BOARD)
    playing.mail(me, f"mhearts move {BOARD} {me} {letter.code} {first}")
    (answer,) = playing.mail(me, f"mhearts move {BOARD} {me} {letter.code} {second}")
    assert "was for an earlier moment of the board" in " ".join(answer.text.split())
    assert playing.log(BOARD) == (*log, f"play {FOUR.index(me) + 1} {first}")


def test_a_pass_replaced_three_times_stands_in_the_log_each_time(passing: House) -> None:
    """Rule 2: the last one counts; the log keeps what was done."""
    log = passing.log(BOARD)
    hand = hearts.view(passing.board(BOARD).state, hearts.Seat(0)).hand
    passes = [" ".join(str(card) for card in hand[at : at + 3]) for at in range(4)]
    (letter,) = passing.mail("ann", f"mhearts showas ann secret-ann {BOARD}")
    for cards in passes:
        (letter,) = passing.reply(letter, cards)
    assert passing.log(BOARD) == (*log, *(f"pass 1 {cards}" for cards in passes))
    passing.pass_all(BOARD)
    view = hearts.view(passing.board(BOARD).state, hearts.Seat(0))
    assert " ".join(str(card) for card in view.my_pass) == passes[-1]


@pytest.mark.parametrize("copies", ["one", "two", "two, the seat's first", "two at once"])
def test_a_mail_to_two_of_our_addresses_plays_once(playing: House, copies: str) -> None:
    """To the server's and the seat's, in one envelope or in two, whichever comes first: one card, one answer."""
    me, (card, *_) = playing.turn(BOARD)
    (letter,) = playing.mail(me, f"mhearts showas {me} secret-{me} {BOARD}")
    seat = letter["Reply-To"]
    raw = (
        f"From: {me}@players.example\r\nTo: {SERVER}, {seat}\r\nMessage-ID: <both@x.example>\r\n"
        f"Subject: my move\r\n\r\n{card}\r\n"
    ).encode()
    log = playing.log(BOARD)
    together, *apart = (
        (raw, Envelope(f"{me}@players.example", to)) for to in ((SERVER, seat), (SERVER,), (seat,))
    )
    if copies == "two at once":
        at_once(playing, *apart)
    else:
        for mail in {"one": [together], "two": apart}.get(copies, apart[::-1]):
            at_once(playing, mail)
    assert playing.log(BOARD) == (*log, f"play {FOUR.index(me) + 1} {card}")
    (answer,) = playing.letters(me)
    assert " is to play: trick 1, " in answer.text.splitlines()[0]
