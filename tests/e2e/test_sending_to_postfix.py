"""Our sending side and a real Postfix, which offers PIPELINING and refuses some."""

import os
from datetime import timedelta

import pytest
from ports import free_port
from postfix import PROGRAM, Postfix, wait_until
from sink import Sink

from pbmhearts.config import DeliveryConfig
from pbmhearts.mail.transport.batch import Batch, Parcel, SendOutcome
from pbmhearts.mail.transport.smtp import Smarthost

pytestmark = [
    pytest.mark.e2e,
    pytest.mark.skipif(not PROGRAM.exists() or os.geteuid() != 0, reason="wants Postfix, and root for it"),
]

REFUSING = (
    "smtpd_recipient_restrictions = check_recipient_access inline:{ { gone@example.org = 550 5.1.1 gone },"
    " { later@example.org = 450 4.2.0 later } }, permit\n"
)
READERS = ("ann", "gone", "bob", "later", "cat")


@pytest.mark.parametrize("connections", [1, 3])
def test_a_batch_arrives_whole(connections: int) -> None:
    """Each letter comes once, byte by byte; a reader who is refused costs the others nothing."""
    parcels = [
        Parcel(
            number,
            name,
            "mhearts+b-x@cards.example",
            f"{name}@example.org",
            b"Subject: %d\r\nMessage-ID: <%d@cards.example>\r\n\r\n.dot\r\n%b"
            % (number, number, b"line\r\n" * 900),
        )
        for number, name in enumerate(READERS * 10)
    ]
    with Sink() as sink, Postfix(lmtp_port=free_port(), sink_port=sink.port, main=REFUSING) as postfix:
        config = DeliveryConfig(
            smarthost="127.0.0.1", port=postfix.port, timeout=timedelta(seconds=20), connections=connections
        )
        smarthost = Smarthost(config, "cards.example")
        batch = Batch(parcels)
        smarthost.send_all(batch)
        smarthost.close()
        outcomes = {parcel.id: batch.results.get(parcel.id) for parcel in parcels}
        wait_until(lambda: len(sink.mails) == 30, 30)
    for parcel in parcels:
        result = outcomes[parcel.id]
        match parcel.line:
            case "gone":
                assert result is not None
                assert (result.outcome, result.code) == (SendOutcome.NEVER, 550)
            case "later":
                assert (result is not None) == (parcel.id == READERS.index("later"))
            case _:
                assert result is not None
                assert result.outcome is SendOutcome.SENT
                (mail,) = [
                    each for each in sink.to(parcel.to) if f"Subject: {parcel.id}\r" in each.data.decode()
                ]
                assert mail.data.endswith(parcel.data.partition(b"\r\n\r\n")[2])
