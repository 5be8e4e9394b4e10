"""Letters are rendered in a process of their own while there are many, so that mail need not wait for it.

The process only reads: what is claimed, frozen and marked goes through the one writer. It is started when a batch is
worth it, and ends when there has been nothing to do for a while, when `close` is called, or when the server dies.
"""

import contextlib
import logging
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from multiprocessing import Pipe
from multiprocessing.connection import Connection

from pbmhearts.delivery.rendering import Rendered, Rendering
from pbmhearts.errors import StorageError
from pbmhearts.storage import ClaimedMail

_log = logging.getLogger(__name__)

WORTH_IT = 12
"""A batch of so many letters starts the process: those of a few moves are rendered sooner than it starts."""

_LEAVE_SECONDS = 1.0

_READY = "ready"


@dataclass(frozen=True, slots=True)
class _Away:
    """The other process cannot use the database."""

    why: str
    full: bool


class RenderProcess:
    """Renders in another process where that is worth it, else, and while that one is not there, in this.

    Args:
        work: what the process does, a function of a module: it gets the descriptor of its end of the connection,
            receives `setup` there, and calls `answer`.
        otherwise: who renders in this process.
        idle: after so many seconds without a letter the other process ends.
        patience: a batch that takes longer than this, in seconds, is rendered in this process.
    """

    def __init__(
        self,
        work: Callable[[int], None],
        setup: object,
        otherwise: Rendering,
        *,
        idle: float = 10.0,
        patience: float = 60.0,
    ) -> None:
        self._program = (
            f"import sys; from {work.__module__} import {work.__name__}; {work.__name__}(int(sys.argv[1]))"
        )
        self._setup = setup
        self._idle = idle
        self._patience = patience
        self._otherwise = otherwise
        self._process: subprocess.Popen[bytes] | None = None
        self._connection: Connection | None = None
        self._is_ready = False
        self._used_at = 0.0

    def render(self, claimed: Sequence[ClaimedMail]) -> Rendered:
        """Render letters, here or there.

        Raises:
            StorageError: the database is away.
        """
        if self._process is None and len(claimed) >= WORTH_IT:
            self._start()
        answer = self._ask(claimed) if claimed else Rendered()
        return self._otherwise.render(claimed) if answer is None else answer

    def rest(self) -> None:
        """End the process if it has not been needed for a while."""
        if self._process is not None and time.monotonic() - self._used_at > self._idle:
            self._end()

    def close(self) -> None:
        """End the process."""
        self._end()

    def _start(self) -> None:
        ours, theirs = Pipe()
        with theirs:
            end = theirs.fileno()
            words = [sys.executable, "-c", self._program, str(end)]
            self._process = subprocess.Popen(words, pass_fds=[end], stdin=subprocess.DEVNULL)  # noqa: S603 - ourselves
        ours.send(self._setup)
        self._connection, self._is_ready = ours, False
        self._used_at = time.monotonic()

    def _ask(self, claimed: Sequence[ClaimedMail]) -> Rendered | None:
        """What the other process makes of these letters; None if it does not, or not yet.

        Raises:
            StorageError: the database is away, as the other process found.
        """
        if self._connection is None:
            return None
        self._used_at = time.monotonic()
        try:
            if not self._is_ready:
                if not self._connection.poll():
                    return None
                self._is_ready = self._connection.recv() == _READY
            self._connection.send(claimed)
            if not self._connection.poll(self._patience):
                raise TimeoutError
            answer = self._connection.recv()
            self._used_at = time.monotonic()
        except (OSError, EOFError) as error:
            _log.warning("rendering process lost fault=%s", type(error).__name__)
            self._end()
            return None
        if isinstance(answer, _Away):
            raise StorageError(answer.why, full=answer.full)
        return answer if isinstance(answer, Rendered) else None

    def _end(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None
        if self._process is not None:
            try:
                self._process.wait(_LEAVE_SECONDS)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
            self._process = None


def answer(connection: Connection, rendering: Rendering) -> None:
    """Render what comes over the connection, until its other end is closed. For the process that does nothing else."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(
            number, signal.SIG_IGN
        )  # the server has heard it too, and ends us once it needs us no more
    with contextlib.suppress(EOFError, OSError):
        connection.send(_READY)
        while True:
            connection.send(_rendered(connection.recv(), rendering))


def _rendered(claimed: Sequence[ClaimedMail], rendering: Rendering) -> Rendered | _Away:
    try:
        return rendering.render(claimed)
    except StorageError as error:
        return _Away(str(error), error.full)
