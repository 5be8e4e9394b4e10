"""What a rule set means to the engine: tables and masks, made once, so that nothing else asks for options."""

from functools import cache
from typing import NamedTuple

from pbmhearts.cards import PACK, Card, Rank, Suit, card
from pbmhearts.games.hearts.masks import HEARTS, JACK, QUEEN, mask_of
from pbmhearts.games.hearts.rules import MoonKind, PassKind, RuleSet
from pbmhearts.games.hearts.seat import PassDirection

_LEFT, _RIGHT, _ACROSS, _HOLD = PassDirection

_CYCLES = {
    PassKind.CYCLE: (_LEFT, _RIGHT, _ACROSS, _HOLD),
    PassKind.NOHOLD: (_LEFT, _RIGHT, _ACROSS),
    PassKind.RIGHT: (_RIGHT,),
}


class Variant(NamedTuple):
    """The hooks that options set; every rule of the engine reads these and no option.

    Attributes:
        values: the points of each card of the pack, the jack's bonus below zero.
        scorers: sets of cards that are worth the same, and what one of them is.
        scoring: all cards that have points.
        whole: the deck's whole penalty.
        moon_cards: the cards that shoot the moon when one seat takes them all.
        moon: what a moon gives the shooter and each other seat for penalty cards, or None for no moon.
        cycle: the pass directions of deals 1, 2, …, over and over.
        opening_limit: cards that Rule 4 keeps out of the first trick.
        lead_limit: cards that Rule 5 forbids to lead until one has been played.
        starter: the 2 of clubs starts; else the seat left of the dealer.
        skip: uneventful final tricks are left out.
        auto: the server plays only legal cards.
        asks: how many cards of a deal are played before one that something may follow by itself, be it the last trick.
    """

    values: tuple[int, ...]
    scorers: tuple[tuple[int, int], ...]
    scoring: int
    whole: int
    moon_cards: int
    moon: tuple[int, int] | None
    cycle: tuple[PassDirection, ...]
    opening_limit: int
    lead_limit: int
    starter: bool
    skip: bool
    auto: bool
    asks: int


@cache
def variant_of(rules: RuleSet) -> Variant:
    """The hooks of a rule set."""
    bonus = {card("JD"): -20 if rules.spot else -10} if rules.jack else {}
    penalties = _penalties(rules)
    points = penalties | bonus
    whole = sum(penalties.values())
    return Variant(
        values=tuple(points.get(each, 0) for each in PACK),
        scorers=tuple(
            (mask_of(each for each, worth in points.items() if worth == amount), amount)
            for amount in sorted(set(points.values()))
        ),
        scoring=mask_of(points),
        whole=whole,
        moon_cards=mask_of(penalties) | (JACK if rules.moonjack else 0),
        moon={MoonKind.OLD: (0, whole), MoonKind.NEW: (-whole, 0), MoonKind.OFF: None}[rules.moon],
        cycle=_CYCLES[rules.pass_],
        opening_limit=0 if rules.blood else HEARTS | QUEEN,
        lead_limit=HEARTS if rules.break_ else 0,
        starter=rules.starter,
        skip=rules.skip,
        auto=rules.auto,
        asks=0 if rules.skip or rules.auto else 47,
    )


def _penalties(rules: RuleSet) -> dict[Card, int]:
    hearts = PACK[13 * Suit.HEARTS : 13 * Suit.SPADES]
    points = {heart: int(heart.rank) if rules.spot else 1 for heart in hearts}
    points[card("QS")] = rules.queen
    if rules.highspades:
        points[Card(Suit.SPADES, Rank.KING)] = 20 if rules.spot else 10
        points[Card(Suit.SPADES, Rank.ACE)] = 15 if rules.spot else 7
    return points
