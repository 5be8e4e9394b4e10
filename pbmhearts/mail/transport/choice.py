"""Where letters go: to a smarthost, or into maildirs."""

from typing import Protocol

from pbmhearts.config import Config
from pbmhearts.mail.transport.batch import Batch, SendOutcome, SendResult
from pbmhearts.mail.transport.maildir import Maildirs
from pbmhearts.mail.transport.smtp import Smarthost


class Transport(Protocol):
    """Where letters go."""

    def send(self, envelope_from: str, to: str, data: bytes) -> SendResult:
        """Hand a letter over; faults of the way are results, never raised."""
        ...

    def send_all(self, batch: Batch) -> None:
        """Hand letters over until none of the batch can be taken; faults of the way are results, never raised."""
        ...

    def close(self) -> None:
        """Let go of any kept connection."""
        ...

    def abort(self) -> None:
        """End a `send_all` that another thread waits in, and let none begin."""
        ...


class MaildirTransport:
    """Files letters into maildirs, for a server without a smarthost."""

    def __init__(self, maildirs: Maildirs) -> None:
        self._maildirs = maildirs

    def send(self, envelope_from: str, to: str, data: bytes) -> SendResult:  # noqa: ARG002 - the protocol's
        """File it; a letter that comes again replaces itself."""
        try:
            self._maildirs.put(to, data, _message_id(data))
        except OSError as error:
            return SendResult(SendOutcome.LATER, 0, f"maildir: {error.strerror}")
        return SendResult(SendOutcome.SENT, 250, "filed")

    def send_all(self, batch: Batch) -> None:
        """File all letters of the batch."""
        batch.each(lambda parcel: self.send(parcel.envelope_from, parcel.to, parcel.data))

    def close(self) -> None:
        """Nothing is kept."""

    def abort(self) -> None:
        """Nothing waits for anybody."""


def _message_id(data: bytes) -> str:
    start = data.lower().find(b"\nmessage-id:")
    return data[start + 12 : data.find(b"\r\n", start + 1)].decode("ascii").strip(" <>")


def transport_for(config: Config) -> Transport:
    """The smarthost of the ini, or maildirs where none is set."""
    if config.delivery.smarthost:
        return Smarthost(config.delivery, config.listen.hostname)
    return MaildirTransport(Maildirs(config.maildirs))
