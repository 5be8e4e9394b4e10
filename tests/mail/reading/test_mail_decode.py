"""Charsets, transfer encodings and encoded words, right and wrong."""

import base64

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbmhearts.mail.reading import decode

GREETING = "Grüße, señor: 7♣"


@pytest.mark.parametrize(
    ("text", "written_as", "claimed"),
    [
        (GREETING, "utf-8", "utf-8"),
        (GREETING, "utf-8", "uft-8"),
        (GREETING, "utf-8", "UTF8"),
        (GREETING, "utf-8", "iso-8859-1"),
        (GREETING, "utf-8", "us-ascii"),
        (GREETING, "utf-8", "x-unknown"),
        (GREETING, "utf-8", ""),
        (GREETING, "utf-8-sig", "utf-8"),
        (GREETING, "utf-16", "utf-16"),
        (GREETING, "utf-16-le", "utf-16"),
        (GREETING, "utf-16-be", "utf-16"),
        (GREETING, "utf-16-be", "utf-16be"),
        (GREETING, "utf-16", "utf-8"),
        ("plain", "ascii", "utf-16"),
        ("Grüße", "latin-1", "utf-8"),
        ("Grüße", "latin-1", "iso-8859-1"),
        ("Grüße", "latin-1", "nonsense"),
        ("it’s", "cp1252", "iso-8859-1"),
        ("שלום", "iso8859-8", "iso-8859-8-i"),
        ("Привет", "koi8-r", "KOI8-R"),
        ("Привет", "cp1251", "windows-1251"),
        ("你好", "gb18030", "gb2312"),
        ("你好", "big5", "big5"),
        ("こんにちは", "iso2022_jp", "ISO-2022-JP"),
        ("こんにちは", "cp932", "shift_jis"),
        ("안녕", "cp949", "ks_c_5601-1987"),
        ("Zażółć", "iso8859-2", "iso-8859-2"),
    ],
)
def test_a_charset_is_read_as_what_it_is_not_as_it_claims(text: str, written_as: str, claimed: str) -> None:
    """Misspelt, unknown and lying charsets are read all the same."""
    assert decode.charset(text.encode(written_as), claimed) == text


@pytest.mark.parametrize(
    "name", ["punycode", "idna", "rot13", "hex", "unicode_escape", "zlib", "undefined", "mbcs", "../x"]
)
def test_python_codecs_that_are_no_charsets_are_not_used(name: str) -> None:
    """A mail cannot choose what code of Python's reads it."""
    assert decode.charset(b"\\u0041-7c-", name) == "\\u0041-7c-"


@given(st.binary(max_size=300), st.text(max_size=20) | st.sampled_from(sorted(decode._CODECS)))
def test_no_bytes_in_any_charset_raise(data: bytes, name: str) -> None:
    """Whatever arrives becomes text that can be written as UTF-8."""
    decode.clean(decode.charset(data, name)).encode("utf-8")


def test_invisible_characters_go_and_all_spaces_are_spaces() -> None:
    """A card with a zero-width space or a no-break space around it is that card."""
    assert decode.clean("\ufeff\u200b7\u200dc\u00a0 9c\u3000x\0\r\ny\u2028z\u202b") == "7c  9c x\ny\nz"
    assert decode.clean("7♣\ufe0f") == "7♣"


@pytest.mark.parametrize(
    ("packed", "unpacked"),
    [
        (base64.encodebytes(b"7c\n" * 40), b"7c\n" * 40),
        (b"N2M", b"7c"),
        (b"N2M=\n\n", b"7c"),
        (b"N2 M\n=", b"7c"),
        (base64.encodebytes(b"7c\n" * 40).rstrip()[:-1] + b"\n-- \nThe list\n", b"7c\n" * 39 + b"7c"),
        (b"N2MNCg==\r\n\r\n-- \r\nThe list\r\n", b"7c\r\n"),
        (b"play\n\nwell, 7c\n", b"play\n\nwell, 7c\n"),
        (b"=a==\n-- \n", b"=a==\n-- \n"),
        (b"7c\n", b"7c\n"),
        (b"this is no base64\n", b"this is no base64\n"),
        (b"7\n", b"7\n"),
        (b"", b""),
    ],
)
def test_damaged_base64_gives_what_it_holds(packed: bytes, unpacked: bytes) -> None:
    """Padding that is lost, a footer that was added and text that is no base64 at all are survived."""
    assert decode.transfer(packed, "Base64 ").startswith(unpacked[:60])
    assert b"The list" not in decode.transfer(packed, "base64")


def test_quoted_printable_is_read_however_broken() -> None:
    """A stray `=` and a soft break at the end stay harmless."""
    assert decode.transfer(b"7=\r\nc =E2=99=A3 1=2 =\n", "quoted-printable").startswith("7c ♣ 1=2".encode())
    assert decode.transfer(b"7c", "x-none") == b"7c"


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        (b"=?utf-8?B?aGVscA==?=", "help"),
        (b"=?x-unknown?B?aGVscA==?=", "help"),
        (b"=?utf-8?B?aGVscA?=", "help"),
        (b"=?UTF-8?q?mhearts_move=20101?= ann", "mhearts move 101 ann"),
        (b"=?utf-8?q?mhearts?=\r\n =?utf-8?q?_move?=", "mhearts move"),
        (b"=?utf-8?B?4pk=?= =?utf-8?B?ow==?=", "♣"),
        (b"=?iso-8859-1?q?Gr=FC=DFe?=", "Grüße"),
        (b"=?utf-8*en?q?help?=", "help"),
        (b"=?utf-8?x?help?=", "=?utf-8?x?help?="),
        (b"=?utf-8?q?help", "=?utf-8?q?help"),
        (b"=?=?=?", "=?=?=?"),
        ("Grüße".encode(), "Grüße"),
        ("Grüße".encode("latin-1"), "Grüße"),
        (b"a\r\n\tb\r\n  c", "a b  c"),
    ],
)
def test_a_header_is_unfolded_and_its_encoded_words_are_read(raw: bytes, text: str) -> None:
    """Encoded words are read even where RFC 2047 would not have them, and stay as they are if broken."""
    assert decode.header(raw) == text


@given(st.text("=?utf8-bBqQ _AEF01", max_size=80))
def test_no_broken_encoded_word_raises(text: str) -> None:
    """Any mixture of an encoded word's characters is read to an end."""
    decode.encoded_words(text).encode("utf-8")
