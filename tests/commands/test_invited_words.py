"""What people answer to an invitation, in their own words: none is taken for the opposite."""

import pytest

from pbmhearts.commands.invited_words import Said, answer, is_asking

YES = {
    "yes": "", "Yes please!": "", "Sure, why not?": "", "Yes, Max Müller": "Max", "Yes Ann!": "", "yes bob": "bob",
    "yes. I am Tom": "Tom", "Ja, ich bin Tom": "Tom", "yes, my name is tom": "tom", "ja gerne": "", "yes Zoë": "Zoë",
    "yes Анна": "Анна", "👍": "", "OK": "", "oui, avec plaisir": "", "Oui je veux bien": "", "sí, claro": "",
    "Claro que sí": "", "sì, volentieri": "", "sim, com prazer": "", "Tak, chętnie": "", "да": "",
    "ano, s radostí": "", "ja graag": "", "ja gärna": "", "evet": "", "はい": "", "I'd love to": "", "Count me in": "",
    "Sounds great, I'm in": "", "Of course!": "", "Yes, I'm happy to": "", "yes, thanks for the invitation": "",
}  # fmt: skip
NO = (
    "no", "No thanks, too busy until spring", "nope", "nein danke", "Leider keine Zeit", "non merci", "no, sorry",
    "Not this time", "ahora no", "no way", "nee, bedankt", "nie, dziękuję", "нет, спасибо", "nej tack", "👎",
    "não, obrigado", "Sorry, I can't", "I'd rather not", "hayır", "いいえ",
)  # fmt: skip
NEVER = ("never", "Never!", "stop", "unsubscribe", "Remove me.")
WHAT = (
    "Who is this?", "Never heard of it, what is it?", "Hello, what is this?", "What do I have to do?", "Hello",
    "Wer ist das?", "c'est quoi", "No idea what this is, who are you?", "¿Qué es esto?",
)  # fmt: skip
UNCLEAR = (
    "maybe next week", "yes no", "yes but not now", "no problem, I'd love to", "Absolutely not", "I don't know",
    "yes if bob plays", "Ja, aber erst nächste Woche", "vielleicht", "peut-être", "No access to e-mail until Monday",
)  # fmt: skip


@pytest.mark.parametrize("line", YES)
def test_a_yes_and_the_name_that_comes_with_it(line: str) -> None:
    """Kind words are no name, and who is greeted with a ! is none either."""
    assert answer(line) == (Said.YES, YES[line])


@pytest.mark.parametrize(
    ("line", "said"),
    [
        *((line, Said.NO) for line in NO),
        *((line, Said.NEVER) for line in NEVER),
        *((line, Said.WHAT) for line in WHAT),
        *((line, Said.UNCLEAR) for line in UNCLEAR),
    ],
)
def test_what_is_no_yes(line: str, said: Said) -> None:
    """A no is one for this time; only the exact word closes the address; what may be either is asked back."""
    assert answer(line).said is said


@pytest.mark.parametrize("line", ["hello, what is this?", "Hi there", "who are you", "Bonjour"])
def test_who_greets_or_asks_is_no_command(line: str) -> None:
    """Somebody who does not know us."""
    assert is_asking(line)


@pytest.mark.parametrize("line", ["help", "mhearts challenge ann bob cat dan", "signup ann secret-ann", "7c"])
def test_a_command_asks_nothing(line: str) -> None:
    """Nor does a card."""
    assert not is_asking(line)
