"""The log: one line an event, as logfmt or JSON.

An event is the message's words, its facts are the `key=%s` behind them: `_log.info("mail done outcome=%s", outcome)`.
Of an exception only its kind and where it came from are written: its words may quote what somebody mailed.
"""

import json
import logging
import re
import sys
import traceback
from datetime import UTC, datetime
from typing import TextIO

_FACTS = re.compile(r"(?P<event>[^=%]*?)(?P<facts>(?: \w+=%[sd])+)")
_KEY = re.compile(r"(\w+)=")
_BARE = re.compile(r"[^\s\"=]+")
_SILENT = ("mail.log", "alembic", "imapclient")
"""Loggers of libraries whose lower levels tell what mails hold, or too much."""

Facts = dict[str, str]


class LogfmtFormatter(logging.Formatter):
    """`at=2026-11-30T10:00:00.000Z level=info logger=pbmhearts.intake event="mail done" outcome=ok`."""

    def format(self, record: logging.LogRecord) -> str:
        """The record as one line."""
        return " ".join(f"{key}={_quoted(value)}" for key, value in facts(record).items())


class JsonFormatter(logging.Formatter):
    """The same as an object."""

    def format(self, record: logging.LogRecord) -> str:
        """The record as one line."""
        return json.dumps(facts(record), ensure_ascii=False)


def facts(record: logging.LogRecord) -> Facts:
    """What is told of a record: when, how grave, from where, what, and the facts that came with it."""
    at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
    told = {
        "at": at.replace("+00:00", "Z"),
        "level": record.levelname.lower(),
        "logger": record.name,
    } | _event(record)
    if record.exc_info and record.exc_info[0] is not None:
        told["fault"] = record.exc_info[0].__name__
        told["where"] = _where(record)
    return told


def _event(record: logging.LogRecord) -> Facts:
    found = _FACTS.fullmatch(str(record.msg))
    if found and isinstance(record.args, tuple):
        keys = _KEY.findall(found["facts"])
        if len(keys) == len(record.args):
            return {"event": found["event"]} | {
                key: str(value) for key, value in zip(keys, record.args, strict=True)
            }
    return {"event": " ".join(record.getMessage().split())}


def _where(record: logging.LogRecord) -> str:
    frames = traceback.extract_tb(record.exc_info[2]) if record.exc_info else []
    return " < ".join(f"{frame.name}:{frame.lineno}" for frame in reversed(frames[-4:]))


def _quoted(value: str) -> str:
    return value if _BARE.fullmatch(value) and value.isprintable() else json.dumps(value, ensure_ascii=False)


class _Log(logging.Handler):
    """Writes to standard error, whatever that is at the moment, or to a stream of its own."""

    def __init__(self, stream: TextIO | None) -> None:
        super().__init__()
        self._stream = stream

    def emit(self, record: logging.LogRecord) -> None:
        """Write the record's line."""
        try:
            print(self.format(record), file=self._stream or sys.stderr, flush=True)
        except Exception:  # noqa: BLE001 - a log that cannot be written must not end the work
            self.handleError(record)


def start(style: str, level: str, stream: TextIO | None = None) -> None:
    """Write from now on what is at least of this level.

    Args:
        style: "logfmt" or "json".
        level: "debug", "info", "warning" or "error".
        stream: standard error unless told.
    """
    log = _Log(stream)
    log.setFormatter(JsonFormatter() if style == "json" else LogfmtFormatter())
    root = logging.getLogger()
    for handler in [each for each in root.handlers if isinstance(each, _Log)]:
        root.removeHandler(handler)
    root.addHandler(log)
    root.setLevel(level.upper())
    for name in _SILENT:
        logging.getLogger(name).setLevel(logging.WARNING)


def tell_at_least(level: int) -> None:
    """Let no event of this level go untold; what tells more already goes on telling it."""
    root = logging.getLogger()
    root.setLevel(min(level, root.level))
