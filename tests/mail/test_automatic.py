"""Who wrote a mail: a person, a machine, a mail system, or we ourselves."""

import pytest
from mail_reading import ENVELOPE, ME, mail

from pbmhearts.letters import Envelope, MailKind
from pbmhearts.mail.inbound import read

NULL = Envelope("", ("mhearts@example.org",))
BOUNCED = Envelope("", (ME.bounce_address("17-k7f3q2ab"),))
REPORT = 'multipart/report; report-type=delivery-status; boundary="b"'


@pytest.mark.parametrize(
    "header",
    [
        "Auto-Submitted: auto-replied",
        "Auto-Submitted: auto-generated (vacation)",
        "AUTO-SUBMITTED: Auto-Replied; x=y",
        "Precedence: bulk",
        "Precedence: JUNK",
        "Precedence: list",
        "List-Id: Hearts <hearts.lists.test>",
        "List-Id:",
        "X-Autoreply: yes",
        "X-Autorespond: on",
        "Return-Path: <>",
    ],
)
def test_a_machines_header_makes_a_mail_automatic(header: str) -> None:
    """Each header that RFC 3834 and its forerunners name is enough, and is named for the record."""
    read_mail = read(mail("7c", header), ENVELOPE, ME)
    assert read_mail.kind is MailKind.AUTO
    assert read_mail.why


@pytest.mark.parametrize(
    "header",
    [
        "X-Auto-Response-Suppress: All",
        "Auto-Submitted: no",
        "Auto-Submitted: no (a person)",
        "Auto-Submitted:",
        "Precedence: normal",
        "Precedence: first-class",
        "X-Autoreply: no",
        "List-Unsubscribe: <mailto:x@client.test>",
        "Return-Path: <ann@client.test>",
    ],
)
def test_a_persons_header_leaves_a_mail_a_command(header: str) -> None:
    """Players who ask for no automatic answers are obeyed all the same."""
    read_mail = read(mail("7c", header), ENVELOPE, ME)
    assert (read_mail.kind, read_mail.why) == (MailKind.COMMAND, "")


@pytest.mark.parametrize(
    "sender",
    [
        "MAILER-DAEMON@client.test",
        "Mail Delivery <mailer-daemon@client.test>",
        "postmaster@client.test",
        "noreply@client.test",
        "No-Reply@client.test",
        "shop-noreply@client.test",
        "donotreply@client.test",
        "hearts-bounces@lists.test",
        "bounce+ann=client.test@lists.test",
        "<MAILER-DAEMON>",
    ],
)
def test_a_machines_address_makes_a_mail_automatic(sender: str) -> None:
    """Nobody reads what is sent to such an address, so nothing is sent."""
    assert read(mail("7c", sender=sender), ENVELOPE, ME).kind is MailKind.AUTO


@pytest.mark.parametrize(
    "sender",
    [
        "Ann <ann@client.test>",
        "daemon@client.test",
        "reply@client.test",
        "",
        "bouncer@client.test",
        "MAILER-DAEMON <ann@client.test>",
    ],
)
def test_a_persons_address_is_a_persons(sender: str) -> None:
    """Names that only resemble a machine's are people."""
    assert read(mail("7c", sender=sender), ENVELOPE, ME).kind is MailKind.COMMAND


@pytest.mark.parametrize(
    "sender",
    [
        "bounces+SRS=44ldt=IX@client.test",
        "bounces+123-ab-mhearts=cards.example@em.client.test",
        "bounce+6a3.b4-mhearts=example.org@mg.client.test",
        "list-bounces@client.test",
        "prvs=0123456789=ann@client.test",
        "SRS0=aBcD=XY=client.test=ann@forward.test",
    ],
)
def test_a_forwarders_envelope_leaves_a_mail_a_persons(sender: str) -> None:
    """Forwarders and relays put such senders on what people write; From and headers tell who wrote it."""
    envelope = Envelope(sender, ("mhearts@example.org",))
    assert read(mail("7c"), envelope, ME).kind is MailKind.COMMAND


@pytest.mark.parametrize(
    "sender", ["MAILER-DAEMON@client.test", "postmaster@client.test", "noreply@client.test"]
)
def test_a_daemons_envelope_makes_a_mail_automatic(sender: str) -> None:
    """No person's mail is sent under such a name."""
    envelope = Envelope(sender, ("mhearts@example.org",))
    assert read(mail("7c"), envelope, ME).kind is MailKind.AUTO


def test_a_null_return_path_is_never_answered() -> None:
    """Without a report in it, it is some automatic answer."""
    assert read(mail("7c"), NULL, ME).kind is MailKind.AUTO


@pytest.mark.parametrize("envelope", [NULL, BOUNCED])
def test_a_delivery_report_is_a_bounce(envelope: Envelope) -> None:
    """RFC 3464's reports are bounces wherever they were sent, even marked as automatic."""
    assert (
        read(mail("--b--", "Auto-Submitted: auto-replied", kind=REPORT), envelope, ME).kind is MailKind.BOUNCE
    )


def test_what_a_mail_system_sends_to_a_bounce_address_is_a_bounce() -> None:
    """Old mail systems bounce in free text."""
    assert read(mail("550 no such user"), BOUNCED, ME).kind is MailKind.BOUNCE
    failed = mail("550 no such user", "X-Failed-Recipients: ann@client.test")
    assert read(failed, NULL, ME).kind is MailKind.BOUNCE
    assert read(failed, ENVELOPE, ME).kind is MailKind.COMMAND


def test_a_vacation_reply_to_a_bounce_address_is_no_bounce() -> None:
    """Vacation replies go to the envelope sender too, and say nothing about delivery."""
    assert read(mail("away", "Auto-Submitted: auto-replied"), BOUNCED, ME).kind is MailKind.AUTO


def test_a_report_that_is_no_delivery_report_is_automatic() -> None:
    """Read receipts and complaints are recorded with their type."""
    receipt = read(mail("", kind="multipart/report; report-type=disposition-notification"), NULL, ME)
    complaint = read(mail("", kind="multipart/report; report-type=feedback-report"), ENVELOPE, ME)
    assert receipt.kind is complaint.kind is MailKind.AUTO
    assert complaint.why == "multipart/report; feedback-report"


def test_a_report_with_a_return_path_from_a_person_is_no_bounce() -> None:
    """Anybody can write a report; without a mail system behind it, it changes nothing."""
    assert read(mail("", kind=REPORT), ENVELOPE, ME).kind is MailKind.AUTO


@pytest.mark.parametrize(
    "sender", ["mhearts@example.org", "MHearts <MHEARTS@Example.org>", "mhearts+101-k7f3q2ab@example.org"]
)
def test_our_own_address_is_a_loop(sender: str) -> None:
    """A mail that claims to come from us is recorded and not answered."""
    assert read(mail("7c", sender=sender), ENVELOPE, ME).kind is MailKind.LOOP


def test_our_own_loop_header_is_a_loop() -> None:
    """A letter of ours that was redirected back is known by its header, whatever the server is called by now."""
    assert read(mail("7c", "x-pbmhearts-loop: Example.ORG"), ENVELOPE, ME).kind is MailKind.LOOP
    assert read(mail("7c", "X-PBMHearts-Loop: elsewhere.test"), ENVELOPE, ME).kind is MailKind.LOOP
    ours = Envelope("mhearts@example.org", ("mhearts@example.org",))
    assert read(mail("7c"), ours, ME).kind is MailKind.LOOP


@pytest.mark.parametrize("first", range(4))
def test_the_kind_does_not_depend_on_the_headers_order(first: int) -> None:
    """A loop is a loop whatever else the mail says."""
    headers = [
        "Precedence: bulk",
        "X-PBMHearts-Loop: example.org",
        "Auto-Submitted: auto-replied",
        "List-Id: x",
    ]
    assert read(mail("", *headers[first:], *headers[:first]), NULL, ME).kind is MailKind.LOOP
