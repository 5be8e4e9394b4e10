"""What players may set, without a server."""

import zoneinfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbmhearts.commands import preferences
from pbmhearts.commands.appearance import look_of
from pbmhearts.errors import Refusal

GOOD = {
    "notify": {"every": "every", "turn": "turn", "trick": "trick", "hand": "hand"},
    "digest": {"08:00": "08:00", "8:05": "08:05", "23:59": "23:59", "off": None},
    "cards": {"unicode": "unicode", "ascii": "ascii", "words": "words"},
    "style": {"table": "table", "prose": "prose"},
    "html": {"yes": True, "no": False},
    "subject": {"board": "board", "turn": "turn"},
    "zone": {"Europe/Paris": "Europe/Paris", "europe/paris": "Europe/Paris", "UTC": "UTC"},
    "challenges": {"open": "open", "ask": "ask", "closed": "closed"},
    "limit": {"0": 0, "12": 12, "1000": 1000, "off": None},
    "broadcasts": {"yes": True, "no": False},
}


@pytest.mark.parametrize(
    ("key", "written", "stored"), [(key, *pair) for key, pairs in GOOD.items() for pair in pairs.items()]
)
def test_each_key_takes_its_values(key: str, written: str, stored: object) -> None:
    """In any case, and with a comma or a full stop behind it."""
    assert preferences.parse([f"{key}={written}"]) == {key: stored}
    assert preferences.parse([f"{key.upper()}={written.upper()},"]) == {key: stored}


@pytest.mark.parametrize(
    "pair",
    [
        *(
            "notify=",
            "notify=never",
            "digest=24:00",
            "digest=8",
            "digest=08:60",
            "cards=emoji",
            "html=perhaps",
        ),
        *("zone=Mars/Olympus", "zone=../../etc/passwd", "limit=-1", "limit=1001", "limit=many", "limit=٣"),
    ],
)
def test_other_values_are_refused(pair: str) -> None:
    """The refusal names the key, and what it may be."""
    with pytest.raises(Refusal) as refused:
        preferences.parse([pair])
    assert pair.partition("=")[0] in refused.value.why
    assert "it may be" in refused.value.why


@pytest.mark.parametrize(
    ("pair", "meant"),
    [
        ("notify=trun", "notify=turn"),
        ("zone=europe/pari", "zone=Europe/Paris"),
        ("cards=word", "cards=words"),
    ],
)
def test_a_near_value_is_suggested(pair: str, meant: str) -> None:
    """Did you mean it?"""
    with pytest.raises(Refusal) as refused:
        preferences.parse([pair])
    assert refused.value.hint == f"Did you mean {meant}?"


def test_a_near_key_is_suggested_and_else_all_are_named() -> None:
    """Did you mean it?"""
    with pytest.raises(Refusal) as refused:
        preferences.parse(["notfy=turn"])
    assert refused.value.hint == "Did you mean notify?"
    with pytest.raises(Refusal) as refused:
        preferences.parse(["x=turn"])
    assert all(key in refused.value.hint for key in GOOD)


def test_a_word_without_equals_sign_is_not_repeated() -> None:
    """It may be a password."""
    with pytest.raises(Refusal) as refused:
        preferences.parse(["hunter22", "notify=turn"])
    assert "hunter22" not in refused.value.why + refused.value.hint


def test_spaces_around_the_equals_sign_are_allowed() -> None:
    """As people write on phones."""
    assert preferences.parse(["notify", "=", "turn", "html", "=no"]) == {"notify": "turn", "html": False}


@given(st.lists(st.text(max_size=30), max_size=6))
def test_anything_is_read_or_refused(words: list[str]) -> None:
    """Never anything but a Refusal, and what is read can be described and looks like something."""
    try:
        values = preferences.parse(words)
    except Refusal:
        return
    assert set(values) <= set(GOOD)
    preferences.describe(values)


@given(st.fixed_dictionaries({}, optional={key: st.sampled_from(list(pairs)) for key, pairs in GOOD.items()}))
def test_what_is_shown_can_be_set_again(wishes: dict[str, str]) -> None:
    """`key=value` as it is described means the same when it is mailed."""
    stored = preferences.parse([f"{key}={value}" for key, value in wishes.items()])
    shown = [written for written, _ in preferences.describe(stored) if "(" not in written]
    again = preferences.parse(shown)
    assert all(again[key] == value for key, value in stored.items())


def test_every_zone_that_can_be_set_is_known_to_the_letters() -> None:
    """What is stored is the zone's own name."""
    for name in ("Europe/Paris", "Asia/Kolkata", "America/Argentina/Buenos_Aires", "Etc/GMT+5"):
        assert preferences.parse([f"zone={name.lower()}"]) == {"zone": name}
        zoneinfo.ZoneInfo(name)


def test_a_board_of_its_own_wins() -> None:
    """`here` holds for one board, the rest for all others."""
    wishes = {"notify": "every", "boards": {"101": {"notify": "turn"}}}
    assert preferences.value(wishes, "notify", 101) == "turn"
    assert preferences.value(wishes, "notify", 102) == "every"
    assert preferences.value({}, "notify") == "every"
    assert ("notify=turn", "a letter when a board waits for you (board 101)") in preferences.describe(wishes)


def test_nobody_has_a_look_of_their_own_yet() -> None:
    """Without an account letters look as they do by default."""
    assert look_of(None).html
