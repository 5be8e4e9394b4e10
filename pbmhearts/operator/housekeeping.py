"""The chores of one server, as its configuration wants them."""

from pbmhearts.commands.context import Services
from pbmhearts.operator import doctor
from pbmhearts.operator.chores import Chore, Chores
from pbmhearts.operator.daily_backup import make_if_due
from pbmhearts.operator.watchdog import Watchdog

_FIRST_SECONDS = 60.0
"""They begin when all has come up that belongs to the server."""


def chores(services: Services, remind: Chore) -> Chores:
    """Reminders, backups and the watchdog, but for what is done elsewhere or not wanted."""
    config, clock = services.config, services.clock
    wanted: dict[str, Chore] = {}
    if config.reminders.run == "serve":
        wanted["reminders"] = remind
    if config.backup.keep and config.database_file:
        wanted["backup"] = lambda: make_if_due(config, clock.now())
    if config.watch.every:
        names = doctor.names()
        dog = Watchdog(config, lambda: doctor.examine(config, clock.now(), names), clock, services.tokens)
        wanted["watch"] = dog.round
    return Chores(wanted, _FIRST_SECONDS)
