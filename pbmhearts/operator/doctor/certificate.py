"""The certificate that STARTTLS is offered with: whether it can be used, and for how long still."""

import ssl
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

from pbmhearts.config import Config
from pbmhearts.operator.doctor.finding import Finding, ok, wrong

_SOON = timedelta(days=14)
_MEND = "renew it; the server takes the new file by itself"


def examine(config: Config, now: datetime) -> Iterator[Finding]:
    """Nothing where none is set."""
    name = config.listen.tls_certificate
    if not name:
        return
    server = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    try:
        server.load_cert_chain(name, config.listen.tls_key or None)
        ends = _end(server, Path(name).read_text(encoding="ascii"))
    except ssl.SSLCertVerificationError as error:
        yield wrong("certificate", f"{name}: {error.verify_message}", _MEND)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", "") or type(error).__name__
        yield wrong(
            "certificate",
            f"{name} or its key cannot be used: {why}",
            "see [listen] tls_certificate and tls_key, and who may read them",
        )
    else:
        says = f"{name} is good until {ends:%Y-%m-%d}"
        yield wrong("certificate", says, _MEND) if ends - now < _SOON else ok("certificate", says)


def _end(server: ssl.SSLContext, chain: str) -> datetime:
    """Until when a certificate is good, as somebody learns it who is offered it.

    Raises:
        ssl.SSLCertVerificationError: it is good no more, or not yet.
    """
    client = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    client.check_hostname = False
    # Whoever signed it is nobody's business here: it is its own authority.
    client.verify_flags |= ssl.VERIFY_X509_PARTIAL_CHAIN
    client.load_verify_locations(cadata=chain)
    there, back = ssl.MemoryBIO(), ssl.MemoryBIO()
    asking = client.wrap_bio(back, there)
    answering = server.wrap_bio(there, back, server_side=True)
    for side in (asking, answering, asking):
        try:
            side.do_handshake()
        except ssl.SSLWantReadError:
            continue
    told = asking.getpeercert() or {}
    return datetime.fromtimestamp(ssl.cert_time_to_seconds(str(told["notAfter"])), UTC)
