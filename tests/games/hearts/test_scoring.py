"""What a deal brings where options meet, and when a match is over."""

import pytest
from hearts_table import cards

from pbmhearts.games.hearts import RuleSet
from pbmhearts.games.hearts.masks import mask_of
from pbmhearts.games.hearts.scoring import AfterDeal, outcome, score
from pbmhearts.games.hearts.variant import variant_of

PLAIN = "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH QS"
"""The penalty cards of the standard game."""
HIGH = PLAIN + " KS AS"
"""Those of high spades."""

Four = tuple[int, int, int, int]


@pytest.mark.parametrize(
    ("options", "first", "second", "points"),
    [
        ("", PLAIN, "JD KS AS", (0, 26, 26, 26)),
        ("-highspades", PLAIN, "KS AS", (26, 17, 0, 0)),
        ("-highspades", PLAIN + " KS", "AS", (36, 7, 0, 0)),
        ("-highspades -moon=new", PLAIN + " AS", "KS", (33, 10, 0, 0)),
        ("-highspades -moon=new", HIGH, "", (-43, 0, 0, 0)),
        ("-spot", PLAIN, "", (0, 129, 129, 129)),
        ("-spot -moon=new", PLAIN, "", (-129, 0, 0, 0)),
        ("-spot -highspades", HIGH, "", (0, 164, 164, 164)),
        ("-spot -highspades -moon=new", HIGH, "", (-164, 0, 0, 0)),
        ("-spot -highspades -moon=off", HIGH, "", (164, 0, 0, 0)),
        ("-spot -jack", PLAIN, "JD", (0, 109, 129, 129)),
        ("-spot -jack", PLAIN + " JD", "", (-20, 129, 129, 129)),
        ("-jack -moon=new", PLAIN + " JD", "", (-36, 0, 0, 0)),
        ("-jack -moon=new", PLAIN, "JD", (-26, -10, 0, 0)),
        ("-jack -moon=off", PLAIN + " JD", "", (16, 0, 0, 0)),
        ("-jack -highspades", HIGH, "JD", (0, 33, 43, 43)),
        ("-omnibus -moon=new", PLAIN + " JD", "", (-36, 0, 0, 0)),
        ("-omnibus -moon=new", PLAIN, "JD", (26, -10, 0, 0)),
        ("-omnibus -highspades", HIGH, "JD", (43, -10, 0, 0)),
        ("-omnibus -highspades", PLAIN + " JD", "KS AS", (16, 17, 0, 0)),
        ("-omnibus -highspades", HIGH + " JD", "", (-10, 43, 43, 43)),
        ("-omnibus -spothearts", PLAIN, "JD", (129, -20, 0, 0)),
        ("-omnibus -nojack", PLAIN, "JD", (0, 26, 26, 26)),
        ("-blackmaria", HIGH, "", (43, 0, 0, 0)),
        ("-blackmaria -moon=old", HIGH, "", (0, 43, 43, 43)),
    ],
)
def test_a_moon_is_what_the_options_make_of_it(options: str, first: str, second: str, points: Four) -> None:
    """It takes every penalty card that counts, and moves the deck's whole penalty; the jack's points stay."""
    taken = (mask_of(cards(first)), mask_of(cards(second)), 0, 0)
    assert score(variant_of(RuleSet.parse(options)), taken).points == points
    turned = (0, 0, *taken[:2])
    assert score(variant_of(RuleSet.parse(options)), turned).points == (*points[2:], *points[:2])


@pytest.mark.parametrize(
    ("options", "totals", "follows"),
    [
        ("", (99, 99, 99, 99), AfterDeal.NEXT_DEAL),
        ("", (126, 0, 0, 0), AfterDeal.TIE_DEAL),
        ("", (100, 100, 100, 12), AfterDeal.OVER),
        ("-jack", (-12, 100, 40, 40), AfterDeal.OVER),
        ("-jack", (-12, -12, 100, 40), AfterDeal.TIE_DEAL),
        ("-jack", (-200, 99, 40, 40), AfterDeal.NEXT_DEAL),
        ("-goal=50", (49, 1, 2, 3), AfterDeal.NEXT_DEAL),
        ("-goal=50", (50, 1, 2, 3), AfterDeal.OVER),
        ("-spot", (499, 1, 2, 3), AfterDeal.NEXT_DEAL),
        ("-spot -goal=100", (129, 1, 2, 3), AfterDeal.OVER),
        ("-deals=9", (0, 0, 0, 26), AfterDeal.OVER),
        ("-deals=10", (200, 1, 2, 3), AfterDeal.NEXT_DEAL),
        ("-deals=10", (200, 1, 1, 3), AfterDeal.NEXT_DEAL),
    ],
)
def test_what_follows_the_ninth_deal(options: str, totals: Four, follows: AfterDeal) -> None:
    """The goal ends a match if one total is lowest, below zero too; counted deals end it by themselves."""
    assert outcome(RuleSet.parse(options), 9, totals, tie_deal=False) is follows


def test_what_follows_a_tie_deal() -> None:
    """Only the lowest totals matter, the goal no more; a seat that was not tied may win."""
    rules = RuleSet.parse("-jack")
    assert outcome(rules, 9, (93, 50, 50, 60), tie_deal=True) is AfterDeal.TIE_DEAL
    assert outcome(rules, 9, (96, 61, 66, 97), tie_deal=True) is AfterDeal.OVER
    assert outcome(rules, 9, (112, 86, 86, 83), tie_deal=True) is AfterDeal.OVER
