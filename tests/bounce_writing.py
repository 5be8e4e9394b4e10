"""Reports as mail systems write them, for the tests of reading them."""

OUR_LETTER = """\
Return-Path: <{sender}>
From: MHearts <mhearts@example.org>
To: ann@client.test
Message-ID: <101.k7f3q2ab.abc@example.org>
Subject: [mhearts 101] Hand 3 - you are ann

Your turn
"""


def report(
    *recipients: str,
    to: str = "mhearts@example.org",
    sender: str = "mhearts+b-17-k7f3q2ab@example.org",
    kind: str = "delivery-status",
) -> bytes:
    """An RFC 3464 report; each of `recipients` is the fields of one."""
    lines = [
        "From: Mail Delivery System <MAILER-DAEMON@client.test>",
        f"To: {to}",
        "Subject: Undelivered Mail Returned to Sender",
        "Auto-Submitted: auto-replied",
        "MIME-Version: 1.0",
        f'Content-Type: multipart/report; report-type={kind}; boundary="=_b"',
        "",
        "--=_b",
        "Content-Type: text/plain; charset=us-ascii",
        "",
        "Your message could not be delivered.",
        "",
        "--=_b",
        f"Content-Type: message/{kind}",
        "",
        "Reporting-MTA: dns; mx.client.test",
        "Arrival-Date: Thu, 1 Jan 2026 12:00:00 +0000",
        "",
        *"\n\n".join(recipients).splitlines(),
        "",
        "--=_b",
        "Content-Type: message/rfc822",
        "",
        *OUR_LETTER.format(sender=sender).splitlines(),
        "--=_b--",
        "",
    ]
    return "\r\n".join(lines).encode("utf-8")


def recipient(
    address: str, status: str, *, action: str = "failed", diagnostic: str = "", original: str = ""
) -> str:
    """The fields of one recipient."""
    fields = [f"Original-Recipient: rfc822;{original}"] if original else []
    fields += [f"Final-Recipient: rfc822; {address}", f"Action: {action}", f"Status: {status}"]
    fields += [f"Diagnostic-Code: smtp; {diagnostic}"] if diagnostic else []
    return "\n".join(fields)


def complaint(sender: str, *, kind: str = "abuse", named: bool = True) -> bytes:
    """An RFC 5965 report about a letter with the envelope sender `sender`."""
    lines = [
        "From: <fbl@provider.test>",
        "To: mhearts@example.org",
        "Subject: FW: a letter",
        "MIME-Version: 1.0",
        'Content-Type: multipart/report; report-type=feedback-report; boundary="=_b"',
        "",
        "--=_b",
        "Content-Type: text/plain",
        "",
        "This is a complaint.",
        "--=_b",
        "Content-Type: message/feedback-report",
        "",
        f"Feedback-Type: {kind}",
        "User-Agent: Loop/1.0",
        "Version: 1",
        *([f"Original-Mail-From: <{sender}>"] if named else []),
        "",
        "--=_b",
        "Content-Type: message/rfc822",
        "",
        *OUR_LETTER.format(sender=sender).splitlines(),
        "--=_b--",
        "",
    ]
    return "\r\n".join(lines).encode("utf-8")
