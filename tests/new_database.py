"""Databases of the newest schema, quickly."""

import functools
import tempfile
from pathlib import Path

from pbmhearts.storage import Store

_SQLITE = "sqlite:///"


def prepare(url: str) -> None:
    """Put a copy of a database that was made before where an SQLite file is to be made: that saves the upgrades."""
    file = Path(url.removeprefix(_SQLITE))
    if url.startswith(_SQLITE) and not file.exists():
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        file.write_bytes(_new_file())


@functools.cache
def _new_file() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "hearts.sqlite3")
        store = Store(f"{_SQLITE}{file}")
        store.upgrade()
        store.close()
        return file.read_bytes()
