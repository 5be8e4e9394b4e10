"""How often somebody may send: mails counted by key over the last minute."""

import threading
from collections import Counter, deque
from datetime import datetime, timedelta

from pbmhearts.clock import Clock

_WINDOW = timedelta(minutes=1)


class RateLimit:
    """Counts mails for each of any keys; several threads may ask."""

    def __init__(self, most: int, clock: Clock) -> None:
        self._most = most
        self._clock = clock
        self._lock = threading.Lock()
        self._counted: deque[tuple[datetime, str]] = deque()
        self._recent: Counter[str] = Counter()

    def allows(self, *keys: str) -> bool:
        """Count a mail under each key; or count nothing and answer False when one of them had its share."""
        with self._lock:
            now = self._clock.now()
            while self._counted and now - self._counted[0][0] >= _WINDOW:
                self._forget(self._counted.popleft()[1])
            if any(self._recent[key] >= self._most for key in keys):
                return False
            for key in keys:
                self._counted.append((now, key))
                self._recent[key] += 1
            return True

    def _forget(self, key: str) -> None:
        self._recent[key] -= 1
        if not self._recent[key]:
            del self._recent[key]
