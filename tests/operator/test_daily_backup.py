"""The copy that the server makes of its database each day."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from house import open_house

from pbmhearts.operator.daily_backup import make_if_due
from pbmhearts.storage import copies
from pbmhearts.storage.copies import BackupError

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)
DAY = timedelta(days=1)


def test_one_a_day_and_no_more_than_are_kept(tmp_path: Path) -> None:
    """Made when its hour has come, or later where the server did not run then; the oldest goes."""
    with open_house(tmp_path, "[backup]\nkeep = 3\nat = 03:00\n") as house:
        config = house.app.config
        assert make_if_due(config, NOON) == timedelta(hours=15).total_seconds()
        (first,) = config.backups.iterdir()
        made = first.stat().st_mtime_ns
        assert make_if_due(config, NOON + DAY / 2) == timedelta(hours=3).total_seconds()
        assert first.stat().st_mtime_ns == made
        by_hand = config.backups / "before-the-move.sqlite3"
        copies.save(config.database_url, by_hand)
        for day in range(1, 5):
            make_if_due(config, NOON + day * DAY)
        kept = sorted(file.name for file in config.backups.iterdir())
        assert kept == [by_hand.name, *(f"pbmhearts-2026-12-0{day}.sqlite3" for day in (2, 3, 4))]


def test_a_folder_that_cannot_be_used(tmp_path: Path) -> None:
    """It is a fault in a line, and the next try is not barred."""
    with open_house(tmp_path) as house:
        house.app.config.backups.touch()
        with pytest.raises(BackupError, match="no copy can be made in"):
            make_if_due(house.app.config, NOON)
