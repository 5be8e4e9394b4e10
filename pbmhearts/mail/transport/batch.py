"""The letters that are sent together: each line in order, and never two letters of one line at once."""

import logging
import threading
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from enum import StrEnum

_log = logging.getLogger(__name__)


class SendOutcome(StrEnum):
    """What became of an attempt to send a letter."""

    SENT = "sent"
    """The other side has it."""
    LATER = "later"
    """It may yet go; the fault is the network's, the smarthost's or our set-up's."""
    NEVER = "never"
    """This recipient or this letter was refused for good."""


@dataclass(frozen=True, slots=True)
class SendResult:
    """What became of one letter.

    Attributes:
        code: the smarthost's reply code; 0 where it gave none.
        text: its words, on one line and shortened, or ours where it gave none; never a password.
        doubtful: the letter may have arrived although nobody said so.
    """

    outcome: SendOutcome
    code: int
    text: str
    doubtful: bool = False


@dataclass(frozen=True, slots=True)
class Parcel:
    """A letter in its envelope.

    Attributes:
        id: tells it from the others of its batch.
        line: letters of one line go out in order; after one that is put off, the rest of its line waits.
        envelope_from: the bounce address, or "" for none.
        data: the message; any line ends, eight bits allowed.
    """

    id: int
    line: Hashable
    envelope_from: str
    to: str
    data: bytes


class Batch:
    """Hands letters out to one or several connections, and collects what became of them.

    Args:
        go_on: asked before each letter; once it says no, nothing more is handed out.

    Attributes:
        results: what became of each letter that was tried, by its id.
    """

    def __init__(self, parcels: Iterable[Parcel], go_on: Callable[[], bool] = lambda: True) -> None:
        self.results: dict[int, SendResult] = {}
        self._waiting = {parcel.id: parcel for parcel in parcels}
        self._busy: set[Hashable] = set()
        self._go_on = go_on
        self._lock = threading.Lock()

    @property
    def has_more(self) -> bool:
        """Whether a letter can be taken now."""
        with self._lock:
            return self._next() is not None

    def take(self) -> Parcel | None:
        """The next letter of a line of which none is in hand; None if there is no such letter now."""
        with self._lock:
            parcel = self._next()
            if parcel is not None:
                del self._waiting[parcel.id]
                self._busy.add(parcel.line)
            return parcel

    def _next(self) -> Parcel | None:
        if not self._go_on():
            return None
        return next((each for each in self._waiting.values() if each.line not in self._busy), None)

    def put_back(self, parcel: Parcel) -> None:
        """Give back a letter that was taken and not tried; it is the next one."""
        with self._lock:
            self._busy.discard(parcel.line)
            self._waiting = {parcel.id: parcel} | self._waiting

    def done(self, parcel: Parcel, result: SendResult) -> None:
        """Note what became of a letter; if it is put off, the rest of its line is not handed out."""
        with self._lock:
            self.results[parcel.id] = result
            self._busy.discard(parcel.line)
            if result.outcome is SendOutcome.LATER:
                rest = self._waiting.items()
                self._waiting = {number: each for number, each in rest if each.line != parcel.line}

    def each(self, send: Callable[[Parcel], SendResult]) -> None:
        """Send all that can be taken, one after the other; a fault of ours puts off its letter only."""
        while (parcel := self.take()) is not None:
            try:
                result = send(parcel)
            except Exception as error:  # noqa: BLE001 - one letter's fault must not hold up the others
                result = fault_of_ours(parcel, error)
            self.done(parcel, result)

    def give_up(self, result: SendResult) -> None:
        """Note the same of every letter that can be taken."""
        self.each(lambda _parcel: result)


def fault_of_ours(parcel: Parcel, error: Exception) -> SendResult:
    """What is noted of a letter on which we failed: it may have gone out, and is tried again."""
    _log.error("letter %s cannot be handed over: %s", parcel.id, type(error).__name__)
    text = f"cannot be handed over: {type(error).__name__}"
    return SendResult(SendOutcome.LATER, 0, text, doubtful=True)
