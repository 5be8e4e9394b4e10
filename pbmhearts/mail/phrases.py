"""What mail programs write around a quotation, in the languages that our players' programs speak.

All patterns are matched against one line (or a few joined by spaces) of at most `MAX_LINE` characters.
"""

import re

MAX_LINE = 400
"""Characters of a line that are compared with these patterns."""


def _any(words: str) -> str:
    return "|".join(re.escape(word.strip()) for word in words.split("|"))


_WROTE = _any(
    "wrote|writes|schrieb|schreibt|geschrieben|a écrit|écrit|escribió|escribio|ha scritto|scrive|schreef"
    "|heeft geschreven|het volgende geschreven|napisał(a)|napisał|napisała|pisze|escreveu|skrev|kirjoitti"
    "|napsal(a)|napsal|napsala|píše|napísal(a)|napísal|написал|написала|написал(а)|пишет|писал|писал(а)|пише"
    "|написав|a scris|írta|yazdı|şunu yazdı|şunları yazdı|έγραψε|写道|寫道|のメール|さんは書きました|が書き込みました"
    "|님이 작성|작성|כתב|כתבה|כתב/ה|كتب"
)
_ENDS_WROTE = re.compile(
    rf"(?:{_WROTE})[^:：]{{0,200}}[:：][\s*_]*$|(?:{_WROTE})\s*(?:le|am|on)?[^:：]{{0,60}}\d{{1,2}}[:.]\d\d[^:：]{{0,20}}[:：][\s*_]*$",
    re.IGNORECASE,
)
_ENDS_ADDRESS = re.compile(r"[<(\[]\s*(?:mailto:)?[^<>()\[\]\s]{1,200}@[^<>()\[\]\s]{1,200}[>)\]]+\s*[:：][\s*_]*$")
_ADDRESS = re.compile(r"[^\s<>@]{1,100}@[^\s<>@]{1,100}")
_STARTS = re.compile(
    r"[\s*_]*(?:on|at|am|le|el|il|op|em|a|den|dne|dnia|w dniu|på|fra|na|ha|في|בתאריך|在|于|於|în data)\s",
    re.IGNORECASE,
)
_DATE = re.compile(r"\b20\d\d\b|\b\d{1,2}[./-]\s?\d{1,2}[./-]\s?\d{2,4}|20\d\d\s?[年년]")
_DIGIT = re.compile(r"\d")

_SEPARATOR = re.compile(
    r"\s*[-_–—=*]{3,}\s*(?!BEGIN PGP|END PGP)[^\W\d_][^\d\n@]{1,60}?\s*[-_–—=*]{3,}\s*"
    r"|\s*-{2,}\s*(?:original message|ursprüngliche nachricht|message d'origine|forwarded message)\s*-{2,}\s*"
    r"|\s*(?:begin forwarded message|anfang der weitergeleiteten nachricht|début du message (?:transféré|réexpédié)"
    r"|inicio del mensaje reenviado|inizio messaggio inoltrato|begin doorgestuurd bericht"
    r"|vidarebefordrat brev|início da mensagem reencaminhada)\s*:\s*",
    re.IGNORECASE,
)

_FROM = _any(
    "From|Von|De|Da|Van|Od|Från|Fra|Lähettäjä|От|От кого|Від|差出人|送信者|发件人|寄件者|寄件人|보낸 사람|보낸사람|מאת|Kimden"
    "|Gönderen|Feladó|Expéditeur|Remitente|Mittente|Afzender|Nadawca|Remetente|Avsändare|Odesílatel|Από|De la|من"
)
_SENT = _any(
    "Sent|Date|Sent on|Gesendet|Datum|Gesendet am|Envoyé|Envoyé le|Date d'envoi|Enviado|Enviado el|Fecha|Inviato"
    "|Data|Verzonden|Wysłano|Wysłane|Enviada em|Enviado em|Enviada|Skickat|Sendt|Dato|Lähetetty|Päiväys|Odesláno"
    "|Отправлено|Дата|送信日時|日付|日時|发送时间|时间|日期|寄件日期|傳送時間|보낸 날짜|날짜|נשלח|תאריך|Gönderildi|Tarih"
    "|Gönderme Tarihi|Küldve|Dátum|Trimis"
)
_TO = _any(
    "To|An|À|A|Para|Aan|Do|Till|Til|Vastaanottaja|Komu|Кому|宛先|收件人|收件者|받는 사람|받는사람|אל|Kime|Alıcı|Címzett"
    "|Destinataire|Destinatario|Către|Pour|Cc|CC|Kopie|Copie|Kopia|Kopi|Копия|抄送|副本|참조|עותק|Bilgi|DW"
)
_SUBJECT = _any(
    "Subject|Betreff|Objet|Asunto|Oggetto|Onderwerp|Temat|Assunto|Ämne|Emne|Aihe|Předmět|Тема|件名|主题|主旨|主題|제목"
    "|נושא|Konu|Tárgy|Subiect|Reply-To|Importance|Wichtigkeit|Priorität"
)
_LABEL = re.compile(
    rf"[\s*_>]*(?:(?P<origin>{_FROM}|{_SENT})|(?:{_TO}|{_SUBJECT}))[\s*_]*[:：]", re.IGNORECASE
)

_SIGNATURE = re.compile(r"(?:--|—|–) ?|_{5,}\s*|-----BEGIN PGP SIGNATURE-----\s*")

_DEVICE = (
    r"(?:[\w'’-]+\s+){0,3}(?:iphone\w*|ipad\w*|ipod\w*|android\w*|galaxy\w*|samsung\w*|blackberry\w*|pixel\w*|huawei\w*|"
    r"xiaomi\w*|redmi\w*|oneplus\w*|nokia\w*|sony\w*|xperia\w*|lg\b|motorola\w*|moto\b|htc\b|fairphone\w*|phone|mobile|handy|smartphone\w*|"
    r"tablet\w*|mobiltelefon\w*|mobilgerät\w*|téléphone|portable|móvil|teléfono|telefone|celular|cellulare|telefono|telefoon|mobiel\w*|"
    r"telefon\w*|telefonu|puhelimest\w*|mobil\w*|mail|outlook|yahoo|gmail|gmx|web\.de|proton\s?mail|protonmail|k-9|thunderbird|fairemail|tutanota|"
    r"mailbird|spark|bluemail|aqua\s?mail|windows|mac|apple|vivo|oppo|zte|realme|honor|device|gerät|appareil|dispositivo|toestel)"
)
_TAGLINE = re.compile(
    r"[\s*_\[(]*(?:"
    rf"(?:sent|gesendet|verschickt|geschrieben)\s+(?:from|via|using|with|by|von|vom|mit|über|aus|auf)\s+.{{0,30}}{_DEVICE}.{{0,200}}"
    rf"|(?:diese nachricht wurde )?(?:von|vom|mit)\s+.{{0,60}}{_DEVICE}.{{0,60}}\s(?:gesendet|verschickt|geschrieben).{{0,80}}"
    rf"|envoy[ée]e?s?\s+(?:de|du|depuis|à partir|avec|par|via)\s+.{{0,30}}{_DEVICE}.{{0,200}}"
    rf"|(?:enviado|enviada)s?\s+(?:desde|do|da|de|a partir|por|con|com|via)\s+.{{0,30}}{_DEVICE}.{{0,200}}"
    rf"|inviat[oa]\s+(?:da|dal|dall|con|tramite|via)['’]?\s*.{{0,30}}{_DEVICE}.{{0,200}}"
    rf"|(?:verstuurd|verzonden)\s+(?:vanaf|vanuit|met|via|van)\s+.{{0,30}}{_DEVICE}.{{0,200}}"
    rf"|wysłan[eoay]\s+(?:z|ze|za pomocą|przez)\s+.{{0,30}}{_DEVICE}.{{0,200}}"
    rf"|(?:skickat|skickades|sendt|skickad)\s+(?:från|fra|med|via)\s+.{{0,30}}{_DEVICE}.{{0,200}}"
    rf"|lähetetty\s+.{{0,60}}{_DEVICE}.{{0,200}}"
    rf"|(?:odesláno|odoslané|poslano)\s+(?:z|ze|pomocí|s)\s+.{{0,30}}{_DEVICE}.{{0,200}}"
    rf"|(?:отправлено|надіслано)\s+(?:с|со|из|з|із|через)\s+.{{0,200}}"
    r"|.{1,40}(?:から送信|より送信)(?:されました)?"
    r"|(?:发自|發自|從|从|來自|来自|通过|使用).{1,60}(?:手机|手機|iphone|ipad|android|outlook|邮箱|郵箱|郵件|邮件|傳送|发送|app)?"
    r"|.{1,40}에서 보냄"
    r"|נשלח\s+מ.{1,60}"
    r"|.{1,40}(?:gönderildi|gönderilmiştir)"
    r"|(?:get|download|holen sie sich|laden sie|télécharge[rz]|obtene[rz]?|descargar|scarica|ottieni|download|pobierz|obter|baixar|hämta|skaffa|hent|få|"
    r"hanki|získat|stáhnout|скачать|загрузить|получить)\s+outlook\s+.{1,200}"
    r"|outlook\s+(?:voor|für|for|pour|para|per|dla|til|för)\s+.{1,200}"
    r"|(?:ios|android)\s?版?\s?(?:用|용|için)?\s?(?:の)?\s?outlook.{0,200}"
    r"|(?:获取|取得|獲取).{0,20}outlook.{0,200}"
    r"|(?:please )?excuse (?:my )?(?:brevity|typos|any typos).{0,60}"
    r"|.{0,40}entschuldigen sie die kürze.{0,20}|bitte entschuldigen sie meine kürze.{0,20}"
    r"|(?:yahoo|aol) mail\s?:? .{1,80}<?https?://.{1,200}"
    r")[\s*_.!\])]*",
    re.IGNORECASE,
)


def is_attribution(text: str, *, before_quote: bool) -> bool:
    """Whether the text is a line like `On Monday, Ann <ann@x> wrote:`.

    Args:
        text: one line, or the few that it was wrapped to, joined.
        before_quote: a quoted line follows, so that "Ann wrote:" is enough.
    """
    text = text[: 4 * MAX_LINE].rstrip(" *_")
    if not text.endswith((":", "：")):
        return False
    if _ENDS_WROTE.search(text):
        known = _DIGIT.search(text) or _ADDRESS.search(text) or _STARTS.match(text)
        return before_quote or known is not None
    return _ENDS_ADDRESS.search(text) is not None and (before_quote or _DIGIT.search(text) is not None)


def may_start_attribution(line: str) -> bool:
    """Whether a line may be the first of an attribution that was wrapped."""
    return bool(
        (_STARTS.match(line) and _DIGIT.search(line)) or _DATE.search(line) or _ADDRESS.search(line)
    )


def is_separator(line: str) -> bool:
    """Whether it is a line like `-----Original Message-----`."""
    return _SEPARATOR.fullmatch(line) is not None


def header_label(line: str) -> str:
    """For a line like `From: Ann`: "origin" if it tells who or when, "other" if whom to or what about; else ""."""
    found = _LABEL.match(line)
    if found is None:
        return ""
    return "origin" if found["origin"] else "other"


def is_signature(line: str) -> bool:
    """Whether a signature or a list's footer starts at this line."""
    return _SIGNATURE.fullmatch(line) is not None


def is_tagline(line: str) -> bool:
    """Whether the line is what a phone adds below what was typed."""
    return _TAGLINE.fullmatch(line) is not None
