"""Letters made mails."""

import email
import re
from datetime import UTC, datetime, timedelta, timezone
from email.message import EmailMessage
from email.policy import default

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mail_reading import ENVELOPE, ME

from pbmhearts.letters import Attachment, Content, Letter, MailKind
from pbmhearts.mail.addresses import ServerAddress
from pbmhearts.mail.reading.inbound import read
from pbmhearts.mail.writing.outbound import write

WHEN = datetime(2026, 11, 30, 10, tzinfo=timezone(timedelta(hours=1)))
NASTY = st.text(max_size=80) | st.text("a\r\n:\0 é\u2028\ud800=?", max_size=60)


def letter(
    subject: str = "[mhearts 101] Hand 3 - you are ann",
    text: str = "Your turn, ann.\n",
    html: str = "",
    *attachments: Attachment,
    answer: bool = False,
    reply_to: str = "",
    board: int | None = 101,
    references: tuple[str, ...] = (),
) -> Letter:
    """A board letter to ann."""
    return Letter(
        to="ann@client.test",
        content=Content(subject, text, html, attachments),
        message_id=ME.board_message_id(101, "k7f3q2ab", "u1"),
        date=WHEN,
        in_reply_to=references[-1] if references else "",
        references=references,
        reply_to=reply_to,
        answer=answer,
        board=board,
    )


def parsed(one: Letter, me: ServerAddress = ME) -> EmailMessage:
    """The mail as the standard library's strict parser reads it, which must find no fault."""
    message = email.message_from_bytes(write(one, me), policy=default)
    assert isinstance(message, EmailMessage)
    assert not [defect for part in message.walk() for defect in part.defects]
    return message


def lines(text: str) -> list[str]:
    """Lines by mail's own line ends alone, without blank ones at the end."""
    return re.split(r"\r\n|\r|\n", text.rstrip("\r\n"))


def test_a_board_letter_has_the_headers_that_mail_systems_ask_for() -> None:
    """Machines are told that a machine wrote it, people how to stop it."""
    message = parsed(letter(reply_to=ME.seat_address(101, "k7f3q2ab"), references=("<r@x>", "<a@b>")))
    assert dict(message.items()) | {"Content-Type": "", "Content-Transfer-Encoding": ""} == {
        "From": "MHearts <mhearts@example.org>",
        "To": "ann@client.test",
        "Reply-To": "mhearts+101-k7f3q2ab@example.org",
        "Subject": "[mhearts 101] Hand 3 - you are ann",
        "Date": "Mon, 30 Nov 2026 10:00:00 +0100",
        "Message-ID": "<101.k7f3q2ab.u1@example.org>",
        "In-Reply-To": "<a@b>",
        "References": "<r@x> <a@b>",
        "Auto-Submitted": "auto-generated",
        "X-Auto-Response-Suppress": "All",
        "List-Id": "MHearts <mhearts.example.org>",
        "List-Unsubscribe": "<mailto:mhearts+101-k7f3q2ab@example.org?subject=pause>",
        "X-PBMHearts-Board": "101",
        "X-PBMHearts-Loop": "example.org",
        "MIME-Version": "1.0",
        "Content-Type": "",
        "Content-Transfer-Encoding": "",
    }


def test_an_answer_says_so_and_names_no_board() -> None:
    """An answer is auto-replied; headers without a value are left out."""
    message = parsed(letter(answer=True, board=None))
    assert message["Auto-Submitted"] == "auto-replied"
    assert not {"X-PBMHearts-Board", "In-Reply-To", "References", "Reply-To"} & set(message.keys())


def test_unsubscribing_without_a_seat_address_takes_the_code_along() -> None:
    """`pause` needs to know whom, so the link's subject has the letter's tag."""
    assert parsed(letter())["List-Unsubscribe"] == (
        "<mailto:mhearts@example.org?subject=%5Bmhearts%20101.k7f3q2ab%5D%20pause>"
    )


def test_text_comes_first_then_html_then_files() -> None:
    """Programs show the last alternative that they can, so HTML stands after the text."""
    message = parsed(letter("s", "text ♣\n", "<p>♥</p>", Attachment("replay 1.txt", "a\nb\n")))
    kinds = [part.get_content_type() for part in message.walk()]
    assert kinds == ["multipart/mixed", "multipart/alternative", "text/plain", "text/html", "text/plain"]
    contents = [part.get_content().strip() for part in message.walk() if not part.is_multipart()]
    assert contents == ["text ♣", "<p>♥</p>", "a\r\nb"]
    assert [part.get_filename() for part in message.iter_attachments()] == ["replay_1.txt"]


@given(NASTY, st.text(max_size=300), st.text(max_size=300))
@settings(max_examples=200)
def test_a_letter_comes_back_as_it_was_written(subject: str, text: str, html: str) -> None:
    """Subject, text and HTML survive being written and parsed."""
    message = parsed(letter(f"S {subject}", text, html))
    wanted = "S " + re.sub("[\0-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]+", " ", subject)
    assert str(message["Subject"]).split() == wanted.split()
    body = message.get_body(("plain",))
    assert body is not None
    assert lines(body.get_content()) == lines(text.encode("utf-8", "replace").decode("utf-8"))
    if html:
        shown = message.get_body(("html",))
        assert shown is not None
        assert lines(shown.get_content()) == lines(html)


@given(NASTY, NASTY, NASTY)
def test_no_text_adds_a_header_a_part_or_a_long_line(subject: str, text: str, name: str) -> None:
    """Whatever players write, the header has its own fields and the lines are short and end in CRLF."""
    me = ServerAddress("mhearts@example.org", name or "MHearts")
    raw = write(letter(f"S {subject}", text, "", Attachment(name, text), references=(f"<{name}@x>",)), me)
    head = raw.partition(b"\r\n\r\n")[0]
    names = [line.partition(b":")[0] for line in head.split(b"\r\n") if line[:1] not in {b" ", b"\t"}]
    assert len(names) == len(set(names)) == 15
    assert b"\r" not in raw.replace(b"\r\n", b"")
    assert b"\n" not in raw.replace(b"\r\n", b"")
    assert max(map(len, raw.split(b"\r\n"))) <= 998
    assert len([*email.message_from_bytes(raw).walk()]) == 3


@pytest.mark.parametrize(
    "subject", ["a" * 5000, "é" * 3000, "a " * 3000, "=?utf-8?q?no?=", "x\r\nBcc: bob@client.test"]
)
def test_a_long_or_tricky_subject_is_carried_whole(subject: str) -> None:
    """Lines stay under 998 bytes; what looks like an encoded word is not read as one."""
    raw = write(letter(subject), ME)
    assert max(map(len, raw.split(b"\r\n"))) <= 998
    assert str(parsed(letter(subject))["Subject"]).replace(" ", "") == "".join(subject.split())
    assert parsed(letter(subject))["Bcc"] is None


@pytest.mark.parametrize(
    "name", ["MHearts", "Hearts, by mail", 'The "Hearts"', "Hjärter", "Hearts <x@y>", "a\\"]
)
def test_a_display_name_is_written_so_that_the_address_stays(name: str) -> None:
    """Commas, quotes and letters beyond ASCII in the server's name do no harm."""
    message = parsed(letter(), ServerAddress("mhearts@example.org", name))
    (sender,) = message["From"].addresses
    assert (sender.display_name, sender.addr_spec) == (name, "mhearts@example.org")


@pytest.mark.parametrize(
    "text", ["plain\n", "♣\n", "x" * 5000, "♣" * 5000, "From me\n.\n..\n--=_\n \n", "\0\x01", ""]
)
def test_the_body_survives_seven_bit_relays(text: str) -> None:
    """Every byte is ASCII, and a text part is the text again."""
    raw = write(letter("s", text, "<p>♥</p>"), ME)
    assert raw.isascii()
    body = parsed(letter("s", text, "<p>♥</p>")).get_body(("plain",))
    assert body is not None
    assert lines(body.get_content()) == lines(text)


def test_the_same_letter_gives_the_same_bytes() -> None:
    """A letter that is tried again is the same mail, boundary and all."""
    one = letter("s", "♣", "<p>♥</p>", Attachment("a.txt", "b"))
    assert write(one, ME) == write(one, ME)


def test_our_own_letter_is_known_when_it_comes_back() -> None:
    """What we write, we read as a loop, and never as anybody's command."""
    assert read(write(letter("s", "7c\n", "<p>7c</p>"), ME), ENVELOPE, ME).kind is MailKind.LOOP


def test_an_answer_to_our_letter_names_its_board() -> None:
    """The Message-ID that we gave comes back in In-Reply-To and tells board and code."""
    ours = parsed(letter())["Message-ID"]
    answer = f"From: ann@client.test\r\nSubject: hi\r\nIn-Reply-To: {ours}\r\n\r\n7c\r\n".encode()
    found = read(answer, ENVELOPE, ME)
    assert [(one.board, one.code) for one in found.references] == [(101, "k7f3q2ab")]


def test_a_date_in_utc_is_written_with_its_offset() -> None:
    """Aware dates keep their zone."""
    one = Letter("a@b", Content("s", "t"), "<m@x>", datetime(2026, 11, 30, tzinfo=UTC))
    assert b"\r\nDate: Mon, 30 Nov 2026 00:00:00 +0000\r\n" in write(one, ME)
