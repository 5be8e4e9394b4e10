"""The options of a challenge, read from and written as words: `-omnibus -nojack -goal=50`."""

import difflib
import re
from collections.abc import Iterable, Mapping

from pbmhearts.errors import PbmheartsError

Value = bool | int | str | None
"""What an option's field holds."""

FLAGS = {
    "jack": "jack",
    "blood": "blood",
    "break": "break_",
    "spot": "spot",
    "highspades": "highspades",
    "starter": "starter",
    "moonjack": "moonjack",
    "skip": "skip",
    "countdown": "countdown",
    "auto": "auto",
}
"""Each flag and the field that it sets; `-no` before it clears it."""

CHOICES = {
    "moon": ("moon", ("old", "new", "off")),
    "pass": ("pass_", ("cycle", "nohold", "right")),
    "queen": ("queen", ("13", "25")),
}
"""Each option with named values: its field and they."""

NUMBERS = {"goal": ("goal", 20, 1000), "deals": ("deals", 1, 200)}
"""Each option with a number: its field, the least and the most."""

PRESETS: dict[str, dict[str, Value]] = {
    "omnibus": {"jack": True, "moonjack": True},
    "blackmaria": {
        "highspades": True,
        "blood": True,
        "break_": False,
        "starter": False,
        "moon": "off",
        "pass_": "right",
    },
    "spothearts": {"spot": True},
}
"""Each preset and the fields it names; it touches no other."""

ALIASES = {"jacks": "jack", "nojacks": "nojack"}

_MEANT = {"hold": "-pass=cycle", "nohold": "-pass=nohold", "nomoon": "-moon=off"}
"""Words that are no options, and the option that says what they mean."""

_OFF = frozenset({"no", "off", "false", "0"})

_DASHES = "[-‐‑‒–—−]{1,2}"  # two, as before a board's times, and as a phone makes one long dash of
_OPTION = re.compile(rf"{_DASHES}(?P<text>.*)", re.DOTALL)
_COUNTED = re.compile(r"(?P<name>[a-z]+)[^a-z0-9]*(?P<count>[0-9]{1,9})")


class BadOptionError(PbmheartsError):
    """An option that is not known, or a value it cannot take.

    Attributes:
        option: the word as it came.
        why: what is wrong with it.
        nearest: the option that may have been meant, or "".
    """

    def __init__(self, option: str, why: str, nearest: str = "") -> None:
        super().__init__(f"{option}: {why}" + (f" (did you mean {nearest}?)" if nearest else ""))
        self.option = option
        self.why = why
        self.nearest = nearest


def read_options(options: str | Iterable[str]) -> dict[str, Value]:
    """The fields that these options set; the last word about a field wins.

    Raises:
        BadOptionError: an unknown option or a bad value.
    """
    fields: dict[str, Value] = {}
    for word in options.split() if isinstance(options, str) else options:
        fields |= _read(word)
    return fields


def write_options(fields: Mapping[str, Value], defaults: Mapping[str, Value]) -> str:
    """The options that make `fields` of `defaults`."""
    words = []
    for name, field in FLAGS.items():
        if fields[field] != defaults[field]:
            words.append(f"-{name}" if fields[field] else f"-no{name}")
    for name, (field, *_) in (CHOICES | NUMBERS).items():
        if fields[field] != defaults[field]:
            words.append(f"-{name}={fields[field]}")
    return " ".join(words)


def _read(word: str) -> dict[str, Value]:
    option = _OPTION.fullmatch(word)
    if option is None:
        raise BadOptionError(word, "options start with a hyphen", _nearest(word.lower()))
    text = option["text"].lower()
    name, given, value = text.partition("=")
    name = ALIASES.get(name, name)
    if name in CHOICES or name in NUMBERS:
        return _valued(word, name, value)
    fields = _plain(name)
    if fields is None:
        raise BadOptionError(word, "there is no such option", _nearest(text))
    if given:
        off = name in FLAGS and value in _OFF
        raise BadOptionError(word, "it takes no value", f"-no{name}" if off else f"-{name}")
    return fields


def _plain(name: str) -> dict[str, Value] | None:
    if name in PRESETS:
        return PRESETS[name]
    if name in FLAGS:
        return {FLAGS[name]: True}
    if name.startswith("no") and name[2:] in FLAGS:
        return {FLAGS[name[2:]]: False}
    return {"deals": None} if name == "nodeals" else None


def _valued(word: str, name: str, value: str) -> dict[str, Value]:
    if name in CHOICES:
        field, allowed = CHOICES[name]
        if value not in allowed:
            near = difflib.get_close_matches(value, allowed, 1)
            hint = f"-{name}={near[0]}" if near else ""
            raise BadOptionError(word, f"it is one of {', '.join(allowed)}", hint)
        return {field: value}
    field, least, most = NUMBERS[name]
    if not re.fullmatch("[0-9]{1,4}", value) or not least <= int(value) <= most:
        nearest = _counted(f"{name}={value}")
        example = "" if nearest else f", as in -{name}=50"
        raise BadOptionError(word, f"it is a number from {least} to {most}{example}", nearest)
    return {field: int(value)}


def _nearest(text: str) -> str:
    """The option, right as it stands, that is most like `text`, which has no hyphen before it; "" for none."""
    choices = (f"{name}={value}" for name, (_, allowed) in CHOICES.items() for value in allowed)
    plain = [*FLAGS, *(f"no{flag}" for flag in FLAGS), *PRESETS]
    if text in _MEANT:
        return _MEANT[text]
    if counted := _counted(text):
        return counted
    near = difflib.get_close_matches(text, [*plain, *choices], 1)
    near = near or difflib.get_close_matches(text.partition("=")[0], plain, 1)
    return f"-{near[0]}" if near else ""


def _counted(text: str) -> str:
    """The option with a number that `text` is like, its number brought within bounds; "" for none."""
    found = _COUNTED.match(text)
    near = difflib.get_close_matches(found["name"], NUMBERS, 1) if found else []
    if not found or not near:
        return ""
    _, least, most = NUMBERS[near[0]]
    return f"-{near[0]}={max(least, min(int(found['count']), most))}"
