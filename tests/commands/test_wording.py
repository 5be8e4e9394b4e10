"""What answers say: of cards to pass, of boards that are over, of one other."""

from house import House
from ready_house import BOARD, play_out


def told(house: House, sender: str, subject: str) -> str:
    """The text of the last letter that comes back, its lines joined."""
    return " ".join(house.mail(sender, subject)[-1].text.split())


def test_a_refused_pass_asks_for_three(passing: House) -> None:
    """Of the cards that the player holds; text and HTML alike."""
    letter = passing.mail("ann", f"mhearts move {BOARD} ann secret-ann 2h")[-1]
    assert "Three cards are passed, and you named 1." in letter.text
    assert "Reply with three of: " in letter.text
    assert "Reply with three of: " in letter.html


def test_a_refused_card_asks_for_one(playing: House) -> None:
    """Where one is due."""
    name, _ = playing.turn(BOARD)
    assert "Reply with one of: " in told(playing, name, f"mhearts move {BOARD} {name} secret-{name} 2h 3h")


def test_an_unreadable_reply_tells_of_three_cards_too(passing: House) -> None:
    """As a pass may be what was meant."""
    letter = passing.mail("ann", f"mhearts showas ann secret-ann {BOARD}")[-1]
    said = " ".join(passing.reply(letter, "what a lovely evening")[-1].text.split())
    assert "Put just the card on the first line, such as 7C, or three to pass" in said


def test_a_board_that_is_over_names_no_usage(playing: House) -> None:
    """Of another command than the one that was mailed."""
    play_out(playing, BOARD)
    for command in ("move {} {} secret-{} 5c", "undo {} {} secret-{}"):
        said = told(playing, "ann", "mhearts " + command.format(BOARD, "ann", "ann"))
        assert f"Board {BOARD} is over." in said
        assert "Usage" not in said


def test_an_option_that_there_is_not_names_the_page_that_lists_them(passing: House) -> None:
    """`help mhearts`."""
    assert "`help mhearts` lists the options." in told(
        passing, "ann", "mhearts challenge -foo ann bob cat dan"
    )


def test_one_other_looks_for_a_board(passing: House) -> None:
    """In the singular; two in the plural, and nobody is no number."""
    assert "So does nobody else; it takes four." in told(passing, "ann", "mhearts seek ann secret-ann")
    assert "So does 1 other; it takes four." in told(passing, "bob", "mhearts seek bob secret-bob")
    assert "So do 2 others; it takes four." in told(passing, "cat", "mhearts seek cat secret-cat")
