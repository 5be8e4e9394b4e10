"""Whether the mail system in front of us vouches for a mail's From (RFC 8601, DMARC)."""

import re

from pbmhearts.mail.reading.headers import Headers

_RESULT = re.compile(r"dmarc\s*(?:/\s*\d+\s*)?=\s*([a-z]+)(?![\w-])(.*)", re.DOTALL)
_FROM = re.compile(r"(?<![\w.-])header\s*\.\s*from\s*=\s*([^\s;]+)")


def is_authenticated(headers: Headers, header_from: str, authserv_id: str) -> bool:
    """Whether `authserv_id`, our own mail system, says that DMARC passed for the address in From.

    Anybody can write such a header, so only that name's count, and of those the topmost with a DMARC result: a mail
    system adds its own above what came. It should still remove strangers' headers under its name.
    """
    if sum(name == "from" for name, _ in headers.fields) != 1:
        return False  # which of several a mail system judged cannot be known
    domain = header_from.rpartition("@")[2]
    for value in headers.all("authentication-results"):
        name, *results = _bare(value).lower().split(";")
        if name.split()[:1] != [authserv_id.lower()]:
            continue
        for result in results:
            if found := _RESULT.fullmatch(result.strip()):
                judged = _FROM.search(found[2])
                return found[1] == "pass" and (judged is None or judged[1].strip("<>").rstrip(".") == domain)
    return False


def _bare(value: str) -> str:
    """The value without comments and quoted strings, so that nothing in them passes for a result.

    One that does not end hides all that follows.
    """
    kept: list[str] = []
    depth, quoted, escaped = 0, False, False
    for char in value:
        if escaped:
            escaped = False
        elif char == "\\" and (depth or quoted):
            escaped = True
        elif quoted:
            quoted = char != '"'
        elif char in "()":
            depth = max(depth + (1 if char == "(" else -1), 0)
            kept.append(" ")
        elif depth == 0 and char == '"':
            quoted = True
        elif depth == 0:
            kept.append(char)
    return "".join(kept)
