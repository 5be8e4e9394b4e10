"""What anybody may look at: `list`, `all show`, `who`, `ping`."""

from datetime import timedelta

import pytest
from house import House
from ready_house import BOARD, PASSWORDS, everything, play_out

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("line", ["list", "list mhearts", "LIST MHearts"])
def test_list_is_the_boards_being_played(passing: House, line: str) -> None:
    """A line a board; no hand, no code."""
    (answer,) = passing.mail("ann", line)
    assert f"\n {BOARD}  ann bob cat dan\n      hand 1" in answer.text
    assert "Your hand" not in answer.text


def test_list_leaves_out_what_is_over(passing: House) -> None:
    """Those that ended are in `mhearts games`."""
    play_out(passing, BOARD)
    (answer,) = passing.mail("ann", "list")
    assert "No boards" in answer.text


def test_list_knows_one_game(passing: House) -> None:
    """Another one is refused."""
    (answer,) = passing.mail("ann", "list chess")
    assert "The only game here is mhearts." in answer.text
    assert "Usage: list [game]" in answer.text


@pytest.mark.parametrize("line", ["all show ann", "all show ann next", "All Show ANN active"])
def test_all_show_is_the_public_view(passing: House, line: str) -> None:
    """Of somebody's boards; no hand."""
    (answer,) = passing.mail("bob", line)
    assert f"Board {BOARD}, hand 1." in answer.text
    assert "Your hand" not in answer.text


def test_each_of_several_boards_has_its_number_on_top(passing: House) -> None:
    """A single one needs none: it is what was asked for."""
    passing.mail("ann", "mhearts challenge ann bob cat bot")
    *_, answer = passing.mail("bob", "all show ann")
    for number in (BOARD, BOARD + 1):
        assert f"\n\nBoard {number}.\n\nann, bob" in answer.text
    (answer,) = passing.mail("bob", f"mhearts show {BOARD}")
    assert f"Board {BOARD}." not in answer.text


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("all", "`show` comes behind `all`."),
        ("all ann", "`show` comes behind `all`."),
        ("all show", "One player is needed."),
        ("all show 101", "One player is needed."),
        ("all show ann bob", "One player is needed."),
        ("all show annn", "Did you mean ann?"),
    ],
)
def test_all_show_refuses(passing: House, line: str, why: str) -> None:
    """With the reason."""
    (answer,) = passing.mail("bob", line)
    assert why in answer.text


def test_who_lists_everybody_without_an_address(eve: House) -> None:
    """Not even to players."""
    (answer,) = eve.mail("eve", "who")
    for name in ("ann", "bob", "cat", "dan", "eve"):
        assert f"\n{name} " in answer.text
        assert name == "eve" or f"{name}@" not in everything(answer)
    assert not any(password in everything(answer) for password in PASSWORDS)


def test_who_with_a_text_is_those_whose_userid_holds_it(eve: House) -> None:
    """In any case; an address is no text to find anybody by."""
    (answer,) = eve.mail("eve", "who AN")
    assert "\nann " in answer.text
    assert "\ndan " in answer.text
    assert "\nbob " not in answer.text
    (answer,) = eve.mail("eve", "who ann@players.example")
    assert "No such player." in answer.text


def test_who_tells_when_somebody_was_last_heard_of(eve: House) -> None:
    """The day of the last command with credentials, not the hour."""
    eve.wait(timedelta(days=2))
    eve.mail("ann", "mhearts showas ann secret-ann")
    (answer,) = eve.mail("eve", "who ann")
    assert "ann                   2026-11-30  2026-12-02" in answer.text
    (answer,) = eve.mail("eve", "who bob")
    assert "bob                   2026-11-30  2026-11-30" in answer.text
    assert "10:00" not in answer.text


def test_ping_tells_what_arrived(eve: House) -> None:
    """From, Message-ID and the time; and who one is here."""
    (answer,) = eve.mail("eve", "ping")
    assert "pong" in answer.text
    assert "eve@players.example" in answer.text
    assert "known as    eve" in answer.text
    assert "2026-11-30 10:00:00 UTC" in answer.text
    assert answer["In-Reply-To"] in answer.text


def test_ping_from_a_stranger(passing: House) -> None:
    """Nobody yet; what else stood in the mail is not sent back."""
    (answer,) = passing.mail("stranger@elsewhere.example", "ping hunter22", "and a body\n")
    assert "nobody yet" in answer.text
    assert "hunter22" not in everything(answer)
    assert "and a body" not in everything(answer)
