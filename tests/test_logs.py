"""The log's lines."""

import io
import json
import logging
from collections.abc import Iterator

import pytest

from pbmhearts import logs

_log = logging.getLogger("pbmhearts.here")


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    """The root logger is left as it was."""
    root = logging.getLogger()
    handlers, level = list(root.handlers), root.level
    yield
    root.handlers[:] = handlers
    root.setLevel(level)


def lines(style: str, level: str = "info") -> io.StringIO:
    """A log of that style."""
    stream = io.StringIO()
    logs.start(style, level, stream)
    return stream


def test_an_event_is_one_line_of_key_and_value() -> None:
    """What the message names as a fact is one; what needs quotes has them."""
    stream = lines("logfmt")
    _log.info("mail done fingerprint=%s outcome=%s", "ab12", "move, show\nand more")
    (line,) = stream.getvalue().splitlines()
    at, rest = line.split(" ", 1)
    assert at.startswith("at=20")
    assert at.endswith("Z")
    assert rest == (
        'level=info logger=pbmhearts.here event="mail done" fingerprint=ab12 outcome="move, show\\nand more"'
    )


def test_json_holds_the_same() -> None:
    """An object a line, its facts as keys."""
    stream = lines("json")
    _log.warning("domain held domain=%s", "mail.example")
    found = json.loads(stream.getvalue())
    del found["at"]
    assert found == {
        "level": "warning",
        "logger": "pbmhearts.here",
        "event": "domain held",
        "domain": "mail.example",
    }


def test_words_without_facts_are_the_event() -> None:
    """On one line, whatever they hold."""
    stream = lines("json")
    _log.warning("delivery waits: %s", "the disk\nis full")
    assert json.loads(stream.getvalue())["event"] == "delivery waits: the disk is full"


def test_an_exception_is_told_without_its_words() -> None:
    """Its kind and where it came from; what it says may quote a mail."""
    stream = lines("logfmt")
    try:
        int("secret-ann")
    except ValueError:
        _log.exception("mail shunted id=%s", 7)
    (line,) = stream.getvalue().splitlines()
    assert "fault=ValueError" in line
    assert "test_an_exception_is_told_without_its_words" in line
    assert "secret-ann" not in line


def test_what_is_below_the_level_is_not_told() -> None:
    """And libraries that log mails stay silent at any level."""
    stream = lines("logfmt", "debug")
    logging.getLogger("mail.log").debug("DATA: secret")
    _log.debug("told")
    lines("logfmt", "warning")
    _log.info("not told")
    assert [line.split()[-1] for line in stream.getvalue().splitlines()] == ["event=told"]


def test_at_least_keeps_what_tells_more() -> None:
    """`serve` tells info; a level of debug goes on telling debug."""
    for level, told in (("warning", logging.INFO), ("debug", logging.DEBUG)):
        lines("logfmt", level)
        logs.tell_at_least(logging.INFO)
        assert logging.getLogger().level == told
