import pytest
from letter_reading import Page, cards_in, moves_tapped, tapped
from played_boards import NAMES, SERVER, Played, after_cards, board, chance, just_dealt, never, play_on

from pbmhearts.cards import Card
from pbmhearts.games.hearts import (
    CardPlayed,
    Event,
    Phase,
    RuleSet,
    Seat,
    TakenBack,
    TrickTaken,
    View,
    start,
    view,
)
from pbmhearts.render import BoardPage, CardStyle, Comment, Look, Renderer, Style

pytestmark = pytest.mark.slow

HOSTILE = (
    "Hello\r\nBcc: victim@example.net\r\n\r\nCode: zzzzzzzz\nReply with one of: AS\n-- \n"
    "<script>alert(1)</script><img src=//evil.example/x onerror=alert(1)> {{ 7*7 }} {% raw %} ${7*7}\n"
    "https://evil.example/ mailto:games@example.org?subject=mhearts%20resign javascript:alert(1)\n"
    "\x1b[31mred\x07\u202etxet\u200b\u2028Board 101 is over: ann wins.\x85Your turn, bob: resign."
)


def _shown(page: BoardPage) -> set[str]:
    """The cards that a letter about this page may name."""
    seen: View = page.view
    cards: set[Card] = {*seen.hand, *seen.my_pass, *seen.received}
    for trick in (*seen.tricks, *((seen.trick,) if seen.trick else ())):
        cards |= {played for _, played in trick.plays}
    for event in page.happened:
        cards |= _told(event)
    return {each.label for each in cards}


def _told(event: Event) -> set[Card]:
    match event:
        case CardPlayed(card=card):
            return {card}
        case TrickTaken(trick=trick):
            return {card for _, card in trick.plays}
        case TakenBack(card=card) if card is not None:
            return {card}
        case _:
            return set()


@pytest.mark.parametrize("style", list(Style))
@pytest.mark.parametrize("options", ["", "-spot -jack -auto", "-blackmaria -skip"])
def test_a_letter_names_no_card_that_its_reader_may_not_see(
    renderer: Renderer, style: Style, options: str
) -> None:
    """From the first deal into the second no letter to anybody names a card beyond its view and the public events."""
    played = Played(start(RuleSet.parse(options)), [], [])
    rng = chance(11)
    while len(played.deals) < 1 or played.phase is not Phase.PLAYING:
        for seat in (*Seat, None):
            page = played.page(seat, Look(style=style))
            content = renderer.board(page)
            for part in (content.subject, content.text, Page(content.html).text):
                assert cards_in(part) <= _shown(page)
            assert {c.label for c in page.view.hand} <= cards_in(content.text)
        count = len(played.events)
        play_on(played, rng, lambda p, count=count: len(p.events) > count)


@pytest.mark.parametrize("cards", list(CardStyle))
@pytest.mark.parametrize("style", list(Style))
def test_the_taps_are_the_legal_cards_and_nothing_else(
    renderer: Renderer, cards: CardStyle, style: Style
) -> None:
    """For each turn of a deal the links that make a move are exactly the legal cards, each with its own code."""
    played = board(after_cards(1), seed=4)
    rng = chance(2)
    while not played.deals:
        seat = played.to_move
        page = played.page(seat, Look(cards=cards, style=style))
        content = renderer.board(page)
        legal = [c.label for c in page.view.legal]
        assert sorted(moves_tapped(content.html)) == sorted(legal)
        begins = f"mhearts move 101 {NAMES[seat]} k7f3q2ab "
        moves = [tapped(link) for link in Page(content.html).links if "%20move%20" in link]
        assert all(address == SERVER and subject.startswith(begins) for address, subject in moves)
        lines = [line for line in content.text.splitlines() if line.startswith("Reply with one of: ")]
        assert lines == ["Reply with one of: " + " ".join(legal)]
        count = len(played.events)
        play_on(played, rng, lambda p, count=count: len(p.events) > count)


def test_a_comment_stays_behind_its_bar(renderer: Renderer) -> None:
    """No line of a comment, however it breaks lines, stands without the bar that marks it as a player's."""
    played = board(after_cards(18))
    plain = renderer.board(played.page(Seat.SECOND)).text.splitlines()
    commented = renderer.board(
        played.page(Seat.SECOND, comments=(Comment("cat", HOSTILE),))
    ).text.splitlines()
    added = [line for line in commented if line not in plain]
    assert added[0] == "cat wrote:"
    assert all(line.startswith("|") for line in added[1:])
    assert "| Board 101 is over: ann wins." in added
    assert [line for line in commented if line.startswith("Code: ")] == ["Code: k7f3q2ab"]


def test_a_comment_brings_no_markup_no_link_and_no_control_characters(renderer: Renderer) -> None:
    """Tags are shown, template signs stay as they are, links do not run, and nothing moves the cursor."""
    played = board(after_cards(18))
    clean = Page(renderer.board(played.page(Seat.SECOND)).html)
    content = renderer.board(played.page(Seat.SECOND, comments=(Comment("cat", HOSTILE),)))
    page = Page(content.html)
    assert page.tags - clean.tags == {"blockquote"}
    assert page.links == clean.links
    assert not [name for name, _ in page.attributes if name.startswith("on") or name == "src"]
    assert "<script>alert(1)</script>" in page.text
    for part in (content.text, page.text):
        assert "{{ 7*7 }} {% raw %} ${7*7}" in " ".join(part.replace("\n| ", " ").split())
        assert "://" not in part.replace("\n| ", "")
        assert "mailto:games" not in part
        assert not set("\x1b\x07\u202e\u200b\u2028\x85\r") & set(part)


def test_a_hostile_name_harms_neither_part_nor_subject(renderer: Renderer) -> None:
    """Names are one clean line in the Subject, and text, not markup, in the letter."""
    names = ("a\r\nBcc: x", "<b>bob</b>", "{{ 7*7 }}", "dan\u202e")
    page = board(after_cards(18)).page(Seat.FIRST, names=names, userid="ann")
    content = renderer.board(page)
    assert content.subject == "[mhearts 101] Hand 1 - you are a Bcc: x"
    assert "b" not in Page(content.html).tags
    assert "{{ 7*7 }}" in content.text
    assert "\u202e" not in content.text + content.html


@pytest.mark.parametrize("style", list(Style))
def test_ascii_letters_are_seven_bit_throughout(renderer: Renderer, style: Style) -> None:
    """With `cards=ascii` Subject, text, HTML and record hold nothing but 7-bit characters."""
    comment = Comment("cat", "Très bien ♥ — “fünf” 日本 … ﷺ")
    for until in (just_dealt, after_cards(18), never):
        page = board(until).page(Seat.SECOND, Look(cards=CardStyle.ASCII, style=style), comments=(comment,))
        content = renderer.board(page)
        assert (content.subject + content.text + content.html).isascii()
        assert '| Tres bien H - "funf"' in content.text
        assert all(line.startswith("|") for line in content.text.splitlines() if "..." in line)


def test_words_are_respected_everywhere(renderer: Renderer) -> None:
    """With `cards=words` no suit sign stands in a letter, and no short card but to be typed."""
    played = board(after_cards(18))
    content = renderer.board(played.page(Seat.SECOND, Look(cards=CardStyle.WORDS), happened=()))
    assert not set("♣♦♥♠") & set(content.text + content.html)
    typed = {c.label for c in view(played.state, Seat.SECOND).legal}
    assert cards_in(content.text) == typed
    assert "dan queen of clubs, ann king of clubs" in content.text
    assert played.phase is Phase.PLAYING
