"""A match at a moment: one of four phases, immutable."""

from typing import NamedTuple, cast

from pbmhearts.cards import PACK, Card
from pbmhearts.games.hearts.events import Totals
from pbmhearts.games.hearts.masks import cards_of
from pbmhearts.games.hearts.rules import RuleSet
from pbmhearts.games.hearts.seat import PassDirection, Seat
from pbmhearts.games.hearts.variant import Variant

Masks = tuple[int, int, int, int]
"""A set of cards for each seat."""

ThreeCards = tuple[Card, Card, Card]
Passes = tuple[ThreeCards | None, ThreeCards | None, ThreeCards | None, ThreeCards | None]
"""What each seat has passed, in pack order; None where it has not."""

NOTHING: Masks = (0, 0, 0, 0)


def _passes(given: Masks) -> Passes:
    return cast("Passes", tuple(cards_of(three) or None for three in given))


def _cards(played: bytes) -> tuple[Card, ...]:
    return tuple(PACK[index] for index in played)


class DealFacts(NamedTuple):
    """What stays the same through a deal.

    Attributes:
        number: from 1.
        totals: the match before this deal.
        tie_deal: it is played only to break a tie (Rule 8).
        dealt: the hands before the pass.
        given: what was passed, once all four have; nothing on HOLD.
        hands: the hands that the play begins with; until all have passed, as dealt.
    """

    rules: RuleSet
    variant: Variant
    number: int
    totals: Totals
    tie_deal: bool
    direction: PassDirection
    dealt: Masks
    given: Masks
    hands: Masks

    @property
    def passes(self) -> Passes:
        """What was passed, as cards."""
        return _passes(self.given)


class EndedDeal(NamedTuple):
    """A deal that is over.

    Attributes:
        played: the cards played, in order, the server's too, a byte each: its index.
        taken: what each seat took, with what it took unplayed at the end (`-skip`).
        rest: who took the unplayed cards, or None.
    """

    facts: DealFacts
    played: bytes
    taken: Masks
    rest: Seat | None

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards played, in order."""
        return _cards(self.played)


class AwaitingDeal(NamedTuple):
    """The next action is a Deal.

    Attributes:
        number: of the deal awaited.
        totals: before it.
        tie_deal: it will only break a tie.
        move: the move number.
        last: the deal that has just ended, or None at the start and after `resume`.
    """

    rules: RuleSet
    number: int
    totals: Totals
    tie_deal: bool
    move: int
    last: EndedDeal | None


class Passing(NamedTuple):
    """The four pass (Rule 2).

    Attributes:
        given: what each seat has passed so far, nothing where it has not.
    """

    facts: DealFacts
    given: Masks
    move: int

    @property
    def passes(self) -> Passes:
        """What each seat has passed so far, as cards."""
        return _passes(self.given)


class Playing(NamedTuple):
    """Thirteen tricks.

    Attributes:
        left: the cards that are still in hands.
        played: the cards played in this deal, in order, a byte each: its index. Each card makes a state anew, and
            bytes are the quickest to copy.
        turn: who plays next.
        legal: what that seat may play.
        taken: what each seat has taken.
        served: bit n is set where the server played the n-th card (from 0).
        move: the move number.
    """

    facts: DealFacts
    left: int
    played: bytes
    turn: Seat
    legal: int
    taken: Masks
    served: int
    move: int

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards played in this deal, in order."""
        return _cards(self.played)


class Finished(NamedTuple):
    """The match is over.

    Attributes:
        places: 1 to 4 for each seat, ties share.
    """

    rules: RuleSet
    totals: Totals
    places: Totals
    move: int
    last: EndedDeal


State = AwaitingDeal | Passing | Playing | Finished


def start(rules: RuleSet) -> AwaitingDeal:
    """A new match, awaiting its first deal."""
    return AwaitingDeal(rules, 1, (0, 0, 0, 0), False, 1, None)


def resume(rules: RuleSet, deal_number: int, totals: Totals, tie_deal: bool, move: int) -> AwaitingDeal:
    """A match awaiting deal `deal_number`, as it stood at that deal's start.

    `totals` are those before the deal, `move` the move number there. No earlier deal is known to it.
    """
    return AwaitingDeal(rules, deal_number, totals, tie_deal, move, None)


def direction_of(variant: Variant, deal_number: int) -> PassDirection:
    """The pass direction of a deal: the rotation goes on through tie deals (Rules 2, 8)."""
    return variant.cycle[(deal_number - 1) % len(variant.cycle)]
