"""What mail programs write around a quotation, in the languages that our players' programs speak.

All of it is compared with one line (or a few joined by spaces) of at most `MAX_LINE` characters.
"""

import re

MAX_LINE = 400
"""Characters of a line that are looked at."""

_TAIL = 200
"""Characters at the end of an attribution that its verb is looked for in."""


def _any(words: str) -> str:
    """A pattern for the words of a list that is parted by bars."""
    return "|".join(re.escape(word.strip()) for word in words.split("|"))


_WROTE = tuple(
    verb
    for line in (
        "wrote|writes|schrieb|schreibt|geschrieben|écrit|escribió|escribio|ha scritto|scrive|schreef|napisał",
        "napisana przez|pisze|escreveu|skrev|kirjoitti|napsal|píše|napísal|написал|пишет|писал|пише|a scris",
        "írta|yazdı|έγραψε|写道|寫道|のメール|さんは書きました|が書き込みました|작성|כתב|كتب|نوشت",
        "գրել է|написа|напиша|missatge de|kirjutas|napisao|napisala|menulis|rašė|rakstīja|เขียนว่า|đã viết|escribiu",
        "skrifaði",
    )
    for verb in line.split("|")
)
_COLON = re.compile(r"(?<!\d)[:：]|[:：](?!\d)")
_ADDRESS = re.compile(r"[^\s<>@]@[^\s<>@]")
_GOES_ON = re.compile(r"<[^<>\s@]{1,80}@[^<>\s@]{1,80}>\s?([^\W\d]{2,20}(?: [^\W\d]{2,20})?)\s?[:：]\s")
_STARTS = re.compile(
    r"[\s*_]*+(?:on|at|am|le|el|il|op|em|a|den|dne|dnia|w dniu|på|fra|na|ha|în data|בתאריך|在|于|於)\s",
    re.IGNORECASE,
)
_DATE = re.compile(r"(?<!\d)\d{4}(?!\d)|\b\d{1,2}[./-]\s?\d{1,2}[./-]\s?\d{2,4}|20\d\d\s?[年년]")
_DIGIT = re.compile(r"\d")
_NUMBER = re.compile(r"\d+")
_IN_BRACKETS = re.compile(r"[<(\[]\s?[^<>()\[\]\s@]{1,80}@[^<>()\[\]\s@]{1,80}\s?[>)\]]")
_OPEN = re.compile(r"<\s?(?:[^<>\s@]{1,80}@[^<>\s@]{1,80})?$")
_OUR_NAME = re.compile(r"\bmhearts\b", re.IGNORECASE)
_RULED = re.compile(r"[-–—]{2,}[^-–—].*[-–—]{2,}")
"""Zoho's attribution stands between dashes."""

_RULE = "-‐‑_–—=*"
_TITLE = re.compile(r"(?!BEGIN PGP|END PGP)[^\W\d_][^\d@]{1,60}")
_OF_ANOTHER = re.compile(
    # the start of the word for "original" or "forwarded", or of one of them for "quoted"
    r"\b(?:d['’])?(?:origin|urspr|forwarded|fwd|weitergeleitet|transf[eé]r|transm|réexp|reenviad|rispost|inoltrat"
    r"|oorspronk|doorgestuur|oryginal|przek|przesł|encaminh|reencaminh|oprindelig|opprinnelig|videresend"
    r"|vidarebefordr|alkuper|välitet|edelleenl|původn|přepos|prepos|preposl|pôvodn|исходн|оригинал|пересыла"
    r"|пересла|перенаправ|вихідн|пересил|изходн|препрат|първонач|özgün|orijinal|asıl|iletilen|yönlendir|eredeti"
    r"|továbbít|inițial|iniţial|redirec|αρχικ|προωθ|izvorn|prvotn|proslij|posredov|algne|edasta|originaal|pradin"
    r"|persiųst|sākotn|pārsūt|asli|diteruskan|terusan|quote|zitat|citat|citaz|cita\b|previous message)"
    r"|gốc|chuyển tiếp|ต้นฉบับ|ส่งต่อ|元の|転送|原始|原邮|原郵|转发|轉寄|轉發|원본|전달|מקורי|הועבר|الأصلي|محول|اصلی",
    re.IGNORECASE,
)
_FORWARDED = re.compile(
    r"-----.{1,200}(?: wrote|schrieb|a écrit|escribió): ?-----"
    r"|-- ?(?:original message|ursprüngliche nachricht|message d'origine|forwarded message) ?--"
    r"|(?:begin forwarded message|anfang der weitergeleiteten nachricht|début du message (?:transféré|réexpédié)"
    r"|inicio del mensaje reenviado|inizio messaggio inoltrato|begin doorgestuurd bericht"
    r"|vidarebefordrat brev|início da mensagem (?:reencaminhada|encaminhada)"
    r"|początek przekazywanej wiadomości|転送されたメッセージ|下面是被转发的邮件|開始轉寄郵件) ?[:：]",
    re.IGNORECASE,
)

_FROM = _any(
    "From|Von|De|Da|Van|Od|Från|Fra|Lähettäjä|От|От кого|Від|差出人|送信者|发件人|寄件者|寄件人|보낸 사람|보낸사람"
    "|מאת|Kimden|Gönderen|Feladó|Expéditeur|Remitente|Mittente|Afzender|Nadawca|Remetente|Avsändare|Odesílatel"
    "|Από|De la|من|المرسل|Từ|Người gửi|จาก|से|प्रेषक|از|Nuo|No|Saatja|Dari|Daripada|Frá|Šalje|Pošiljatelj|Odosielateľ"
)
_SENT = _any(
    "Sent|Date|Sent on|Gesendet|Datum|Gesendet am|Envoyé|Envoyé le|Date d'envoi|Enviado|Enviado el|Fecha"
    "|Inviato|Data|Verzonden|Wysłano|Wysłane|Enviada em|Enviado em|Enviada|Skickat|Sendt|Dato|Lähetetty"
    "|Päiväys|Odesláno|Отправлено|Дата|送信日時|日付|日時|发送时间|时间|日期|寄件日期|傳送時間|보낸 날짜|날짜|נשלח"
    "|תאריך|Gönderildi|Tarih|Gönderme Tarihi|Küldve|Dátum|Trimis|Εστάλη|Στάλθηκε|Ημερομηνία|تاريخ الإرسال|التاريخ"
    "|تم الإرسال|مُرسلة|أرسلت|أُرسلت|Đã gửi|Ngày|Gửi lúc|ส่งเมื่อ|วันที่|भेजा गया|दिनांक|ارسال|تاریخ|Išsiųsta"
    "|Nosūtīts"
    "|Saadetud|Kuupäev|Dikirim|Dihantar|Tarikh|Tanggal|Sent þann|Poslano|Poslato|Odoslané|Надіслано|Изпратено|Enviat"
)
_TO = _any(
    "To|An|À|A|Para|Aan|Do|Till|Til|Vastaanottaja|Komu|Кому|宛先|收件人|收件者|받는 사람|받는사람|אל|Kime|Alıcı"
    "|Προς|Κοιν|إلى|نسخة|Đến|Tới|Người nhận|ถึง|प्रति|به|Kam|Kellele|Kepada|Za|Prima|До|Per a|Címzett"
    "|Destinataire|Destinatario|Către|Pour|Cc|Kopie|Copie|Kopia|Kopi|Копия|抄送|副本|참조|עותק|Bilgi|DW"
)
_SUBJECT = _any(
    "Subject|Betreff|Objet|Asunto|Oggetto|Onderwerp|Temat|Assunto|Ämne|Emne|Aihe|Předmět|Тема|件名|主题|主旨|主題"
    "|제목|נושא|Θέμα|الموضوع|Chủ đề|Tiêu đề|เรื่อง|หัวข้อ|विषय|موضوع|Temats|Tēma|Teema|Perihal|Subjek|Efni"
    "|Predmet|Zadeva"
    "|Относно|Assumpte|Konu|Tárgy|Subiect|Reply-To|Importance|Wichtigkeit|Priorität"
)
_LABEL = re.compile(
    rf"[\s*_]*+(?:(?P<origin>{_FROM}|{_SENT})|(?:{_TO}|{_SUBJECT}))[\s*_]*+[:：]", re.IGNORECASE
)

_ANY_LABEL = re.compile(r"[\s*_]*+[^\W\d_][^:：\d]{0,30}[:：](?!//)\s*+\S")
"""As a copied header's lines begin, in any language."""

_OURS = re.compile(
    r"(?:Your turn, \S{1,30}: |Reply with (?:one of|three cards)\b|Your hand(?: \(|:)|Since your last mail:"
    r"|The table \(|Trick \d+ so far: |\[mhearts \d"
    r"|(?:Your )?(?:clubs|diamonds|hearts|spades)(?:: | {2,})(?:10|[2-9JQKA]|two|three|four|five|six|seven|eight"
    r"|nine|ten|jack|queen|king|ace)(?![A-Za-z]{2}))"
)
_MARKS = re.compile(r"\s*+(?:\w{1,20}>)?[^\w\[>＞]*+")
"""What a mail program, or a person, may put before each line of a quotation."""

_SIGNATURE = re.compile(r"(?:- )?(?:--|—|–) ?|_{5,}\s*|-----BEGIN PGP SIGNATURE-----\s*")


def is_attribution(text: str, *, before_quote: bool) -> bool:
    """Whether the text is a line like `On Monday, Ann <ann@x> wrote:`.

    Args:
        text: one line, or the few that it was wrapped to, joined.
        before_quote: a quoted line follows, so that "Ann wrote:" is enough.
    """
    text = text[: 4 * MAX_LINE].strip(" *_")
    if not text.endswith((":", "：")):
        structured = _is_dated(text) and _IN_BRACKETS.search(text)
        ends = before_quote or _RULED.fullmatch(text) or text.rstrip(".։ ").endswith(_WROTE)
        return bool(structured and ends)
    if _is_dated(text) and (before_quote or _IN_BRACKETS.search(text) or _OUR_NAME.search(text)):
        return True  # whatever the language
    tail = text[-_TAIL:]
    if _tells_who_wrote(tail[:-1].lower()):
        known = _DIGIT.search(text) or _ADDRESS.search(text) or _STARTS.match(text)
        return before_quote or known is not None
    return before_quote and _ADDRESS.search(text) is not None


def _is_dated(text: str) -> bool:
    """Whether a date and a time stand there, in any language and digits; those of an address do not count."""
    text = _IN_BRACKETS.sub(" ", text)
    return _DATE.search(text) is not None and len(_NUMBER.findall(text)) >= 3


def holds_attribution(line: str) -> bool:
    """Whether an attribution stands there with quoted words behind it on the same line, as Yahoo's app writes it."""
    found = _GOES_ON.search(line)
    told = found is not None and found[1].lower().endswith(_WROTE)
    return told and _STARTS.match(line) is not None and _DIGIT.search(line) is not None


def _tells_who_wrote(text: str) -> bool:
    """Whether a verb of writing stands there, with no colon after it but a time's."""
    text = text.replace("(időpont:", "(időpont")
    end = max((text.rfind(verb) + len(verb) for verb in _WROTE if verb in text), default=0)
    return end > 0 and _COLON.search(text, end) is None


def may_start_attribution(line: str) -> bool:
    """Whether a line may be the first of an attribution that was wrapped."""
    if line.rstrip().endswith(("<", "(", "[")) or _ADDRESS.search(line) or _DATE.search(line):
        return True
    return bool(_STARTS.match(line) and _DIGIT.search(line))


def may_end_attribution(line: str) -> bool:
    """Whether a line may be the last of one: a colon stands there, a full stop, or Zoho's dashes."""
    return line.rstrip("*_ ").endswith((":", "：", ".", "--", "—", "––"))


def is_open(text: str) -> bool:
    """Whether a bracket around an address was opened and not closed, so that a `>` below closes it."""
    return _OPEN.search(text) is not None


def is_separator(line: str) -> bool:
    """Whether it is a line like `-----Original Message-----`, in any language that we know the words of."""
    title = _ruled_title(line)
    return _OF_ANOTHER.search(title) is not None or _FORWARDED.fullmatch(line.strip()) is not None


def may_be_separator(line: str) -> bool:
    """Whether the line looks as one of those does, whatever it says: `*** well done ***` is one, too."""
    return bool(_ruled_title(line))


def _ruled_title(line: str) -> str:
    """What stands between rules at both ends of a line, "" if that is no title."""
    text = line.strip()
    if text[:3].strip(_RULE) or text[-3:].strip(_RULE):
        return ""
    title = text.strip(_RULE).strip()
    return title if _TITLE.fullmatch(title) else ""


def header_label(line: str) -> str:
    """For a line like `From: Ann` "origin", if it tells who or when; "other" for the like; "" for others."""
    found = _LABEL.match(line)
    if found is None:
        return ""
    return "origin" if found["origin"] else "other"


def may_be_label(line: str) -> bool:
    """Whether a line may be one of a copied header, in a language that we do not know the labels of."""
    return _ANY_LABEL.match(line) is not None


def tells_origin(text: str) -> bool:
    """Whether the lines of what may be a copied header hold an address and a date."""
    return _ADDRESS.search(text) is not None and _is_dated(text)


def is_ours(line: str) -> bool:
    """Whether the line is one that our letters consist of, so that a letter quoted bare is known by it."""
    marks = _MARKS.match(line)
    return _OURS.match(line, marks.end() if marks else 0) is not None


def is_signature(line: str) -> bool:
    """Whether a signature or a list's footer starts at this line; signed text has a dash and a space before it."""
    return _SIGNATURE.fullmatch(line) is not None
