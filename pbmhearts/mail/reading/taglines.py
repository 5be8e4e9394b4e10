"""The lines that phones and mail programs add below what was typed ("Sent from my iPhone")."""

import re

MAX_TAGLINE = 160
"""Characters, links not counted, past which a line is no tag-line."""

_LINK = re.compile(r"[<(\[]?https?://[^\s>)\]]++[>)\]]?")
_MARKUP = re.compile(r"[\[\]*_]")

_OPENINGS = (
    r"sent (?:from|via|using|with|by) ",
    r"(?:gesendet|verschickt|geschrieben) (?:von|vom|mit|über|via|aus|auf) ",
    r"(?:diese (?:nachricht|e-?mail) wurde )?(?:von|vom|mit) .*(?:gesendet|verschickt|geschrieben)",
    r"envoyée?s? (?:de|du|depuis|à partir|avec|par|via) ",
    r"enviad[oa]s? (?:desde|do|da|de|a partir|por|con|com|via) ",
    r"inviat[oa] (?:da|dal|dall|con|tramite|via)\b",
    r"(?:verstuurd|verzonden) (?:vanaf|vanuit|met|via|van) ",
    r"wysłan[aeoy] (?:z|ze|za pomocą|przez) ",
    r"(?:skickat|skickad|skickades|skickas|sendt) (?:från|fra|med|via) ",
    r"lähetetty ",
    r"(?:odesláno|odoslané|poslano) (?:z|ze|pomocí|s) ",
    r"(?:отправлено|надіслано) (?:с|со|из|з|із|через) ",
    r"(?:发自|發自|從|从|來自|来自|通过|使用)",
    r"secured with ",
    r"(?:στάλθηκε|εστάλη) (?:από|μέσω) ",
    r"(?:trimis|expediat) (?:de pe|de la|din|cu|prin) ",
    r"(?:poslano|poslato|poslané) (?:s|sa|z|iz|preko) ",
    r"(?:изпратено от|saadetud minu|išsiųsta iš|nosūtīts no|enviat des|gửi từ|dikirim dari|ส่งจาก)",
    r".*(?:küldve|elküldve)",
    r"נשלח מ",
    r".*(?:から|より)送信",
    r".*에서 보냄",
    r".*gönderil(?:di|miştir)",
)
_OPENS = re.compile("|".join(_OPENINGS), re.IGNORECASE)

_DEVICES = tuple(
    device
    for line in (
        "iphon ipad ipod android galaxy samsung blackberry pixel huawei xiaomi redmi oneplus nokia sony xperia",
        "motorola fairphone vivo oppo realme honor phone mobil mobiel handy tablet phablet téléphone portable",
        "móvil teléfono telefon celular cellulare telefoon puhelin puhelim outlook yahoo gmail gmx web.de",
        "proton k-9 thunderbird fairemail tutanota tuta spark bluemail windows mac mail gerät appareil dispositivo",
        "toestel",
        "мобильн телефон почт 小米 手机 手機 邮箱 郵箱 邮件 郵件 携帯",
    )
    for device in line.split()
)

_WHOLE = re.compile(
    r"(?:get|download|holen sie sich|laden sie|téléchargez|télécharger|obtenez|obtener|obtén|descargar|scarica"
    r"|ottieni|pobierz|obter|baixar|hämta|skaffa|hent|få|hanki|hanki|získat|stáhnout|скачать|загрузить|получить)"
    r" outlook .*"
    r"|outlook (?:voor|für|for|pour|para|per|dla|til|för) (?:ios|android).*"
    r"|(?:ios|android) ?(?:版|用|için)?(?:の)? ?outlook.*"
    r"|(?:获取|取得|獲取|下载|下載).*outlook.*"
    r"|(?:please )?excuse (?:my )?(?:brevity|typos|any typos).*"
    r"|bitte entschuldigen sie (?:meine|die) kürze.*"
    r"|sent (?:from|with|via|using) (?:my |the )?(?:all[- ]new )?(?:em client|nine|front|superhuman|canary|spike|hey"
    r"|shortwave|(?:apple )?watch|(?:workspace one )?boxer|aol)(?: (?:mail|app|e-?mail))?"
    r"(?: (?:for|on) (?:the )?[\w ]{1,30})?\W*$"
    r"|get (?:bluemail|aol app|spark|nine) for [\w ]{1,30}$"
    r"|yahoo mail: search, organize, conquer$",
    re.IGNORECASE,
)

_FOOTER = re.compile(
    r"no virus(?:es)? found in this |virus-free\b.{0,5}(?:www\b|avg\b|avast\b|$)|checked by avg\b"
    r"|this (?:e-?mail|message) (?:has been|was) (?:checked|scanned) (?:for viruses|by )"
    r"|(?:to|if you (?:want|wish) to) unsubscribe(?: from this (?:list|group).{0,80}|[,:]| send an? e-?mail)"
    r"|you received this (?:message|e-?mail) because you are (?:subscribed|a member)"
    r"|yahoo groups links$"
    r"|(?:confidentiality|privacy|legal|e-?mail) (?:notice|disclaimer|note|warning)\b|disclaimer\b\W*$"
    r"|disclaimer ?[:：]"
    r"|(?:important|notice|private|confidential)\W{1,3}(?:this|the (?:information|content)).{0,80}confidential"
    r"|(?:this|the information (?:contained )?in this|the contents? of this) (?:e-?mail|message|communication"
    r"|transmission)"
    r"\b.{0,160}(?:confidential|intended (?:only|solely|for)|privileged|addressee|legally)"
    r"|(?:please |pls )?(?:consider|think (?:of|about)|save|protect) the (?:environment|planet"
    r"|trees?).{0,60}(?:print|$)"
    r"|(?:e-?mails?|messages?|mail) (?:scanned|secured|protected|checked|cleaned) by |scanned by \w"
    r"|protected by \w+ (?:mail|anti)"
    r"|(?:diese|die(?:se)? in dieser) (?:e-?mail|nachricht)\b.{0,120}(?:vertraulich|rechtlich geschützt|adressat)"
    r"|(?:bitte )?(?:denken|prüfen) sie (?:an die umwelt|.{0,30}(?:ausdruck|drucken))|der umwelt zuliebe"
    r"|(?:ce|le présent) (?:message|courriel|e-?mail|courrier)\b.{0,160}(?:confidentiel|destinataire)"
    r"|(?:pensez|merci de penser) à (?:l['’]environnement|la planète)"
    r"|este (?:mensaje|correo|e-?mail|mensagem)\b.{0,160}(?:confidencial|destinatari)"
    r"|esta mensagem\b.{0,160}confidencial"
    r"|(?:questo|il presente) (?:messaggio|e-?mail)\b.{0,160}(?:riservat|confidenzial|destinatari)"
    r"|(?:dit|deze) (?:bericht|e-?mail)\b.{0,160}(?:vertrouwelijk|bestemd)|avis de confidentialité"
    r"|aviso (?:legal|de confiden)"
    r"|(?:detta|denne|dette) (?:meddelande|e-?post\w*|e-?mail|melding\w*|besked)\b.{0,160}(?:konfidentiel|fortrolig)"
    r"|(?:ta|niniejsza) wiadomość\b.{0,160}(?:poufn|adresat)"
    r"|diese (?:e-?mail|nachricht) wurde .{0,40}viren .{0,20}(?:geprüft|gescannt)|virenfrei\b.{0,5}(?:www\b|$)"
    r"|cet e-?mail a été vérifié par|(?:sans|garanti sans) virus\b.{0,5}(?:www\b|$)"
    r"|(?:este correo|el software).{0,60}(?:antivirus|virus)|libre de virus\b.{0,5}(?:www\b|$)",
    re.IGNORECASE,
)


def is_footer(line: str) -> bool:
    """Whether a scanner or a mailing list added the line and those below it."""
    return _FOOTER.match(_unmarked(line)) is not None


def is_tagline(line: str) -> bool:
    """Whether a mail program added the line."""
    text = _unmarked(line)
    if not text or len(text) > MAX_TAGLINE:
        return False
    if _WHOLE.match(text):
        return True
    lower = text.lower()
    return _OPENS.match(text) is not None and any(device in lower for device in _DEVICES)


def _unmarked(line: str) -> str:
    """The words of a line without links and signs of markup."""
    return " ".join(_MARKUP.sub(" ", _LINK.sub(" ", line)).split())
