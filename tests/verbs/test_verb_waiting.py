"""`waiting`, and an empty mail: the boards that wait for a player, to that player alone."""

import pytest
from house import House
from ready_house import BOARD, unread

from pbmhearts.verbs.waiting import MOST_A_DAY


@pytest.mark.parametrize("subject", ["", "mhearts waiting", "waiting"])
def test_the_boards_that_wait_come_with_their_taps(playing: House, subject: str) -> None:
    """Whole, and in a letter that a card answers."""
    me, (card, *_) = playing.turn(BOARD)
    (letter,) = playing.mail(me, subject)
    assert f"Your turn, {me}" in letter.text
    assert card in letter.offers
    playing.reply(letter, card)
    assert playing.log(BOARD)[-1].endswith(card)


def test_where_none_waits_that_is_said(playing: House) -> None:
    """With the way on."""
    me, _ = playing.turn(BOARD)
    other = next(name for name in playing.board(BOARD).names if name != me)
    (answer,) = playing.mail(other, "")
    assert "No board waits for you." in answer.text


def test_a_stranger_is_told_that_the_mail_was_empty(playing: House) -> None:
    """And gets no board."""
    (answer,) = playing.mail("stranger", "")
    assert "held no command" in answer.text


def test_forged_ones_do_not_fill_a_box(playing: House) -> None:
    """A few a day, then no board comes."""
    me, _ = playing.turn(BOARD)
    for _ in range(MOST_A_DAY):
        playing.mail(me, "")
    (letter,) = playing.mail(me, "")
    assert "held no command" in letter.text
    assert not any(unread(playing, me).values())
