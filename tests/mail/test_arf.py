"""Complaints, and what only looks like one."""

import pytest
from bounce_writing import complaint, recipient, report
from hypothesis import given
from hypothesis import strategies as st
from mail_reading import ENVELOPE, ME

from pbmhearts.mail.arf import complained_of
from pbmhearts.mail.codes import Codes

CODES = Codes(b"a key for the tests of complaints")
SIGNED = ME.bounce_address(CODES.bounce_token(17))


def letter(raw: bytes) -> int | None:
    return complained_of(raw, ENVELOPE, ME, CODES)


@pytest.mark.parametrize("named", [True, False])
def test_a_complaint_names_its_letter(named: bool) -> None:
    """By the report's Original-Mail-From, or by the Return-Path of the letter that came with it."""
    assert letter(complaint(SIGNED, named=named)) == 17


def test_a_complaint_without_our_signature_is_none() -> None:
    """Anybody can write a report."""
    assert letter(complaint(ME.bounce_address("17-aaaaaaaa"))) is None
    assert letter(complaint(ME.address)) is None


def test_only_complaints_are_complaints() -> None:
    """A "not spam" report, a bounce and a person's mail say nothing of the kind."""
    assert letter(complaint(SIGNED, kind="not-spam")) is None
    assert letter(report(recipient("ann@client.test", "5.1.1"), sender=SIGNED)) is None
    assert letter(b"From: ann@client.test\nSubject: spam!\n\nstop") is None


@given(st.binary(max_size=1000))
def test_nothing_raises(data: bytes) -> None:
    """Any bytes are read."""
    letter(complaint(SIGNED)[:700] + data)
