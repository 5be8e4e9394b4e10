"""Complaints, and what only looks like one."""

import pytest
from bounce_writing import complaint, recipient, report
from hypothesis import given
from hypothesis import strategies as st
from mail_reading import ENVELOPE, ME

from pbmhearts.mail.codes import Codes
from pbmhearts.mail.reading.arf import Complaint, read_complaint

CODES = Codes(b"a key for the tests of complaints")
SIGNED = ME.bounce_address(CODES.bounce_token(17))


MESSAGE_ID = "<101.k7f3q2ab.abc@example.org>"


def read(raw: bytes) -> Complaint | None:
    return read_complaint(raw, ENVELOPE, ME, CODES)


@pytest.mark.parametrize("named", [True, False])
def test_a_complaint_names_its_letter(named: bool) -> None:
    """By the report's Original-Mail-From, or by the Return-Path of the letter that came with it."""
    assert read(complaint(SIGNED, named=named)) == Complaint(17, MESSAGE_ID)


def test_a_complaint_without_our_signature_names_the_letter_by_its_message_id() -> None:
    """A provider may leave the envelope sender out, and a smarthost rewrite it; one that is forged is none."""
    for sender in (ME.bounce_address("17-aaaaaaaa"), ME.address):
        assert read(complaint(sender)) == Complaint(None, MESSAGE_ID)


def test_a_complaint_that_tells_of_no_letter_is_none() -> None:
    """Anybody can write a report."""
    assert read(complaint(ME.address).replace(b"Message-ID: ", b"X-Was: ")) is None


def test_only_complaints_are_complaints() -> None:
    """A "not spam" report, a bounce and a person's mail say nothing of the kind."""
    assert read(complaint(SIGNED, kind="not-spam")) is None
    assert read(report(recipient("ann@client.test", "5.1.1"), sender=SIGNED)) is None
    assert read(b"From: ann@client.test\nSubject: spam!\n\nstop") is None


@given(st.binary(max_size=1000))
def test_nothing_raises(data: bytes) -> None:
    """Any bytes are read."""
    read(complaint(SIGNED)[:700] + data)
