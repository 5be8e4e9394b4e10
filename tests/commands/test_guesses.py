"""Wrong passwords: few are tried, and the player hears of it."""

from datetime import timedelta
from pathlib import Path

from house import open_house


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
