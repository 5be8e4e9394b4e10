"""Replies that are no move and no command, and commands that are nearly one: what their answers say."""

import pytest
from house import House, Mail
from ready_house import BOARD, everything

ELSEWHERE = "elsewhere@phone.example"


@pytest.fixture
def letter(playing: House) -> Mail:
    """The board, as whoever's turn it is asked for it."""
    me, _ = playing.turn(BOARD)
    (found,) = playing.mail(me, f"mhearts showas {me} secret-{me} {BOARD}")
    return found


def test_an_unreadable_reply_is_answered_with_the_legal_cards(playing: House, letter: Mail) -> None:
    """Its writer sees what may be played, and can answer that answer with a card."""
    me, legal = playing.turn(BOARD)
    (answer,) = playing.reply(letter, "see you at 7")
    assert answer.offers == [card.replace("T", "10") for card in legal]
    assert playing.turn(BOARD) == (me, legal)
    before = playing.log(BOARD)
    playing.mail(me, "Re: your mail", f"{legal[0]}\n", reply_to=answer)
    assert len(playing.log(BOARD)) == len(before) + 1


def test_an_unreadable_reply_from_elsewhere_shows_no_cards(playing: House, letter: Mail) -> None:
    """The code proves whose board it is, but not who reads the answer."""
    me, _ = playing.turn(BOARD)
    (answer,) = playing.reply(letter, "see you at 7", sender=ELSEWHERE)
    assert not answer.offers
    assert letter.code not in everything(answer)
    assert playing.letters(me) == []


@pytest.mark.parametrize(("word", "meant"), [("queeu", "queue"), ("moev", "move")])
def test_a_mistyped_verb_in_a_reply_brings_the_nearest(
    playing: House, letter: Mail, word: str, meant: str
) -> None:
    """It is not done, but named; a word that begins a sentence is taken for none."""
    me, (card, *_) = playing.turn(BOARD)
    (answer,) = playing.reply(letter, f"{word} {card}")
    assert f"Did you mean `{meant}`?" in answer.text
    assert playing.turn(BOARD)[0] == me
    (answer,) = playing.reply(letter, "what a lovely evening")
    assert "Did you mean" not in answer.text


def test_two_cards_between_quotations_are_told_apart_from_none(playing: House, letter: Mail) -> None:
    """The answer says that they were seen."""
    me, (first, second, *_) = playing.turn(BOARD)
    body = f"> Your turn\n{first}\n> Reply\n{second}\n"
    (answer,) = playing.mail(me, f"Re: [mhearts {BOARD}.{letter.code}]", body)
    assert "below it not just one move" in " ".join(answer.text.split())
    assert playing.turn(BOARD)[0] == me


@pytest.mark.parametrize("game", ["mheart", "hearts", "mhaerts", "mhearts:"])
def test_a_misspelt_game_brings_the_verb_that_was_meant(playing: House, game: str) -> None:
    """What stands behind it is taken into account, and nothing of it comes back."""
    me, (card, *_) = playing.turn(BOARD)
    (answer,) = playing.mail(me, f"{game} move {BOARD} {me} secret-{me} {card}")
    assert "Did you mean `mhearts move`?" in answer.text
    assert f"secret-{me}" not in everything(answer)
    assert playing.turn(BOARD)[0] == me
