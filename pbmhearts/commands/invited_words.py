"""What people say to an invitation, and to somebody whom they do not know, in their own words and ten languages."""

import re
from enum import StrEnum
from typing import NamedTuple


class Said(StrEnum):
    """What an answer comes to."""

    YES = "yes"
    NO = "no"
    NEVER = "never"
    WHAT = "what"
    UNCLEAR = "unclear"


class Answer(NamedTuple):
    """An answer, and the name that somebody wants to be called by; "" for none."""

    said: Said
    name: str = ""


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


def _phrases(text: str) -> re.Pattern[str]:
    return re.compile(rf"(?:^|\W)(?:{'|'.join(map(str.strip, text.split(',')))})(?:\W|$)")


_YES = _words(
    "yes yeah yea yep yup ok okay sure absolutely definitely certainly gladly happily willingly 👍 ✅ 💯 ja jo jawohl "
    "klar gerne gern natürlich oui ouais volontiers sí si claro vale sì certo volentieri sim tak jasne chętnie ano "
    "jasně да конечно хорошо так kyllä joo igen da evet olur ναι hai はい うん 好 是 好的 네 graag gärna gjerne"
)
_NO = _words(
    "no nope nah nein nee non não nao nie ne nej nei нет ні ei nem όχι hayır hayir いいえ 不 不要 아니요 👎 sorry "
    "unfortunately leider désolé lamentablemente helaas tyvärr"
)
_AS_YES = _phrases(
    "count me in, i'?m in, i am in, i'?d love to, i would love to, love to, let'?s play, sounds (?:good|great|fun), "
    "with pleasure, of course, why not, ich bin dabei, bin dabei, avec plaisir, je veux bien, d'accord, con gusto, "
    "por supuesto, con piacere, com prazer, z chęcią, s radostí, с удовольствием, med glæde, met plezier"
)
_AS_NO = _phrases(
    "no thanks?, no thank you, not (?:this time|now|today|interested|for me), i can'?t, i cannot, rather not, "
    "i'?ll pass, don'?t want, do not want, lieber nicht, keine (?:zeit|lust), leider nicht, pas cette fois, "
    "non merci, ahora no, no puedo, nee bedankt, nie dziękuję, нет спасибо, nej tack, não obrigad[oa]"
)
_NEVER = _phrases(
    "never, never again, stop, unsubscribe, remove me, take me off, nie wieder, niemals, jamais"
)
_DOUBT = _words(
    "maybe perhaps if but not never vielleicht wenn aber nicht peut-être mais quizás quizá pero forse ma misschien "
    "maar może ale может но kanske talvez mas"
)
_NO_BUT = re.compile(r"no\s+(?!thank|thx|sorry|not|i\b|i'|way|time|chance|can|way|interest|merci|danke)\w")
"""As in "No idea, who are you?", which is no answer."""
_NAMED = re.compile(
    r"(?i:i am|i'?m|ich bin|je suis|soy|sono|ik ben|jestem|я"
    r"|(?P<for_sure>my name is|name'?s|call me|ich heiße|je m'appelle|me llamo|mi chiamo|jag heter)) +"
    r"(?P<name>[^\W\d_][\w-]+)"
)
_KIND = _words(
    "please thanks thank you cheers great good fine cool nice indeed course naturally surely and i will with pleasure "
    "why not in me too there love to play that is be bitte danke merci gracias grazie obrigado dzięki spasibo спасибо "
    "s'il vous plaît plait avec plaisir por favor per con mit vergnügen bin dabei mache mit immer dann of for the "
    "invitation inviting que qué happy glad hi hello hallo dear all everyone everybody lets let's let us "
    "sounds fun then go here we"
)
_GREETING = _words(
    "hello hi hey hallo moin servus bonjour salut hola ciao olá dear good guten buenos buon hej"
)
_ASKS = _phrases(
    "what is (?:this|it|that), what'?s this, who (?:are you|is this|is that), what are you, was ist das, "
    "wer (?:bist du|sind sie|ist das), c'?est quoi, qui êtes-vous, qué es esto, quién eres, cos'è, chi sei, o que é"
)
_WORD = re.compile(r"[\w'’-]+|[👍👎✅💯]")


def answer(line: str) -> Answer:
    """What the first line of a reply to an invitation says; where it may mean the opposite, too, it is unclear."""
    said = line.casefold().replace("’", "'").strip()
    words = _WORD.findall(said)
    if not words:
        return Answer(Said.UNCLEAR)
    if _NEVER.fullmatch(said.rstrip(".! ")):
        return Answer(Said.NEVER)
    yes = words[0] in _YES or (_AS_YES.search(said) is not None and words[0] not in _NO)
    no = (words[0] in _NO and _NO_BUT.match(said) is None) or _AS_NO.search(said) is not None
    if not yes and not no:
        return Answer(Said.WHAT if "?" in said or is_asking(line) else Said.UNCLEAR)
    if yes and (no or _doubts(said, words) or set(words[1:]) & (_NO - {"ne"})):
        return Answer(Said.UNCLEAR)
    if no and (set(words) & _YES - {"no"} or _AS_YES.search(said)):
        return Answer(Said.UNCLEAR)
    return Answer(Said.YES, _name(line)) if yes else Answer(Said.NO)


def is_asking(line: str) -> bool:
    """Whether somebody greets us, or wants to know what this is."""
    said = line.casefold().replace("’", "'").strip()
    words = _WORD.findall(said)
    return bool(words) and (_ASKS.search(said) is not None or (words[0] in _GREETING and len(words) < 8))


def is_name(line: str) -> bool:
    """Whether a line is a name and nothing else, as where it was asked for."""
    words = line.strip(" .,!").split()
    return len(words) in {1, 2} and all(_may_be_name(word) for word in words)


def _doubts(said: str, words: list[str]) -> bool:
    without = said.replace("why not", "").replace("warum nicht", "").replace("pourquoi pas", "")
    left = set(_WORD.findall(without)) if without != said else set(words)
    return bool(left & _DOUBT)


def _name(line: str) -> str:
    """The name that somebody gives behind a yes, "" for none: kind words are none, nor is who is greeted with a !."""
    named = _NAMED.search(line)
    if named and (named["name"][0].isupper() or named["for_sure"]):
        return named["name"]
    rest = [word for word in line.split()[1:] if _WORD.search(word)]
    rest = [word for word in rest if word.strip(".,;:!\"'").casefold() not in _KIND | _YES]
    if not rest or rest[-1].endswith("!") or not all(_may_be_name(word.strip(".,;:\"'")) for word in rest):
        return ""
    alone = len(rest) == 1 or all(word[:1].isupper() for word in rest)
    return rest[0].strip(".,;:\"'") if alone else ""


def _may_be_name(word: str) -> bool:
    known = _YES | _NO | _DOUBT | _KIND | _GREETING
    return word.casefold() not in known and re.fullmatch(r"[^\W\d_][\w-]+", word) is not None
