"""What of several moves counts: at the same moment, with one code, or one in place of another."""

import threading

from house import FOUR, SERVER, House
from ready_house import BOARD

from pbmhearts.games import hearts
from pbmhearts.letters import Receipt


def test_of_two_moves_for_one_seat_at_the_same_moment_one_counts(playing: House) -> None:
    """Whichever comes first is played; the other is told that it is not the player's turn."""
    me, (first, second, *_) = playing.turn(BOARD)
    log = playing.log(BOARD)
    start = threading.Barrier(2)
    receipts = []

    def send(card: str, number: int) -> None:
        raw = (
            f"From: {me}@players.example\r\nTo: {SERVER}\r\nMessage-ID: <both-{number}@x.example>\r\n"
            f"Subject: mhearts move {BOARD} {me} secret-{me} {card}\r\n\r\n"
        )
        start.wait()
        receipts.append(playing.raw(raw.encode(), envelope_from=f"{me}@players.example"))

    threads = [threading.Thread(target=send, args=(card, at)) for at, card in enumerate((first, second))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert receipts == [Receipt.ACCEPTED, Receipt.ACCEPTED]
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
