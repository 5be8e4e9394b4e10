"""A move as people say it: `I play 7C`, `7C please`, `OK 7C`, `7C - Ann`.

Only what is surely a move is one. The words that may stand beside a card are an allow-list, in which no word
negates, asks, offers a choice or judges; so "not 7C", "7C or 8C" and "I think 7C was daring" are none.
"""

import re
from dataclasses import dataclass

from pbmhearts.cards import LONGEST, Card, NotACardError, as_read, named_cards, parse_cards

PASS = 3
"""Cards that make a pass."""


@dataclass(frozen=True, slots=True)
class Spoken:
    """What a line with cards among other words comes to.

    Attributes:
        cards: those it names, each once, in its order.
        sure: nothing but a move with these cards can be meant.
    """

    cards: tuple[Card, ...]
    sure: bool


def _any(*phrases: str) -> str:
    return "(?:" + "|".join(phrase for phrase in phrases) + ")"


_GAP = r"[\s,.:;!~()*\"'’–—-]"
_ALL = (
    r"(?:to )?(?:you )?(?:all|everyone|everybody|folks|friends|both|there|team|again|together|alle|zusammen"
    r"|à tous|a todos|a tutti|allemaal|alla)"
)
_GREETING = _any(
    "hi", "hello", "hey", "hallo", "hullo", "howdy", "dear", "greetings",
    "good (?:morning|afternoon|evening|day)", "morning", "evening", "moin", "servus", "grüezi",
    "guten (?:morgen|tag|abend)", "liebe", "lieber", "bonjour", "bonsoir", "salut", "hola", "buenos d[ií]as",
    "buenas(?: tardes| noches)?", "ciao", "salve", "buongiorno", "olá", "oi", "bom dia",
    "goede(?:morgen|middag|navond)", "hoi", "hej", "hejsan", "hei", "moi", "cześć", "ahoj", "привет",
    "здравствуйте", "добрый (?:день|вечер)", "γεια", "merhaba", "selam", "szia", "salam", "שלום", "مرحبا", "你好",
    "大家好", "こんにちは", "안녕하세요",
)  # fmt: skip
_WELL = _any(
    "ok", "okay", "yes", "yep", "yeah", "sure", "right", "fine", "all ?right", "well", "so", "then", "now",
    "here", "here(?: is|['’]?s)(?: my)?", "here (?:it is|you go|we go|goes)", "please", "pls", "ja", "gut",
    "bitte", "oui", "bon", "alors", "sì", "sí", "bueno", "por favor", "va bene", "per favore", "sim", "da",
    "tak", "да",
)  # fmt: skip
_DOES = (
    r"(?:(?:just|now|then) )?"
    r"(?:play|pass|choose|pick|take|lead|throw|discard|lay|put|use|follow with|go (?:with|for))"
)
_DOING = r"(?:playing|passing|choosing|picking|leading|throwing|discarding|following with|going (?:with|for))"
_WILL = r"['’]ll| will| shall| would like to|['’]d like to| want to| wish to|['’]m going to| am going to"
_PLAYS = _any(

    rf"(?:i|we)(?:{_WILL})? {_DOES}",
    rf"(?:(?:i am|i['’]m|we are|we['’]re) )?{_DOING}", rf"(?:let me|let['’]s|let us) {_DOES}",
    r"(?:my |the )?(?:card|move|play|choice|pass|turn|lead|answer|cards|reply)(?: is| are| will be|['’]s)?",
    r"(?:make it|it['’]s|it is)", "ich (?:spiele|lege|gebe|nehme|werfe)", "spiele", "meine karte(?: ist)?",
    "je (?:joue|passe|pose)", "ma carte", "(?:yo )?juego", "(?:yo )?paso", "mi carta(?: es)?", "gioco",
    "(?:eu )?jogo", "ik speel", "ik geef", "jag spelar", "jeg spiller", "pelaan", "gram", "hraju", "хожу",
)  # fmt: skip
_THE = r"(?:the|my|with|with the|with my|a|an|die|der|das|den|meine|mit|mit der|le|la|el)"
_KIND = _any(
    "please", "pls", "plz", "thanks(?: a lot| so much| very much| again)?", "many thanks",
    "thank you(?: very much| so much)?", "thx", "tx", "tnx", "ty", "cheers", "ta", "lol", "rofl",
    "(?:ha){2,4}h?", "(?:he){2,4}", "hihi", "xd", "then", "now", "for me", "for now", "from me", "it is",
    "here", "gl", "gg", "glhf", "gl hf", f"(?:and )?good luck(?: {_ALL})?", "(?:and )?have fun", "good game",
    "enjoy", "bye", "see (?:you|ya)(?: soon| later)?", "good night",
    f"(?:(?:kind|best|warm|kindest|many) )?(?:regards|wishes|greetings)(?: {_ALL})?", "all the best", "love",
    "sincerely", "xo?x?o?", "bitte", "danke(?: schön| sehr)?", "vielen dank", "viel glück", "lg", "vg", "mfg",
    "(?:viele |liebe |beste )?grüße", "(?:mit freundlichen )?grüßen?", "gruß", "merci(?: beaucoup)?",
    "s['’ ]il (?:vous|te) pla[iî]t", "svp", "stp", "bonne chance", "cordialement", "gracias", "muchas gracias",
    "por favor", "saludos", "suerte", "grazie", "per favore", "saluti", "obrigad[oa]", "abraços?",
    "dank(?: je| u)(?: wel)?", "bedankt", "alsjeblieft", "alstublieft", "groet(?:en|jes)?", "tack", "takk?",
    "hälsningar", "hilsen", "kiitos", "terveisin", "dzięki", "dziękuję", "proszę", "pozdrawiam", "díky",
    "prosím", "děkuji", "спасибо", "пожалуйста", "teşekkürler", "lütfen", "köszönöm", "ευχαριστώ", "谢谢", "謝謝",
    "ありがとう", "감사합니다", "תודה", "شكرا",
)  # fmt: skip
_NAME = r"(?P<name>[^\W\d_][\w'’.-]{0,19}(?: [^\W\d_][\w'’.-]{0,19})?)"
_NO_NAMES = frozenset((
    "not", "no", "nope", "never", "or", "if", "why", "when", "what", "which", "who", "how", "but", "maybe", "perhaps",
    "wait", "stop", "hold", "undo", "sorry", "oops", "unless", "instead", "cancel", "resign", "help", "question", "wow",
    "ouch", "ugh", "hm", "hmm", "nice", "daring", "really", "only", "is", "was", "would", "should", "could", "can",
    "may", "might", "later", "tomorrow", "next", "nein", "nicht", "oder", "wenn", "warum", "non", "pas", "ou", "pero",
    "nein", "vielleicht", "niet", "of", "queue", "chat", "hint", "preview", "submit", "too", "also", "wrong", "mistake",
    "bad", "good", "great", "risky", "bold", "cool", "damn", "amazing", "again", "pass", "play",
))  # fmt: skip
_SMILEY = re.compile(r"(?<!\w)(?:[:;=]-?|[xX8]-)[()DPpoO3/|\\*\]\[]+(?!\w)|\^\^|<3")
_LEAD = re.compile(
    rf"{_GAP}*(?:{_GREETING}(?:{_GAP}+{_ALL})?{_GAP}+|{_WELL}{_GAP}+)*(?:{_PLAYS}{_GAP}+)?(?:{_THE} )?{_GAP}*",
    re.IGNORECASE,
)
_GREETED = re.compile(rf"{_GAP}*{_GREETING}{_GAP}+{_NAME}(?P<mark>[,.!:;–—-]?){_GAP}+", re.IGNORECASE)
_CALLED = re.compile(rf"{_GAP}*{_NAME}(?: here)?\s*[:,–—-]+\s*", re.IGNORECASE)
_TAIL = re.compile(rf"{_GAP}*(?:{_KIND}(?:{_GAP}+{_ALL})?{_GAP}*)*", re.IGNORECASE)
_SIGNED = re.compile(
    rf"(?:{_GAP}*(?P<kind>{_KIND}){_GAP}+)?(?P<rule>[\s.!]*[-–—,/]+\s*)?{_NAME}{_GAP}*", re.IGNORECASE
)
_GREETING_LINE = re.compile(rf"{_GAP}*{_GREETING}(?:{_GAP}+[^\W\d_][\w'’.-]*){{0,3}}{_GAP}*", re.IGNORECASE)
_ASKS = re.compile(r"[?？؟¿]")
_CRY = re.compile(r"(?:a[hsd]|[hdsc]a)", re.IGNORECASE)
_PLAYED = re.compile(rf"{_PLAYS}(?: the| my)?\s*$", re.IGNORECASE)


def spoken(line: str, names: frozenset[str] = frozenset()) -> Spoken | None:
    """What a line that names cards among other words comes to; None if it names none.

    Args:
        names: what the writer may be called, in lower case.
    """
    if len(line) > LONGEST:
        return None
    text = as_read(line)
    named = [(card, start, end) for card, start, end in named_cards(line) if not _is_word(text, start, end)]
    if not named:
        return None
    cards = tuple(dict.fromkeys(card for card, _, _ in named))
    first, last = named[0][1], named[-1][2]
    try:
        together = set(parse_cards(text[first:last])) == set(cards)
    except NotACardError:
        together = False
    before, after = (_SMILEY.sub(" ", _signs_out(part)) for part in (text[:first], text[last:]))
    sure = (
        together
        and len(cards) in {1, PASS}
        and not _ASKS.search(line)
        and _leads(before, names)
        and _follows(after, names)
    )
    return Spoken(cards, sure)


def is_greeting(line: str) -> bool:
    """Whether a line greets and says nothing else."""
    return _GREETING_LINE.fullmatch(line.strip()) is not None and not _ASKS.search(line)


def _is_word(text: str, start: int, end: int) -> bool:
    """Whether what looks like a card is a word: `Ah`, `as`, unless it ends the line and is said to be played."""
    found = text[start:end]
    if " " in found and not any(character.isdigit() for character in found) and len(found) == 3:
        return True  # "a d", in "I had a d…"
    if not _CRY.fullmatch(found):
        return False
    return not (re.fullmatch(r"\s*\.?\s*", text[end:]) and _PLAYED.search(text[:start]))


def _signs_out(text: str) -> str:
    """The text without pictures and other signs, of which none says anything about a card."""
    return "".join(
        sign if sign.isalnum() or re.match(_GAP, sign) or sign in "<^/=\\" else " " for sign in text
    )


def _leads(text: str, names: frozenset[str]) -> bool:
    if _LEAD.fullmatch(text if text.endswith((" ", "\t")) or not text else text + " "):
        return True
    greeted, called = _GREETED.match(text), _CALLED.match(text)
    if greeted and _is_name(greeted["name"], names, marked=True, small=bool(greeted["mark"])):
        return _LEAD.fullmatch(text[greeted.end() :] + " ") is not None
    if called and _is_name(called["name"], names, marked=False):
        return _LEAD.fullmatch(text[called.end() :] + " ") is not None
    return False


def _follows(text: str, names: frozenset[str]) -> bool:
    kind = _TAIL.match(text)
    rest = text[kind.end() if kind else 0 :]
    if not rest.strip(" .!,;:-"):
        return True
    found = _SIGNED.fullmatch(text[(kind.end() if kind else 0) :]) or _SIGNED.fullmatch(text)
    if found is None:
        return False
    marked = bool(found["rule"] or found["kind"]) or bool(kind and kind[0].strip(" .!,;:"))
    return _is_name(found["name"], names, marked=marked)


def _is_name(text: str, names: frozenset[str], *, marked: bool, small: bool = False) -> bool:
    """Whether it is a name: the writer's, or, where a name is to be expected, any with a capital that is no plain word.

    Args:
        marked: a name is to be expected there.
        small: it needs no capital.
    """
    words = text.strip(".'’").split()
    if all(word.strip(".").lower() in names for word in words):
        return True
    return marked and all((small or word[0].isupper()) and word.lower() not in _NO_NAMES for word in words)
