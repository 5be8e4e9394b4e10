"""STARTTLS, over real sockets with a certificate made for the test."""

import asyncio
import contextlib
import logging
import smtplib
import ssl
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from certificate import make_certificate
from wire import OURS, Post, listening, seconds

MAIL = b"From: ann@example.org\r\nSubject: ping\r\n\r\nhello\r\n"


@pytest.fixture(scope="module")
def tls(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    certificate, key = make_certificate(tmp_path_factory.mktemp("tls"))
    return {"tls_certificate": str(certificate), "tls_key": str(key)}


@contextlib.contextmanager
def connected(host: str, port: int, tls: dict[str, str]) -> Iterator[smtplib.SMTP]:
    """A client that has checked our certificate and talks TLS."""
    with smtplib.SMTP(host, port, "client.example", timeout=5) as smtp:
        smtp.ehlo()
        smtp.starttls(context=ssl.create_default_context(cafile=tls["tls_certificate"]))
        smtp.ehlo()
        yield smtp


def told(post: Post, tell: Callable[[str, int], Any], **limits: object) -> Any:
    """What a client on a thread of its own is told by a listener."""

    async def story() -> Any:
        async with listening(post, **limits) as (listener, _):
            return await asyncio.to_thread(tell, *listener.address)

    return asyncio.run(story())


def test_mail_comes_in_over_starttls(tls: dict[str, str]):
    """A client that trusts the certificate hands in a mail, and another one after it."""
    post = Post()

    def tell(host: str, port: int) -> str:
        with connected(host, port, tls) as smtp:
            for _ in range(2):
                smtp.sendmail("ann@example.org", [OURS], MAIL)
            return smtp.sock.version() or ""

    assert told(post, tell, **tls) in {"TLSv1.2", "TLSv1.3"}
    assert [data for data, _ in post.taken] == [MAIL, MAIL]


def test_starttls_is_offered_where_there_is_a_certificate(tls: dict[str, str]):
    """EHLO names STARTTLS before it and not after it, never without a certificate, and AUTH never."""

    def names(host: str, port: int) -> set[str]:
        with smtplib.SMTP(host, port, "client.example", timeout=5) as smtp:
            smtp.ehlo()
            return set(smtp.esmtp_features)

    def names_after(host: str, port: int) -> set[str]:
        with connected(host, port, tls) as smtp:
            assert smtp.docmd("AUTH", "PLAIN AGEAYg==")[0] == 502
            return set(smtp.esmtp_features)

    plain = {"size", "8bitmime", "smtputf8", "pipelining"}
    assert told(Post(), names) == plain
    assert told(Post(), names, **tls) == plain | {"starttls"}
    assert told(Post(), names_after, **tls) == plain


def test_tls_may_be_demanded(tls: dict[str, str]):
    """With require_tls mail is refused before STARTTLS and taken after it."""
    post = Post()

    def tell(host: str, port: int) -> tuple[int, int]:
        with smtplib.SMTP(host, port, "client.example", timeout=5) as smtp:
            smtp.ehlo()
            before = smtp.mail("ann@example.org")[0]
        with connected(host, port, tls) as smtp:
            smtp.sendmail("ann@example.org", [OURS], MAIL)
            return before, smtp.noop()[0]

    assert told(post, tell, require_tls=True, **tls) == (530, 250)
    assert len(post.taken) == 1


def test_tls_may_be_demanded_of_lmtp(tls: dict[str, str]):
    """With require_tls LHLO is answered before STARTTLS, for how else would a client hear of it; MAIL is not."""
    post = Post()

    async def story() -> None:
        async with listening(post, protocol="lmtp", require_tls=True, **tls) as (_, call):
            line = await call()
            assert "250-STARTTLS" in await line.greet("LHLO")
            for command in ("MAIL FROM:<ann@example.org>", f"RCPT TO:<{OURS}>", "DATA"):
                assert (await line.say(command))[:3] in {"530", "503"}
            assert (await line.say("STARTTLS")).startswith("220")
            trusting = ssl.create_default_context(cafile=tls["tls_certificate"])
            await line.writer.start_tls(trusting, server_hostname="localhost")
            assert (await line.say("LHLO client.example")).startswith("250")
            assert (await line.say("MAIL FROM:<ann@example.org>")).startswith("250")
            assert (await line.say(f"RCPT TO:<{OURS}>")).startswith("250")
            assert (await line.say("DATA")).startswith("354")
            await line.send(MAIL + b".\r\n")
            assert (await line.reply()).startswith("250")

    asyncio.run(story())
    assert [data for data, _ in post.taken] == [MAIL]


def test_words_said_before_tls_are_forgotten(tls: dict[str, str]):
    """What a man in the middle slips in behind STARTTLS, in the clear, is not obeyed inside it (RFC 3207, 4.2)."""
    post = Post()

    async def story() -> list[bytes]:
        async with listening(post, **tls) as (listener, call):
            line = await call()
            await line.greet()
            await line.send(b"STARTTLS\r\nMAIL FROM:<eve@example.org>\r\nRCPT TO:<mhearts@cards.example>\r\n")
            assert (await line.reply()).startswith("220")
            trusting = ssl.create_default_context(cafile=tls["tls_certificate"])
            await line.writer.start_tls(trusting, server_hostname="localhost")
            answers = [(await line.say("EHLO client.example")).encode(), (await line.say("DATA")).encode()]
            assert listener.address
            return answers

    ehlo, data = asyncio.run(story())
    assert ehlo.startswith(b"250")
    assert data.startswith(b"503")
    assert post.taken == []


@pytest.mark.parametrize(
    "hello", [b"GET / HTTP/1.1\r\n\r\n", b"\x16\x03\x01\x00\x05\x01\x00\x00\x01\x00", b""]
)
def test_a_handshake_that_fails_ends_the_connection(
    tls: dict[str, str], hello: bytes, caplog: pytest.LogCaptureFixture
):
    """Rubbish, a broken hello or a hang-up after STARTTLS: closed, no traceback, and the next one is served."""

    async def story() -> None:
        post = Post()
        async with listening(post, **tls) as (_, call):
            line = await call()
            await line.greet()
            assert (await line.say("STARTTLS")).startswith("220")
            if hello:
                await line.send(hello)
                await asyncio.wait_for(line.reader.read(), 5)
            else:
                line.reset()
            await (await call()).begin()

    with caplog.at_level(logging.INFO):
        asyncio.run(story())
    assert [record for record in caplog.records if record.levelno >= logging.WARNING] == []


def test_a_handshake_that_does_not_come_is_idle(tls: dict[str, str]):
    """Whoever says STARTTLS and then nothing is closed like anybody else who says nothing."""

    async def story() -> None:
        async with listening(Post(), idle_timeout=seconds(0.3), **tls) as (_, call):
            line = await call()
            await line.greet()
            assert (await line.say("STARTTLS")).startswith("220")
            assert await line.closed()

    asyncio.run(story())


def test_stopping_waits_for_no_handshake(tls: dict[str, str]):
    """A listener that stops drops whoever is still agreeing on TLS."""

    async def story() -> None:
        async with listening(Post(), **tls) as (listener, call):
            line = await call()
            await line.greet()
            assert (await line.say("STARTTLS")).startswith("220")
            await asyncio.wait_for(listener.stop(grace=5), 2)
            assert await line.closed()

    asyncio.run(story())


def test_a_certificate_that_cannot_be_used_is_told_at_start(tls: dict[str, str], tmp_path: Path):
    """Missing and broken files raise an OSError that names the keys of the configuration."""
    broken = tmp_path / "broken.pem"
    broken.write_text("not a certificate", encoding="utf-8")
    for certificate in (tmp_path / "missing.pem", broken):

        async def story(given: str = str(certificate)) -> None:
            async with listening(Post(), tls_certificate=given):
                raise AssertionError("it listens")

        with pytest.raises(OSError, match="tls_certificate or tls_key: "):
            asyncio.run(story())


def test_a_renewed_certificate_is_offered_to_the_next_connection(tmp_path: Path):
    """Without a restart; while the files are half written the old one stays."""
    certificate, key = make_certificate(tmp_path)
    tls = {"tls_certificate": str(certificate), "tls_key": str(key)}

    def tell(host: str, port: int) -> None:
        with connected(host, port, tls):
            pass
        old = tmp_path / "old.pem"
        old.write_bytes(certificate.read_bytes())
        key.write_text("half", encoding="ascii")
        with connected(host, port, tls | {"tls_certificate": str(old)}):
            pass
        make_certificate(tmp_path)
        assert old.read_bytes() != certificate.read_bytes()
        with connected(host, port, tls):
            pass

    told(Post(), tell, **tls)
