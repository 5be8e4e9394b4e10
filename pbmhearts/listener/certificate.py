"""The certificate that STARTTLS is offered with; a renewed one is taken without a restart."""

import logging
import ssl
from pathlib import Path

from pbmhearts.config import ListenConfig

_log = logging.getLogger(__name__)

_Stamp = tuple[tuple[int, int], ...]


class Certificate:
    """What connections speak TLS with.

    Args:
        config: where certificate and key are, if anywhere.

    Raises:
        OSError: they cannot be used.
    """

    def __init__(self, config: ListenConfig) -> None:
        self._files = [Path(name) for name in (config.tls_certificate, config.tls_key) if name]
        self._stamp = self._look()
        self._context = _load(self._files) if config.tls_certificate else None

    def context(self) -> ssl.SSLContext | None:
        """For the next connection; None where no certificate is set.

        New files that cannot be used, as while they are being written, are tried again once they change.
        """
        stamp = self._look()
        if self._context is not None and stamp and stamp != self._stamp:
            self._stamp = stamp
            try:
                self._context = _load(self._files)
                _log.info("certificate renewed")
            except OSError as error:
                _log.error("the new certificate is not used, the old one stays: %s", error.strerror)
        return self._context

    def _look(self) -> _Stamp:
        try:
            return tuple((seen.st_mtime_ns, seen.st_ino) for seen in map(Path.stat, self._files))
        except OSError:
            return ()


def _load(files: list[Path]) -> ssl.SSLContext:
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    try:
        context.load_cert_chain(files[0], files[-1])
    except OSError as error:
        why = error.strerror or type(error).__name__
        raise OSError(error.errno, f"tls_certificate or tls_key: {why}") from error
    return context
