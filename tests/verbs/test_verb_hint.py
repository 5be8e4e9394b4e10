"""`mhearts hint`."""

import pytest
from house import House, Mail
from ready_house import BOARD, unread

from pbmhearts.cards import Card
from pbmhearts.games import hearts
from pbmhearts.games.bots import simple
from pbmhearts.games.hearts import Seat

pytestmark = pytest.mark.slow


def told(mail: Mail) -> str:
    """A letter's text, its lines joined."""
    return " ".join(mail.text.split())


def advice(house: House, number: int) -> str:
    """The cards that the bot would choose for ann."""
    cards = simple.choose(hearts.view(house.board(number).state, Seat(0)))
    return " ".join(card.label for card in cards)


@pytest.mark.parametrize("options", ["", "-blackmaria"])
def test_a_pass_and_a_card_are_advised_and_a_reply_follows(playing: House, options: str) -> None:
    """The answer names the cards and the reason, plays nothing, and a reply with them does."""
    playing.mail("ann", f"mhearts challenge {options} ann bot bot bot")
    number = playing.boards()[-1]
    unread(playing, "ann")
    for done in ("Nothing has been passed.", "Nothing has been played."):
        log = playing.log(number)
        (answer,) = playing.mail("ann", f"mhearts hint {number} ann secret-ann")
        cards = advice(playing, number)
        assert cards in told(answer)
        assert done in told(answer)
        assert playing.log(number) == log
        playing.reply(answer, cards)
        moves = [hearts.parse_action(text) for text in playing.log(number)[len(log) :]]
        mine = [move for move in moves if getattr(move, "seat", None) is Seat(0)]
        assert mine
        assert " ".join(card.label for card in cards_of(mine[0])) == cards


def cards_of(move: hearts.Action) -> tuple[Card, ...]:
    """The cards of a pass or a play."""
    match move:
        case hearts.Pass():
            return move.cards
        case hearts.Play():
            return (move.card,)
        case _:
            raise AssertionError(move)


def test_an_unrated_board_of_people_has_hints(playing: House) -> None:
    """Whoever must pass gets one; nobody else hears of it."""
    playing.mail("ann", "mhearts challenge --unrated ann bob cat dan")
    unread(playing)
    (answer,) = playing.mail("bob", f"mhearts hint {playing.boards()[-1]} bob secret-bob")
    assert "a bot would pass" in told(answer)
    assert not any(unread(playing).values())


def test_a_rated_board_has_none(playing: House) -> None:
    """The refusal says on which boards there are hints; so it is where a bot plays on for somebody who left."""
    me, _ = playing.turn(BOARD)
    other = next(seated.userid for seated in playing.board(BOARD).seats if seated.userid != me)
    playing.mail(other, f"mhearts resign {BOARD} {other} secret-{other}")
    unread(playing)
    (answer,) = playing.mail(me, f"mhearts hint {BOARD} {me} secret-{me}")
    assert "rated" in told(answer)
    assert "--unrated" in told(answer)
    assert "a bot would" not in told(answer)


def test_whoever_has_nothing_to_decide_is_told_who_has(playing: House) -> None:
    """Out of turn there is nothing to advise."""
    playing.mail("ann", "mhearts challenge -pass=right --unrated ann bob cat dan")
    number = playing.boards()[-1]
    playing.pass_all(number)
    unread(playing)
    mover, _ = playing.turn(number)
    other = next(name for name in ("ann", "bob") if name != mover)
    (answer,) = playing.mail(other, f"mhearts hint {number} {other} secret-{other}")
    assert f"it waits for {mover}" in told(answer)
