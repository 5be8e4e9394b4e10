"""Passwords that nobody asked for are found among what is written below a card."""

import pytest
from house import FOUR, House
from ready_house import BOARD, everything, unread

from pbmhearts.commands.text_passwords import MARKED, likely_passwords

pytestmark = pytest.mark.slow

JOINED = r"""
dan/{p} dan,{p} dan;{p} dan|{p} dan\{p} {p}/7c 7c/{p} password/{p} pass->{p} pw→{p} pw={p}/ #{p} ~{p}~ `{p}` |{p}|
•{p} {p}#3 {p}(old) {p}—ok {p}.Thanks {p}...ok {p}!!ok {P} {P}! {P}/7c pass->{P} {L} {L}/7c
"""


@pytest.mark.parametrize("written", JOINED.split())
def test_a_password_that_marks_join_to_a_word_is_left_out(playing: House, written: str) -> None:
    """Also as phones capitalise it."""
    me, (card, *_) = playing.turn(BOARD)
    password = f"secret-{me}"
    (letter,) = playing.mail(me, f"mhearts showas {me} {password} {BOARD}")
    text = written.format(p=password, P=password.capitalize(), L=password.upper())
    playing.reply(letter, f"{card}\n{text}\nAnnie of Room101 says so.")
    for letters in unread(playing, *(set(FOUR) - {me})).values():
        assert "Annie of Room101 says so." in letters[0].text
        assert "[left out]" in letters[0].text
        assert password not in everything(letters[0]).lower()


@pytest.mark.parametrize("written", JOINED.split())
@pytest.mark.parametrize("line", ["{}", "{} I think it was", "nice game! {} may be it, so well-played"])
def test_a_joined_password_is_tried_or_looks_like_one(written: str, line: str) -> None:
    """Beside words that have letters and digits, or stand alone, or are hyphened."""
    text = written.format(p="secret-dan", P="Secret-dan", L="SECRET-DAN")
    lines = (line.format(text), "Cheers,", "Annie of Room101")
    likely = likely_passwords(lines)
    assert "secret-dan" in likely[:2] or "secret-dan" in likely_passwords(lines, MARKED)


def test_a_plain_word_joined_to_one_that_names_it_is_tried() -> None:
    """It needs no digit and no mark of its own."""
    for line in ("pass->hunter", "I pass, my pw=hunter/ as ever", "so password/hunter it is"):
        assert "hunter" in likely_passwords([line])[:2], line


@pytest.mark.parametrize(
    "password", ["se/cret", "se#c~ret", "#hunter~", "hunter2!", "k=v1;w", "p@ssword", "Hunter"]
)
def test_a_password_that_holds_marks_is_left_out(playing: House, password: str) -> None:
    """It is known whole, and with the marks at its ends, alone or in a sentence that names it."""
    me, _ = playing.turn(BOARD)
    playing.mail(me, f"change password {me} secret-{me} {password}")
    (letter,) = playing.mail(me, f"mhearts showas {me} {password} {BOARD}")
    playing.reply(letter, f"chat Hello.\n{password}\nMy password is {password}, friends.\nSee you!")
    for letters in unread(playing, *(set(FOUR) - {me})).values():
        assert "See you!" in letters[0].text
        assert password not in everything(letters[0])


@pytest.mark.parametrize(
    "line",
    [
        "https://example.org/a1b2c3/d4e5f6/g7h8i9/x9y8z7?page=1",
        "Nice pass everybody. Good seven-two there, on my side, well-played!",
        "no-one even-money ten-ace run-down pick-up",
    ],
)
@pytest.mark.parametrize("written", ["secret-{me}", "dan/secret-{me}", "Sorry, pw secret-{me}"])
def test_unlikely_words_push_no_password_out(playing: House, line: str, written: str) -> None:
    """Paths and hyphened words count for less than a word alone on its line, joined to a name or named."""
    me, (card, *_) = playing.turn(BOARD)
    (letter,) = playing.mail(me, f"mhearts showas {me} secret-{me} {BOARD}")
    playing.reply(letter, f"{card}\n{line}\n{line}\n{written.format(me=me)}\n{line}")
    for letters in unread(playing, *(set(FOUR) - {me})).values():
        assert "[left out]" in letters[0].text
        assert f"secret-{me}" not in everything(letters[0])


def test_a_password_in_a_command_given_by_code_is_left_out(playing: House) -> None:
    """What is said on the command's own line is looked through, too."""
    me, _ = playing.turn(BOARD)
    (letter,) = playing.mail(me, f"mhearts showas {me} secret-{me} {BOARD}")
    playing.mail("postman", f"mhearts chat {BOARD} {letter.code} mine was dan/secret-{me}, sorry")
    (other, *_) = set(FOUR) - {me}
    assert "mine was dan/[left out], sorry" in " ".join(playing.newest(other).text.split())


def test_a_password_where_a_long_comment_is_cut_is_left_out_whole(playing: House) -> None:
    """The part of it before the cut would be much of it."""
    me, (card, *_) = playing.turn(BOARD)
    (letter,) = playing.mail(me, f"mhearts showas {me} secret-{me} {BOARD}")
    playing.reply(letter, f"{card}\nsecret-{me}\n{'word ' * 395} secret-{me}")
    for letters in unread(playing, *(set(FOUR) - {me})).values():
        assert "secret" not in everything(letters[0])
