"""Wrong passwords: few are tried, and the player hears of it."""

from datetime import timedelta
from pathlib import Path

import pytest
from house import House, open_house
from ready_house import BOARD

pytestmark = pytest.mark.slow


def test_a_day_of_guessing_is_told_once(tmp_path: Path) -> None:
    """Ten an hour are tried and no more, not even the right one; the player is told once a day, not at each lapse."""
    with open_house(tmp_path) as house:
        house.sign_up("ann")
        told = 0
        for guess in range(60):
            house.mail("stranger@elsewhere.example", f"mhearts showas ann wrong{guess}")
            house.wait(timedelta(minutes=5))
            told += sum("wrong passwords came" in letter.text for letter in house.letters("ann"))
        assert told == 1
        for guess in range(10):
            house.mail("stranger@elsewhere.example", f"mhearts showas ann guess{guess}")
        (refused,) = house.mail("ann", "mhearts showas ann secret-ann all")
        assert "none is tried for an hour" in " ".join(refused.text.split())
        house.wait(timedelta(hours=1, minutes=1))
        (answer,) = house.mail("ann", "mhearts showas ann secret-ann all")
        assert "You have no such board." in answer.text


def test_what_a_player_writes_is_no_touchstone_for_anothers_password(playing: House) -> None:
    """A word is not left out for being another's password, though a later command of the mail gives it as that."""
    lines = (
        f"mhearts chat {BOARD} bob secret-bob wrong1 secret-ann wrong2",
        "mhearts show 999999",
        "mhearts showas ann wrong1",
        "mhearts showas ann secret-ann",
        "mhearts showas ann wrong2",
    )
    playing.mail("bob", "multiple", "\n".join(lines))
    (letter,) = playing.letters("cat")
    assert "wrong1 secret-ann wrong2" in letter.text


def test_own_passwords_are_left_out_however_often_others_guess(playing: House) -> None:
    """Strangers' wrong passwords do not keep the server from knowing a player's own where it should not stand."""
    (letter,) = playing.mail("bob", f"mhearts showas bob secret-bob {BOARD}")
    for guess in range(10):
        playing.mail("stranger@elsewhere.example", f"mhearts showas bob wrong{guess}")
    playing.reply(letter, "chat\n\nhello\nsecret-bob")
    (said,) = playing.letters("cat")
    assert "hello" in said.text
    assert "secret-bob" not in said.text
