"""Answers as mail programs write them: the player's words, and nothing of ours."""

from base64 import encodebytes
from typing import Any

import pytest
from mail_reading import ME, cases, replies, said

from pbmhearts.letters import Envelope, InboundMail
from pbmhearts.mail.reading.inbound import read

REPLIES = replies()
CASES = cases()
LEAKS = ("3C", "example.org", "client.test", "wrote", "schrieb", "Sent", "Gesendet", "MHearts")


@pytest.mark.parametrize("reply", REPLIES, ids=[reply["id"] for reply in REPLIES])
def test_the_words_of_a_reply_are_the_players(reply: dict[str, Any]) -> None:
    """What was typed above and below the quotation is found, in each program and language."""
    mail = said(reply["body"], kind=f"{reply.get('type', 'text/plain')}; charset=utf-8")
    assert mail.words == tuple(reply.get("words", ()))
    assert mail.below == tuple(reply.get("below", ()))
    assert mail.quoted is reply.get("quoted", True)


@pytest.mark.parametrize("reply", REPLIES, ids=[reply["id"] for reply in REPLIES])
def test_nothing_of_ours_is_ever_among_the_words(reply: dict[str, Any]) -> None:
    """No quoted card, no attribution line, no address stands among a reply's words."""
    mail = said(reply["body"], kind=f"{reply.get('type', 'text/plain')}; charset=utf-8")
    assert not [line for line in mail.words + mail.below + mail.body if any(leak in line for leak in LEAKS)]


@pytest.mark.parametrize("reply", REPLIES, ids=[reply["id"] for reply in REPLIES])
def test_line_ends_and_transfer_encoding_change_no_reply(reply: dict[str, Any]) -> None:
    """CRLF or LF, base64 or plain: the words are the same."""
    kind = f"{reply.get('type', 'text/plain')}; charset=utf-8"
    crlf = reply["body"].replace("\n", "\r\n").encode()
    plain = said(reply["body"], kind=kind)
    packed = said(encodebytes(crlf), "Content-Transfer-Encoding: base64", kind=kind)
    assert packed.words == plain.words == said(crlf, kind=kind).words
    assert packed.below == plain.below


def _summary(mail: InboundMail) -> dict[str, object]:
    return {
        "kind": mail.kind.value,
        "command": mail.command,
        "tag": f"{mail.tag.board}.{mail.tag.code}" if mail.tag else "",
        "words": list(mail.words),
        "below": list(mail.below),
        "references": [f"{one.board}.{one.code}" for one in mail.references],
    }


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_a_case_is_read_as_agreed(case: dict[str, Any]) -> None:
    """Each of the agreed mails gives its command, tag and words."""
    envelope = Envelope(case["envelope_from"], ("mhearts@example.org",))
    assert _summary(read(case["raw"].encode(), envelope, ME)) == case["read"]
