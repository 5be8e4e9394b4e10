"""What Postfix hands on is what we wrote, byte by byte, so that a signature over it holds."""

import base64
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import dkim
import pytest
from ports import free_port
from postfix import PROGRAM, Postfix, wait_until
from sink import Sink

from pbmhearts.cli.previews import story

pytestmark = [
    pytest.mark.e2e,
    pytest.mark.skipif(not PROGRAM.exists() or os.geteuid() != 0, reason="wants Postfix, and root for it"),
]

SIGNED = (b"from", b"to", b"reply-to", b"subject", b"date", b"message-id", b"references", b"list-unsubscribe",
          b"mime-version", b"content-type")  # fmt: skip


@pytest.fixture(scope="module")
def post() -> Iterator[tuple[Postfix, Sink]]:
    """Postfix, and what it sends out."""
    with Sink() as sink, Postfix(lmtp_port=free_port(), sink_port=sink.port) as postfix:
        yield postfix, sink


@pytest.fixture(scope="module")
def key(tmp_path_factory: pytest.TempPathFactory) -> tuple[bytes, bytes]:
    """A private key, and the DNS record of its public half."""
    path = tmp_path_factory.mktemp("dkim") / "key.pem"
    subprocess.run(
        ["openssl", "genrsa", "-traditional", "-out", path, "1024"], check=True, capture_output=True
    )
    public = subprocess.run(
        ["openssl", "rsa", "-in", path, "-pubout", "-outform", "DER"], check=True, capture_output=True
    )
    return Path(path).read_bytes(), b"v=DKIM1; k=rsa; p=" + base64.b64encode(public.stdout)


@pytest.mark.parametrize("style", ["table", "text"])
def test_letters_come_out_as_they_went_in(
    post: tuple[Postfix, Sink], key: tuple[bytes, bytes], style: str
) -> None:
    """Of each letter only a Received header is new; its DKIM signature, strict in header and body, still holds."""
    postfix, sink = post
    private, record = key
    before, letters = len(sink.mails), []
    for preview in story.letters(style, 1):
        raw = preview.raw.replace(b"\n", b"\r\n")
        signature = dkim.sign(
            raw, b"s", b"cards.example", private, canonicalize=(b"simple", b"simple"), include_headers=SIGNED
        )
        letters.append(signature + raw)
        postfix.submit("mhearts@cards.example", ["ann@players.example"], letters[-1])
    wait_until(lambda: len(sink.mails) == before + len(letters), 40)
    came = {without_trace(mail.data) for mail in sink.mails[before:]}
    assert came == set(letters)
    for mail in sink.mails[before:]:
        assert dkim.verify(mail.data, dnsfunc=lambda *_, **__: record)
        changed = mail.data.replace(b"MHearts", b"Mhearts", 1)
        assert not dkim.verify(changed, dnsfunc=lambda *_, **__: record)


def without_trace(data: bytes) -> bytes:
    """A mail without the Received header that Postfix put on top."""
    head, _, rest = data.partition(b"\r\nDKIM-Signature:")
    assert head.startswith(b"Received: ")
    assert not [line for line in head.splitlines()[1:] if not line.startswith((b"\t", b" "))]
    return b"DKIM-Signature:" + rest
