"""Bounces: which letter, and what its failure means."""

import time

import pytest
from bounce_writing import recipient, report
from hypothesis import given
from hypothesis import strategies as st
from mail_reading import ME

from pbmhearts.letters import Envelope
from pbmhearts.mail.codes import Codes
from pbmhearts.mail.reading.dsn import Bounce, Failure, FailureKind, kind_of, read_bounce

CODES = Codes(b"a key for the tests of bounces")
SIGNED = ME.bounce_address(CODES.bounce_token(17))
NULL = Envelope("", (SIGNED,))
PLAIN = Envelope("", (ME.address,))


def bounce(raw: bytes, envelope: Envelope = NULL) -> Bounce:
    return read_bounce(raw, envelope, ME, CODES)


def words(text: str) -> bytes:
    """A report in free text."""
    head = "From: MAILER-DAEMON@client.test\nSubject: failure notice\n\n"
    return (head + text).encode("utf-8")


def test_the_envelope_recipient_tells_the_letter() -> None:
    """A bounce sent to a letter's own signed address is about that letter; a forged signature is worth nothing."""
    raw = report(recipient("ann@client.test", "5.1.1"))
    assert bounce(raw).outbox_id == 17
    assert bounce(raw, PLAIN).outbox_id is None
    assert bounce(raw, Envelope("", (ME.bounce_address("17-aaaaaaaa"),))).outbox_id is None
    assert bounce(raw, Envelope("", (SIGNED.replace("b-17", "b-18"),))).outbox_id is None


def test_a_fetched_bounce_tells_its_letter_by_its_header() -> None:
    """A mailbox has no envelope; To is as good, as the signature is checked."""
    assert bounce(report(recipient("ann@client.test", "5.1.1"), to=SIGNED), PLAIN).outbox_id == 17


def test_the_returned_letter_tells_its_message_id() -> None:
    """Where the smarthost rewrites the envelope sender, the letter that came back is the only trace."""
    assert bounce(report(recipient("ann@client.test", "5.1.1")), PLAIN).message_id == (
        "<101.k7f3q2ab.abc@example.org>"
    )


def test_a_report_by_the_standard_is_read() -> None:
    """RFC 3464: the address as we wrote it before a forwarder's, status, action and the server's words."""
    raw = report(
        recipient(
            "new@else.test",
            "5.1.1 (bad address)",
            diagnostic="550 5.1.1 no such user",
            original="Ann@client.test",
        )
    )
    (failure,) = bounce(raw).failures
    assert failure == Failure("ann@client.test", "5.1.1", "failed", "550 5.1.1 no such user")
    assert failure.kind is FailureKind.HARD


@pytest.mark.parametrize(
    ("status", "said", "kind"),
    [
        ("5.1.1", "", FailureKind.HARD),
        ("5.1.10", "recipient not found", FailureKind.HARD),
        ("5.2.1", "account disabled", FailureKind.HARD),
        ("5.0.0", "550 5.1.1 <ann@client.test>: user unknown", FailureKind.HARD),
        ("5.0.0", "550 No such user here", FailureKind.HARD),
        ("", "550 ann@client.test does not exist", FailureKind.HARD),
        ("5.2.2", "mailbox full", FailureKind.SOFT),
        ("5.3.4", "message too big", FailureKind.SOFT),
        ("4.4.1", "connection timed out", FailureKind.SOFT),
        ("5.0.0", "", FailureKind.SOFT),
        ("", "", FailureKind.SOFT),
        ("5.7.1", "", FailureKind.POLICY),
        ("5.7.26", "unauthenticated sender", FailureKind.POLICY),
        ("5.0.0", "554 5.7.1 Service unavailable; client host [192.0.2.1] blocked", FailureKind.POLICY),
        ("5.0.0", "550 blocked using Spamhaus", FailureKind.POLICY),
        ("5.1.8", "sender domain does not exist", FailureKind.POLICY),
    ],
)
def test_what_a_failure_means(status: str, said: str, kind: FailureKind) -> None:
    """Nobody there, later perhaps, or not from us: by the status, and by the words where it says nothing."""
    assert kind_of(status, said) is kind


def test_a_delay_is_no_failure() -> None:
    """`delayed` is its own kind, whatever its status; `relayed` and `delivered` are nothing at all."""
    delayed = bounce(report(recipient("ann@client.test", "4.1.1", action="delayed"))).failure
    assert delayed is not None
    assert delayed.kind is FailureKind.DELAYED
    assert bounce(report(recipient("ann@client.test", "2.1.5", action="relayed"))).failure is None


def test_of_several_failures_the_worst_for_us_counts() -> None:
    """A list's report names many: a refusal of ours comes before a missing reader, that before a delay."""
    raw = report(
        recipient("a@client.test", "4.0.0", action="delayed"),
        recipient("b@client.test", "5.1.1"),
        recipient("c@client.test", "5.7.1"),
    )
    read = bounce(raw)
    assert [failure.address for failure in read.failures] == [
        "a@client.test",
        "b@client.test",
        "c@client.test",
    ]
    assert read.failure == read.failures[2]


QMAIL = """\
Hi. This is the qmail-send program at client.test.
I'm afraid I wasn't able to deliver your message to the following addresses.
This is a permanent error; I've given up. Sorry it didn't work out.

<ann@client.test>:
192.0.2.7 does not like recipient.
Remote host said: 550 5.1.1 User unknown
Giving up.
"""
NAMELESS = """\
The following addresses had permanent fatal errors:

  ann@client.test

550 5.1.1 user unknown
"""


@pytest.mark.parametrize("text", [QMAIL, NAMELESS])
def test_reports_of_other_forms_are_read_by_the_library(text: str) -> None:
    """Old mail systems write prose; the library knows many of them."""
    failure = bounce(words(text)).failure
    assert failure is not None
    assert (failure.address, failure.kind) == ("ann@client.test", FailureKind.HARD)


def test_x_failed_recipients_is_believed() -> None:
    """Exim and Gmail name the failed address in a header."""
    raw = b"X-Failed-Recipients: ann@client.test\n" + words("ann@client.test\n550 5.2.1 account is disabled")
    assert bounce(raw).failure == Failure(
        "ann@client.test", "5.2.1", "failed", "ann@client.test 550 5.2.1 account is disabled"
    )


def test_prose_that_names_nobody_is_no_failure() -> None:
    """What cannot be read changes nothing."""
    assert bounce(words("I am sorry.")).failure is None


HOSTILE = {
    "one long line": words("<" * 250_000),
    "many addresses": words("<ann@client.test>: \n" * 12_000),
    "almost addresses": words("   " + "a@" * 120_000),
    "almost a qmail report": words("Hi. This is the qmail-send program at \n" + "<a@b" * 60_000),
    "blanks": words("The following address failed:\n" + " " * 240_000),
    "nested parts": b"".join(
        b'Content-Type: multipart/report; boundary="%d"\n\n--%d\n' % (i, i) for i in range(5000)
    ),
    "many groups": report(*["Final-Recipient: rfc822; a@b.test\nAction: failed\nStatus: 5.1.1"] * 3000),
    "a long status": report("Final-Recipient: rfc822; a@b.test\nStatus: " + "5." * 100_000),
    "long words": report(
        "Final-Recipient: rfc822; a@b.test\nAction: failed\nDiagnostic-Code: smtp; " + "mailbox not " * 20_000
    ),
}


@pytest.mark.parametrize("name", list(HOSTILE))
def test_hostile_reports_take_no_time(name: str) -> None:
    """Within the size of a mail nothing takes the reader, or the library under guard, longer than a second.

    They take 0.13 s at most here; the bound leaves room for a busy machine and none for a quadratic pattern.
    """
    started = time.perf_counter()
    read = bounce(HOSTILE[name])
    assert time.perf_counter() - started < 1
    assert len(read.failures) <= 20


@given(st.binary(max_size=2000), st.sampled_from([b"", b"\n\n", report(), words("<ann@client.test>: ")]))
def test_nothing_raises(data: bytes, start: bytes) -> None:
    """Any bytes are read, alone and behind the beginning of a report."""
    bounce(start + data)


@given(st.text(max_size=300), st.sampled_from(["5.1.1", "5.7.1", "", "x"]))
def test_any_words_have_a_meaning(said: str, status: str) -> None:
    """Whatever a server says, it is one of the kinds."""
    assert kind_of(status, said) in set(FailureKind) - {FailureKind.DELAYED}
