"""Whose lines are whose."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbmhearts.mail.reading.quoting import written

words = st.text("abcdefghijkl 7", min_size=1, max_size=30).map(str.strip).filter(bool)


@pytest.mark.parametrize(
    "line",
    [
        "On Mon, 30 Nov 2026 at 09:00, MHearts <m@example.org> wrote:",
        "On 30/11/2026 09:00, MHearts wrote:",
        "On Monday, MHearts wrote:",
        "At 09:00 30.11.2026, you wrote:",
        "MHearts <m@example.org> writes:",
        "MHearts <m@example.org> wrote on 30.11.2026 09:00:00:",
        "Am 30.11.26 um 09:00 schrieb MHearts:",
        "MHearts <m@example.org> hat am 30.11.2026 09:00 CET geschrieben:",
        "Le 30/11/2026 à 09:00, MHearts a écrit :",
        "El 30/11/26 a las 9:00, MHearts escribió:",
        "Il 30/11/26 09:00, MHearts ha scritto:",
        "Op 30-11-2026 om 09:00 schreef MHearts:",
        "W dniu 30.11.2026 o 09:00, MHearts pisze:",
        "Dnia 30 listopada 2026 09:00 MHearts <m@example.org> napisał(a):",
        "Wiadomość napisana przez MHearts <m@example.org> w dniu 30.11.2026, o godz. 09:00:",
        "Em 30/11/2026 09:00, MHearts escreveu:",
        "A segunda, 30/11/2026, 09:00, MHearts <m@example.org> escreveu:",
        "Den 2026-11-30 kl. 09:00, skrev MHearts:",
        "På mån 30 nov. 2026 kl. 09:00 skrev MHearts <m@example.org>:",
        "MHearts <m@example.org> kirjoitti 30.11.2026 kello 9.00:",
        "Dne 30. 11. 26 v 9:00 MHearts napsal(a):",
        "30.11.2026 09:00, MHearts пишет:",
        "30 нояб. 2026 г., в 9:00, MHearts <m@example.org> написал(а):",
        "2026/11/30 9:00、MHearts <m@example.org>のメール:",
        "2026年11月30日(月) 9:00 MHearts <m@example.org>:",
        "在 2026年11月30日，09:00，MHearts <m@example.org> 写道：",
        "2026. 11. 30. 오전 9:00, MHearts <m@example.org> 작성:",
        "ב-30 בנוב׳ 2026, בשעה 9:00, MHearts <m@example.org> כתב/ה:",
        "30 Kas 2026 Pzt, saat 09:00 tarihinde MHearts <m@example.org> şunu yazdı:",
    ],
)
def test_an_attribution_ends_the_players_words(line: str) -> None:
    """In each language the line that introduces a quotation is none of the player's, marked or not."""
    marked = written(f"7c\n\n{line}\n> 2C\n\nthanks\n")
    assert (marked.above, marked.below) == (("7c",), ("thanks",))
    bare = written(f"7c\n\n{line}\n\n2C\n")
    assert (bare.above, bare.below, bare.quoted) == (("7c",), (), True)


@pytest.mark.parametrize(
    "line",
    [
        "I wrote: nothing",
        "see what she wrote",
        "on 7 hearts you led",
        "my plan:",
        "To: all of you",
        "On Tuesday I am away",
        "a 7c",
        "- 7c -",
        "-7c",
    ],
)
def test_a_sentence_of_the_players_is_no_attribution(line: str) -> None:
    """A line that only resembles what programs write stays the player's."""
    assert written(f"{line}\nbye\n").above == (line, "bye")


@pytest.mark.parametrize("cut", [20, 45, 60])
def test_an_attribution_may_be_wrapped(cut: int) -> None:
    """A long attribution is known over two and three lines."""
    line = "On Mon, 30 Nov 2026 at 09:00, A Very Long Name <mhearts+101-k7f3q2ab@example.org> wrote:"
    at = line.rfind(" ", 0, cut)
    text = f"7c\n\n{line[:at]}\n{line[at + 1 :]}\n\n> 2C\n"
    assert written(text).above == ("7c",)
    assert written(text).below == ()


@pytest.mark.parametrize(
    "line",
    [
        "Sent from my iPhone",
        "Sent from my Samsung Galaxy smartphone.",
        "Sent from Mail for Windows",
        "Sent from Outlook for Android<https://aka.ms/AAb9ysg>",
        "Get Outlook for Android <https://nam12.safelinks.protection.outlook.com/?url=" + "x" * 300 + ">",
        "Sent via the Samsung Galaxy S24, an AT&T 5G smartphone",
        "Von meinem iPhone gesendet",
        "Gesendet von meinem iPad",
        "Gesendet mit der GMX Mail App",
        "Envoyé de mon iPhone",
        "Envoyé depuis mon téléphone Android",
        "Enviado desde mi iPhone",
        "Obtener Outlook para iOS",
        "Enviado do meu iPhone",
        "Inviato da iPhone",
        "Verstuurd vanaf mijn iPhone",
        "Wysłane z iPhone'a",
        "Skickat från min iPhone",
        "Sendt fra min iPhone",
        "Lähetetty iPhonesta",
        "Odesláno z iPhonu",
        "Отправлено с iPhone",
        "iPhoneから送信",
        "发自我的iPhone",
        "從我的 iPhone 傳送",
        "나의 iPhone에서 보냄",
        "נשלח מה-iPhone שלי",
        "iPhone'umdan gönderildi",
        "*Sent from my iPhone*",
        "[Sent from Yahoo Mail](https://example.org)",
        "Sent from eM Client",
        "Sent from Nine",
        "Sent from Front",
        "Sent via Superhuman ( https://sprh.mn/?vip=x )",
        "Sent from Canary",
        "Sent from Spike",
        "Sent with Spike for iOS",
        "Sent from HEY",
        "Sent from my Apple Watch",
        "Sent from Workspace ONE Boxer",
        "Sent from the all new AOL app for iOS",
        "Sent with Shortwave (https://www.shortwave.com)",
        "Get BlueMail for Android",
        "Yahoo Mail: Search, Organize, Conquer",
    ],
)
def test_a_phones_tag_line_is_dropped(line: str) -> None:
    """What a phone adds is neither a word nor a comment."""
    assert written(f"7c\n\n{line}\n").above == ("7c",)


@pytest.mark.parametrize(
    "line",
    [
        "Sent you a card",
        "from my heart",
        "I sent it from home",
        "outlook is good",
        "Sent from the front of my heart",
        "Sent from nine hearts",
    ],
)
def test_a_sentence_of_the_players_is_no_tag_line(line: str) -> None:
    """A comment that resembles a tag-line is passed on."""
    assert written(f"7c\n\n{line}\n").above == ("7c", "", line)


@pytest.mark.parametrize("mark", ["-- ", "--", "—", "_______________", "- -- "])
def test_a_signature_ends_the_words_until_a_quotation(mark: str) -> None:
    """A signature above or below the quotation is neither words nor reply."""
    text = f"7c\n{mark}\nAnn\n8D Hill Road\n\nOn Monday, MHearts wrote:\n> 2C\n\n9c\n{mark}\nAnn\n5D"
    assert written(text).above == ("7c",)
    assert written(text).below == ("9c",)


def test_the_end_of_a_wrapped_quoted_line_is_no_reply() -> None:
    """A program that wraps what it quotes may leave our cards unmarked on the next line."""
    long = "> Reply with one of: 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC 2D 3D"
    assert written(f"{long}\n4D 5D\n> more\n").below == ()
    assert written(f"{long}\n4D 5D\n\n7c\n").below == ("7c",)
    assert written("> Reply with one of: 2C 3C\n7c\n").below == ("7c",)


@pytest.mark.parametrize(
    "letter",
    [
        "Your turn, ann: trick 4, clubs led.\n\nYour hand:\n  clubs 2C\n",
        "Your hand (* may be played):\n  clubs 2C\n",
        "Reply with one of: 2C 3C\n2C\n",
        "Reply with three cards, for example: 2C 3C 4C\n2C\n",
    ],
)
def test_a_letter_of_ours_that_is_quoted_bare_is_known(letter: str) -> None:
    """A letter copied without any mark gives no words and no comment: a hand stays hidden."""
    assert written(f"7c\n\n{letter}").above == ("7c",)
    assert written(f"7c\n\n{letter}").below == ()
    assert written(letter).above == ()


@given(st.lists(words, max_size=5), st.lists(words, min_size=1, max_size=5), st.lists(words, max_size=5))
def test_marked_lines_never_count(above: list[str], quoted: list[str], below: list[str]) -> None:
    """Whatever is quoted with `>`, own lines above and below are found and quoted ones are not."""
    text = "\n".join([*above, *(f"> {line}" for line in quoted), "", *below])
    own = written(text)
    assert own.above == tuple(above)
    assert own.below == tuple(below)
    assert own.quoted


@given(st.lists(words, max_size=6))
def test_words_without_any_quotation_are_all_the_players(lines: list[str]) -> None:
    """Plain lines come back as they are."""
    own = written("\n".join(lines))
    assert own.above == tuple(lines)
    assert own.below == ()
    assert not own.quoted


@given(st.text(max_size=400))
def test_any_text_is_parted(text: str) -> None:
    """No text raises, and no line that starts with `>` is anybody's own."""
    own = written(text)
    assert not [line for line in own.above + own.below if line.startswith(">")]


_LETTER = """\
Your turn, bob: trick 2, clubs led.
Trick 2 so far: ann 3♣.

Your hand: tap nothing
  clubs     4♣ 9♣
  hearts    2♥ Q♥"""


@pytest.mark.parametrize(
    "mark", ["| ", ": ", "} ", "» ", "│ ", ".. ", "- ", "# ", "MH> ", "ann> ", "    ", "* "]
)
@pytest.mark.parametrize("begin", ["Your turn", "Trick 2 so far", "  clubs"])
def test_our_letter_is_known_behind_any_mark(mark: str, begin: str) -> None:
    """Whatever a program or a person puts before each line, and wherever the quotation begins: no hand is left."""
    quoted = "\n".join(mark + line for line in _LETTER[_LETTER.index(begin) :].splitlines())
    found = written(f"chat hi\n\n{quoted}")
    assert (found.above, found.below) == (("chat hi",), ())


@pytest.mark.parametrize(
    "line", ["- hearts 7 is mine", "hearts: I love them", "clubs or spades?", "# your hand is shaking"]
)
def test_words_about_cards_are_the_writers(line: str) -> None:
    """Who only speaks of suits is passed on."""
    assert written(f"hello\n{line}").above == ("hello", line)


@pytest.mark.parametrize(
    "line",
    [
        "*** well done bob ***",
        "=== Hand one ===",
        "--- my move ---",
        "*** cheers! ***",
        "--- schönes Spiel ---",
        "***forza***",
    ],
)
@pytest.mark.parametrize(
    "below", ["", "\n\nOn Monday, MHearts wrote:\n> 2C", "\n\nOn Monday, MHearts wrote:\n\n2C"]
)
def test_a_players_ruled_line_cuts_nothing_off(line: str, below: str) -> None:
    """A line between stars or dashes is the player's, and so is what stands below it, up to the quotation."""
    own = written(f"{line}\n7c\n\nbye{below}")
    assert (own.above, own.below) == ((line, "7c", "", "bye"), ())


@pytest.mark.parametrize(
    "line",
    [
        "-----Original Message-----",
        "------------------ Original ------------------",
        "----- Ursprüngliche Nachricht -----",
        "-------- Weitergeleitete Nachricht --------",
        "-------- Message d'origine --------",
        "-------- Message transféré --------",
        "-------- Mensaje original --------",
        "-------- Messaggio originale --------",
        "-------- Oorspronkelijk bericht --------",
        "-------- Wiadomość oryginalna --------",
        "-------- Mensagem encaminhada --------",
        "-------- Ursprungligt meddelande --------",
        "-------- Opprinnelig melding --------",
        "-------- Alkuperäinen viesti --------",
        "-------- Původní zpráva --------",
        "-------- Исходное сообщение --------",
        "-------- Пересылаемое сообщение --------",
        "------------------ 原始邮件 ------------------",
        "-----元のメッセージ-----",
        "-----원본 메시지-----",
        "-------- הודעה מקורית --------",
        "-------- Orijinal mesaj --------",
        "-------- Eredeti üzenet --------",
        "-------- Αρχικό μήνυμα --------",
    ],
)
def test_a_line_that_names_an_original_message_starts_a_quotation(line: str) -> None:
    """Whatever stands below the separator of a mail program is none of the player's."""
    assert written(f"7c\n\n{line}\n2C\n").above == ("7c",)


@pytest.mark.parametrize(
    "quoted",
    [
        "> 2C",
        "\n> 2C",
        "From: MHearts <m@example.org>\nTo: Ann\nSubject: x\n\n2C",
        "Your turn, ann: trick 4, clubs led.\n2C",
        "A note comes first.\n\nYour hand:\n  clubs 2C",
    ],
)
def test_a_separator_of_unknown_words_is_known_by_what_follows(quoted: str) -> None:
    """Quote marks, a copied header or lines of our letters below it make a ruled line the start of a quotation."""
    own = written(f"7c\n\n----- Skilaboð -----\n{quoted}\n")
    assert (own.above, own.below, own.quoted) == (("7c",), (), True)


@pytest.mark.parametrize(
    "footer",
    [
        "-----\nNo virus found in this message.\nChecked by AVG - www.avg.com\nVersion: 2016.0.7998",
        "---\nThis email has been checked for viruses by Avast antivirus software.\nhttps://www.avast.com",
        "<https://www.avast.com/sig-email?utm_medium=email> Virus-free.www.avast.com\n<https://www.avast.com/sig-email>",
        "Virus-free.www.avast.com",
        "---\nTo unsubscribe: mailto:sympa@lists.test?subject=unsubscribe",
        "---\n\nTo unsubscribe from this group, send an email to x@lists.test.",
        "This message has been scanned for viruses and dangerous content by MailScanner.",
        "---\nDiese E-Mail wurde von Avast-Antivirussoftware auf Viren geprüft.\nwww.avast.com",
    ],
)
def test_the_footer_of_a_scanner_or_a_list_is_no_remark(footer: str) -> None:
    """What scanners and lists add below, and the rule above that, goes to nobody."""
    quoted = "\n\nOn Monday, MHearts wrote:\n> 2C\n"
    assert written(f"7c\n\nbye\n{footer}").above == ("7c", "", "bye")
    own = written(f"7c\n\n{footer}{quoted}\n9c\n\n{footer}\n")
    assert (own.above, own.below) == (("7c",), ("9c",))


@pytest.mark.parametrize("below", ["more", "virus-free at last, I am back", "To unsubscribe or not"])
def test_a_rule_above_own_words_is_a_remark(below: str) -> None:
    """A line of dashes cuts nothing off where no footer follows."""
    assert written(f"7c\n\nok\n-----\n{below}\n").above == ("7c", "", "ok", "-----", below)


def test_yandex_s_header_starts_the_quotation() -> None:
    """Its web page puts a rule, whom and what the mail was for, and an attribution above the quotation."""
    header = '----------------\nКому: ann@client.test;\nТема: Your turn;\n30.11.2026, 10:00, "MHearts" <m@example.org>:'
    own = written(f"7c\n\n{header}\n\n> 2C\n")
    assert (own.above, own.below, own.quoted) == (("7c",), (), True)
    assert written(f"{header}\n\n> 2C\n\n7c\n").below == ("7c",)
    assert written(f"7c\n\n{header}\n\n2C\n").below == ()
