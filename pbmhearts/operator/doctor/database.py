"""The database: whether it is of this version, whole, and can be written to; and its backups."""

from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

from pbmhearts.config import Config
from pbmhearts.errors import LaterSchemaError, PbmheartsError, SchemaMismatchError, StorageError
from pbmhearts.operator.doctor import days
from pbmhearts.operator.doctor.finding import Finding, note, ok, wrong
from pbmhearts.storage import Repositories, Store, damage, revision
from pbmhearts.storage.migrate import check_known

_SECONDS = 20.0
"""How long the pages of one file are read; what is larger is read as far as that goes."""

_OLD = timedelta(hours=26)
"""A day, and the time that the copy may take."""


def examine(config: Config, now: datetime) -> Iterator[Finding]:
    """All of it; what is kept in it is looked at only where it can be used."""
    file = config.database_file
    if file is not None and not file.exists():
        yield wrong("database", f"there is none at {file}", "start the server, or run `pbmhearts db upgrade`")
        return
    if file is not None:
        yield from _pages(file)
    try:
        with closing(Store(config.database_url)) as store:
            store.check()
            store.try_writing()
            yield ok("database", f"revision {store.revision()}, and it can be written to")
            with store.read() as repositories:
                yield from days.examine(config, repositories, now)
                if file is not None and config.backup.keep:
                    yield _backup(config, repositories, now)
    except LaterSchemaError as error:
        yield wrong(
            "database", str(error), "install the version that made it, or restore a backup of before that"
        )
    except SchemaMismatchError as error:
        yield wrong(
            "database", str(error).partition(": ")[0], "stop the server, then run `pbmhearts db upgrade`"
        )
    except StorageError as error:
        if error.full:
            yield wrong("database", f"there is no room to write in: {error}", "make room on its disk")
            return
        yield wrong(
            "database", f"it cannot be used: {error}", "see that it runs, and that this user may write to it"
        )


def _pages(file: Path) -> Iterator[Finding]:
    fault = damage(file, _SECONDS)
    if fault is None:
        yield note("pages", f"{file} was not read to its end in {_SECONDS:.0f} seconds", "")
    elif fault:
        yield wrong(
            "pages", f"{file} is damaged: {fault}", "stop the server and restore the newest sound backup"
        )


def _backup(config: Config, repositories: Repositories, now: datetime) -> Finding:
    copies = sorted(config.backups.glob("*.sqlite3"), key=lambda copy: copy.stat().st_mtime)
    mend = f"see why `serve` made none at {config.backup.at:%H:%M} UTC; `pbmhearts backup FILE` makes one now"
    if not copies:
        first = repositories.figures.first_account()
        if first is None or now - first < _OLD:
            return ok("backup", "the first one is made at the end of the first day")
        return wrong("backup", f"there is none in {config.backups}", mend)
    newest = copies[-1]
    try:
        made = datetime.fromtimestamp(newest.stat().st_mtime, UTC)
        fault = damage(newest, _SECONDS)
        if not fault:
            check_known(revision(newest))
    except OSError as error:
        fault = str(error.strerror)
    except PbmheartsError:
        fault = "it is no database of this version"
    if fault:
        return wrong("backup", f"{newest} cannot be used: {fault}", "make another: pbmhearts backup FILE")
    if now - made > _OLD:
        return wrong("backup", f"the newest one is of {made:%Y-%m-%d %H:%M} UTC", mend)
    return ok("backup", f"{newest.name} of {made:%Y-%m-%d %H:%M} UTC can be restored")
