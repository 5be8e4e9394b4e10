"""The cases of the rules, a line each, as they were agreed."""

import json
from pathlib import Path
from typing import Any

import pytest
from hearts_table import cards, chance, completed, dealt, random_steps

from pbmhearts.cards import PACK, Card, Suit, card
from pbmhearts.games.hearts import (
    SEATS,
    AwaitingDeal,
    DealScored,
    IllegalMoveError,
    Pass,
    Playing,
    RestTaken,
    RuleSet,
    apply,
    legal_cards,
    places,
    resume,
    view,
)
from pbmhearts.games.hearts.legality import playable
from pbmhearts.games.hearts.masks import cards_of, mask_of
from pbmhearts.games.hearts.scoring import AfterDeal, outcome, score
from pbmhearts.games.hearts.variant import variant_of

CASES = json.loads((Path(__file__).parent / "data" / "rules.json").read_text())


def of_kind(kind: str) -> list[Any]:
    """The cases that have this field."""
    return [pytest.param(case, id=case["id"]) for case in CASES if kind in case]


@pytest.mark.parametrize("case", of_kind("legal"))
def test_legal_cards(case: dict[str, Any]) -> None:
    """What a hand may play depends on the trick, on its number and on whether hearts are broken."""
    variant = variant_of(RuleSet.parse(case["options"]))
    led = card(case["trick"][0]).suit if case["trick"] else None
    mask = playable(variant, mask_of(cards(case["hand"])), led, case["trick_no"] == 1, case["broken"])
    assert set(cards_of(mask)) == set(cards(case["legal"]))


def test_the_starter_is_led() -> None:
    """The holder of the 2 of clubs may begin the deal with nothing else, but for -nostarter (Rule 3)."""
    hand = mask_of(cards("2C 3C 4D QS"))
    for options, legal in (("", "2C"), ("-blood -nobreak", "2C"), ("-nostarter", "2C 3C 4D")):
        mask = playable(variant_of(RuleSet.parse(options)), hand, None, True, False)
        assert cards_of(mask) == cards(legal)


def pile(words: list[str], used: set[Card]) -> set[Card]:
    """The cards of a pile such as ["all hearts", "QS"] or ["9 hearts"]."""
    taken: set[Card] = set()
    for word in words:
        amount, _, what = word.partition(" ")
        if what:
            free = [each for each in PACK if each.suit is Suit.HEARTS and each not in used | taken]
            taken |= set(free[: 13 if amount == "all" else int(amount)])
        else:
            taken.add(card(word))
    return taken


@pytest.mark.parametrize("case", of_kind("taken"))
def test_scores(case: dict[str, Any]) -> None:
    """What a deal brings depends on who took which cards."""
    piles: list[set[Card]] = []
    for words in case["taken"]:
        piles.append(pile(words, set().union(*piles)))
    one, two, three, four = (mask_of(each) for each in piles)
    assert (
        list(score(variant_of(RuleSet.parse(case["options"])), (one, two, three, four)).points)
        == case["score"]
    )


@pytest.mark.parametrize("case", of_kind("ends"))
def test_ends(case: dict[str, Any]) -> None:
    """Whether a match ends depends on the totals, and on whether the deal was there to break a tie."""
    rules, totals = RuleSet.parse(case.get("options", "")), tuple(case["totals"])
    tie_deal = "previous" in case and outcome(rules, 8, tuple(case["previous"]), False) is AfterDeal.TIE_DEAL
    follows = outcome(rules, 9, totals, tie_deal)
    assert (follows is AfterDeal.OVER) == case["ends"]
    if case["ends"]:
        assert [seat for seat, place in enumerate(places(totals)) if place == 1] == case["winners"]


def test_e05_in_play() -> None:
    """A tie deal that leaves one lowest ends the match though nobody is at the goal any more."""
    before = (101, 60, 60, 83)
    assert outcome(RuleSet.parse("-jack"), 8, before, tie_deal=False) is AfterDeal.TIE_DEAL
    for seed in range(400):
        state = resume(RuleSet.parse("-jack"), 9, before, True, 400)
        _, _, after, events = list(random_steps(state, chance(seed), deals=1))[-1]
        scored = next(event for event in events if isinstance(event, DealScored))
        shared = scored.totals.count(min(scored.totals)) > 1
        assert isinstance(after, AwaitingDeal) == shared
        if not shared and max(scored.totals) < 100:
            return
    pytest.fail("no such deal among 400")


@pytest.mark.parametrize("case", of_kind("refused"))
def test_refused_passes(case: dict[str, Any]) -> None:
    """A pass is exactly three different cards of one's own hand."""
    hands = completed("2C 3C 4C 5C")
    state = dealt("", hands, number=1)
    named = "2C 3C AS" if case["pass_"] == "one not in hand" else case["pass_"]
    with pytest.raises(IllegalMoveError) as refusal:
        apply(state, Pass(SEATS[0], cards(named)))  # type: ignore[arg-type]
    assert refusal.value.legal == hands[0]


def test_directions() -> None:
    """Deals go left, right, across, hold, and again."""
    (case,) = (case for case in CASES if case["id"] == "P04")
    directions = [
        view(resume(RuleSet(), number, (0,) * 4, False, 1), None).direction for number in range(1, 7)
    ]
    assert [direction.name for direction in directions] == case["directions"]


@pytest.mark.parametrize(
    ("options", "directions"),
    [
        ("-pass=nohold", "LEFT RIGHT ACROSS LEFT RIGHT ACROSS LEFT"),
        ("-pass=right", "RIGHT RIGHT RIGHT RIGHT RIGHT"),
        ("-blackmaria -pass=cycle", "LEFT RIGHT ACROSS HOLD LEFT"),
    ],
)
def test_directions_of_other_passes(options: str, directions: str) -> None:
    """Without hold there are three directions; always right there is one."""
    for number, direction in enumerate(directions.split(), 1):
        awaited = resume(RuleSet.parse(options), number, (0,) * 4, False, 1)
        assert view(awaited, None).direction.name == direction


def test_skip_when_nothing_scores() -> None:
    """K01: the deal ends when no card that scores is left; with the jack still out it goes on."""
    plain, jack = _skipped_with_three_left()
    assert isinstance(plain[0], AwaitingDeal)
    assert RestTaken(None, 3, 0) in plain[1]
    assert isinstance(jack[0], Playing)
    assert legal_cards(jack[0], jack[0].turn)


def _skipped_with_three_left() -> tuple[Any, Any]:
    """A deal that ends after ten tricks with the jack of diamonds unplayed, and the same one played with -jack."""
    for seed in range(20000):
        start_of_deal = resume(RuleSet.parse("-skip"), 4, (0,) * 4, False, 1)
        steps = list(random_steps(start_of_deal, chance(seed), deals=1))
        _, _, after, events = steps[-1]
        if RestTaken(None, 3, 0) not in events or card("JD") in after.last.cards:
            continue
        state = resume(RuleSet.parse("-skip -jack"), 4, (0,) * 4, False, 1)
        same = [step[1] for step in steps]
        for action in same:
            state, told = apply(state, action)
        if isinstance(state, Playing):
            return (after, events), (state, told)
    raise AssertionError("no such deal among 20,000")


def test_every_case_is_used() -> None:
    """No case is passed over."""
    used = {case.id for kind in ("legal", "taken", "ends", "refused") for case in of_kind(kind)}
    assert {case["id"] for case in CASES} - used == {"P04", "K01"}
