import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jinja2 import UndefinedError
from jinja2.filters import FILTERS
from letter_reading import tapped
from played_boards import NAMES, board, chance, just_dealt, shuffled

from pbmhearts.cards import card
from pbmhearts.games.hearts import (
    CardPlayed,
    DealScored,
    Dealt,
    HeartsBroken,
    MatchFinished,
    MoonShot,
    PassDirection,
    Passed,
    PassingDone,
    RestTaken,
    RuleSet,
    Seat,
    TakenBack,
    apply,
    start,
    view,
)
from pbmhearts.render import CardStyle, DealRow, Renderer
from pbmhearts.render.chart import chart
from pbmhearts.render.environment import environment
from pbmhearts.render.happenings import happenings
from pbmhearts.render.heading import Heading, News, kind_of, news_of
from pbmhearts.render.layout import WIDTH, barred, columns, plain, strangers_lines, to_ascii, wrap
from pbmhearts.render.notation import face
from pbmhearts.render.paragraphs import Paragraph, ParagraphKind, fit, paragraphs
from pbmhearts.render.suggest import passes
from pbmhearts.render.tap import mailto
from pbmhearts.render.when import PointInTime, when

TEMPLATES = Path(__file__).parents[2] / "templates"
NOON = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)


@given(st.text(max_size=400))
def test_lines_are_never_too_wide_and_lose_nothing(text: str) -> None:
    """Whatever is filled into lines fits 72 columns, and all that is not white space is still there."""
    filled = wrap(text, "| ")
    assert all(columns(line) <= WIDTH for line in filled.split("\n"))
    assert all(line.startswith("|") for line in filled.split("\n"))
    kept = "".join(line[1:] for line in filled.split("\n"))
    assert "".join(kept.split()) == "".join(text.split())


@given(st.text(alphabet=" |ab\n日", max_size=400))
def test_a_text_is_made_to_fit_and_loses_nothing(text: str) -> None:
    """No line is too wide, no blank line goes, all words stay, and what fits is left as it is."""
    fitted = fit(text)
    assert all(columns(line) <= WIDTH for line in fitted.split("\n"))
    assert "".join(fitted.split()).replace("|", "") == "".join(text.split()).replace("|", "")
    assert fit(fitted) == fitted
    if all(columns(line) <= WIDTH for line in text.split("\n")):
        assert fitted == text


def test_prose_flows_rows_do_not_and_drawings_are_left_alone() -> None:
    """A paragraph is one line for HTML to break; rows and strangers' lines keep their ends, columns their spaces."""
    long = "A line that is so long that it ends because it is full"
    title = "A title\n=======\n\n"
    text = f"{title}{long}\nand goes on:\n\n  yes  I come\n  no   not this\n    time\n\n| Hello\n| there\n\n"
    drawn = "Scores   match  tricks\n  ann        0       1"
    program = "import re, sys\nfor line in sys.stdin:\n    print(line)"
    assert paragraphs(f"{text}Short\nlines\n\n{drawn}\n\n{program}\n") == (
        Paragraph(ParagraphKind.HEADING, ("A title",)),
        Paragraph(ParagraphKind.PROSE, (f"{long} and goes on:",)),
        Paragraph(ParagraphKind.ROWS, ("yes – I come", "no – not this time")),
        Paragraph(ParagraphKind.ROWS, ("| Hello", "| there")),
        Paragraph(ParagraphKind.PROSE, ("Short",)),
        Paragraph(ParagraphKind.PROSE, ("lines",)),
        Paragraph(ParagraphKind.DRAWN, tuple(drawn.split("\n"))),
        Paragraph(ParagraphKind.DRAWN, tuple(program.split("\n"))),
    )


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("www.evil.org", "www. evil. org"),
        ("see evil.org/login now", "see evil. org/login now"),
        ("ftp.evil.co.uk.", "ftp. evil. co. uk."),
        ("https://evil.org", "https: //evil. org"),
        ("Well played. My last 2.50, e.g. 7.5", "Well played. My last 2.50, e.g. 7.5"),
    ],
)
def test_a_strangers_words_hold_nothing_to_make_a_link_of(written: str, shown: str) -> None:
    """Neither a scheme nor the name of a host is left whole; numbers and sentences are."""
    assert strangers_lines(written) == (shown,)


@given(st.text(max_size=200))
def test_a_comment_cannot_leave_its_bar(text: str) -> None:
    """Each line of any comment, as any mail program counts lines, stands behind the bar."""
    shown = barred("\n".join(strangers_lines(text)))
    assert all(line.startswith("|") for line in shown.splitlines())


@given(st.text(max_size=200))
def test_plain_text_is_one_printable_line(text: str) -> None:
    """A name or a subject cannot hold a second line, and making it plain again changes nothing."""
    line = plain(text)
    assert len(line.splitlines()) <= 1
    assert line.isprintable()
    assert plain(line) == line
    assert to_ascii(line).isascii()


@pytest.mark.parametrize(
    ("away", "expected"),
    [
        (timedelta(seconds=20), (0, "minute")),
        (timedelta(minutes=1), (1, "minute")),
        (timedelta(hours=2, minutes=59), (2, "hour")),
        (timedelta(hours=23, minutes=59), (23, "hour")),
        (timedelta(days=6, hours=3), (6, "day")),
    ],
)
def test_times_are_told_in_the_largest_whole_unit(away: timedelta, expected: tuple[int, str]) -> None:
    """How far away a time is reads the same before and after now."""
    before, after = when(NOON - away, NOON, "UTC"), when(NOON + away, NOON, "UTC")
    assert (before.count, before.unit) == (after.count, after.unit) == expected
    assert before.past
    assert not after.past


@pytest.mark.parametrize(
    ("totals", "ends", "percents"),
    [
        ((26, 39, 52, 104), (0, 104), (25, 37, 50, 100)),
        ((-10, 0, 10, 30), (-10, 30), (0, 25, 50, 100)),
        ((-40, -20, -11, -1), (-40, 1), (0, 48, 70, 95)),
        ((0, 0, 0, 0), (0, 1), (0, 0, 0, 0)),
    ],
)
def test_a_chart_reaches_from_nought_or_below(
    totals: tuple[int, int, int, int], ends: tuple[int, int], percents: tuple[int, int, int, int]
) -> None:
    """Bars are as long as their points: a chart begins at 0, or at the least total where that is below."""
    drawn = chart([DealRow(1, totals, totals, None)])
    assert tuple(map(int, drawn.scale.split())) == ends
    assert drawn.rows[0].percents == percents


@pytest.mark.parametrize(
    ("zone", "clock", "shown"),
    [
        ("Europe/Paris", "Mon 30 Nov, 13:00", "Europe/Paris"),
        ("Pacific/Auckland", "Tue 1 Dec, 01:00", "Pacific/Auckland"),
        ("Nowhere/Land", "Mon 30 Nov, 12:00", "UTC"),
        ("../../etc/passwd", "Mon 30 Nov, 12:00", "UTC"),
        ("Europe", "Mon 30 Nov, 12:00", "UTC"),
        ("", "Mon 30 Nov, 12:00", "UTC"),
    ],
)
def test_times_are_told_in_the_readers_zone(zone: str, clock: str, shown: str) -> None:
    """A zone that is not known counts as UTC, and the letter says which zone it is."""
    assert when(NOON, NOON, zone) == PointInTime(clock, shown, 0, "minute", past=True)


def test_a_tap_survives_any_subject() -> None:
    """What is put into a link comes out of it, with `%20` for spaces and no plus sign."""
    link = mailto("games@example.org", "[mhearts 101.k7f3q2ab] set zone=Europe/Paris & more?")
    assert tapped(link) == ("games@example.org", "[mhearts 101.k7f3q2ab] set zone=Europe/Paris & more?")
    assert " " not in link
    assert "%2B" not in link


def test_three_different_passes_of_the_own_hand_are_suggested() -> None:
    """Suggestions are three different cards each, held, in pack order, and three of them, on 200 deals."""
    for seed in range(200):
        state, _ = apply(start(RuleSet()), shuffled(chance(seed)))
        seen = view(state, Seat.THIRD)
        three = passes(seen)
        assert len(set(three)) == 3
        assert all(len(set(cards)) == 3 and set(cards) <= set(seen.hand) for cards in three)
        assert all(tuple(sorted(cards)) == cards for cards in three)


def _kinds(*events: object) -> list[str]:
    return [h.kind for h in happenings(events, NAMES, CardStyle.ASCII)]


def test_a_replaced_pass_is_told_once() -> None:
    """What replaced what is nobody's business; after a pass that was taken back the next one is news."""
    ann, bob, back = Passed(Seat(0)), Passed(Seat(1)), TakenBack(Seat(0), None)
    assert _kinds(ann, bob, ann, ann) == ["passed", "passed"]
    assert _kinds(ann, ann, back, ann) == ["passed", "taken back", "passed"]


def test_events_of_one_player_that_differ_only_in_kind_are_told_apart() -> None:
    """What is remembered of one event is never told of another one with the same facts."""
    first = Seat(0)
    for event, kind in (
        (Passed(first), "passed"),
        (HeartsBroken(first), "hearts broken"),
        (MoonShot(first), "moon"),
    ):
        assert _kinds(event) == [kind]


def test_what_is_remembered_of_a_card_is_never_another_cards() -> None:
    """The tile of a card that may be played and of one that may not differ, in each style, however often made."""
    tile = environment(TEMPLATES).filters["tile"]
    queen = card("QS")
    faces = [
        replace(face(queen, style), link=link)
        for style in CardStyle
        for link in ("", "mailto:a@b?subject=<&>")
    ]
    made = [tile(each) for each in faces]
    assert made == [tile(each) for each in faces]
    assert len(set(made)) == len(faces)
    assert all(("<a href" in each) == bool(shown.link) for each, shown in zip(made, faces, strict=True))
    assert "<&>" not in "".join(made)


def test_no_fragment_hides_another_filter() -> None:
    """The macros that are filters have names of their own: none is Jinja's, and none stands in two files."""
    files = sorted((TEMPLATES / "mhearts").glob("*"))
    kept = [file for file in files if file.stem in {"fragments", "rows", "tiles"}]
    names = [name for file in kept for name in re.findall(r"macro (?!_)(\w+)\(", file.read_text("utf-8"))]
    assert len(kept) == 5
    assert len(names) == len(set(names)) > 20
    assert set(names) <= set(environment(TEMPLATES).filters)
    assert not set(names) & set(FILTERS)


def test_the_cards_of_a_trick_are_told_together() -> None:
    """Cards of one trick are one line though one broke hearts; the same trick of the next deal is another."""
    two, ten = card("2C"), card("TH")
    events = (
        CardPlayed(Seat(0), two, 1, True),
        CardPlayed(Seat(1), ten, 1, False),
        HeartsBroken(Seat(1)),
        CardPlayed(Seat(2), card("3C"), 1, False),
        DealScored(1, (0, 0, 0, 26), (0, 0, 0, 26)),
        CardPlayed(Seat(0), two, 1, True),
    )
    told = happenings(events, NAMES, CardStyle.ASCII)
    assert [h.kind for h in told] == ["cards before", "hearts broken", "deal scored", "cards"]
    assert [(p.who, p.card.text, p.by_server) for p in told[0].plays] == [
        ("ann", "2C", True),
        ("bob", "10H", False),
        ("cat", "3C", False),
    ]


def test_single_passes_are_not_told_once_all_have_passed() -> None:
    """While others are waited for it says who has passed; afterwards only that all have."""
    assert _kinds(Passed(Seat(0)), Passed(Seat(2))) == ["passed", "passed"]
    assert _kinds(Passed(Seat(0)), Passed(Seat(2)), PassingDone(PassDirection.LEFT)) == ["passing done"]


def test_every_event_has_its_sentence(renderer: Renderer) -> None:
    """Each kind of event is told in words, the end of the match by the headline."""
    events = (
        Dealt(2, PassDirection.HOLD, True),
        RestTaken(Seat(1), 3, 5),
        RestTaken(None, 2, 0),
        MoonShot(Seat(1)),
        TakenBack(Seat(3), None),
        TakenBack(Seat(3), card("QS")),
        MatchFinished((1, 2, 3, 4), (1, 2, 3, 4)),
    )
    text = renderer.board(board(just_dealt).page(Seat.FIRST, happened=events)).text
    told = [line[2:] for line in text.splitlines() if line.startswith("- ")]
    assert told == [
        "Hand 2 is dealt, to settle the tie for the lead: nobody passes this",
        "bob takes all that is left: no other card can win a trick.",
        "No card that counts is left, so the hand ends here.",
        "bob has shot the moon!",
        "dan has taken back the pass.",
        "Taken back: the Q♠ of dan. What follows counts from there.",
    ]


def test_the_kind_of_a_letter_follows_from_the_view() -> None:
    """Reader and phase decide what the first line is about."""
    dealt = board(just_dealt)
    assert kind_of(view(start(RuleSet()), Seat.FIRST)) is Heading.DEAL_OVER
    assert kind_of(view(dealt.state, Seat.FIRST)) is Heading.PASS
    assert kind_of(view(dealt.state, None)) is Heading.OTHERS_PASS
    assert news_of(dealt.events) is News.STARTED
    assert news_of(()) is News.NONE


def test_a_text_that_lacks_a_fact_is_an_error(renderer: Renderer) -> None:
    """A template is never sent with a hole in it."""
    with pytest.raises(UndefinedError):
        renderer.text("letters/reminder_subject.txt")
