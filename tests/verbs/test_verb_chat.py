"""`chat`: words to the table and to those who watch."""

import pytest
from house import FOUR, House
from ready_house import BOARD, everything, unread

from pbmhearts.verbs.chat import MOST_A_DAY

pytestmark = pytest.mark.slow

ELSEWHERE = "elsewhere@phone.example"


def test_chat_goes_to_the_four_and_the_watchers(eve: House) -> None:
    """One letter each with the words, the sender's being the answer; the next letter does not repeat them."""
    eve.mail("eve", f"mhearts subscribe {BOARD} eve secret-eve")
    answers = eve.mail("ann", f"mhearts chat {BOARD} ann secret-ann", "Hello all!\nSee you tomorrow.\n")
    letters = unread(eve, *FOUR[1:], "eve") | {"ann": answers}
    for name in (*FOUR, "eve"):
        (letter,) = letters[name]
        assert "ann wrote:\n| Hello all!\n| See you tomorrow.\n" in letter.text
    eve.pass_all(BOARD)
    for letter in unread(eve)["ann"]:
        assert "Hello all!" not in letter.text


def test_chat_by_reply(playing: House) -> None:
    """The words behind `chat` and the lines below them are one remark; nothing is played."""
    (letter,) = playing.mail("bob", f"mhearts showas bob secret-bob {BOARD}")
    log = playing.log(BOARD)
    playing.reply(letter, "chat see you tomorrow\n7c is a card I like")
    assert "bob wrote:\n| see you tomorrow\n| 7c is a card I like\n" in unread(playing)["cat"][0].text
    assert playing.log(BOARD) == log


def test_no_address_password_or_code_goes_with_it(playing: House) -> None:
    """As with remarks below a move."""
    (board,) = playing.mail("ann", f"mhearts showas ann secret-ann {BOARD}")
    body = f"I am ann@players.example\nmy password: secret-ann\n<b>{board.code}</b>\n"
    playing.mail("ann", f"mhearts chat {BOARD} ann secret-ann", body)
    (letter,) = unread(playing)["bob"]
    read = everything(letter)
    for secret in ("ann@players.example", "secret-ann", board.code):
        assert secret not in read
    assert "&lt;b&gt;[left out]" in letter.html


def test_nothing_is_not_passed_on(playing: House) -> None:
    """An empty body is refused, and nobody gets a letter."""
    (answer,) = playing.mail("ann", f"mhearts chat {BOARD} ann secret-ann")
    assert "There was nothing to pass on." in answer.text
    assert not any(unread(playing).values())


def test_so_much_a_day(playing: House) -> None:
    """Then the day is over for talk."""

    def spend(repositories: object) -> None:
        account = playing.board(BOARD).seats[0].account_id
        for _ in range(MOST_A_DAY):
            repositories.tallies.add(f"chat:{account}", playing.clock.now())  # type: ignore[attr-defined]

    playing.app.store.run(spend)
    (answer,) = playing.mail("ann", f"mhearts chat {BOARD} ann secret-ann", "Hello!\n")
    assert f"You have said {MOST_A_DAY} things" in " ".join(answer.text.split())
    assert not any(unread(playing).values())


@pytest.mark.parametrize("level", ["turn", "hand"])
def test_who_wants_few_letters_reads_it_once(playing: House, level: str) -> None:
    """It comes with all that was not told yet, and only once."""
    playing.mail("bob", f"set bob secret-bob notify={level}")
    while playing.turn(BOARD)[0] == "bob":
        playing.play_one(BOARD)
    unread(playing)
    mover, legal = playing.turn(BOARD)
    playing.mail(mover, f"mhearts move {BOARD} {mover} secret-{mover} {legal[0]}", "A remark below.\n")
    already = unread(playing)["bob"]
    playing.mail("cat", f"mhearts chat {BOARD} cat secret-cat", "Hello bob!\n")
    letters = already + unread(playing)["bob"]
    text = "".join(letter.text for letter in letters)
    assert text.count("A remark below.") == 1
    assert text.count("Hello bob!") == 1
