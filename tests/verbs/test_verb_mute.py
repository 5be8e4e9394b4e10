"""`mute` and `unmute`, and what a block keeps from one at the table."""

from house import FOUR, House, Mail
from ready_house import BOARD, everything, unread

WORDS = "A word of bob's."


def newest(house: House, name: str) -> Mail:
    """The board as the player sees it, whose letter can be answered."""
    (letter,) = house.mail(name, f"mhearts showas {name} secret-{name} {BOARD}")
    return letter


def chat(house: House, name: str) -> dict[str, list[Mail]]:
    """Somebody says WORDS; the letters of the four with them."""
    own = house.mail(name, f"mhearts chat {BOARD} {name} secret-{name}", WORDS)
    letters = unread(house)
    letters[name] += own
    return {
        who: [letter for letter in each if WORDS.lower() in everything(letter)]
        for who, each in letters.items()
    }


def test_the_words_of_one_are_muted_on_one_board(playing: House) -> None:
    """No letter comes for his chat, to her alone; he is told nothing of it, and the others read him."""
    (said,) = playing.reply(newest(playing, "ann"), "mute bob")
    assert f"You read nothing of what bob says on board {BOARD} now." in said.text
    assert not any(unread(playing).values())
    before = playing.mail("bob", f"mhearts chat {BOARD} bob secret-bob", WORDS)
    letters = unread(playing)
    assert not letters["ann"]
    assert len(letters["cat"]) == len(letters["dan"]) == 1
    assert "mute" not in everything(before[0])
    assert len(chat(playing, "cat")["ann"]) == 1


def test_a_move_comes_without_the_words_below_it(playing: House) -> None:
    """The muted one's card is told as ever; what stood below it, and his chat before, are left out for good."""
    mover, (card, *_) = playing.turn(BOARD)
    reader, other = [name for name in FOUR if name != mover][:2]
    playing.reply(newest(playing, reader), f"mute {mover}")
    playing.mail(mover, f"mhearts chat {BOARD} {mover} secret-{mover}", WORDS)
    unread(playing)
    playing.mail(mover, f"mhearts move {BOARD} {mover} secret-{mover} {card}", WORDS)
    letters = unread(playing)
    assert len(letters[reader]) == 1
    assert WORDS.lower() not in everything(letters[reader][0])
    assert f"Board {BOARD}, hand 1." in letters[reader][0].text
    assert WORDS.lower() in everything(letters[other][0])


def test_the_whole_board_is_muted_and_heard_again(playing: House) -> None:
    """`mute` alone silences all of them there, one's own words not; `unmute` alone takes all back."""
    (said,) = playing.reply(newest(playing, "ann"), "mute")
    assert "what the others say" in said.text
    assert not chat(playing, "bob")["ann"]
    assert not chat(playing, "cat")["ann"]
    assert len(chat(playing, "ann")["ann"]) == 1
    (refused,) = playing.reply(newest(playing, "ann"), "unmute bob")
    assert "You have not muted bob" in refused.text
    playing.reply(newest(playing, "ann"), "unmute")
    assert len(chat(playing, "bob")["ann"]) == 1


def test_a_block_silences_at_every_table(playing: House) -> None:
    """Chat and remarks of whom one has blocked reach one at no board any more; `unblock` lets them."""
    playing.start(players=("ann", "bob", "eve", "fay"))
    playing.mail("ann", "block ann secret-ann bob")
    unread(playing)
    assert not chat(playing, "bob")["ann"]
    playing.mail("bob", "mhearts chat 102 bob secret-bob", WORDS)
    assert not playing.letters("ann")
    assert WORDS.lower() in everything(playing.letters("eve")[-1])
    playing.mail("ann", "unblock ann secret-ann bob")
    assert len(chat(playing, "bob")["ann"]) == 1


def test_a_watcher_who_blocks_hears_nothing_either(playing: House) -> None:
    """The tricks still come, without the words."""
    playing.sign_up("eve")
    playing.mail("eve", f"mhearts subscribe {BOARD} eve secret-eve")
    playing.mail("eve", "block eve secret-eve bob")
    playing.mail("bob", f"mhearts chat {BOARD} bob secret-bob", WORDS)
    assert not playing.letters("eve")
    for _ in range(4):
        playing.play_one(BOARD)
    (trick,) = playing.letters("eve")
    assert WORDS.lower() not in everything(trick)


def test_who_is_meant_must_be_there(playing: House) -> None:
    """Nobody else can be muted at a board, nor oneself."""
    playing.sign_up("eve")
    for wish, why in (
        ("mute eve", f"eve does not play on board {BOARD}."),
        ("mute ann", "That is you."),
        ("mute bobb", "There is no player bobb."),
        ("unmute", "You have not muted anybody"),
    ):
        (refused,) = playing.reply(newest(playing, "ann"), wish)
        assert why in " ".join(refused.text.split())
