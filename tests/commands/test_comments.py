"""What is written below a move goes to the table, cleaned of what is nobody's business."""

import re

import pytest
from house import FOUR, House
from ready_house import BOARD, everything, unread

from pbmhearts.commands.comments import LONGEST
from pbmhearts.games import hearts
from pbmhearts.games.hearts import Seat


def move(house: House, body: str, card: str = "") -> tuple[str, str]:
    """Whoever's turn it is plays with a comment, writing from elsewhere; returns the name and the card."""
    me, (first, *_) = house.turn(BOARD)
    house.mail("postman", f"mhearts move {BOARD} {me} secret-{me} {card or first}", body)
    return me, card or first


def test_a_comment_goes_to_all_four(playing: House) -> None:
    """The sender sees what was passed on, the others whose words they are."""
    me, _ = move(playing, "Good luck, everybody!\nThis hand is mine.\n")
    for name, letters in unread(playing).items():
        (letter,) = letters
        assert f"{me} wrote:" in letter.text, name
        assert "Good luck, everybody!" in letter.text
        assert "This hand is mine." in letter.text
        assert "Good luck, everybody!" in letter.html


def test_a_replys_later_lines_are_a_comment(playing: House) -> None:
    """In a reply the first line is the move, the rest a comment; the quote is neither."""
    me, (card, *_) = playing.turn(BOARD)
    (letter,) = playing.mail(me, f"mhearts showas {me} secret-{me} {BOARD}")
    playing.reply(letter, f"{card}\n\nWell played, bob.")
    for letters in unread(playing, *(set(FOUR) - {me})).values():
        assert "Well played, bob." in letters[0].text
        assert "wrote:\n| >" not in letters[0].text
        assert letter.code not in letters[0].text


@pytest.mark.parametrize(
    "secret",
    [
        "{password}",
        "{PASSWORD}",
        "{code}",
        "{CODE}",
        "[mhearts 101.{code}]",
        "{token}",
        "{me}@players.example",
        "mailto:bob@players.example",
        "{old_code}",
    ],
)
def test_addresses_passwords_and_codes_are_left_out(playing: House, secret: str) -> None:
    """Whatever way they are written, they reach nobody; the words around them do."""
    me, _ = playing.turn(BOARD)
    codes = playing.app.services.codes
    seat, state = FOUR.index(me), playing.board(BOARD).state
    facts = {
        "me": me,
        "password": f"secret-{me}",
        "PASSWORD": f"SECRET-{me.upper()}",
        "code": codes.turn_code(BOARD, seat, state.move),
        "CODE": codes.turn_code(BOARD, seat, state.move).upper(),
        "old_code": codes.turn_code(BOARD, seat, 1),
        "token": codes.seat_token(BOARD, seat),
    }
    text = secret.format(**facts)
    move(playing, f"Look: {text} is what I have\n")
    for letters in unread(playing, *(set(FOUR) - {me})).values():
        passed_on = " ".join(letters[0].text.split()).partition("Look: ")[2].partition(" is what I have")
        assert passed_on[1]
        assert "[left out]" in passed_on[0]
        assert text.strip("[]").lower() not in everything(letters[0])


def test_many_words_like_codes_hide_no_code(playing: House) -> None:
    """However many harmless words of eight letters come first, a code behind them is left out."""
    me, _ = playing.turn(BOARD)
    code = playing.app.services.codes.turn_code(BOARD, FOUR.index(me), playing.board(BOARD).state.move)
    words = " ".join(f"abcdefg{chr(ord('a') + n)}" for n in range(26))
    move(playing, f"{words}\n{code}\n")
    for letters in unread(playing, *(set(FOUR) - {me})).values():
        assert "abcdefgz" in letters[0].text
        assert code not in letters[0].text


def test_a_command_below_a_reply_gives_no_password_away(playing: House) -> None:
    """Someone who puts the whole command below the card does not publish the password."""
    me, (card, *_) = playing.turn(BOARD)
    (letter,) = playing.mail(me, f"mhearts showas {me} secret-{me} {BOARD}")
    playing.reply(letter, f"{card}\nmhearts move {BOARD} {me} secret-{me} {card}\nsee you")
    for letters in unread(playing, *(set(FOUR) - {me})).values():
        assert "see you" in letters[0].text
        assert f"secret-{me}" not in everything(letters[0])


@pytest.mark.parametrize("line", ["by {me} secret-{me}", "By: {me} secret-{me}", "password: secret-{me}"])
def test_a_line_that_gives_a_password_is_left_out(playing: House, line: str) -> None:
    """As a challenge wants it in its body, in a reply that asks for none."""
    me, (card, *_) = playing.turn(BOARD)
    (letter,) = playing.mail(me, f"mhearts showas {me} secret-{me} {BOARD}")
    playing.reply(letter, f"{card}\n{line.format(me=me)}\nsee you")
    for letters in unread(playing, *(set(FOUR) - {me})).values():
        assert "see you" in letters[0].text
        assert f"secret-{me}" not in everything(letters[0])


@pytest.mark.parametrize(
    "line",
    [
        "my password is secret-{me}, keep it",
        "PW:secret-{me}.",
        "secret-{me}",
        "Kennwort ist übrigens SECRET-{ME} secret-{me}",
        "one-two three-four five-six nine9nine password=secret-{me}",
    ],
)
@pytest.mark.parametrize("verb", ["", "chat hello\n"])
def test_a_password_that_nobody_asked_for_is_left_out(playing: House, line: str, verb: str) -> None:
    """Below a card in a reply, which needs none, it is known all the same."""
    me, (card, *_) = playing.turn(BOARD)
    (letter,) = playing.mail(me, f"mhearts showas {me} secret-{me} {BOARD}")
    playing.reply(letter, f"{verb or card}\n{line.format(me=me, ME=me.upper())}\nwell-played, see you4ever")
    for letters in unread(playing, *(set(FOUR) - {me})).values():
        assert "well-played, see you4ever" in letters[0].text
        assert "[left out]" in letters[0].text
        assert f"secret-{me}" not in everything(letters[0]).lower()


def test_a_code_of_another_board_is_left_out(playing: House) -> None:
    """Whoever plays on several boards may mistake the one for the other."""
    me, (card, *_) = playing.turn(BOARD)
    other = playing.start()
    code = playing.app.services.codes.turn_code(other, FOUR.index(me), 1)
    (letter,) = playing.mail(me, f"mhearts showas {me} secret-{me} {BOARD}")[-1:]
    playing.reply(letter, f"{card}\nNot {code}, I think")
    for name in sorted(set(FOUR) - {me}):
        texts = [letter.text for letter in playing.letters(name)]
        assert any("Not [left out], I think" in text for text in texts)
        assert not any(code in text for text in texts)


def test_a_refused_moves_comment_reaches_nobody(playing: House) -> None:
    """The remark is not passed on now, nor with the move that is then accepted."""
    me, legal = playing.turn(BOARD)
    move(playing, "You will never guess this.\n", "14x")
    letters = unread(playing)
    assert [name for name in FOUR if letters[name]] == [me]
    move(playing, "", legal[0])
    for name, later in unread(playing).items():
        assert "never guess" not in later[0].text, name


def test_a_signature_is_no_comment(playing: House) -> None:
    """What stands below `-- ` or comes from a phone is not passed on."""
    me, _ = move(playing, "Hello.\n\n-- \nAnn Smith\nPhone 555 1234\n")
    for letters in unread(playing, *(set(FOUR) - {me})).values():
        assert "Hello." in letters[0].text
        assert "555 1234" not in letters[0].text


def test_a_long_comment_is_cut(playing: House) -> None:
    """Nobody can make the others' letters huge."""
    me, _ = move(playing, "word " * 5000)
    for letters in unread(playing, *(set(FOUR) - {me})).values():
        assert "word" in letters[0].text
        assert len(letters[0].text) < 6000


@pytest.mark.parametrize("kept", [1, 4, 7, 10])
def test_a_password_across_the_cut_is_left_out_whole(playing: House, kept: int) -> None:
    """What is left out is taken out before the comment is cut: the first half of a password is much of it."""
    name, _ = playing.turn(BOARD)
    secret = f"secret-{name}"
    filled = ("ab " * LONGEST)[: LONGEST - kept - 1]
    me, _ = move(playing, f"{filled} {secret} and more\n")
    for letters in unread(playing, *(set(FOUR) - {me})).values():
        assert "ab ab" in letters[0].text
        assert secret[:4] not in letters[0].text
        assert not letters[0].text.rstrip().endswith(f" {secret[:kept]}")
        assert all(not line.endswith(f" {secret[:kept]}") for line in letters[0].text.splitlines())


HOSTILE = """\
Bcc: victim@example.net
+--------------------------------------------------+
<a href="https://evil.example/">Your turn</a><script>alert(1)</script>
javascript:alert(1) https://evil.example/ mailto:mhearts@cards.example?subject=signoff
\u202egnp.tac \u200bhid\u2066den\x1b[31m\u2028Board 101 is over: ann wins.
{hearts}
Code: zzzzzzzz
Reply with one of: AS
"""


def test_a_comment_passes_for_nothing_of_ours(playing: House) -> None:
    """It adds no header, no link, no tag and no line without its bar, and nothing unseen; one of 10,000 marks too."""
    harmless, _ = move(playing, "Hello.\n")
    clean = unread(playing, *(set(FOUR) - {harmless}))
    me, _ = move(playing, HOSTILE.format(hearts="♥" * 10_000))
    for name, (letter,) in unread(playing, *(set(FOUR) - {me, harmless})).items():
        assert letter.message.keys() == clean[name][0].message.keys()
        assert letter.subject == clean[name][0].subject
        above, _, below = letter.text.partition(f"{me} wrote:\n")
        theirs = below.partition("\n\n")[0].splitlines()
        assert "| +--------------------------------------------------+" in theirs
        assert all(line.startswith("|") for line in theirs)
        assert "AS" not in letter.offers
        assert letter.code != "zzzzzzzz"
        assert "evil" not in above
        assert not set("\u202e\u200b\u2066\x1b\u2028") & set(letter.text + letter.html)
        assert "&lt;script&gt;alert(1)" in letter.html
        assert "<script" not in letter.html
        assert "evil" not in "".join(re.findall(r"<a [^>]*>", letter.html))
        assert not re.search(r"://|javascript:\S|mailto:\S", letter.text)
        assert len(letter.text) < 8000


def test_a_pass_comment_waits_for_the_table(passing: House) -> None:
    """A remark below a pass comes with each one's next letter, once."""
    _pass(passing, "ann", "Take these, bob.\n")
    assert not any(unread(passing, *FOUR[1:]).values())
    for name in FOUR[1:]:
        _pass(passing, name, "")
    for name, letters in unread(passing, *FOUR[1:]).items():
        assert sum("Take these, bob." in letter.text for letter in letters) == 1, name


def _pass(house: House, name: str, body: str) -> None:
    board = house.board(BOARD)
    cards = " ".join(str(card) for card in hearts.legal_cards(board.state, hearts.Seat(FOUR.index(name)))[:3])
    house.mail("postman", f"mhearts move {BOARD} {name} secret-{name} {cards}", body)


def test_words_of_comments_are_not_tried_for_ever(playing: House) -> None:
    """A code is no way to guess a password: after twenty a day what looks much like one is left out, right or wrong."""
    me, _ = playing.turn(BOARD)
    playing.mail(me, f"change password {me} secret-{me} right4me")
    (letter,) = playing.mail(me, f"mhearts showas {me} right4me {BOARD}")
    for n in range(10):
        playing.reply(letter, f"chat\nguess{n}a guess{n}b")
    unread(playing)
    (other, *_) = set(FOUR) - {me}
    for word in ("right4me", "wrong4me"):
        playing.reply(letter, f"chat\n{word}\nis it that?\nAnnie")
        text = playing.newest(other).text
        assert "[left out]" in text
        assert "is it that?" in text
        assert "Annie" in text
        assert word not in text


def test_words_that_come_again_are_tried_once(playing: House) -> None:
    """Who signs every remark may do so all day, and a password is still found among the words."""
    me, _ = playing.turn(BOARD)
    (letter,) = playing.mail(me, f"mhearts showas {me} secret-{me} {BOARD}")
    (other, *_) = set(FOUR) - {me}
    for n in range(25):
        playing.reply(letter, f"chat\nThis is remark {n}.\nAnnie of Room101 says so.")
    text = playing.newest(other).text
    assert "Room101 says so." in text
    playing.reply(letter, f"chat\nRoom101 says:\nsecret-{me}")
    text = playing.newest(other).text
    assert "Room101 says:" in text
    assert f"secret-{me}" not in text


@pytest.mark.parametrize("written", ["{card}", "play the {words}.", "{card} and 2c"])
def test_a_second_card_below_the_first_stays_in_the_hand(playing: House, written: str) -> None:
    """Whoever writes two moves has the first one played; the others do not learn of the second."""
    me, (card, *_) = playing.turn(BOARD)
    held = next(
        each
        for each in hearts.view(playing.board(BOARD).state, Seat(FOUR.index(me))).hand
        if str(each) != card
    )
    move(playing, written.format(card=held.label, words=held.words) + "\nGood luck!\n")
    for letters in unread(playing, *(set(FOUR) - {me})).values():
        assert "[left out]" in letters[0].text
        assert "Good luck!" in letters[0].text
        assert held.label not in letters[0].text
        assert held.words not in letters[0].text


def test_a_remark_of_a_card_on_the_table_is_passed_on(playing: House) -> None:
    """Nothing but cards, and none of them in the hand: it is a remark."""
    me, (card, *_) = playing.turn(BOARD)
    move(playing, f"{card}!\n")
    for letters in unread(playing, *(set(FOUR) - {me})).values():
        assert "[left out]" not in letters[0].text
