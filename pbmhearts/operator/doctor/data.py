"""The data folder, the database, and what they tell of the server's days."""

import os
import stat
import tempfile
from collections.abc import Iterator
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path

from pbmhearts.config import Config
from pbmhearts.errors import SchemaMismatchError, StorageError
from pbmhearts.operator.doctor.finding import Finding, note, ok, wrong
from pbmhearts.storage import Repositories, Store

LATE = timedelta(hours=1)
"""A letter that has waited this long is worth a look."""

_REMINDERS_EVERY = timedelta(days=1)
_SKEW = timedelta(minutes=2)


def examine(config: Config, now: datetime) -> Iterator[Finding]:
    """All of it; what needs the database only where that can be used."""
    folder = _folder(config.data)
    yield folder
    file = Path(config.database_url.removeprefix("sqlite:///"))
    if config.database_url.startswith("sqlite") and not file.exists():
        yield wrong("database", f"there is none at {file}", "start the server, or run `pbmhearts db upgrade`")
        return
    try:
        with closing(Store(config.database_url)) as store:
            store.check()
            # A transaction that writes nothing still needs all that one which writes does.
            store.run(lambda _: None)
            yield ok("database", f"revision {store.revision()}, and it can be written to")
            with store.read() as repositories:
                yield from _days(config, repositories, now)
    except SchemaMismatchError as error:
        yield wrong(
            "database", str(error).partition(": ")[0], "stop the server, then run `pbmhearts db upgrade`"
        )
    except StorageError as error:
        yield wrong(
            "database", f"it cannot be used: {error}", "see that it runs, and that this user may write to it"
        )


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


def _days(config: Config, repositories: Repositories, now: datetime) -> Iterator[Finding]:
    beat = repositories.uptime.last_beat()
    if beat is None or repositories.uptime.silence(now):
        since = f"since {beat:%Y-%m-%d %H:%M} UTC" if beat else "yet"
        # Without it `deliver` and `outbox run` can do all there is to do, if they are told to.
        grade = wrong if config.delivery.deliver else note
        yield grade("server", f"`pbmhearts serve` has not run {since}", "systemctl start pbmhearts")
    elif beat > now + _SKEW:
        yield wrong(
            "clock",
            f"it says {now:%Y-%m-%d %H:%M} UTC, but the server was there at {beat:%Y-%m-%d %H:%M}",
            "set it, and keep it right: timedatectl set-ntp true",
        )
    else:
        yield ok("server", "`pbmhearts serve` is running")
    yield _reminders(repositories, now)
    yield from _letters(repositories, now)
    if kept := len(repositories.inbox.shunted()):
        yield wrong(
            "inbox", f"the server failed on {kept} mails", "pbmhearts inbox list, then retry or drop them"
        )
    if config.delivery.smarthost and (count := repositories.figures.unconfirmed()):
        yield note("players", f"{count} addresses are not confirmed, and get no letters until they are", "")


def _reminders(repositories: Repositories, now: datetime) -> Finding:
    last = repositories.uptime.last_reminders()
    mend = "have cron or a timer run `pbmhearts remind` every hour"
    if last is None:
        return note("reminders", "`pbmhearts remind` has never run", mend)
    if now - last > _REMINDERS_EVERY:
        return wrong("reminders", f"`pbmhearts remind` last ran at {last:%Y-%m-%d %H:%M} UTC", mend)
    return ok("reminders", f"`pbmhearts remind` last ran at {last:%Y-%m-%d %H:%M} UTC")


def _letters(repositories: Repositories, now: datetime) -> Iterator[Finding]:
    letters = repositories.figures.letters()
    oldest = repositories.figures.oldest_waiting()
    if oldest is not None and now - oldest > LATE:
        waits = f"{letters['waiting']} letters wait, one since {oldest:%Y-%m-%d %H:%M} UTC"
        yield wrong("backlog", waits, "pbmhearts outbox list says why")
    else:
        yield ok("backlog", f"{letters['waiting']} letters wait")
    if letters["dead"]:
        yield note(
            "backlog", f"{letters['dead']} letters were given up", "pbmhearts outbox list --state dead"
        )
    for hold in repositories.bounces.held(now):
        yield wrong(
            "backlog",
            f"{hold.domain} refuses this server: {hold.why}",
            f"ask {hold.domain}, then pbmhearts outbox retry --domain {hold.domain}",
        )
