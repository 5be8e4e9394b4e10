"""The warnings that companies' gateways put above what was typed ("CAUTION: This email originated from outside").

A banner is left out only where nothing of the writer's stands before it. It is known by a word of warning or
a mail's being spoken of, together with a phrase for where the mail came from; what follows belongs to it as
long as it goes on with a sentence of it or gives the advice that such banners give. A line that is a move or
a command, and one that may begin a quotation, is never part of it.
"""

import re

from pbmhearts.cards import move_line
from pbmhearts.mail.reading import phrases

MAX_BLOCK = 60
"""Lines that a marked block may have, and banners together."""
MAX_WRAPPED = 3
"""Lines over which what a banner is known by may be wrapped."""
WRAP_WIDTH = 60
"""The narrowest width, in characters, to which banners are wrapped."""

_BLOCK_START = re.compile(r"ZjQcmQRY\w{0,20}BannerStart")
_BLOCK_END = re.compile(r"ZjQcmQRY\w{0,20}?BannerEnd")

_MARKS = re.compile(r"[^\w>＞]*+")
_WARNING = re.compile(
    r"(?:security |sicherheits|external |externe )?(?:caution|warning|attention|alert|notice|important|warnung"
    r"|achtung|vorsicht|hinweis|avertissement|mise en garde|prudence|precauci[oó]n|atenci[oó]n|advertencia"
    r"|aviso|cuidado|attenzione|avviso|avvertenza|let op|waarschuwing|uwaga|ostrzeżenie|atenção|varning"
    r"|advarsel|external|extern(?:e|er|o)?)\b",
    re.IGNORECASE,
)
_MAIL = (
    r"(?:e-?mail|mail|message|communication|sender|nachricht|absender\w{0,2}|courriel|expéditeur"
    r"|correo(?: electrónico)?|mensaje|remitente|messaggio|mittente|bericht|afzender|mensagem|remetente"
    r"|wiadomość|nadawc\w{1,4})"
)
_OUTSIDE = (
    r"(?:outside|extern(?:al|e|er|en|em|es|o|a|y)?|au(?:ß|ss)erhalb|von au(?:ß|ss)en|(?:de |à )?l['’]extérieur"
    r"|hors d|en dehors|fuera de|exterior|estern[oa]|al di fuori|(?:da|all['’])fuori|buiten|fora d[aeo]"
    r"|spoza|zewnętrzn\w{1,4}|zewnątrz)"
)
_ORIGIN = re.compile(rf"\b{_MAIL}\b.{{0,80}}?\b{_OUTSIDE}|\b{_OUTSIDE}\W{{1,3}}{_MAIL}\b", re.IGNORECASE)
_OF_THE_HOUSE = re.compile(
    rf"(?:this|diese[rs]?|cet?|cette|est[ea]|quest[ao]|dit|deze|ta)[ '’](?:\w{{1,20}} )?{_MAIL}\b.{{0,60}}?\b"
    r"(?:outside (?:of )?(?:the |your |our |this |my )?(?:\w{1,20} )?(?:organi[sz]ation|company|network|firm|domain"
    r"|universit|institution|agency|business|corporat|school|group|enterprise)"
    r"|(?<=from )outside\b|(?:an? )?(?:untrusted|unknown) sender"
    r"|(?:an? )?external (?:sender|source|e-?mail|address|domain|party|organi[sz]ation)"
    r"|au(?:ß|ss)erhalb (?:der|des|unser|ihr)|extern(?:en|er|em) (?:absender|quelle|adresse)"
    r"|(?:extérieur|dehors) d|expéditeur externe|fuera de (?:la|su|nuestra)|remitente externo"
    r"|estern[oa] all|mittente esterno|buiten (?:de|uw|onze)|externe afzender)",
    re.IGNORECASE,
)
_SELDOM = re.compile(
    r"(?:you|some people who received this message) (?:don['’]?t|do not) often get e-?mail from \S"
    r"|(?:sie|einige personen, die diese nachricht erhalten haben,) erhalten nicht (?:oft|häufig) (?:eine )?"
    r"e-?mails? von \S"
    r"|(?:vous|certaines personnes).{0,50}(?:n['’]obten|ne reç|ne recev)\w{1,5} pas souvent d.{0,40}\S"
    r"|no suele(?:s)? recibir (?:correos?|mensajes).{0,40}\S"
    r"|non (?:si ricevono|ricevi) spesso (?:messaggi|e-?mail|posta).{0,40}\S"
    r"|u ontvangt niet vaak e-?mail van \S|(?:você|voc[eê]s) não costuma receber e-?mails? de \S",
    re.IGNORECASE,
)
_TAG = re.compile(
    r"(?:(?:this|is|an?|from|the|caution|warning|attention|alert|achtung|vorsicht|warnung|atención|precaución|e|sent"
    rf"|{_MAIL}|ext|{_OUTSIDE})(?:\W+|$)){{1,9}}",
    re.IGNORECASE,
)
_TELLS_OUTSIDE = re.compile(rf"\b(?:ext\b|{_OUTSIDE})", re.IGNORECASE)
_RULE = re.compile(r"[-_=*~#+•—–]{3,}")

_ADVICE = re.compile(
    r"(?:please|do not|don['’]t|never (?:click|open|give|share|reply|enter)|be (?:careful|cautious|wary|aware)"
    r"|(?:use|exercise|take|with) (?:\w{1,10} )?(?:caution|care)\b|treat|think before|if (?:you|in doubt|suspicious)"
    r"|unless|only (?:click|open)|verify|report (?:this|any|suspicious|phishing)|learn why"
    r"|the sender|you have not|this (?:e-?mail|message)"
    r"|(?:always )?(?:check|verify|confirm) the|contact (?:the|your) |click(?:ing)? "
    r"|bitte|klicken|öffnen|seien|prüfen|überprüfen|erfahren sie|wenn sie|sofern"
    r"|veuillez|merci d|ne (?:cliquez|cliquer|répondez|pas)|n['’](?:ouvrez|ouvrir)"
    r"|soyez|faites|si vous|découvrez|pourquoi"
    r"|por favor|no (?:haga|abra|pulse|responda|clique)|tenga|verifique|si no |a menos|por qué"
    r"|non (?:cliccare|aprire|fare)|prestare|verificare|klik |open geen"
    r"|wees |não (?:clique|abra)|verifique|nie klikaj)",
    re.IGNORECASE,
)
_ABOUT = re.compile(
    r"link|attach|click|sender|recipient|content|\bsafe|organi[sz]ation|compan|phish|suspicio|caution|careful|trust|recogni[sz]"
    r"|legitima|report|verif|important|malicious|secur|password|helpdesk|\bIT\b|unless|expect|e-?mail|message|source"
    r"|anhäng|anlage|klick|öffn|absender|inhalt|sicher|vertrau|wichtig|organisation|unternehmen|lien|pièce|cliqu|ouvr"
    r"|expéditeur|contenu|\bsûr|enlace|adjunt|\bclic|abr[ai]|remitente|contenid|segur|vínculo|origen|empresa|allegat"
    r"|mittente|contenut|bijlage|afzender|inhoud|veilig|anexo|załącznik|nadawc",
    re.IGNORECASE,
)
_LINK = re.compile(r"[\[(<\s]*https?://\S++\s*")
_ENDS = re.compile(r"[.!?:;…>\])*|=-]\s*$")


def without_banners(lines: list[str]) -> list[str]:
    """The lines from the first on that is of no banner; all of them where none stands at the top."""
    heads = [line[: phrases.MAX_LINE] for line in lines[: 2 * MAX_BLOCK]]
    at = 0
    while at < MAX_BLOCK:
        start = _nonblank(heads, at)
        if end := _block_end(heads, start):
            found = _BLOCK_END.search(heads[end - 1])
            if found and (glued := heads[end - 1][found.end() :].strip()):
                return [glued, *lines[end:]]
        else:
            end = start + _size(heads, start)
        if end == start:
            break
        at = end
    return lines[at:]


def _nonblank(lines: list[str], at: int) -> int:
    return next((i for i in range(at, len(lines)) if lines[i].strip()), len(lines))


def _block_end(lines: list[str], at: int) -> int:
    """Where the block with Proofpoint's marks ends that starts there; 0 without one."""
    if at >= len(lines) or not _BLOCK_START.search(lines[at]):
        return 0
    for i in range(at, min(at + MAX_BLOCK, len(lines))):
        if _BLOCK_END.search(lines[i]):
            return i + 1
        if _is_others(lines[i]):
            break
    return at + 1


def _size(lines: list[str], at: int) -> int:
    """How many lines the banner has that starts there."""
    start = at
    while start < min(at + MAX_WRAPPED, len(lines)) and _is_preamble(lines[start]):
        start = _nonblank(lines, start + 1)
    end = start + _known(lines, start)
    if end == start:
        return 0
    while end < len(lines) and _goes_on(lines, end):
        end += 1
    advice = _nonblank(lines, end)
    while advice < len(lines) and _advises(lines[advice], words=2):
        end = advice + 1
        advice = _nonblank(lines, end)
    if end < len(lines) and _RULE.fullmatch(lines[end].strip()) and not _heads_quotation(lines, end):
        end += 1
    return end - at


def _known(lines: list[str], at: int) -> int:
    """The lines that tell a banner; 0 if there are none."""
    joined = ""
    for end in range(at, min(at + MAX_WRAPPED, len(lines))):
        line = lines[end].strip()
        if not line or _is_writers(line):
            return 0
        joined = f"{joined} {line}".strip()
        if _is_banner(joined):
            return end + 1 - at
        if not _WARNING.match(_bare(joined)) and not _wraps(line, lines, end + 1):
            return 0
    return 0


def _is_banner(text: str) -> bool:
    bare = _bare(text)
    if _TAG.fullmatch(bare):
        return _TELLS_OUTSIDE.search(bare) is not None
    if _SELDOM.match(bare) or _OF_THE_HOUSE.match(bare):
        return True
    return _WARNING.match(bare) is not None and _ORIGIN.search(bare) is not None


def _is_preamble(line: str) -> bool:
    """Whether the line is a rule or a mere word of warning, as stands above a banner."""
    if _RULE.fullmatch(line.strip()):
        return True
    bare = _bare(line)
    found = _WARNING.match(bare)
    return found is not None and not bare[found.end() :].strip(" :!*]") and not _is_banner(line)


def _goes_on(lines: list[str], at: int) -> bool:
    line = lines[at].strip()
    if not line or _is_writers(line):
        return False
    if (_LINK.match(line) and not _LINK.sub("", line).strip(" >)].")) or _is_banner(line):
        return True
    before = lines[at - 1]
    if not _ENDS.search(before) and _wraps(before, lines, at) and _ABOUT.search(line):
        return True
    return _advises(line, words=1)


def _wraps(before: str, lines: list[str], at: int) -> bool:
    """Whether the line may be the rest of the one before it, that was too long."""
    words = lines[at].split() if at < len(lines) else []
    return bool(words) and len(before.rstrip()) + 1 + len(words[0]) > WRAP_WIDTH


def _advises(line: str, *, words: int) -> bool:
    """Whether the line is advice on what to do with such mails, in so many of the words for it."""
    if _is_writers(line) or not _ADVICE.match(_bare(line)):
        return False
    return len({found.lower() for found in _ABOUT.findall(line)}) >= words


def _heads_quotation(lines: list[str], at: int) -> bool:
    following = _nonblank(lines, at + 1)
    return following < len(lines) and bool(phrases.header_label(lines[following]))


def _is_writers(line: str) -> bool:
    """Whether the line may be the writer's move or command, or not be the banner's for what it quotes."""
    first = line.split(maxsplit=1)[0].lower()
    return first in {"mhearts", "by", "multiple", "end"} or move_line(line) is not None or _is_others(line)


def _is_others(line: str) -> bool:
    """Whether a quotation may begin there."""
    return (
        line.lstrip().startswith((">", "＞", "|>"))
        or phrases.is_ours(line)
        or (phrases.is_separator(line) and not _is_banner(line))
        or bool(phrases.header_label(line))
        or phrases.is_attribution(line, before_quote=True)
    )


def _bare(line: str) -> str:
    """The line without the stars, brackets and signs before it."""
    marks = _MARKS.match(line)
    return line[marks.end() if marks else 0 :].rstrip()
