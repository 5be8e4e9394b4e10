"""Times and terms of a board: as options of a challenge, as the ini has them, and as they are told."""

import difflib
import re
from collections.abc import Iterable, Sequence
from datetime import timedelta
from typing import Any

from pbmhearts.config import BoardsConfig, parse_duration
from pbmhearts.errors import Refusal
from pbmhearts.storage import Limits, Terms

_TIMES = ("nagtime", "forfeittime", "totaltime")
_FLAGS = ("unrated", "private")
_DASHES = "-‐‑‒–—−"
_UNITS = (("d", timedelta(days=1)), ("h", timedelta(hours=1)), ("m", timedelta(minutes=1)))
_WORDS = {"d": "day", "h": "hour", "m": "minute"}
_LEAST = timedelta(hours=1)
_MOST = timedelta(days=1000)
_SPAN = re.compile(r"(\d{1,4})\s*([hdw])(?:ours?|ays?|eeks?)?", re.IGNORECASE)


def limits(boards: BoardsConfig) -> Limits:
    """The ini's times, for boards that have none of their own."""
    return Limits(boards.nagtime, boards.forfeittime, boards.totaltime)


def read_terms(options: Iterable[str], verb: str) -> tuple[Terms, tuple[str, ...]]:
    """The terms that a challenge's options ask for, and the options that are about something else.

    Raises:
        Refusal: a time that cannot be one.
    """
    given: dict[str, Any] = {}
    others = []
    for option in options:
        name, value = _name(option), option.partition("=")[2].lower()
        if name in _FLAGS and not value:
            given[name] = True
        elif name in _TIMES:
            given[name] = _time(option, value, verb)
        else:
            others.append(option)
    return Terms(**given), tuple(others)


def nearest(option: str) -> str:
    """The option about a board's terms that is most like this one, which is none; "" if it is like none."""
    name = _name(option)
    near = (
        [] if name.startswith("no") else difflib.get_close_matches(name, (*_TIMES, *_FLAGS), 1, cutoff=0.75)
    )
    if not near:
        return ""
    return f"--{near[0]}" + ("=7d" if near[0] in _TIMES else "")


def _name(option: str) -> str:
    return option.lstrip(_DASHES).lower().partition("=")[0]


def _time(option: str, value: str, verb: str) -> timedelta:
    try:
        span = parse_duration(value)
    except ValueError as error:
        hint = "A number and h, d or w: --nagtime=7d"
        raise Refusal(f"The option {option}: it is a time.", hint=hint, verb=verb) from error
    if not _LEAST <= span <= _MOST:
        raise Refusal(f"The option {option}: a time is from 1h to 1000d.", verb=verb)
    return span


def write_terms(terms: Terms) -> str:
    """The options that `read_terms` makes these terms of; "" for those of the ini."""
    times = ((name, getattr(terms, name)) for name in _TIMES)
    words = [f"--{name}={short(span)}" for name, span in times if span is not None]
    return " ".join([*words, *(f"--{name}" for name in _FLAGS if getattr(terms, name))])


def sentences(terms: Terms) -> tuple[str, ...]:
    """What a player must know of a board's own terms, a sentence each."""
    told = []
    if terms.nagtime is not None:
        told.append(f"Who lets the board wait {words(terms.nagtime)} is reminded.")
    if terms.forfeittime is not None:
        told.append(f"Who lets it wait {words(terms.forfeittime)} loses the seat.")
    if terms.totaltime is not None:
        told.append(f"So does who lets it wait {words(terms.totaltime)} in all.")
    if terms.unrated:
        told.append("The board changes no rating.")
    if terms.private:
        told.append("The board is not listed, and nobody may watch.")
    return tuple(told)


def read_span(text: Sequence[str], otherwise: timedelta, verb: str) -> timedelta:
    """A time as people write it, `2d` or `2 days`.

    Raises:
        Refusal: it is none.
    """
    if not text:
        return otherwise
    found = _SPAN.fullmatch(" ".join(text).strip(" .!"))
    if found is None:
        raise Refusal("How long? A number and h or d, such as 2d.", verb=verb)
    return parse_duration(f"{found[1]}{found[2]}")


def short(span: timedelta) -> str:
    """A time as options and the ini write it."""
    letter, count = _counted(span)
    return f"{count}{letter}"


def words(span: timedelta) -> str:
    """A time in words."""
    letter, count = _counted(span)
    return f"{count} {_WORDS[letter]}{'' if count == 1 else 's'}"


def _counted(span: timedelta) -> tuple[str, int]:
    letter, unit = next((pair for pair in _UNITS if span % pair[1] == timedelta(0)), _UNITS[-1])
    return letter, span // unit
