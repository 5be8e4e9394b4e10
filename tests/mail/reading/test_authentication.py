"""Authentication-Results: whose are believed, and what of them."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mail_reading import ENVELOPE, ME, mail

from pbmhearts.mail.reading.authentication import is_authenticated
from pbmhearts.mail.reading.headers import split
from pbmhearts.mail.reading.inbound import read

US = "mx.cards.example"


def passes(*results: str, sender: str = "Ann <ann@client.test>") -> bool:
    headers = [f"Authentication-Results: {result}" for result in results]
    return read(mail("7c", *headers, sender=sender), ENVELOPE, ME, US).authenticated


@pytest.mark.parametrize(
    "result",
    [
        f"{US}; dmarc=pass header.from=client.test",
        f"{US}; spf=pass smtp.mailfrom=ann@client.test; dmarc=pass (p=NONE) header.from=client.test",
        f"{US.upper()} 1; dmarc=pass policy.dmarc=none header.from=Client.TEST;",
        f"{US}; dmarc=pass",
        f"{US} (our (own) server); arc=none (no; dmarc=fail); dmarc = pass (ok) header.from=client.test",
        f"{US};\r\n dkim=pass (2048-bit key; unprotected) header.d=client.test;\r\n dmarc=pass header.from=client.test",
        f"{US}; spf=pass (IP is 192.0.2.1)\r\n smtp.mailfrom=client.test;dmarc=pass action=none;compauth=pass",
    ],
)
def test_a_pass_of_our_mail_system_counts(result: str) -> None:
    """As Gmail, Microsoft, OpenDMARC, Rspamd and others write it."""
    assert passes(result)


@pytest.mark.parametrize(
    "result",
    [
        "",
        f"{US}; none",
        f"{US}; dmarc=fail header.from=client.test",
        f"{US}; dmarc=none header.from=client.test",
        f"{US}; dmarc=passed",
        f"{US}; dmarc=pass-ish",
        f"{US}; spf=pass; dkim=pass header.d=client.test",
        f"{US}; dmarc=pass header.from=evil.test",
        "mx.evil.test; dmarc=pass header.from=client.test",
        f"{US}.evil.test; dmarc=pass header.from=client.test",
        f"evil.test ({US}); dmarc=pass header.from=client.test",
        f"{US}; dmarc=fail (dmarc=pass); spf=none",
        f"{US}; spf=fail (; dmarc=pass header.from=client.test",
        f"{US}; spf=fail (((a)) ; dmarc=pass",
        f'{US}; spf=fail reason="; dmarc=pass; "; dmarc=fail',
        f"{US}; x-dmarc=pass",
    ],
)
def test_anything_else_does_not(result: str) -> None:
    """Failures, strangers' headers, other methods, and comments and strings that pretend to be results."""
    assert not passes(result)


def test_a_mail_without_the_header_has_not_passed() -> None:
    """What nobody has checked is not vouched for; where nothing is asked, everything is."""
    assert not read(mail("7c"), ENVELOPE, ME, US).authenticated
    assert read(mail("7c"), ENVELOPE, ME).authenticated


def test_the_topmost_of_ours_decides() -> None:
    """A header below may be a stranger's that was not removed; one above without DMARC says nothing of it."""
    good, bad = f"{US}; dmarc=pass header.from=client.test", f"{US}; dmarc=fail header.from=client.test"
    assert not passes(bad, good)
    assert passes(good, bad)
    assert passes(f"{US}; spf=pass", "mx.else.test; dmarc=fail", good)


def test_two_from_headers_are_never_believed() -> None:
    """Nobody knows which of them was judged."""
    result = f"Authentication-Results: {US}; dmarc=pass header.from=client.test"
    assert not read(mail("7c", result, "From: bob@client.test"), ENVELOPE, ME, US).authenticated


@pytest.mark.parametrize(
    "piece", ["(", ")", "()", '"', "\\(", "a=b ", "dmarc=", "; dmarc=pass header.from=", "(a "]
)
def test_hostile_headers_take_no_time(piece: str) -> None:
    """A header as long as they may be is read in the time of any other."""
    raw = mail("7c", f"Authentication-Results: {US}; " + piece * (30_000 // len(piece)))
    headers, _ = split(raw)
    started = time.perf_counter()
    is_authenticated(headers, "ann@client.test", US)
    assert time.perf_counter() - started < 0.2


@given(st.text(max_size=200))
def test_nothing_raises(value: str) -> None:
    """Whatever stands in the header."""
    line = " ".join(value.split())
    read(
        mail("7c", f"Authentication-Results: {US}; {line}".encode("utf-8", "replace").decode()),
        ENVELOPE,
        ME,
        US,
    )
