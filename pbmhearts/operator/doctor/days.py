"""What the database tells of the server's days: whether it runs, reminds, and gets its letters out."""

from collections.abc import Iterator
from datetime import datetime, timedelta

from pbmhearts.commands import limits
from pbmhearts.config import Config
from pbmhearts.operator.doctor.finding import Finding, note, ok, wrong
from pbmhearts.storage import Repositories

LATE = timedelta(hours=1)
"""A letter that has waited this long is worth a look."""

_REMINDERS_EVERY = timedelta(hours=2)
_SKEW = timedelta(minutes=2)


def examine(config: Config, repositories: Repositories, now: datetime) -> Iterator[Finding]:
    """Server and clock, reminders, letters, mails that were not understood, limits that are used up."""
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
    yield _reminders(config, repositories, now)
    yield from _letters(repositories, now)
    if kept := len(repositories.inbox.shunted()):
        yield wrong(
            "inbox", f"the server failed on {kept} mails", "pbmhearts inbox list, then retry or drop them"
        )
    if limits.strangers_wait(repositories, config.players, now):
        yield wrong(
            "strangers",
            "so many mails came from unknown addresses that new ones get no answer now",
            "look who writes: journalctl -u pbmhearts; [players] all_strangers_per_hour and _per_day are the limits",
        )
    if config.delivery.smarthost and (count := repositories.figures.unconfirmed()):
        yield note("players", f"{count} addresses are not confirmed, and get no letters until they are", "")


def _reminders(config: Config, repositories: Repositories, now: datetime) -> Finding:
    last = repositories.uptime.last_reminders()
    by_serve = config.reminders.run == "serve"
    mend = (
        "see in the log of `serve` why"
        if by_serve
        else "have cron or a timer run `pbmhearts remind` every hour"
    )
    if last is None:
        first = repositories.figures.first_account()
        is_new = first is None or now - first < _REMINDERS_EVERY
        return (note if is_new else wrong)("reminders", "reminders have never run", mend)
    if now - last > _REMINDERS_EVERY:
        return wrong("reminders", f"reminders last ran at {last:%Y-%m-%d %H:%M} UTC", mend)
    return ok("reminders", f"reminders last ran at {last:%Y-%m-%d %H:%M} UTC")


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
