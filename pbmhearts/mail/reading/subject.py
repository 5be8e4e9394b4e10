"""A subject, and the command in it."""

import re

from pbmhearts.letters import BoardTag, LetterKind, LetterTag

MAX_SUBJECT = 2_000
"""Characters of a subject that are looked at."""

_PREFIX = re.compile(
    r"(?:(?:re|aw|sv|vs|antw|antwort|tr|rv|odp|fwd?|wg|r|rif|ref|réf|res|enc|i|ynt|ilt|vl|doorst|pd|bls|trs"
    r"|vá|továb|răsp|rasp|απ|σχετ|πρθ|vast|bal(?:as)?|odpověď|odpoveď|trans|ext|external|trả lời|رد|ตอบกลับ"
    r"|отв|ответ|на|пересл|回复|答复|回覆|答覆|回信|转发|轉寄|轉發|返信|転送|회신|답장|전달|השב|תשובה|תגובה)"
    r"\s*\.?(?:\[\d{1,3}\]|\(\d{1,3}\)|\^\d{1,3})?\s*[:：]+\s*"
    r"|[^\d\s:：]{1,20}\.?\s?[:：]\s?(?=mhearts\b)"
    r"|[*({]{1,5}\s?(?:spam|external|extern)\??\s?[*)}]{1,5}\s*"
    r"|(?:re|fwd?)(?:\s+|$)"
    r"|\[[^\[\]]{0,80}\]\s*)",
    re.IGNORECASE,
)
_TAG = re.compile(r"\[\s*mhearts\s+([0-9]{1,9})\s*(?:\.\s*([a-z0-9]{1,20}))?\s*\]", re.IGNORECASE)
_LETTER = re.compile(r"\[\s*mhearts\s+([cioab])([0-9]{1,18})\s*\.\s*([a-z2-7]{8})\s*\]", re.IGNORECASE)
_DOUBLE_DASH = re.compile(r"(?<!\S)[—―](?=\w)")
_DASHES = str.maketrans(dict.fromkeys("‐‑‒–—―−﹘﹣－", "-"))


def read_subject(subject: str) -> tuple[str, BoardTag | LetterTag | None]:
    """Read a decoded subject.

    Returns:
        the command: without reply prefixes, list tags and our own tag, spaces single, dashes plain; and what
        our tag names, None without one.
    """
    text = _spaced(" ".join(subject[:MAX_SUBJECT].split()))
    tag = _tag(text)
    text = _unprefixed(" ".join(_LETTER.sub(" ", _TAG.sub(" ", text)).split()))
    return plain_dashes(_spaced(text)), tag


def _tag(text: str) -> BoardTag | LetterTag | None:
    if found := _TAG.search(text):
        return BoardTag(int(found[1]), (found[2] or "").lower())
    if found := _LETTER.search(text):
        return LetterTag(LetterKind(found[1].lower()), int(found[2]), found[3].lower())
    return None


def plain_dashes(text: str) -> str:
    """Make every dash a hyphen; a long one that opens an option was two hyphens before a phone joined them."""
    return _DOUBLE_DASH.sub("--", text).translate(_DASHES)


def _unprefixed(text: str) -> str:
    at = 0
    while found := _PREFIX.match(text, at):
        at = found.end()
    return text[at:].strip()


def _spaced(text: str) -> str:
    """Undo the encoding that some mail programs leave in a subject taken from a link."""
    if " " in text:
        return text
    return " ".join(text.replace("%20", " ").replace("+", " ").split())
