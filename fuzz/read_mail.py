"""Mutates mails and reads them, for as long as it is told: `make fuzz SECONDS=300`.

Nothing that a mail holds may make the readers raise or take long: they run before anything is known of its writer.
libFuzzer's own arguments may follow, and folders of mails to begin with.
"""

import json
import sys
import tempfile
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["pbmhearts.mail", "pbmhearts.intake.parse", "pbmhearts.cards"]):
    from pbmhearts import verbs
    from pbmhearts.intake.parse import parse
    from pbmhearts.letters import Envelope
    from pbmhearts.mail.addresses import ServerAddress
    from pbmhearts.mail.codes import Codes
    from pbmhearts.mail.reading.arf import read_complaint
    from pbmhearts.mail.reading.dsn import read_bounce
    from pbmhearts.mail.reading.inbound import envelope_of, read

ME = ServerAddress("mhearts@example.org")
CODES = Codes(b"a key that signs nothing but this")
REGISTRY = verbs.discover()
AUTHSERV_ID = "mx.example.org"

BEGINNINGS = (
    b"From: ann@client.test\nSubject: mhearts move 101 ann secret 4c\nMessage-ID: <1@client.test>\n\nhi\n",
    b"From: ann@client.test\nSubject: Re: [mhearts 101.k7f3q2ab] Hand 1\n\n4c\n\n> On Monday we wrote:\n> 5c\n",
    b"From: a@b.test\nSubject: multiple\nAuthentication-Results: mx.example.org; dmarc=pass\n\nhelp\nend\n",
    (
        b"From: MAILER-DAEMON@client.test\nTo: mhearts+b-17-k7f3q2ab@example.org\n"
        b'Content-Type: multipart/report; report-type=delivery-status; boundary="b"\n\n--b\n'
        b"Content-Type: message/delivery-status\n\nReporting-MTA: dns; x\n\nFinal-Recipient: rfc822; ann@client.test\n"
        b"Action: failed\nStatus: 5.1.1\n\n--b--\n"
    ),
    (
        b"From: fbl@p.test\nContent-Type: multipart/report; report-type=feedback-report; boundary=b\n\n--b\n"
        b"Content-Type: message/feedback-report\n\nFeedback-Type: abuse\n\n--b--\n"
    ),
    b"From: MAILER-DAEMON@client.test\n\nHi. This is the qmail-send program at x.\n\n<ann@client.test>:\nno\n",
)


def read_mail(raw: bytes) -> None:
    """Everything that is done with a mail's bytes before the database is asked."""
    mail = read(raw, envelope_of(raw, ME), ME, AUTHSERV_ID)
    parse(mail, REGISTRY, 20)
    bounced = Envelope("", (ME.bounce_address(CODES.bounce_token(17)),))
    read_bounce(raw, bounced, ME, CODES)
    read_complaint(raw, bounced, ME, CODES)


def beginnings(folder: Path) -> None:
    """Lay mails to begin with into a folder: of each kind one, and those of the tests."""
    cases = json.loads((Path(__file__).parents[1] / "tests/data/mail/cases.json").read_text("utf-8"))
    texts = [value for case in cases for value in case.values() if isinstance(value, str) and "\n" in value]
    for number, mail in enumerate([*BEGINNINGS, *(text.encode("utf-8", "replace") for text in texts)]):
        (folder / f"{number:04d}").write_bytes(mail)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory(prefix="pbmhearts-fuzz-") as folder:
        beginnings(Path(folder))
        atheris.Setup([*sys.argv, folder], read_mail)
        atheris.Fuzz()
