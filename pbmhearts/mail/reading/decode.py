"""From bytes to text: charsets, transfer encodings and encoded words, all of which mails get wrong.

Nothing here raises on any input, and what comes out can always be written as UTF-8.
"""

import binascii
import re

_ALIASES = {
    "utf-8": "utf8 utf uft-8 utf_8 utf-8-sig utf8mb4 unicode-1-1-utf-8 x-unicode20utf8 cp65001",
    "utf-16": "utf16 utf-16le utf-16be utf-16-le utf-16-be ucs-2 iso-10646-ucs-2 unicode",
    "cp1252": "us-ascii ascii ansi_x3.4-1968 ansi iso-8859-1 iso8859-1 iso_8859-1 latin1 latin-1 l1 windows-1252 "
    "x-ansi",
    "iso8859-2": "iso-8859-2 latin2 latin-2",
    "iso8859-3": "iso-8859-3",
    "iso8859-4": "iso-8859-4",
    "iso8859-5": "iso-8859-5",
    "iso8859-6": "iso-8859-6 iso-8859-6-i iso-8859-6-e",
    "iso8859-7": "iso-8859-7",
    "iso8859-8": "iso-8859-8 iso-8859-8-i iso-8859-8-e",
    "cp1254": "iso-8859-9 latin5 windows-1254",
    "iso8859-10": "iso-8859-10",
    "cp874": "iso-8859-11 tis-620 windows-874",
    "iso8859-13": "iso-8859-13",
    "iso8859-14": "iso-8859-14",
    "iso8859-15": "iso-8859-15 latin9 latin-9",
    "iso8859-16": "iso-8859-16",
    "cp1250": "windows-1250",
    "cp1251": "windows-1251",
    "cp1253": "windows-1253",
    "cp1255": "windows-1255",
    "cp1256": "windows-1256",
    "cp1257": "windows-1257",
    "cp1258": "windows-1258",
    "cp437": "ibm437",
    "cp850": "cp-850 ibm850",
    "cp866": "ibm866",
    "mac-roman": "macintosh x-mac-roman mac",
    "koi8-r": "koi8 koi8r",
    "koi8-u": "koi8u",
    "gb18030": "gb2312 gbk cp936 x-gbk gb_2312-80 hz-gb-2312",
    "big5hkscs": "big5 big5-hkscs cp950",
    "cp932": "shift_jis shift-jis sjis x-sjis windows-31j ms_kanji",
    "euc_jp": "euc-jp x-euc-jp",
    "iso2022_jp_ext": "iso-2022-jp _iso-2022-jp$esc iso-2022-jp-1 iso-2022-jp-2 iso-2022-jp-ms csiso2022jp",
    "cp949": "euc-kr ks_c_5601-1987 ks_c_5601 euckr uhc",
    "iso2022_kr": "iso-2022-kr",
}
_CODECS = {alias: codec for codec, names in _ALIASES.items() for alias in (codec, *names.split())}
"""What charset names mean. A fixed list: Python's registry would remember every name that a stranger
invents, and knows codecs (punycode) that take quadratic time."""

_WIDE = frozenset({"gb18030", "big5hkscs", "cp932", "euc_jp", "iso2022_jp_ext", "cp949", "iso2022_kr"})
"""Several bytes a character: a few of them together may pass for UTF-8 by accident, so these are believed."""

_BOMS = ((b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"))

_INVISIBLE = [
    *range(0x09), *range(0x0E, 0x20), *range(0x7F, 0x85), *range(0x86, 0xA0), 0xAD, 0x61C, 0x180E,
    *range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x2070), *range(0xD800, 0xE000),
    0xFE0E, 0xFE0F, 0xFEFF, *range(0xE0000, 0xE0080),
]  # fmt: skip
_SPACES = [0x09, 0xA0, 0x1680, *range(0x2000, 0x200B), 0x202F, 0x205F, 0x2800, 0x3000]
_BREAKS = [0x0B, 0x0C, 0x85, 0x2028, 0x2029]
_CLEAN: dict[int, str | None] = {
    **dict.fromkeys(_INVISIBLE),
    **dict.fromkeys(_SPACES, " "),
    **dict.fromkeys(_BREAKS, "\n"),
}

_ENCODED_WORD = re.compile(r"=\?([^?\s]{1,60})\?([bBqQ])\?([^?]{0,2000})\?=")
_BETWEEN_WORDS = re.compile(r"(\?=)\s+(?==\?[^?\s]{1,60}\?[bBqQ]\?)")
_NOT_BASE64 = re.compile(rb"[^A-Za-z0-9+/=\s]")
_INNER_SPACE = re.compile(rb"\S[ \t]+\S")
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f\x7f]")


def clean(text: str) -> str:
    """Lines that end in `\\n`, every kind of space a space, nothing invisible, no lone surrogate."""
    return text.replace("\r\n", "\n").replace("\r", "\n").translate(_CLEAN)


def charset(data: bytes, name: str) -> str:
    """Decode `data`, which claims to be in the charset `name`, as well as can be."""
    for bom, codec in _BOMS:
        if data.startswith(bom):
            return data[len(bom) :].decode(codec, "replace")
    codec = _CODECS.get(name.strip().strip("'\"").lower(), "")
    if codec == "utf-16":
        return _utf16(data, name)
    if codec in _WIDE:
        return data.decode(codec, "replace")
    # UTF-8 that claims to be something else is common, something else that passes for UTF-8 is not.
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("cp1252" if codec in {"", "utf-8"} else codec, "replace")


def _utf16(data: bytes, name: str) -> str:
    """UTF-16 without a mark: the zero bytes of the spaces and digits tell which byte comes first."""
    if b"\0" not in data and name.lower() in {"utf-16", "unicode"} and data.isascii():
        return data.decode("ascii")  # it lies
    big = data[::2].count(0) > data[1::2].count(0) or (b"\0" not in data and "be" in name.lower())
    return data.decode("utf-16-be" if big else "utf-16-le", "replace")


def transfer(data: bytes, encoding: str) -> bytes:
    """Undo a Content-Transfer-Encoding; damaged data gives what can be saved of it."""
    match encoding.strip().lower():
        case "base64":
            return _base64(data)
        case "quoted-printable":
            return binascii.a2b_qp(data)
        case _:
            return data


def _base64(data: bytes) -> bytes:
    """Decode base64. What is plainly none is text that was mislabelled, as is a footer after the data."""
    foreign = _NOT_BASE64.search(data)
    if foreign:
        before = data[: max(data.rfind(b"\n", 0, foreign.start()), 0)].strip()
        if b"\n" not in before and not _is_short_text(before):
            return data
        data = before
    packed = b"".join(data.split())
    whole = packed.rstrip(b"=")
    whole = whole[:-1] if len(whole) % 4 == 1 else whole
    try:
        unpacked = binascii.a2b_base64(whole + b"=" * (-len(whole) % 4))
    except binascii.Error:
        return data
    doubtful = len(packed) % 4 or _INNER_SPACE.search(data)
    return data if doubtful and not (unpacked and _readable(unpacked)) else unpacked


def _is_short_text(line: bytes) -> bool:
    """Whether a single line is the base64 of text; some words of plain text are base64 of nonsense."""
    try:
        return bool(line) and len(line) % 4 == 0 and _readable(binascii.a2b_base64(line))
    except binascii.Error:
        return False


def _readable(data: bytes) -> bool:
    """Whether it is UTF-8 without control characters, as decoded text is and decoded nonsense is not."""
    try:
        return _CONTROL.search(data.decode("utf-8")) is None
    except UnicodeDecodeError:
        return False


def header(raw: bytes) -> str:
    """Decode a header's raw value: unfolded, encoded words (RFC 2047) read, 8-bit bytes guessed."""
    text = charset(raw, "utf-8").replace("\r", "").replace("\n", "")
    return clean(encoded_words(text)).replace("\n", " ").strip()


def encoded_words(text: str) -> str:
    """Read the encoded words in a text; one that is broken stays as it came."""
    if "=?" not in text:
        return text
    text = _BETWEEN_WORDS.sub(r"\1", text)
    result: list[str] = []
    pending, pending_charset = b"", ""
    end = 0
    for word in _ENCODED_WORD.finditer(text):
        name = word[1].partition("*")[0]
        if pending and (word.start() > end or name.lower() != pending_charset.lower()):
            result.append(charset(pending, pending_charset))
            pending = b""
        result.append(text[end : word.start()])
        # Neighbours are joined before they are decoded: some writers cut a character in two.
        pending, pending_charset, end = pending + _word(word[2], word[3]), name, word.end()
    if pending:
        result.append(charset(pending, pending_charset))
    return "".join((*result, text[end:]))


def _word(kind: str, payload: str) -> bytes:
    data = payload.encode("utf-8", "replace")
    if kind in "bB":
        return _base64(data)
    return binascii.a2b_qp(data.replace(b"_", b"=20"), header=False)
