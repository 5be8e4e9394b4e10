"""Letters between players: `message`, `broadcast`, `block` and `unblock`."""

from datetime import timedelta

import pytest
from house import SERVER, House
from ready_house import BOARD, everything, unread

pytestmark = pytest.mark.slow

HOSTILE = """\
Hello there,
my address is eve@players.example and my password secret-eve.
<b>bold</b> <script>alert(1)</script> javascript:alert(2)
The server has a new address.
"""


class TestMessage:
    """`message`: from player to players."""

    def test_each_gets_it_marked_as_the_senders(self, eve: House) -> None:
        """The userid, and behind bars the words; nobody else gets anything."""
        eve.mail("eve", "message eve secret-eve ann, bob", "Hello there!\nA game tonight?\n")
        letters = unread(eve)
        assert letters["cat"] == letters["dan"] == []
        for name in ("ann", "bob"):
            (letter,) = letters[name]
            assert letter.subject.endswith("A message from eve")
            assert "eve writes to you:\n\n| Hello there!\n| A game tonight?\n" in letter.text

    def test_the_sender_sees_what_was_passed_on(self, eve: House) -> None:
        """Once, in the answer."""
        (answer,) = eve.mail("eve", "message eve secret-eve ann", "Hello there!\n")
        assert "Passed on to ann" in answer.text
        assert "| Hello there!" in answer.text

    def test_no_address_password_or_markup_goes_with_it(self, eve: House) -> None:
        """Neither in headers nor in text or HTML; what looks like ours stands behind a bar."""
        code = eve.board(BOARD).names and eve.app.services.codes.turn_code(BOARD, 0, 1)
        eve.mail("ann", "message ann secret-ann bob", f"{HOSTILE}{code}\nsecret-ann\n")
        (letter,) = eve.letters("bob")
        read = everything(letter)
        for secret in ("eve@players.example", "ann@players.example", "secret-ann", code):
            assert secret not in read
        assert "<script>" not in letter.html
        assert "<b>bold" not in letter.html
        assert "javascript:alert" not in read
        assert "\nThe server has a new address." not in letter.text
        assert "| The server has a new address." in letter.text

    def test_a_reset_code_is_left_out(self, eve: House) -> None:
        """It would open the account."""
        code, _ = eve.mail("eve", "forgot eve")
        word = next(line.split()[2] for line in code.text.splitlines() if line.startswith("  reset"))
        eve.mail("eve", "message eve secret-eve ann", f"my code is {word}\n")
        (letter,) = eve.letters("ann")
        assert word not in everything(letter)

    def test_the_letter_can_be_answered(self, eve: House) -> None:
        """By reply, without userid and password."""
        eve.mail("eve", "message eve secret-eve ann", "hello\n")
        (letter,) = eve.letters("ann")
        eve.reply(letter, "message eve\nhello yourself")
        (answer,) = eve.letters("eve")
        assert "| hello yourself" in answer.text
        assert "writes to you" not in answer.text.partition("hello yourself")[2]

    def test_its_letter_can_block_the_sender(self, eve: House) -> None:
        """By reply, too."""
        eve.mail("eve", "message eve secret-eve ann", "hello\n")
        (letter,) = eve.letters("ann")
        eve.reply(letter, "block eve")
        eve.mail("eve", "message eve secret-eve ann", "hello again\n")
        assert eve.letters("ann") == []

    def test_an_unknown_player_stops_all_and_is_not_repeated(self, eve: House) -> None:
        """A password may stand where a userid should."""
        (answer,) = eve.mail("eve", "message eve secret-eve ann hunter22", "hello\n")
        assert "is no player" in answer.text
        assert "hunter22" not in everything(answer)
        assert eve.letters("ann") == []

    @pytest.mark.parametrize("body", ["", "  \n\n", "-- \neve\n"])
    def test_without_words_nothing_goes(self, eve: House, body: str) -> None:
        """The answer tells where they belong."""
        (answer,) = eve.mail("eve", "message eve secret-eve ann", body)
        assert "nothing to pass on" in answer.text
        assert eve.letters("ann") == []

    def test_twenty_a_day(self, eve: House) -> None:
        """Counted by letters; the one too many undoes its whole command."""
        for _ in range(5):
            eve.mail("eve", "message eve secret-eve ann bob cat dan", "hello\n")
        (answer,) = eve.mail("eve", "message eve secret-eve ann", "hello\n")
        assert "20 players a day" in answer.text
        assert {name: len(letters) for name, letters in unread(eve).items()} == dict.fromkeys(
            ("ann", "bob", "cat", "dan"), 5
        )
        eve.wait(timedelta(hours=25))
        eve.mail("eve", "message eve secret-eve ann", "hello\n")
        assert len(eve.letters("ann")) == 1


class TestBroadcast:
    """`broadcast`: to all who take it."""

    def test_all_others_get_it(self, eve: House) -> None:
        """With how to stop such letters."""
        (answer,) = eve.mail("eve", "broadcast eve secret-eve", "A tournament?\n")
        assert "Passed on to all players" in answer.text
        for letters in unread(eve).values():
            (letter,) = letters
            assert letter.subject.endswith("To all players, from eve")
            assert "| A tournament?" in letter.text
            assert "set broadcasts=no" in letter.text

    def test_not_who_wants_none(self, eve: House) -> None:
        """By setting, pause, block or having signed off; a reply sets it."""
        eve.mail("eve", "broadcast eve secret-eve", "first\n")
        (letter,) = eve.letters("ann")
        eve.reply(letter, "set broadcasts=no")
        eve.mail("bob", "pause bob secret-bob")
        eve.mail("cat", "block cat secret-cat eve")
        eve.mail("dan", "signoff dan secret-dan")
        unread(eve)
        eve.wait(timedelta(hours=25))
        eve.mail("eve", "broadcast eve secret-eve", "second\n")
        assert not any(unread(eve).values())

    def test_once_a_day(self, eve: House) -> None:
        """By each sender."""
        eve.mail("eve", "broadcast eve secret-eve", "first\n")
        (answer,) = eve.mail("eve", "broadcast eve secret-eve", "second\n")
        assert "once a day" in answer.text
        eve.mail("ann", "broadcast ann secret-ann", "third\n")
        assert [letter.subject[-8:] for letter in eve.letters("bob")] == ["from eve", "from ann"]


class TestBlock:
    """`block` and `unblock`."""

    def test_nothing_comes_and_the_other_is_not_told(self, eve: House) -> None:
        """The answer to a message is the same as before."""
        (before,) = eve.mail("eve", "message eve secret-eve ann", "hello\n")
        eve.letters("ann")
        eve.mail("ann", "block ann secret-ann eve")
        assert eve.letters("eve") == []
        (after,) = eve.mail("eve", "message eve secret-eve ann", "hello\n")
        assert before.text == after.text
        assert eve.letters("ann") == []

    def test_no_challenge_comes(self, eve: House) -> None:
        """It looks like closed doors."""
        eve.mail("ann", "block ann secret-ann eve")
        (answer,) = eve.mail("eve", "mhearts challenge eve ann bob cat")
        assert "ann takes no challenges" in answer.text

    def test_it_is_one_way(self, eve: House) -> None:
        """Who blocks may still write."""
        eve.mail("ann", "block ann secret-ann eve")
        eve.mail("ann", "message ann secret-ann eve", "stop it\n")
        assert len(eve.letters("eve")) == 1

    def test_unblock_takes_it_back(self, eve: House) -> None:
        """Letters come again; a second time there is nothing to take back."""
        eve.mail("ann", "block ann secret-ann eve")
        eve.mail("ann", "unblock ann secret-ann EVE")
        eve.mail("eve", "message eve secret-eve ann", "hello\n")
        assert len(eve.letters("ann")) == 1
        (answer,) = eve.mail("ann", "unblock ann secret-ann eve")
        assert "You have not blocked eve." in answer.text

    @pytest.mark.parametrize(
        ("words", "why"),
        [("block ann secret-ann ann", "yourself"), ("block ann secret-ann evee", "mean eve?")],
    )
    def test_what_is_refused(self, eve: House, words: str, why: str) -> None:
        """With the reason."""
        (answer,) = eve.mail("ann", words)
        assert why in answer.text


@pytest.mark.parametrize("words", ["message eve\nhello", "block eve", "unblock eve"])
def test_a_boards_letter_does_for_none_of_these(eve: House, words: str) -> None:
    """Its code serves the board; the letter may have been forwarded or quoted."""
    (board,) = eve.mail("ann", f"mhearts showas ann secret-ann {BOARD}")
    (answer,) = eve.reply(board, words)
    assert "give userid and password" in " ".join(answer.text.split())
    assert eve.letters("eve") == []


def test_a_letters_reply_address_is_the_servers(eve: House) -> None:
    """Players never see each other's addresses."""
    eve.mail("eve", "message eve secret-eve ann", "hello\n")
    (letter,) = eve.letters("ann")
    assert letter["Reply-To"].startswith(SERVER.partition("@")[0] + "+a")
    assert "eve@" not in everything(letter)
