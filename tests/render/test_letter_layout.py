import re

import pytest
from letter_reading import Page, cards_in
from played_boards import NAMES, NOW, Played, after_cards, board, chance, never, play_on

from pbmhearts.games.hearts import RuleSet, Seat, start
from pbmhearts.render import (
    BoardPage,
    CardStyle,
    Comment,
    Commitment,
    DealCheck,
    Look,
    RatingChange,
    Renderer,
    Style,
)
from pbmhearts.render.layout import WIDTH, columns
from pbmhearts.render.model import FourNames

pytestmark = pytest.mark.slow

LONG_NAMES = ("a-very-long-userid-1", "b-very-long-userid-2", "c-very-long-userid-3", "d-very-long-userid-4")
COMMENTS = (
    Comment(LONG_NAMES[1], "word " * 60 + "x" * 300 + "\n" + "日本語" * 60 + "\n" + "…" * 100),
    Comment("cat", "short\n\n\n\n\nlines"),
)
ZONE = "America/Argentina/Buenos_Aires"
LOOKS = [Look(cards=cards, style=style, zone=ZONE) for cards in CardStyle for style in Style]


def _words(text: str) -> set[str]:
    return {word.strip(".,:;*()-+") for word in text.split()} - {""}


def _full(played: Played, seat: Seat | None, look: Look, names: FourNames = LONG_NAMES) -> BoardPage:
    """A page with everything that a letter can carry."""
    return played.page(
        seat,
        look,
        names=names,
        userid="" if seat is None else names[seat],
        happened=tuple(played.events[-40:]),
        comments=COMMENTS,
        commitments=(Commitment(1, "ab" * 32), Commitment(2, "cd" * 32)),
        fewer_mails=True,
        note="Your card came too late: the board has moved on, and here it is as it stands at this moment.",
        ratings=tuple(RatingChange(name, 1500, 1512) for name in LONG_NAMES),
        checks=tuple(
            DealCheck(n, "a" * 64, "b" * 64, "c" * 64, "1 2C 3C 4C\n" * 52, "1234") for n in range(1, 20)
        ),
    )


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("options", ["-countdown", "-omnibus -spot -nostarter -skip -auto"])
def test_no_letter_is_wider_than_72_columns_or_longer_than_gmail_shows(
    renderer: Renderer, look: Look, options: str
) -> None:
    """Long names, comments and all else that can be told: 72 columns of text, under 100 KB of HTML."""
    played = Played(start(RuleSet.parse(options)), [], [])
    rng = chance(7)
    while played.phase != "finished":
        count = len(played.events) + 23
        play_on(played, rng, lambda p, count=count: len(p.events) >= count)
        for seat in (Seat.THIRD, None):
            content = renderer.board(_full(played, seat, look))
            assert [line for line in content.text.splitlines() if columns(line) > WIDTH] == []
            assert len(content.html.encode()) < 100_000
            assert "\n\n\n" not in content.text
            assert "\n" not in content.subject


@pytest.mark.parametrize("look", [look for look in LOOKS if look.cards is not CardStyle.WORDS])
def test_both_parts_carry_the_same_facts(renderer: Renderer, look: Look) -> None:
    """Every card, number and name in the text stands in the HTML too, and every card the other way round."""
    for until in (after_cards(0), after_cards(18), after_cards(50), never):
        page = _full(board(until), Seat.SECOND, look, NAMES)
        content = renderer.board(page)
        html = Page(content.html).text.replace("\ufe0e", "")
        assert cards_in(content.text) == cards_in(html)
        drawn = re.compile(r"\||    [+|]|hand\||\s*\d+\|")
        ours = " ".join(line for line in content.text.splitlines() if not drawn.match(line))
        assert _words(ours) - _words(html) <= {
            "may",
            "be",
            "or",
            "several",
            *("clubs", "diamonds", "hearts", "spades"),  # in HTML the row's label, for ears
            *(c.symbols for c in page.view.hand),
        }


def test_the_html_part_is_a_whole_page_that_loads_nothing(renderer: Renderer) -> None:
    """No script, no picture, nothing from outside; a language, captions and row headings for ears."""
    content = renderer.board(_full(board(after_cards(18)), Seat.SECOND, Look()))
    page = Page(content.html)
    assert not page.tags & {"script", "img", "link", "iframe", "object", "form", "svg"}
    assert "url(" not in content.html
    assert "@import" not in content.html
    assert all(link.startswith("mailto:") for link in page.links)
    assert ("lang", "en") in page.attributes
    assert content.html.count("<table") == content.html.count("<caption") + 1 == 3
    assert content.html.count('role="presentation" aria-hidden="true"') == 1
    assert content.html.count('scope="row"') == 8
    assert "aria-label" in dict(page.attributes)


def test_a_letter_written_twice_is_the_same(renderer: Renderer) -> None:
    """A letter depends on its page alone."""
    page = _full(board(after_cards(18)), Seat.SECOND, Look())
    assert page.now == NOW
    assert renderer.board(page) == renderer.board(page)
