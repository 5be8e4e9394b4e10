"""The end of a letter: what tells who wrote it goes to nobody."""

import time

import pytest
from mail_reading import said

WORDS = ("7c", "", "Well played, bob.")


@pytest.mark.parametrize(
    "closing",
    [
        "Kind regards,\nCat Example\nT +44 20 7946 0018",
        "Best,\nCat",
        "Regards\n\nCat Example\nHead of Sales, Example & Sons\nwww.example.net",
        "Cheers,\ncat@client.test",
        "Mit freundlichen Grüßen\nKatrin Müller-Lüdenscheidt\nTel. 030 / 901820-0",
        "Viele Grüße aus Berlin\nKatrin",
        "Cordialement,\nCatherine de la Tour\n06 12 34 56 78",
        "Saludos,\nCatalina",
        "Un saludo,\nCatalina\nhttps://example.net/cat",
        "Med vänliga hälsningar,\nKarin Ek\n070-123 45 67",
        "Met vriendelijke groet,\nCathy van den Berg",
        "Pozdrawiam,\nKasia",
        "С уважением,\nКатя Иванова\n+7 495 123-45-67",
        "Thanks and regards,\nCat",
        "Thanks,\n*Cat Example*\n(415) 555-0132",
        "LG\nKathi",
    ],
)
def test_a_closing_formula_with_a_name_below_it_is_left_out(closing: str) -> None:
    """Neither formula nor name, number or link is among the words."""
    mail = said("\n".join(WORDS) + f"\n\n{closing}\n")
    assert mail.words == WORDS


@pytest.mark.parametrize(
    "words",
    [
        ("7c", "Thanks,", "that was a good game!"),
        ("7c", "Cheers!"),
        ("7c", "Best wishes to all of you in the new year"),
        ("7c", "Love", "is what the hearts are for."),
        ("pass", "Thanks", "2c 3c 4c"),
        ("Thanks", "7c"),
    ],
)
def test_a_remark_that_begins_as_closings_do_is_kept(words: tuple[str, ...]) -> None:
    """What stands below is no name, or nothing does."""
    assert said("\n".join(words)).words == words


def test_a_formula_that_is_all_that_was_said_is_kept() -> None:
    """Only the name below it goes."""
    assert said("Thanks,\nCat Example\n+44 20 7946 0018\n").words == ("Thanks,",)


@pytest.mark.parametrize(
    "footer",
    [
        "This email and any attachments are confidential and intended solely for the addressee.\nIf not",
        "CONFIDENTIALITY NOTICE: This message may contain\nprivileged information.",
        "Disclaimer:\nThe views are the author's.",
        "Please consider the environment before printing this email.",
        "Diese E-Mail enthält vertrauliche Informationen.\nWenn Sie nicht der richtige Adressat sind",
        "Ce message et ses pièces jointes sont confidentiels.",
        "Este mensaje y sus anexos son confidenciales.",
        "This message has been scanned by MailScanner and is believed to be clean.",
        "Scanned by Example Mail Security",
        "Questo messaggio contiene informazioni riservate.",
    ],
)
def test_a_disclaimer_and_a_scanners_line_are_left_out(footer: str) -> None:
    """With all that stands below them."""
    assert said("\n".join(WORDS) + f"\n\n{footer}\nMore of it.\n").words == WORDS


@pytest.mark.parametrize(
    "header",
    [
        "من: MHearts <mhearts@example.org>\nتاريخ الإرسال: 30 نوفمبر 2026 10:02\nإلى: Ann\nالموضوع: Hand 1",
        "Από: MHearts <mhearts@example.org>\nΕστάλη: Δευτέρα 30/11/2026 10:02\nΠρος: Ann\nΘέμα: [mhearts 101] Hand 1",
        "Từ: MHearts <mhearts@example.org>\nĐã gửi: Thứ Hai, 30/11/2026 10:02\nĐến: Ann\nChủ đề: [mhearts 101] Hand 1",
        "Kutoka: MHearts <mhearts@example.org>\nIliyotumwa: 30 Nov 2026 10:02\nKwa: Ann\nMada: [mhearts 101] Hand 1",
    ],
)
def test_a_copied_header_in_any_language_begins_a_quotation(header: str) -> None:
    """Whether we know its labels or not: lines with labels, an address and a date among them."""
    mail = said("\n".join(WORDS) + f"\n\n{header}\n\nYour turn, ann: pass three cards to bob.\n2C 3C 4C\n")
    assert mail.words == WORDS
    assert mail.quoted


@pytest.mark.parametrize(
    "text", ["Thanks,\n" + "Ab " * 20_000, "Best,\n" * 9_000, "A\n" * 20_000 + "Best,\nAnn"]
)
def test_no_text_takes_long(text: str) -> None:
    """However many lines may be names."""
    start = time.process_time()
    said(text)
    assert time.process_time() - start < 1
