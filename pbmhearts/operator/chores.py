"""What `serve` does again and again beside its mails: each on a thread of its own, so that none waits for another."""

import logging
import threading
import time
from collections.abc import Callable

from pbmhearts.errors import PbmheartsError

_log = logging.getLogger(__name__)

Chore = Callable[[], float]
"""Does what is due, and tells after how many seconds it wants to be called again."""

_AFTER_A_FAULT = 300.0


class Chores:
    """Chores by name.

    Args:
        first: so many seconds after the start each is called for the first time.
    """

    def __init__(self, chores: dict[str, Chore], first: float) -> None:
        self._stopping = threading.Event()
        self._first = first
        # They may wait for a network that never answers, and nobody waits for that when the server ends.
        self._threads = [
            threading.Thread(target=self._keep_doing, args=each, name=each[0], daemon=True)
            for each in chores.items()
        ]

    def start(self) -> None:
        """Begin."""
        for thread in self._threads:
            thread.start()

    def stop(self, grace: float) -> None:
        """Begin nothing new, and wait so many seconds for what is in hand."""
        self._stopping.set()
        until = time.monotonic() + grace
        for thread in self._threads:
            thread.join(max(until - time.monotonic(), 0))

    def _keep_doing(self, name: str, chore: Chore) -> None:
        seconds = self._first
        while not self._stopping.wait(seconds):
            try:
                seconds = chore()
            except PbmheartsError as error:
                _log.warning("a chore failed: %s", f"{name}: {error}")
                seconds = _AFTER_A_FAULT
            except Exception:  # noqa: BLE001 - one fault of ours must not end it for good
                _log.exception("a chore failed: %s", name)
                seconds = _AFTER_A_FAULT
