"""The data folder: who may look into it, and the room on its disk."""

import os
import stat
import tempfile
from collections.abc import Iterator
from pathlib import Path

from pbmhearts.config import Config
from pbmhearts.operator.doctor.finding import Finding, note, ok, wrong

_MEGABYTE = 1_000_000
_TIGHT = 500 * _MEGABYTE
"""Free space below which mail is soon put off: a backup and the write-ahead log need room, too."""
_FEW_FILES = 2000


def examine(config: Config) -> Iterator[Finding]:
    """The folder and its disk, and those of the letters where no smarthost takes them."""
    yield _folder(config.data)
    folders = [config.data, config.backups] if config.delivery.smarthost else [config.data, config.maildirs]
    seen: set[int] = set()
    for folder in folders:
        if folder.is_dir() and folder.stat().st_dev not in seen:
            seen.add(folder.stat().st_dev)
            yield _room(folder)


def _folder(folder: Path) -> Finding:
    try:
        owner = folder.stat()
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        return wrong(
            "data",
            f"nothing can be written to {folder}: {error.strerror}",
            f"mkdir -p {folder}, and chown it to the server's user",
        )
    if stat.S_IMODE(owner.st_mode) & stat.S_IRWXO:
        return wrong(
            "data",
            f"everybody on this machine may look into {folder}, where the cards are",
            f"chmod 750 {folder}",
        )
    if owner.st_uid != os.geteuid():
        return note(
            "data",
            f"{folder} belongs to user {owner.st_uid}, not to {os.geteuid()}, who asks",
            "run pbmhearts as the server's user, or its files get an owner that the server is not",
        )
    return ok("data", f"{folder} can be written to")


def _room(folder: Path) -> Finding:
    disk = os.statvfs(folder)
    free = disk.f_bavail * disk.f_frsize
    left = f"{free // _MEGABYTE} MB are free on the disk of {folder}"
    mend = "remove what is not needed, or give it a bigger disk: on a full one every mail is put off"
    if free < _TIGHT:
        return wrong("disk", left, mend)
    if disk.f_files and disk.f_favail < _FEW_FILES:  # some file systems count no files
        return wrong("disk", f"only {disk.f_favail} more files fit on the disk of {folder}", mend)
    return ok("disk", left)
