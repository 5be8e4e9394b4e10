"""Which part of a mail is its text."""

import pytest
from mail_reading import said

from pbmhearts.mail.reading.headers import MAX_VALUE, split
from pbmhearts.mail.reading.structure import text_of


def parts(*inner: str, kind: str = "mixed", boundary: str = "b") -> tuple[str, str]:
    """The body and content type of a multipart of these parts."""
    body = "".join(f"--{boundary}\r\n{part}\r\n" for part in inner) + f"--{boundary}--\r\n"
    return body, f'multipart/{kind}; boundary="{boundary}"'


PLAIN = "Content-Type: text/plain\r\n\r\n7c"
HTML = "Content-Type: text/html\r\n\r\n<p>9c</p>"
FILE = "Content-Type: text/plain\r\nContent-Disposition: attachment; filename=a.txt\r\n\r\nfile"
MESSAGE = "Content-Type: message/rfc822\r\n\r\nSubject: x\r\n\r\n2C 3C"
IMAGE = "Content-Type: image/png\r\nContent-Transfer-Encoding: base64\r\n\r\nAAAA"


@pytest.mark.parametrize(
    ("inner", "kind", "words"),
    [
        ((PLAIN, HTML), "alternative", ("7c",)),
        ((HTML, PLAIN), "alternative", ("7c",)),
        ((HTML,), "alternative", ("9c",)),
        (("Content-Type: text/plain\r\n\r\n \r\n", HTML), "alternative", ("9c",)),
        ((PLAIN, FILE), "mixed", ("7c",)),
        ((FILE, PLAIN), "mixed", ("7c",)),
        ((FILE,), "mixed", ("file",)),
        ((MESSAGE, PLAIN), "mixed", ("7c",)),
        ((MESSAGE,), "mixed", ()),
        ((MESSAGE[len("Content-Type: message/rfc822\r\n\r\n") :],), "digest", ()),
        ((IMAGE, PLAIN), "mixed", ("7c",)),
        ((HTML, PLAIN), "mixed", ("9c",)),
        ((HTML, IMAGE), "related", ("9c",)),
        ((PLAIN, "Content-Type: application/pgp-signature\r\n\r\nx"), "signed", ("7c",)),
        (("\r\n7c",), "mixed", ("7c",)),
        (("Content-Type: text\r\n\r\n7c",), "mixed", ("7c",)),
        (("Content-Type: text/calendar\r\n\r\nBEGIN:VCALENDAR", PLAIN), "alternative", ("7c",)),
        (
            ("Content-Type: text/plain\r\nContent-Disposition: inline; filename=x.txt\r\n\r\nfile", PLAIN),
            "mixed",
            ("7c",),
        ),
    ],
)
def test_the_typed_text_is_found_among_the_parts(
    inner: tuple[str, ...], kind: str, words: tuple[str, ...]
) -> None:
    """Plain text before HTML; a text that is a file where there is no other; no attached mails."""
    body, content_type = parts(*inner, kind=kind)
    assert said(body, kind=content_type).words == words


def test_an_alternative_inside_a_mixed_mail_is_found() -> None:
    """A reply with a picture: the text stands two levels down."""
    alternative, kind = parts(PLAIN, HTML, kind="alternative", boundary="inner")
    body, content_type = parts(f"Content-Type: {kind}\r\n\r\n{alternative}", IMAGE)
    assert said(body, kind=content_type).words == ("7c",)


def test_three_hundred_nested_parts_are_followed_to_their_text() -> None:
    """Deep nesting is read to its end, not given up."""
    body, content_type = PLAIN, ""
    for level in range(300):
        body, content_type = parts(body, boundary=f"b{level}")
        body = f"Content-Type: {content_type}\r\n\r\n{body}"
    assert said(body.partition("\r\n\r\n")[2], kind=content_type).words == ("7c",)


def test_thousands_of_nested_parts_are_survived() -> None:
    """Nesting without end gives no words and no error."""
    nest = "".join(f"Content-Type: multipart/mixed; boundary=b{n}\r\n\r\n--b{n}\r\n" for n in range(4000))
    assert said("--b\r\n" + nest + "\r\n7c", kind="multipart/mixed; boundary=b").words == ()


@pytest.mark.parametrize(
    "kind",
    [
        "multipart/mixed; boundary=x",
        "multipart/mixed",
        'multipart/mixed; boundary=""',
        "multipart/alternative; boundary*=",
        'multipart/mixed; boundary="x',
    ],
)
def test_a_multipart_without_parts_is_read_as_text(kind: str) -> None:
    """A mail that lost its parts' boundaries still says what it says; an empty one says nothing."""
    assert said("7c\r\n", kind=kind).words == ("7c",)
    assert said("", kind=kind).words == ()


def test_a_multipart_that_is_cut_off_gives_its_last_part() -> None:
    """A mail without its closing boundary is read to its end."""
    assert said("preamble\r\n--b\r\n" + PLAIN, kind="multipart/mixed; boundary=b").words == ("7c",)


def test_a_boundary_counts_only_as_a_whole_line() -> None:
    """Text that holds the boundary's characters parts nothing."""
    body = "--b\r\n" + PLAIN + "\r\nx --b\r\n--bc\r\n--b--\r\n"
    assert said(body, kind="multipart/mixed; boundary=b").words == ("7c", "x --b", "--bc")


@pytest.mark.parametrize(
    ("raw", "fields", "body"),
    [
        (b"A: b\r\n\r\nbody", (("a", b"b"),), b"body"),
        (b"A: b\n\nbody", (("a", b"b"),), b"body"),
        (b"\r\nA: b\r\n\r\nbody", (("a", b"b"),), b"body"),
        (b"From ann Mon Nov 30\nA: b\n\nbody", (("a", b"b"),), b"body"),
        (b"A: b\r\n c\r\n\td\r\n\r\n", (("a", b"b c\td"),), b""),
        (b"A : b\r\nno header\r\n: x\r\nC:d", (("a", b"b"), ("c", b"d")), b""),
        (b"no header at all\r\n\r\nbody", (), b"no header at all\r\n\r\nbody"),
        (b"", (), b""),
        (b"\xff: x\r\nA: \xff\r\n\r\n", (("a", b"\xff"),), b""),
    ],
)
def test_a_header_is_parted_from_its_body(
    raw: bytes, fields: tuple[tuple[str, bytes], ...], body: bytes
) -> None:
    """Fields are unfolded, what is no field is skipped, what has no field at all is body."""
    headers, rest = split(raw)
    assert headers.fields == fields
    assert rest == body


@pytest.mark.parametrize(
    ("value", "boundary"),
    [
        ("multipart/mixed; boundary=b", "b"),
        ('multipart/mixed;boundary="b c"', "b c"),
        ("multipart/mixed; charset=x; BOUNDARY = b ; y=z", "b"),
        (r'multipart/mixed; boundary="b\"c"', 'b"c'),
        ("multipart/mixed; boundary*=us-ascii''b", "b"),
        ("multipart/mixed; name*; boundary=b", "b"),
        ('multipart/mixed; name="a; boundary=x"; boundary=b', "b"),
        ("multipart/mixed", ""),
        ("multipart/mixed;;;;", ""),
    ],
)
def test_a_parameter_is_read_from_real_headers(value: str, boundary: str) -> None:
    """Quotes, case, empty and valueless parameters are all taken."""
    headers, _ = split(f"Content-Type: {value}\r\n\r\n".encode())
    assert headers.parameter("content-type", "boundary") == boundary


def test_a_mail_that_is_an_attachment_altogether_is_still_its_text() -> None:
    """Some programs mark the only part as a file; it is what was written nevertheless."""
    headers, body = split(b"Content-Disposition: attachment\r\n\r\n7c")
    assert text_of(headers, body).text == "7c"


def test_a_field_that_never_ends_is_cut() -> None:
    """Whatever follows 20,000 bytes of one field is not looked at; the fields around it are read as ever."""
    folded = b"\r\n\t".join([b"x" * 69] * 1000)
    headers, body = split(b"From: a@b.test\r\nReferences:" + folded + b"\r\nSubject: 7c\r\n\r\nhello")
    assert len(headers.raw("references")) == MAX_VALUE == 20_000
    assert (headers.get("from"), headers.get("subject"), body) == ("a@b.test", "7c", b"hello")
