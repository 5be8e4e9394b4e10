"""Thanks, congratulations and faces: words that ask for nothing and need no letter of their own."""

import re

_KNOWN = (
    "thanks thank thx ty tx cheers gg ggs gj wp great nice lovely fine cool super game games hand play played playing "
    "done move luck fun very much so lot everybody everyone guys folks friends lol haha hehe hihi ha wow oh ouch ooh "
    "oops uff argh yay hooray congrats congratulations bravo chapeau danke schön gut gespielt merci bien joué gracias "
    "grazie obrigado dank bedankt tack kiitos takk dzięki спасибо glhf gl hf"
)
_BESIDE = "good well a to for the that this was and you one all card"
_WORDS = frozenset(f"{_KNOWN} {_BESIDE}".split())
_ASKING = frozenset(_BESIDE.split())
"""Words that are no small talk by themselves."""
_FACE = re.compile(r"[:;=8][-o^']?[)(DPp/|*3]|<3|\^\^|[\u2600-\u27bf\U0001F300-\U0001FAFF\ufe0f\u200d]+")
_MOST = 8


def is_small_talk(line: str) -> bool:
    """Whether a line is nothing but kind words and faces."""
    bare = _FACE.sub(" ", line)
    words = re.findall(r"[\w']+", bare.casefold())
    if re.search(r"[?\d]", bare) or len(words) > _MOST or not set(words) <= _WORDS:
        return False
    return bool(set(words) - _ASKING) or (not words and bare != line)
