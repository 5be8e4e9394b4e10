"""Boards whose seats run out of time, change hands and are taken over, by mail and by the cron job."""

from datetime import timedelta

from house import House, Mail

from pbmhearts.reminders.run import Done, remind

DAY = timedelta(days=1)


def run(house: House) -> Done:
    """The cron job."""
    done = remind(house.app.store, house.app.services)
    house.app.let_bots_move()
    return done


def daily(house: House, days: int) -> Done:
    """The cron job once a day, letters delivered each time; what all runs did."""
    total = Done()
    for _ in range(days):
        house.wait(DAY)
        done = run(house)
        house.deliver()
        total.reminded += done.reminded
        total.forfeited += done.forfeited
        total.unreachable = done.unreachable
        total.failed += done.failed
    return total


def command(house: House, name: str, text: str) -> list[Mail]:
    """A full command by password: `{}` stands for userid and password."""
    return house.mail(name, f"mhearts {text.format(f'{name} secret-{name}')}")
