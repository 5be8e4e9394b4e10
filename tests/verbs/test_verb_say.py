"""`say`, and replies that ask for nothing: words that come with the board's next letters."""

import pytest
from house import FOUR, House
from ready_house import BOARD, everything, play_out, unread

from pbmhearts.commands.small_talk import is_small_talk


@pytest.mark.parametrize("said", ["Thanks!", "gg", ":-)", "👍", "well played, all"])
def test_small_talk_comes_with_the_next_move(playing: House, said: str) -> None:
    """No letter of its own, no refusal, and nothing is played; then all others read it."""
    me, _ = playing.turn(BOARD)
    other = next(name for name in FOUR if name != me)
    (letter,) = playing.mail(other, f"mhearts showas {other} secret-{other} {BOARD}")
    unread(playing)
    before = playing.log(BOARD)
    assert playing.reply(letter, said) == []
    assert not any(unread(playing).values())
    assert playing.log(BOARD) == before
    playing.play_one(BOARD)
    for name in set(FOUR) - {me, other}:
        assert f"{other} wrote:" in playing.newest(name).text


def test_a_reaction_of_a_mail_program_is_small_talk(playing: House) -> None:
    """Gmail's: a thumb in the text, one for machines, one in HTML."""
    me, _ = playing.turn(BOARD)
    (letter,) = playing.mail(me, f"mhearts showas {me} secret-{me} {BOARD}")
    parts = (
        ("text/plain; charset=utf-8", "👍"),
        ("text/vnd.google.email-reaction+json; charset=utf-8", '{"emoji":"👍","version":1}'),
        ("text/html; charset=utf-8", "<p>👍</p>"),
    )
    body = "".join(f"--b\r\nContent-Type: {kind}\r\n\r\n{words}\r\n" for kind, words in parts)
    raw = (
        f"From: {me}@players.example\r\nTo: {letter['Reply-To']}\r\nSubject: Re: {letter.subject}\r\n"
        f"Message-ID: <reaction@players.example>\r\nIn-Reply-To: {letter['Message-ID']}\r\nMIME-Version: 1.0\r\n"
        f'Content-Type: multipart/alternative; boundary="b"\r\n\r\n{body}--b--\r\n'
    )
    unread(playing)
    playing.raw(raw.encode(), envelope_from=f"{me}@players.example", to=letter["Reply-To"])
    assert not any(unread(playing).values())


def test_on_a_board_that_is_over_it_is_told_at_once(playing: House) -> None:
    """No letter follows that it could come with, and no word is said about cards."""
    (letter,) = playing.mail("ann", f"mhearts showas ann secret-ann {BOARD}")
    play_out(playing, BOARD)
    unread(playing)
    playing.reply(letter, "gg")
    playing.deliver()
    for letters in unread(playing, *FOUR[1:]).values():
        assert "gg" in letters[-1].text


def test_a_password_is_kept_from_the_table(playing: House) -> None:
    """As below a move."""
    me, _ = playing.turn(BOARD)
    playing.mail(me, f"mhearts say {BOARD} {me} secret-{me}", f"my word is secret-{me}")
    playing.play_one(BOARD)
    for name in set(FOUR) - {me}:
        assert f"secret-{me}" not in everything(playing.newest(name))


@pytest.mark.parametrize(
    "line", ["7c", "Thanks for the 7c", "no", "help", "is it my turn?", "I will play tomorrow"]
)
def test_what_is_no_small_talk(line: str) -> None:
    """Cards, commands, questions and news."""
    assert not is_small_talk(line)


def test_a_sentence_that_begins_with_a_verbs_name_is_none(playing: House) -> None:
    """`About time!` asks for nothing that `about` tells."""
    me, _ = playing.turn(BOARD)
    (letter,) = playing.mail(me, f"mhearts showas {me} secret-{me} {BOARD}")
    for words in ("About time!", "Waiting for you, bob"):
        (answer,) = playing.reply(letter, words)
        assert "I could not read your reply" in answer.text
