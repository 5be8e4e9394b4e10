"""Whole mails: headers, addresses, references, fingerprints."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mail_reading import ENVELOPE, ME, cases, mail, replies, said

from pbmhearts.letters import BoardTag, Envelope
from pbmhearts.mail.reading.inbound import envelope_of, read

CODE = "k7f3q2ab"
LONGEST = f"{'a' * 64}@{'b' * 184}.test"
"""An address of 254 characters."""


@pytest.mark.parametrize(
    ("value", "address", "name"),
    [
        ("ann@client.test", "ann@client.test", ""),
        ("Ann <Ann@Client.TEST>", "ann@client.test", "Ann"),
        ('"Bee, Ann" <ann@client.test>', "ann@client.test", "Bee, Ann"),
        ("Bee, Ann <ann@client.test>", "ann@client.test", "Bee, Ann"),
        ('"bob@client.test" <ann@client.test>', "ann@client.test", "bob@client.test"),
        ('"<bob@client.test>" <ann@client.test>', "ann@client.test", "<bob@client.test>"),
        ("ann@client.test (Ann)", "ann@client.test", ""),
        ("=?utf-8?q?J=C3=B6rg?= <joerg@client.test>", "joerg@client.test", "Jörg"),
        ("=?utf-8?q?=3Cbob=40client=2Etest=3E?= <ann@client.test>", "ann@client.test", "<bob@client.test>"),
        ("Ann < ann@client.test >", "ann@client.test", "Ann"),
        ("ann@client.test, bob@client.test", "ann@client.test", ""),
        ('"Ann <ann@client.test>', "ann@client.test", "Ann"),
        ("Jörg <jörg@client.test>", "jörg@client.test", "Jörg"),
        (f"Ann <{LONGEST}>", LONGEST, "Ann"),
        (f"Ann <{LONGEST}x>", "", ""),
        (f"{LONGEST}x", "", ""),
        (f"<{LONGEST[1:]}\u0130>", "", ""),  # longer in lower case
        ("(c):", "", ""),
        ('"', "", ""),
        ("Ann", "", ""),
        ("", "", ""),
    ],
)
def test_the_from_header_is_read_however_it_is_written(value: str, address: str, name: str) -> None:
    """The address counts, not what the display name pretends to be."""
    read_mail = read(mail(sender=value), ENVELOPE, ME)
    assert (read_mail.header_from, read_mail.header_name) == (address, name)


@pytest.mark.parametrize(
    ("value", "message_id"),
    [
        ("<a@b>", "<a@b>"),
        ("<[b378@x]>", "<[b378@x]>"),
        (" <a@b> (comment)", "<a@b>"),
        ("a@b", "<a@b>"),
        ("<a b>", ""),
        ("", ""),
        ("<é@b>", ""),
    ],
)
def test_a_message_id_is_taken_as_it_is(value: str, message_id: str) -> None:
    """Odd ids are kept, since answers must name them; what cannot stand in a header is dropped."""
    assert said("7c", f"Message-ID: {value}").message_id == message_id


def test_references_come_newest_first_without_those_of_others() -> None:
    """In-Reply-To counts before References, and these from their end."""
    ids = [ME.board_message_id(101, f"aaaaaaa{n}", "u") for n in (2, 3, 4)]
    root = ME.deal_root_id(101, 3, "ann")
    mails = said(
        "7c", f"References: {root} {ids[0]}\r\n <x@client.test> {ids[1]} {ids[2]}", f"In-Reply-To: {ids[1]}"
    )
    assert mails.references == tuple(BoardTag(101, f"aaaaaaa{n}") for n in (3, 4, 2))


def test_no_more_references_are_kept_than_are_of_use() -> None:
    """A mail cannot make us try hundreds of codes."""
    ids = " ".join(ME.board_message_id(board, CODE, "u") for board in range(300))
    assert len(said("7c", f"References: {ids}").references) == 20


def test_the_seat_comes_from_the_envelope_before_any_header() -> None:
    """Where a mail was sent decides; its To header is only asked where the envelope is silent."""
    first, second = ME.seat_address(101, CODE), ME.seat_address(102, CODE)
    raw = mail("7c", f"To: {second}")
    assert read(raw, Envelope("a@b.test", ("mhearts@example.org", first.upper())), ME).seat == BoardTag(
        101, CODE
    )
    assert read(raw, ENVELOPE, ME).seat == BoardTag(102, CODE)
    assert read(mail("7c", f"Cc: x@b.test, Me <{second}>"), ENVELOPE, ME).seat == BoardTag(102, CODE)
    assert read(mail("7c", "To: (c):", 'Cc: "'), ENVELOPE, ME).seat is None


def test_the_same_mail_has_the_same_fingerprint_however_it_came() -> None:
    """Line ends, the envelope and headers that mail systems add change nothing."""
    raw = mail("7c\r\n", "Message-ID: <a@b>")
    again = b"Received: from x\r\n" + raw.replace(b"\r\n", b"\n")
    other = Envelope("x@y.test", ())
    assert read(raw, ENVELOPE, ME).fingerprint == read(again, other, ME).fingerprint


@pytest.mark.parametrize(
    "raw",
    [
        mail("7c\r\n", "Message-ID: <a@c>"),
        mail("9c\r\n", "Message-ID: <a@b>"),
        mail("7c\r\n", "Message-ID: <a@b>", subject="help"),
        mail("7c\r\n", "Message-ID: <a@b>", sender="bob@client.test"),
        mail("7c\r\n"),
    ],
)
def test_another_mail_has_another_fingerprint(raw: bytes) -> None:
    """From, Message-ID, subject and body each make a mail another one."""
    assert read(raw, ENVELOPE, ME).fingerprint != said("7c\r\n", "Message-ID: <a@b>").fingerprint


def test_what_moves_from_one_field_to_the_next_changes_the_fingerprint() -> None:
    """The fields are told apart by their lengths."""
    one = read(b"From: ab\nMessage-ID: c\n\n", ENVELOPE, ME)
    other = read(b"From: a\nMessage-ID: bc\n\n", ENVELOPE, ME)
    assert one.fingerprint != other.fingerprint


@pytest.mark.parametrize(
    "raw", [b"", b"\n", b"\0", b"\xff\xfe", b":", b"\r\n\r\n", b"From:", b"7c", b"Subject: \xff\xfe\xfa"]
)
def test_a_mail_of_nearly_nothing_is_read(raw: bytes) -> None:
    """An empty or torn mail is read to an empty result."""
    read_mail = read(raw, ENVELOPE, ME)
    assert read_mail.header_from == ""
    assert read_mail.command in {"", "\ufffd", "ÿþú"}


@given(st.binary(max_size=600))
@settings(max_examples=300)
def test_any_bytes_are_read(raw: bytes) -> None:
    """No bytes raise, and what is read can be written as UTF-8."""
    repr(read(raw, ENVELOPE, ME)).encode("utf-8")


REAL = [case["raw"].encode() for case in cases()] + [
    mail(one["body"], kind=one.get("type", "text/plain")) for one in replies()
]


@given(st.data())
@settings(max_examples=400)
def test_damaged_real_mails_are_read(data: st.DataObject) -> None:
    """Real mails with pieces cut out, doubled, moved or overwritten are read as well."""
    raw = data.draw(st.sampled_from(REAL))
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(raw)))
        end = data.draw(st.integers(start, len(raw)))
        patch = data.draw(
            st.sampled_from(
                [
                    b"",
                    raw[start:end] * 2,
                    b"\0",
                    b"\xff",
                    b"\r",
                    b"\n",
                    b"=?utf-8?b?",
                    b"--b\n",
                    b"<",
                    b'"',
                    b"(",
                ]
            )
        )
        raw = raw[:start] + patch + raw[end:]
    repr(read(raw, ENVELOPE, ME)).encode("utf-8")


HEADER_NAMES = [
    "Content-Type",
    "Content-Transfer-Encoding",
    "From",
    "To",
    "Subject",
    "Message-ID",
    "References",
    "Auto-Submitted",
    "Content-Disposition",
]
VALUES = st.text("abm=?<>@\"'();:,*/%\\ \t-_utf8é", max_size=60) | st.sampled_from(
    [
        "multipart/mixed; boundary=b",
        "text/html; charset=uft-8",
        "base64",
        "quoted-printable",
        "name*",
        "text/plain; charset=utf-16",
    ]
)


@given(st.lists(st.tuples(st.sampled_from(HEADER_NAMES), VALUES), max_size=6), st.text(max_size=200))
def test_any_header_values_are_read(fields: list[tuple[str, str]], body: str) -> None:
    """Whatever stands in the fields that are looked at, the mail is read."""
    head = "".join(f"{name}: {value}\r\n" for name, value in fields)
    repr(read(f"{head}\r\n{body}".encode(), ENVELOPE, ME)).encode("utf-8")


def test_a_mail_from_a_mailbox_tells_its_envelope() -> None:
    """Return-Path is the sender, our addresses in the header are the recipients; what is missing has a stand-in."""
    headers = (
        "Return-Path: <Ann@client.test>",
        "Delivered-To: mhearts+b-17-k7f3q2ab@example.org",
        "To: Bob <bob@client.test>, MHearts@example.org",
    )
    envelope = envelope_of(mail("7c", *headers), ME)
    assert envelope.envelope_from == "ann@client.test"
    assert envelope.recipients == ("mhearts+b-17-k7f3q2ab@example.org", "MHearts@example.org")
    assert envelope_of(mail("7c", "Return-Path: <>"), ME).envelope_from == ""
    assert envelope_of(mail("7c", f"Return-Path: <{LONGEST}x>"), ME).envelope_from == "unknown@localhost"
    assert envelope_of(b"", ME) == Envelope("unknown@localhost", (ME.address,))
