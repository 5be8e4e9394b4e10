"""The end of a letter as people write it: `Kind regards,` and below it a name, a telephone number, a link."""

import re

from pbmhearts.cards import move_line

MOST = 8
"""Lines below a closing formula that may be its writer's name and whereabouts."""

_FORMULA = re.compile(
    r"\W*(?:with |mit |med |met |con |avec )?(?:"
    r"(?:(?:my |our )?(?:kind|kindest|best|warm|warmest|many|friendly|cordial|all my)(?: personal)? )?"
    r"(?:regards|rgds|wishes|greetings)(?: from \w+)?"
    r"|all the best|best|cheers|thanks(?: and regards| again| in advance| a lot| so much)?|thank you(?: very much)?"
    r"|many thanks|thx|yours(?: (?:sincerely|faithfully|truly|ever))?|sincerely(?: yours)?|respectfully"
    r"|take care|love|bye"
    r"|(?:(?:viele|liebe|beste|herzliche|schöne|sonnige|freundliche|freundlichen) )?gr(?:ü|ue)(?:ß"
    r"|ss)e?n?(?: aus \w+)?"
    r"|gru(?:ß|ss)|lg|vg|mfg|bg|danke(?: und gruß)?|hochachtungsvoll|herzlichst"
    r"|(?:bien |très )?(?:cordialement|amicalement)|(?:meilleures |sincères )?salutations(?: distinguées)?"
    r"|bien à (?:vous|toi)"
    r"|amitiés|bises|(?:un |reciba un )?(?:cordial )?saludos?(?: cordial(?:es)?)?|atentamente|atte|un abrazo|abrazos"
    r"|(?:cordiali |distinti |cari |tanti )?saluti|cordialmente|(?:com os |os )?(?:melhores )?cumprimentos"
    r"|atenciosamente"
    r"|abraços?|(?:vriendelijke |hartelijke )?groet(?:en|jes)?|mvg|(?:vänliga |bästa |hjärtliga )?hälsning(?:ar)?|mvh"
    r"|(?:vennlig |venlig |beste |med vennlig )?hilsen(?:er)?|(?:ystävällisin )?terveisin|t\.|pozdrawiam|z poważaniem"
    r"|s pozdravem|s pozdravom|(?:lep |lijep )?pozdrav|üdvözlettel|cu stimă|toate cele bune|saygılarımla|sevgiler"
    r"|с уважением|с наилучшими пожеланиями|з повагою|с уважение|поздрави|με εκτίμηση|φιλικά|χαιρετισμούς"
    r"|בברכה|בכבוד רב|مع خالص التحية|مع التحية|تحياتي|با احترام|祝好|此致|敬礼|よろしくお願いします|敬具"
    r"|감사합니다|trân trọng|salam"
    r"|ขอแสดงความนับถือ|hormat saya"
    r")\W*",
    re.IGNORECASE,
)
_PHONE = re.compile(r"(?:\d[\s().\-/–]{0,3}){6}")
_LINK = re.compile(
    r"https?://|www\.|\b[\w-]+\.(?:com|org|net|de|fr|uk|eu|io|info|at|ch|nl|es|it)\b|@", re.IGNORECASE
)
_NAME = re.compile(
    r"(?:[^\W\d_a-zß-öø-ÿ][\w.'’-]*(?:[ ,|/&·-]+|$)"
    r"|(?:von|van|de|der|den|di|da|del|la|le|bin|ibn|of|and|at|for|the|und|et|y|e|für)(?:\s+|$)){1,8}"
)
"""A name or a title: words with capitals, or of a script that has none."""


def without_closing(lines: list[str]) -> list[str]:
    """The lines without a closing formula at their end, if whoever wrote them is named below it.

    A formula that stands first is what the writer has to say; only what follows it goes.
    """
    end = len(lines)
    while end and not lines[end - 1]:
        end -= 1
    for at in range(end - 1, max(end - MOST - 2, -1), -1):
        line = lines[at]
        if line and len(line) <= 60 and _FORMULA.fullmatch(line):
            below = [each for each in lines[at + 1 : end] if each]
            return lines[: at or 1] if below and all(map(_is_whereabouts, below)) else lines
        if line and not _is_whereabouts(line):
            return lines
    return lines


def _is_whereabouts(line: str) -> bool:
    if len(line) > 120 or move_line(line):
        return False
    if _PHONE.search(line) or _LINK.search(line):
        return True
    return (
        len(line.split()) <= 6
        and line[-1] not in "!?:"
        and _NAME.fullmatch(line.strip("-–—~*_ ")) is not None
    )
