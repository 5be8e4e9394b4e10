"""How much is enough: guesses, challenges, invitations, answers to strangers."""

import hashlib
import re
from collections.abc import Iterable
from datetime import datetime, timedelta

from pbmhearts.config import PlayersConfig
from pbmhearts.errors import Refusal
from pbmhearts.letters import InboundMail
from pbmhearts.storage import Repositories

MOST_GUESSES = 10
"""Wrong passwords an hour for a userid; after that none is tried."""

MOST_TRIED_A_DAY = 20
"""Words of comments a day that are tried as a player's password; by what is left out, more would be guesses."""

MOST_OPEN_ANSWERS = 60
"""Answers an hour to one address for commands that ask for no password, such as `help`."""

MANY_WORDS = 4
"""So many words are one writer's, or one program's."""

MOST_SLIPS = 5
"""How often a day the same few words from one address are answered."""

MOST_UNREAD = 10
"""Answers an hour to one address for mails in which nothing could be read."""

MOST_UNREAD_A_DAY = 30
"""The same a day."""

HOUR = timedelta(hours=1)
DAY = timedelta(days=1)

_NUMBER = re.compile(r"\d+")


def guesses(repositories: Repositories, account_id: int, now: datetime) -> int:
    """How many wrong passwords came for an account within the hour."""
    return repositories.tallies.count(f"guess:{account_id}", now - HOUR)


def guessed(repositories: Repositories, account_id: int, now: datetime) -> bool:
    """Count a wrong password; True when it is one too many and the player has not been told of it for a day."""
    repositories.tallies.add(f"guess:{account_id}", now)
    told = f"guesses told:{account_id}"
    if guesses(repositories, account_id, now) < MOST_GUESSES or repositories.tallies.count(told, now - DAY):
        return False
    repositories.tallies.add(told, now)
    return True


def may_try(repositories: Repositories, account_id: int, now: datetime) -> bool:
    """Whether words of a player's comments may be tried as the password."""
    return repositories.tallies.count(f"tried:{account_id}", now - DAY) < MOST_TRIED_A_DAY


def tried(repositories: Repositories, account_id: int, words: Iterable[str], now: datetime) -> None:
    """Count words of a player's comment that were tried, and were not the password: each once, as names come again."""
    for word in words:
        short = hashlib.sha256(word.encode()).hexdigest()[:8]  # enough to know it again, not to find it out
        name = f"tried:{account_id}:{short}"
        if not repositories.tallies.count(name, now - DAY):
            repositories.tallies.add(name, now)
            repositories.tallies.add(f"tried:{account_id}", now)


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
        *_of_all_strangers(players),
    )
    if any(tallies.count(name, now - span) >= most for name, span, most in rules):
        return False
    tallies.add(f"stranger:{address}", now)
    tallies.add("strangers", now)
    return True


def strangers_wait(repositories: Repositories, players: PlayersConfig, now: datetime) -> bool:
    """Whether so many answers have gone to strangers that no stranger gets one now."""
    tallies = repositories.tallies
    return any(tallies.count(name, now - span) >= most for name, span, most in _of_all_strangers(players))


def _of_all_strangers(players: PlayersConfig) -> tuple[tuple[str, timedelta, int], ...]:
    return (
        ("strangers", HOUR, players.all_strangers_per_hour),
        ("strangers", DAY, players.all_strangers_per_day),
    )


def may_answer(repositories: Repositories, mail: InboundMail, now: datetime, *, understood: bool) -> bool:
    """Whether a mail is answered of which nobody proved to be the writer; counts it if so.

    A program that answers every letter, without a header that says so, says the same each time, but for a number
    that it counts on: the same words that are no command get one answer a day, whoever they come from. Few words may
    well be several people's slip, or one person's on several boards, and who answers a letter of ours got one: those
    are counted for each address. Whatever the words, one address gets only so many such answers.

    Args:
        understood: whether anything in the mail was a command.
    """
    tallies = repositories.tallies
    if understood:
        asked = f"open:{mail.header_from}"
        if tallies.count(asked, now - HOUR) >= MOST_OPEN_ANSWERS:
            return False
        tallies.add(asked, now)
        return True
    unread = f"unread:{mail.header_from}"
    spans = ((HOUR, MOST_UNREAD), (DAY, MOST_UNREAD_A_DAY))
    if any(tallies.count(unread, now - span) >= most for span, most in spans):
        return False
    words = _NUMBER.sub("0", " ".join(mail.words or (mail.subject,)).casefold()).split()
    anybody = f"said:{hashlib.sha256(' '.join(words).encode('utf-8', 'replace')).hexdigest()}"
    writer = f"{anybody}:{mail.header_from}"
    many = bool(mail.words) and len(words) >= MANY_WORDS  # a mail without words of its own says nothing twice
    by_writer = not many or mail.board is not None or mail.letter is not None
    if tallies.count(writer if by_writer else anybody, now - DAY) >= (1 if many else MOST_SLIPS):
        return False
    tallies.add(unread, now)
    tallies.add(writer, now)
    tallies.add(anybody, now)
    return True
