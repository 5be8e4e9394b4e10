"""The sending side of SMTP: one smarthost, over as many connections as its replies are slow."""

import functools
import ssl
import threading
import time
from collections.abc import Callable

from pbmhearts.config import DeliveryConfig
from pbmhearts.mail.transport.batch import Batch, Parcel, SendResult
from pbmhearts.mail.transport.smtp_client import NotConnectedError, SmtpClient

_SLOW = 0.005
"""A letter that takes longer than this, in seconds, leaves time for another connection."""

_BACK_OFF = 60.0
"""After a connection beside the first one was refused, so many seconds go by before another is tried."""


class Smarthost:
    """Sends letters: not for use by two threads at once, but for `abort`.

    Args:
        config: where, how secured, who logs in, over how many connections at most.
        hostname: the name to greet with.
        context: how certificates are checked; the system's authorities unless told.
    """

    def __init__(
        self, config: DeliveryConfig, hostname: str, *, context: ssl.SSLContext | None = None
    ) -> None:
        # To load the system's authorities takes a while: only where a certificate is to be checked.
        checking = (lambda: context) if context else functools.cache(ssl.create_default_context)
        self._clients = [SmtpClient(config, hostname, checking) for _ in range(config.connections)]
        self._single_until = 0.0

    def send(self, envelope_from: str, to: str, data: bytes) -> SendResult:
        """Hand one letter to the smarthost; network faults are results, never raised.

        Args:
            envelope_from: the bounce address, or "" for none.
            to: the recipient.
            data: the message; any line ends, eight bits allowed.
        """
        batch = Batch([Parcel(0, to, envelope_from, to, data)])
        self.send_all(batch)
        return batch.results[0]

    def send_all(self, batch: Batch) -> None:
        """Send letters of the batch until none can be taken; network faults are results, never raised."""
        first, *others = self._clients
        helpers: list[threading.Thread] = []
        adding = threading.Lock()

        def took(seconds: float) -> None:
            with adding:
                if seconds < _SLOW or len(helpers) == len(others) or not self._may_add(batch):
                    return
                arguments = (others[len(helpers)], batch, took)
                helpers.append(threading.Thread(target=self._help, args=arguments, name="smtp", daemon=True))
                helpers[-1].start()

        try:
            first.send_all(batch, took)
        except NotConnectedError as error:
            batch.give_up(error.result)
        for helper in helpers:  # one may add another meanwhile
            helper.join()
        for idle in others[len(helpers) :]:
            idle.close()

    def _may_add(self, batch: Batch) -> bool:
        return time.monotonic() >= self._single_until and batch.has_more

    def _help(self, client: SmtpClient, batch: Batch, took: Callable[[float], None]) -> None:
        """Send letters over a connection beside the first one; if the smarthost wants no more, it does without."""
        try:
            client.send_all(batch, took)
        except NotConnectedError:
            self._single_until = time.monotonic() + _BACK_OFF

    def check(self) -> SendResult:
        """Connect and log in as if to send a letter, and send none; "sent" if one could be."""
        return self._clients[0].check()

    def close(self) -> None:
        """Take leave of the smarthost."""
        for client in self._clients:
            client.close()

    def abort(self) -> None:
        """End a `send_all` that another thread waits in, as if the smarthost had hung up, and let none begin."""
        for client in self._clients:
            client.abort()
