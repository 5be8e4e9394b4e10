"""The words of a mail, wherever mail programs put them; and mail that nobody can open."""

import pytest
from house import House
from ready_house import BOARD

NOTICE = "This message is in HTML, which your mail program cannot show."
PARTS = {
    "a text that is a file": (
        'multipart/mixed; boundary="b"',
        (
            "--b\r\nContent-Type: text/plain; name=text_0.txt\r\n"
            "Content-Disposition: attachment; filename=text_0.txt\r\n\r\n{card}\r\n--b--\r\n"
        ),
    ),
    "HTML beside a notice": (
        'multipart/alternative; boundary="b"',
        (
            f"--b\r\nContent-Type: text/plain\r\n\r\n{NOTICE}\r\n--b\r\nContent-Type: text/html\r\n\r\n"
            "<p>{card}</p>\r\n--b--\r\n"
        ),
    ),
}
SEALED = {
    "S/MIME": (
        "application/pkcs7-mime; smime-type=enveloped-data; name=smime.p7m",
        "MIAGCSqGSIb3DQEHA6CAMIACAQAx\r\n",
    ),
    "opaque": (
        "application/pkcs7-mime; smime-type=signed-data; name=smime.p7m",
        "MIAGCSqGSIb3DQEHAqCAMIACAQEx\r\n",
    ),
    "PGP/MIME": (
        'multipart/encrypted; protocol="application/pgp-encrypted"; boundary="b"',
        (
            "--b\r\nContent-Type: application/pgp-encrypted\r\n\r\nVersion: 1\r\n--b\r\n"
            "Content-Type: application/octet-stream\r\n\r\n-----BEGIN PGP MESSAGE-----\r\nhQ\r\n--b--\r\n"
        ),
    ),
    "PGP in the text": (
        "text/plain",
        "-----BEGIN PGP MESSAGE-----\r\n\r\nhQEMA\r\n-----END PGP MESSAGE-----\r\n",
    ),
}


def _reply(house: House, kind: str, body: str) -> str:
    """What comes back to whoever must play, who answers the board's letter with this."""
    me, (card, *_) = house.turn(BOARD)
    (letter,) = house.mail(me, f"mhearts showas {me} secret-{me} {BOARD}")
    raw = (
        f"From: {me}@players.example\r\nTo: {letter['Reply-To']}\r\nSubject: Re: {letter.subject}\r\n"
        f"Message-ID: <hidden@players.example>\r\nIn-Reply-To: {letter['Message-ID']}\r\nMIME-Version: 1.0\r\n"
        f"Content-Type: {kind}\r\n\r\n{body.replace('{card}', card)}"
    )
    house.raw(raw.encode(), envelope_from=f"{me}@players.example", to=letter["Reply-To"])
    return "\n".join(found.text for found in house.letters(me))


@pytest.mark.parametrize("parts", PARTS)
def test_the_words_are_found(playing: House, parts: str) -> None:
    """And the card is played."""
    _, (card, *_) = playing.turn(BOARD)
    _reply(playing, *PARTS[parts])
    assert playing.log(BOARD)[-1].endswith(card)


@pytest.mark.parametrize("sealed", SEALED)
def test_mail_that_nobody_can_open_is_told_so(playing: House, sealed: str) -> None:
    """With what to do about it; nothing is played."""
    before = playing.log(BOARD)
    told = " ".join(_reply(playing, *SEALED[sealed]).split())
    assert "I cannot open it" in told
    assert "Mail it again without that" in told
    assert playing.log(BOARD) == before
