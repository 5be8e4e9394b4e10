"""What players may set for themselves: the keys, what each may be, and what it means in words."""

import difflib
import re
import zoneinfo
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pbmhearts.errors import Refusal

BOARDS = "boards"
"""Among an account's preferences: those for one board, by its number as text."""

_TITLE = "set"
_MOST_BOARDS = 1000


@dataclass(frozen=True, slots=True)
class Preference:
    """A key.

    Attributes:
        values: what it may be, in words or as choices parted by bars.
        default: what holds for whoever has set nothing, as it is stored.
        read: a value as written, in lower case, made into what is stored; ValueError if it is none.
        meaning: a stored value in words.
        unset: how the stored value None is written.
        here: whether it may be set for one board.
    """

    key: str
    values: str
    default: Any
    read: Callable[[str], Any]
    meaning: Callable[[Any], str]
    unset: str = "off"
    here: bool = False

    def written(self, value: Any) -> str:
        """A stored value as a player writes it."""
        if isinstance(value, bool):
            return "yes" if value else "no"
        return self.unset if value is None else str(value)


def _choice(key: str, default: str | None, meanings: Mapping[str | None, str], **more: Any) -> Preference:
    values = [value for value in meanings if value is not None]

    def read(text: str) -> str:
        if text not in values:
            raise ValueError(text)
        return text

    return Preference(key, "|".join(values), default, read, lambda value: meanings[value], **more)


def _switch(key: str, yes: str, no: str) -> Preference:
    def read(text: str) -> bool:
        if text not in {"yes", "no"}:
            raise ValueError(text)
        return text == "yes"

    return Preference(key, "yes|no", True, read, lambda value: yes if value else no)


def _time(text: str) -> str | None:
    if text == "off":
        return None
    found = re.fullmatch(r"([0-9]{1,2}):([0-9]{2})", text)
    if found is None or int(found[1]) > 23 or int(found[2]) > 59:
        raise ValueError(text)
    return f"{int(found[1]):02}:{found[2]}"


def _zone(text: str) -> str:
    names = {name.lower(): name for name in zoneinfo.available_timezones()}
    if text not in names:
        raise ValueError(text)
    return names[text]


def _number(text: str) -> int | None:
    if text == "off":
        return None
    if not re.fullmatch(r"[0-9]{1,4}", text) or int(text) > _MOST_BOARDS:
        raise ValueError(text)
    return int(text)


PREFERENCES = (
    _choice(
        "notify",
        "every",
        {
            "every": "a letter at every move",
            "turn": "a letter when a board waits for you",
            "trick": "a letter at each trick's end, and when a board waits for you",
            "hand": "a letter at each hand's end, and when a board waits for you",
        },
        here=True,
    ),
    Preference(
        "digest",
        "a time such as 08:00, or off",
        None,
        _time,
        lambda value: f"one letter a day, at {value}" if value else "letters come as they are written",
    ),
    _choice(
        "cards", "unicode", {"unicode": "10♣", "ascii": "10C, in plain letters", "words": "ten of clubs"}
    ),
    _choice("style", "table", {"table": "boards are drawn", "prose": "boards are told in sentences"}),
    _switch("html", "letters have links and colours", "letters are plain text"),
    _switch(
        "counts",
        "letters tell the points still out, and who has run out of a suit",
        "letters leave it to you to count",
    ),
    _choice(
        "subject",
        "board",
        {"board": "the Subject names board and hand", "turn": "the Subject names the turn"},
    ),
    Preference(
        "zone",
        "a time zone such as Europe/Paris",
        "UTC",
        _zone,
        lambda value: f"times are told in {value}",
    ),
    _choice(
        "challenges",
        None,
        {
            None: "as this server does it by default",
            "open": "whoever challenges you may seat you at once",
            "ask": "whoever challenges you asks you first",
            "closed": "nobody may challenge you",
        },
        unset="(not set)",
    ),
    Preference(
        "limit",
        f"a number of boards up to {_MOST_BOARDS}, or off",
        None,
        _number,
        lambda value: "as many boards as come" if value is None else f"{value} boards at once at most",
    ),
    _switch("broadcasts", "letters to all players reach you", "letters to all players do not reach you"),
)

_BY_KEY = {preference.key: preference for preference in PREFERENCES}


def parse(words: Sequence[str]) -> dict[str, Any]:
    """What `key=value` words set, by key, as it is stored.

    Raises:
        Refusal: a word that sets nothing; says what it may be.
    """
    pairs = re.sub(r"\s*=\s*", "=", " ".join(words)).split()
    return dict(_pair(pair.strip(".,;")) for pair in pairs)


def _pair(pair: str) -> tuple[str, Any]:
    key, equals, value = pair.lower().partition("=")
    if not equals:
        # Not repeated: people write their password there.
        raise Refusal("A word there is no key=value.", hint=f"The keys are {_keys()}.", verb=_TITLE)
    preference = _BY_KEY.get(key)
    if preference is None:
        near = difflib.get_close_matches(key, _BY_KEY, n=1)
        hint = f"Did you mean {near[0]}?" if near else f"The keys are {_keys()}."
        named = f" {key}" if re.fullmatch(r"[a-z]{1,12}", key) else ""
        raise Refusal(f"There is no key{named}.", hint=hint, verb=_TITLE)
    try:
        return key, preference.read(value)
    except ValueError as error:
        near = difflib.get_close_matches(value, _likely(preference), n=1)
        raise Refusal(
            f"{key}={value[:20]} cannot be: it may be {_in_words(preference.values)}.",
            hint=f"Did you mean {key}={near[0]}?" if near else "",
            verb=_TITLE,
        ) from error


def _likely(preference: Preference) -> list[str]:
    return (
        sorted(zoneinfo.available_timezones()) if preference.key == "zone" else preference.values.split("|")
    )


def _in_words(values: str) -> str:
    *others, last = values.split("|")
    return f"{', '.join(others)} or {last}" if others else last


def _keys() -> str:
    return ", ".join(_BY_KEY)


def only_accounts(settings: Mapping[str, Any]) -> tuple[str, ...]:
    """The keys among these that cannot be set for one board."""
    return tuple(key for key in settings if not _BY_KEY[key].here)


def value(preferences: Mapping[str, Any], key: str, board: int | None = None) -> Any:
    """What holds for an account, or for one of its boards."""
    of_board = preferences.get(BOARDS, {}).get(str(board), {})
    return of_board.get(key, preferences.get(key, _BY_KEY[key].default))


def describe(preferences: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Every key as it stands, `key=value` and its meaning; then those for one board."""
    lines = [_line(preference, preferences) for preference in PREFERENCES]
    for number, settings in sorted(preferences.get(BOARDS, {}).items(), key=lambda item: int(item[0])):
        for key in settings:
            written, meaning = _line(_BY_KEY[key], settings)
            lines.append((written, f"{meaning} (board {number})"))
    return lines


def _line(preference: Preference, preferences: Mapping[str, Any]) -> tuple[str, str]:
    held = preferences.get(preference.key, preference.default)
    return f"{preference.key}={preference.written(held)}", preference.meaning(held)
