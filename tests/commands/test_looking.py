"""show, showas, games: who may see what of a board."""

import re

import pytest
from house import FOUR, START, House, Mail
from ready_house import BOARD, play_out, unread

from pbmhearts.cards import PACK
from pbmhearts.games import hearts
from pbmhearts.storage import Repositories

pytestmark = pytest.mark.slow


def labels(text: str) -> set[str]:
    """The cards that a letter names, but for those in the description of the rules."""
    lines = re.sub(r"Rules:.*?\n\n", "", text, flags=re.DOTALL)
    signs = lines.translate(str.maketrans("♣♦♥♠", "CDHS"))
    return {card.label for card in PACK if re.search(rf"(?<![0-9A-Z]){card.label}(?![0-9A-Z])", signs)}


def hand(house: House, name: str) -> set[str]:
    """What that player holds."""
    view = hearts.view(house.board(BOARD).state, hearts.Seat(FOUR.index(name)))
    return {card.label for card in view.hand}


def test_show_tells_no_hand(playing: House) -> None:
    """To anybody, a player of the board included: only the cards on the table."""
    for sender in ("ann", "stranger"):
        (answer,) = playing.mail(sender, f"mhearts show {BOARD}")
        assert labels(answer.text) == {"2C"}
        assert "Code:" not in answer.text


def test_show_looks_as_its_writer_wants_letters(playing: House) -> None:
    """In sentences, with cards in words and times of a zone; drawn for a stranger."""
    playing.mail("ann", "set ann secret-ann style=prose cards=words zone=Asia/Tokyo")
    (answer,) = playing.mail("ann", f"mhearts show {BOARD}")
    assert "two of clubs" in answer.text
    assert "ann: 0 points in the match" in answer.text
    assert "(Asia/Tokyo)" in " ".join(answer.text.split())
    assert "+---" not in answer.text
    (drawn,) = playing.mail("stranger", f"mhearts show {BOARD}")
    assert "bob 2♣" in drawn.text


def test_show_of_passes_tells_nothing(passing: House) -> None:
    """While cards are passed nothing is on the table."""
    (answer,) = passing.mail("ann", f"mhearts show {BOARD}")
    assert labels(answer.text) == set()


@pytest.mark.parametrize("what", ["", "next", "101", "#101", "active", "all", "all 101"])
def test_showas_shows_ones_own_hand_only(playing: House, what: str) -> None:
    """With userid and password: the hand, the code, and nothing of the others' hands."""
    me, _ = playing.turn(BOARD)
    (board,) = playing.mail(me, f"mhearts showas {me} secret-{me} {what}")
    others = set.union(*(hand(playing, name) for name in FOUR if name != me))
    passed = {card for card in labels(board.text) if card in others and card in _passed_on(board)}
    assert hand(playing, me) <= labels(board.text)
    assert labels(board.text) & others == passed
    assert board.code


def _passed_on(board: Mail) -> set[str]:
    """The cards that the reader passed on, which a letter of the deal repeats."""
    found = re.search(r"you passed (.*?) to", " ".join(board.text.split()))
    return labels(found[1]) if found else set()


def test_showas_next_is_what_waits_for_the_player(playing: House) -> None:
    """Somebody whose turn it is not has nothing that waits."""
    me, _ = playing.turn(BOARD)
    other = next(name for name in FOUR if name != me)
    (answer,) = playing.mail(other, f"mhearts showas {other} secret-{other} next")
    assert "You have no such board." in answer.text


def test_showas_of_others_boards_is_refused(playing: House) -> None:
    """A player of no seat there is sent to `mhearts show`."""
    playing.sign_up("eve")
    (answer,) = playing.mail("eve", f"mhearts showas eve secret-eve {BOARD}")
    assert f"You do not play on board {BOARD}." in answer.text
    assert labels(answer.text) == set()


def test_showas_mails_each_board_by_itself(playing: House) -> None:
    """Two boards, two letters, each with its own code to reply to."""
    second = playing.start()
    unread(playing)
    letters = playing.mail("ann", f"mhearts showas ann secret-ann {BOARD} {second} {second}")
    assert [letter["X-PBMHearts-Board"] for letter in letters] == [str(BOARD), str(second)]
    assert len({letter.code for letter in letters}) == 2


def test_games_is_a_line_a_board(playing: House) -> None:
    """Number, players, hand, scores, whom it waits for; by player and by choice."""
    me, _ = playing.turn(BOARD)
    other = next(name for name in FOUR if name != me)
    for words, there in (
        ("", True),
        (me, True),
        (f"{me} next", True),
        (f"{other} next", False),
        ("inactive", False),
        ("all", True),
        (f"{other} ALL", True),
    ):
        (answer,) = playing.mail("ann", f"mhearts games {words}")
        assert (f"{BOARD}  ann bob cat dan" in answer.text) is there, words
        assert (f"waits for {me}" in answer.text) is there, words
        assert labels(answer.text) == set()


def test_games_tells_boards_that_are_over(playing: House) -> None:
    """They are inactive, and wait for nobody."""
    play_out(playing, BOARD)
    (answer,) = playing.mail("ann", "mhearts games ann inactive")
    assert f"{BOARD}  ann bob cat dan" in answer.text
    assert "over" in answer.text
    (answer,) = playing.mail("ann", "mhearts games ann")
    assert str(BOARD) not in answer.text


def test_games_tells_boards_that_ended_without_a_result(playing: House) -> None:
    """They wait for nobody, whoever's turn it was."""
    for name in FOUR:
        playing.mail(name, f"mhearts resign {BOARD} {name} secret-{name}")
    (answer,) = playing.mail("ann", "mhearts games inactive")
    assert "ended without a result" in answer.text
    assert "waits for" not in answer.text


def test_show_by_player(playing: House) -> None:
    """`show ann` shows the boards that ann plays."""
    (answer,) = playing.mail("eve", "mhearts show ANN active")
    assert f"Board {BOARD}, hand 1." in answer.text


def test_show_shows_at_most_ten(playing: House) -> None:
    """The rest is told as a number, so that no letter becomes huge."""
    (answer,) = playing.mail("eve", "mhearts show " + f"{BOARD} " * 30)
    assert answer.text.count(f"Board {BOARD}, hand 1.") == 1


def test_a_board_that_has_not_begun_tells_who_is_waited_for(playing: House) -> None:
    """By userid, and nobody's address; not of a private board; a seat that was given back is free."""
    playing.mail("bob", "set bob secret-bob challenges=ask")
    for number, options, told in (
        (102, "", "it waits for the answer of bob and somebody new."),
        (103, "--private", "not everybody has said yes yet."),
    ):
        playing.mail("ann", f"mhearts challenge {options} ann bob new{number}@else.example bot")
        for sender in ("ann", "cat"):
            (answer,) = playing.mail(sender, f"mhearts show {number}")
            assert f"Board {number} has not begun: {told}" in " ".join(answer.text.split())
            assert "else.example" not in answer.text
    playing.mail("bob", "mhearts decline 102 bob secret-bob")
    playing.app.store.run(
        lambda repositories: repositories.invitations.answer(asked(repositories), "expired", START)
    )
    unread(playing)
    (answer,) = playing.mail("cat", "mhearts show 102")
    assert "Board 102 has not begun: a seat is free." in " ".join(answer.text.split())


def asked(repositories: Repositories) -> int:
    """The invitation to board 102 that has not been answered."""
    return next(each.id for each in repositories.invitations.of_board(102) if each.state == "asked")
