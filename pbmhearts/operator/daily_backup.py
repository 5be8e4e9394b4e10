"""A copy of the database each day, as many as are to be kept."""

import logging
from datetime import datetime, timedelta

from pbmhearts.config import Config
from pbmhearts.storage import copies

_log = logging.getLogger(__name__)

_NAME = "pbmhearts-"


def make_if_due(config: Config, now: datetime) -> float:
    """Copy the database unless that was done since the hour for it; forget the oldest copies.

    Returns:
        After how many seconds the next one is due.

    Raises:
        BackupError: none can be made; the older ones stay.
    """
    due = datetime.combine(now.date(), config.backup.at, now.tzinfo)
    due = due if due <= now else due - timedelta(days=1)
    folder = config.backups
    file = folder / f"{_NAME}{due:%Y-%m-%d}.sqlite3"
    if not file.exists():
        with copies.told(f"no copy can be made in {folder}"):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        size = copies.save(config.database_url, file)
        _log.info("backup made file=%s bytes=%s", file, size)
        for old in sorted(folder.glob(f"{_NAME}????-??-??.sqlite3"))[: -config.backup.keep]:
            old.unlink(missing_ok=True)
    return (due + timedelta(days=1) - now).total_seconds()
