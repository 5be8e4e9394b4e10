"""How much is enough: guesses, challenges, invitations, answers to strangers."""

from datetime import datetime, timedelta

from pbmhearts.config import PlayersConfig
from pbmhearts.errors import Refusal
from pbmhearts.storage import Repositories

MOST_GUESSES = 10
"""Wrong passwords an hour for a userid; after that none is tried."""

HOUR = timedelta(hours=1)
DAY = timedelta(days=1)


def guesses(repositories: Repositories, account_id: int, now: datetime) -> int:
    """How many wrong passwords came for an account within the hour."""
    return repositories.tallies.count(f"guess:{account_id}", now - HOUR)


def guessed(repositories: Repositories, account_id: int, now: datetime) -> bool:
    """Count a wrong password; True when it was the last one that is tried, so that the player is told once."""
    repositories.tallies.add(f"guess:{account_id}", now)
    return guesses(repositories, account_id, now) == MOST_GUESSES


def spend(repositories: Repositories, name: str, most: int, now: datetime, why: str) -> None:
    """Count something of which there may be `most` a day.

    Raises:
        Refusal: that many have been; says `why`.
    """
    if repositories.tallies.count(name, now - DAY) >= most:
        raise Refusal(why)
    repositories.tallies.add(name, now)


def may_write_to_stranger(
    repositories: Repositories, players: PlayersConfig, address: str, now: datetime
) -> bool:
    """Whether an answer may go to an address that nobody has confirmed; counts it if so.

    Anybody can write any From, so answers to strangers are what a mail bomber would use us for.
    """
    tallies = repositories.tallies
    rules = (
        (f"stranger:{address}", HOUR, players.stranger_answers_per_hour),
        (f"stranger:{address}", DAY, players.stranger_answers_per_day),
        ("strangers", HOUR, players.all_strangers_per_hour),
        ("strangers", DAY, players.all_strangers_per_day),
    )
    if any(tallies.count(name, now - span) >= most for name, span, most in rules):
        return False
    tallies.add(f"stranger:{address}", now)
    tallies.add("strangers", now)
    return True
