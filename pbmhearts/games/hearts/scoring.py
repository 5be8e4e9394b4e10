"""What a deal brings, and when a match is over."""

from collections.abc import Collection
from enum import Enum, auto
from typing import NamedTuple

from pbmhearts.games.hearts.events import Totals
from pbmhearts.games.hearts.rules import RuleSet
from pbmhearts.games.hearts.seat import SEATS, Seat, each_seat
from pbmhearts.games.hearts.state import Masks
from pbmhearts.games.hearts.variant import Variant

_new = tuple.__new__  # a NamedTuple's own constructor costs twice as much


class Score(NamedTuple):
    """The points of a deal, and who shot the moon."""

    points: Totals
    shooter: Seat | None


def points_of(variant: Variant, cards: int) -> int:
    """What a set of cards is worth, the jack's bonus included, the moon apart."""
    points = 0
    for mask, worth in variant.scorers:
        points += (cards & mask).bit_count() * worth
    return points


def score(variant: Variant, taken: Masks) -> Score:
    """The points of a deal in which each seat took these cards (Rule 7)."""
    one, two, three, four = taken
    first = second = third = fourth = 0
    for mask, worth in variant.scorers:  # as `points_of`, of all four at once
        first += (one & mask).bit_count() * worth
        second += (two & mask).bit_count() * worth
        third += (three & mask).bit_count() * worth
        fourth += (four & mask).bit_count() * worth
    points = first, second, third, fourth
    if variant.moon is not None:
        moon_cards = variant.moon_cards
        for seat, cards in zip(SEATS, taken, strict=True):
            if cards & moon_cards == moon_cards:
                return Score(_moon(variant.whole, variant.moon, points, seat), seat)
    return _new(Score, (points, None))


def _moon(whole: int, moon: tuple[int, int], points: Totals, shooter: Seat) -> Totals:
    own, others = moon
    # Only penalty points change; the jack's stay with whoever has it (Rule 7).
    return each_seat(
        points[seat] - whole + own if seat == shooter else points[seat] + others for seat in SEATS
    )


class AfterDeal(Enum):
    """What follows a deal."""

    NEXT_DEAL = auto()
    TIE_DEAL = auto()
    OVER = auto()


def outcome(rules: RuleSet, number: int, totals: Totals, tie_deal: bool) -> AfterDeal:
    """What follows deal `number`, that left these totals (Rule 8); `tie_deal` says that it was one."""
    if rules.deals is not None:
        return AfterDeal.OVER if number >= rules.deals else AfterDeal.NEXT_DEAL
    if not tie_deal and max(totals) < rules.goal:
        return AfterDeal.NEXT_DEAL
    return AfterDeal.OVER if totals.count(min(totals)) == 1 else AfterDeal.TIE_DEAL


def places(totals: Totals) -> Totals:
    """The place of each seat, 1 to 4, the fewest points first; equal totals share the better place."""
    return each_seat(1 + sum(other < own for other in totals) for own in totals)


def place_last(places: Totals, last: Collection[Seat]) -> Totals:
    """The places with these seats behind all others, sharing one; the others move up in their order."""
    return each_seat(
        1 + sum(places[other] < places[seat] or seat in last for other in SEATS if other not in last)
        for seat in SEATS
    )
