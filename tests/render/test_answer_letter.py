import pytest
from letter_reading import Page

from pbmhearts.render import AnswerPage, CardStyle, Look, Outcome, OutcomeState, Renderer
from pbmhearts.render.layout import WIDTH, columns

SERVER = "games@example.org"
USAGE = "mhearts move board userid password cards[#n]"
REFUSED = Outcome(
    "mhearts move 101 ann *** 9c",
    OutcomeState.REFUSED,
    why="Clubs were led, and you hold clubs.",
    hint="Play one of your clubs.",
    usage=USAGE,
    legal=("4C", "9C", "10C"),
)


def _page(*outcomes: Outcome, look: Look | None = None, **more: str) -> AnswerPage:
    return AnswerPage("mhearts move 101", outcomes, SERVER, look or Look(), **more)


def test_a_single_refusal_says_what_was_read_what_is_wrong_and_what_is_right(renderer: Renderer) -> None:
    """One refused command gets all that it takes to send a better one."""
    content = renderer.answer(_page(REFUSED, read="mhearts move 101 ann *** 9c", userid="ann"))
    assert content.subject == "Re: mhearts move 101"
    assert content.text == (
        "Hello ann,\n"
        "\n"
        "I read: mhearts move 101 ann *** 9c\n"
        "\n"
        "That could not be done.\n"
        "Clubs were led, and you hold clubs.\n"
        "Play one of your clubs.\n"
        "Usage: mhearts move board userid password cards[#n]\n"
        "Reply with one of: 4C 9C 10C\n"
        "\n"
        "Lost? Mail games@example.org with the Subject: help\n"
    )
    html = Page(content.html).text
    for line in content.text.splitlines():
        assert line in html


def test_several_commands_are_listed_in_order_with_what_became_of_each(renderer: Renderer) -> None:
    """One mail with many commands gets one answer: done, refused and why, not tried."""
    content = renderer.answer(
        _page(
            Outcome("ping", OutcomeState.DONE, text="pong"),
            REFUSED,
            Outcome("help", OutcomeState.NOT_TRIED),
        )
    )
    lines = content.text.splitlines()
    numbered = [line for line in lines if line[:2] in {"1.", "2.", "3."}]
    assert numbered == ["1. done: ping", "2. refused: mhearts move 101 ann *** 9c", "3. not tried: help"]
    assert lines.index("pong") < lines.index(numbered[1])
    html = Page(content.html).text
    assert html.index("1. done: ping") < html.index("2. refused") < html.index("3. not tried: help")


def test_what_was_done_without_words_is_confirmed(renderer: Renderer) -> None:
    """A command that has nothing to tell is answered with itself."""
    content = renderer.answer(_page(Outcome("set notify=turn", OutcomeState.DONE)))
    assert "Done: set notify=turn\n" in content.text
    assert "Done: set notify=turn" in Page(content.html).text


def test_help_keeps_its_lines_and_flows_on_a_telephone(renderer: Renderer) -> None:
    """A verb's text stands as it was given; in HTML gaps are dashes, examples rows, drawings keep columns."""
    text = "mhearts move   plays a card\n\n    mhearts move 101 ann secret 7c"
    content = renderer.answer(_page(Outcome("help move", OutcomeState.DONE, text=text)))
    assert text in content.text
    assert ">mhearts move – plays a card</p>" in content.html
    assert ">mhearts move 101 ann secret 7c</div>" in content.html
    assert "white-space:pre" not in content.html
    drawn = "Scores   match  tricks\n  ann        0       1"
    scores = renderer.answer(_page(Outcome("show", OutcomeState.DONE, text=drawn)))
    assert f'white-space:pre">{drawn}</div>' in scores.html


def test_the_comment_passed_on_is_shown_behind_its_bar(renderer: Renderer) -> None:
    """The sender reads what of the body went to the others."""
    content = renderer.answer(_page(Outcome("7c", OutcomeState.DONE), comment="well played\n-- \nbob"))
    assert "Passed on as your comment:\n| well played\n| --\n| bob\n" in content.text
    assert "Passed on as your comment: well played" in Page(content.html).text


@pytest.mark.parametrize("cards", list(CardStyle))
def test_what_a_mail_said_comes_back_harmless(renderer: Renderer, cards: CardStyle) -> None:
    """Markup, template signs, line breaks and control characters of a mail do nothing in its answer."""
    evil = "a\r\nBcc: x@example.net\x1b[2J <script>x</script> {{ 7*7 }} \u202e " + "é…" * 300
    outcome = Outcome(evil, OutcomeState.REFUSED, why=evil, hint=evil, usage=evil, text="fine\x07\x1b")
    page = AnswerPage(evil, (outcome,), SERVER, Look(cards=cards), read=evil, userid=evil, comment=evil)
    content = renderer.answer(page)
    assert "\n" not in content.subject
    assert "\r" not in content.subject
    assert len(content.subject) <= 210
    assert "script" not in Page(content.html).tags
    assert "{{ 7*7 }}" in content.text
    assert not set("\x1b\x07\u202e\r") & set(content.text + content.html)
    assert max(map(columns, content.text.splitlines())) <= WIDTH
    assert (content.text + content.subject + content.html).isascii() is (cards is CardStyle.ASCII)


def test_an_answer_to_an_answer_keeps_one_re(renderer: Renderer) -> None:
    """Subjects do not grow with each turn of a conversation."""
    page = AnswerPage("Re: ping", (Outcome("ping", OutcomeState.DONE),), SERVER, Look())
    assert renderer.answer(page).subject == "Re: ping"
