"""Plans: how they are read, and which card they choose on a turn."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from pbmhearts.cards import PACK, Card, Suit, card
from pbmhearts.games import hearts
from pbmhearts.games.hearts import SEATS, Seat, TrickView, View
from pbmhearts.games.hearts.plan import (
    MOST_PARTS,
    Extreme,
    Part,
    Plan,
    PlanError,
    When,
    next_card,
    parse_plan,
    plan_text,
    planned_pass,
)


def cards(text: str) -> tuple[Card, ...]:
    """`2C QS` in log notation."""
    return tuple(card(word) for word in text.split())


def turn(hand: str, legal: str = "", on_table: str = "") -> View:
    """Seat 1's turn with this hand; `legal` is all of it by default."""
    plays = tuple(zip(SEATS[1:], cards(on_table), strict=False))
    return View(
        seat=Seat(0),
        rules=hearts.RuleSet(),
        phase=hearts.Phase.PLAYING,
        move=9,
        deal=1,
        direction=hearts.PassDirection.LEFT,
        dealer=None,
        tie_deal=False,
        totals=(0, 0, 0, 0),
        waiting=(Seat(0),),
        hand=cards(hand),
        legal=cards(legal or hand),
        trick_number=2,
        trick=TrickView(2, Seat(1) if plays else Seat(0), plays, None, 0),
    )


def chosen(text: str, view: View) -> tuple[str, str, str]:
    """The card that the plan plays ("" for none), what is left of it, and what is dropped."""
    choice = next_card(parse_plan(text), view)
    return str(choice.card or ""), plan_text(choice.remaining), " ".join(choice.dropped)


CLUBS_LED = turn("4C 9C QS 2H", "4C 9C", "7C")
VOID = turn("QS AS 2H 9D", "", "7C")
LEADING = turn("4C 9C QS")


@pytest.mark.parametrize(
    ("text", "view", "expected"),
    [
        ("9c", CLUBS_LED, ("9C", "", "")),
        ("9c; qs", CLUBS_LED, ("9C", "QS", "")),
        ("qs; 9c; 2h", CLUBS_LED, ("9C", "2H", "QS")),
        ("qs", CLUBS_LED, ("", "", "QS")),
        ("qs 4c 9c; 2h", CLUBS_LED, ("4C", "2H", "QS")),
        ("if void qs; if clubs led highest clubs", CLUBS_LED, ("9C", "if void QS", "")),
        ("if void qs; if leading 4c", CLUBS_LED, ("", "if void QS; if leading 4C", "")),
        ("if void qs; lowest", VOID, ("QS", "lowest", "")),
        ("if clubs led 9d; qs", VOID, ("9D", "QS", "")),
        ("lowest", VOID, ("2H", "", "")),
        ("highest spades", VOID, ("AS", "", "")),
        ("lowest clubs; 2h", VOID, ("2H", "", "lowest clubs")),
        ("if leading lowest; 2h", LEADING, ("4C", "2H", "")),
        ("if void qs; if clubs led 9c; highest", LEADING, ("QS", "if void QS; if clubs led 9C", "")),
    ],
)
def test_a_plan_is_tried_part_by_part(text: str, view: View, expected: tuple[str, str, str]) -> None:
    """Conditions that do not hold keep their part; the first card that may be played is; what may not be is dropped."""
    assert chosen(text, view) == expected


def test_of_equal_ranks_the_order_of_the_pack_decides() -> None:
    """`lowest` takes the club before the heart, `highest` the spade."""
    view = turn("2C 2H AC AS")
    assert chosen("lowest", view)[0] == "2C"
    assert chosen("highest", view)[0] == "AS"


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("", 0),
        (" ; ", 1),
        ("7c;;8c", 2),
        ("7c; hunter22", 2),
        ("if clubs led", 1),
        ("if rich 7c", 1),
        ("lowest clubs 7c", 1),
        ("; ".join(["7c"] * (MOST_PARTS + 1)), 0),
    ],
)
def test_what_is_no_plan_is_told_by_the_number_of_its_part(text: str, part: int) -> None:
    """The words are not repeated: people write passwords in wrong places."""
    with pytest.raises(PlanError) as caught:
        parse_plan(text)
    assert caught.value.part == part
    assert "hunter22" not in str(caught.value)


def test_conditions_may_be_followed_by_a_comma_and_said_in_the_singular() -> None:
    """`IF club led, 7C` is what `if clubs led 7c` is."""
    assert parse_plan("IF club led, 7C") == parse_plan("if clubs led 7c")


def test_a_pass_is_a_first_part_of_three_cards_of_the_hand() -> None:
    """Anything else waits for the play."""
    view = turn("4C 9C QS 2H")
    cards_, rest = planned_pass(parse_plan("qs 2h 9c; lowest"), view)
    assert cards_ == cards("QS 2H 9C")
    assert plan_text(rest) == "lowest"
    for text in ("qs 2h", "if void qs 2h 9c", "lowest", "qs 2h ah"):
        plan = parse_plan(text)
        assert planned_pass(plan, view) == (None, plan)


parts = st.builds(
    Part,
    when=st.sampled_from(When),
    cards=st.lists(st.sampled_from(PACK), min_size=1, max_size=4, unique=True).map(tuple),
) | st.builds(
    Part,
    led=st.none() | st.sampled_from(Suit),
    extreme=st.sampled_from(Extreme),
    suit=st.none() | st.sampled_from(Suit),
)
plans = st.lists(parts, min_size=1, max_size=6).map(tuple)


@given(plans)
def test_a_plan_reads_back_as_it_was_written(plan: Plan) -> None:
    """What is stored is what was meant."""
    assert parse_plan(plan_text(plan)) == plan


@given(plans, st.sets(st.sampled_from(PACK), min_size=1, max_size=13), st.data())
def test_a_plan_plays_legal_cards_only_and_ends(plan: Plan, hand: set[Card], data: st.DataObject) -> None:
    """Whatever it plays may be played; each card uses a part up; nothing is both kept and dropped."""
    legal = data.draw(st.sets(st.sampled_from(sorted(hand)), min_size=1))
    table = data.draw(st.lists(st.sampled_from(PACK), max_size=3, unique=True))
    assume(not hand & set(table))
    view = turn(" ".join(map(str, hand)), " ".join(map(str, legal)), " ".join(map(str, table)))
    choice = next_card(plan, view)
    assert choice.card is None or choice.card in legal
    assert len(choice.remaining) < len(plan) or (choice.card is None and choice.remaining == plan)
    if choice.card is None:
        again = next_card(choice.remaining, view)
        assert again == (None, choice.remaining, ())


@given(st.text(max_size=60))
def test_any_text_is_a_plan_or_refused(text: str) -> None:
    """Nothing else comes out of reading one."""
    try:
        plan = parse_plan(text)
    except PlanError:
        return
    assert parse_plan(plan_text(plan)) == plan
