"""What anybody can count who has watched a deal: what nobody has taken yet, and who has run out of a suit."""

from dataclasses import dataclass

from pbmhearts.cards import Card, Suit, card
from pbmhearts.games.hearts.seat import SEATS
from pbmhearts.games.hearts.variant import variant_of
from pbmhearts.games.hearts.view import Phase, View

_WATCHED = (card("QS"), card("JD"))


@dataclass(frozen=True, slots=True)
class Counts:
    """A deal that is being played, as good players keep it in mind.

    Attributes:
        points: the penalty points that nobody has taken, those on the table included.
        out: the queen of spades, and the jack of diamonds where it counts, as long as nobody has taken them.
        voids: the suits that each seat did not follow when they were led.
    """

    points: int
    out: tuple[Card, ...]
    voids: tuple[tuple[Suit, ...], ...]


def counts(view: View) -> Counts | None:
    """What can be counted; None unless cards are being played."""
    if view.phase is not Phase.PLAYING:
        return None
    values = variant_of(view.rules).values
    taken = {played for trick in view.tricks for _, played in trick.plays}
    voids: list[set[Suit]] = [set() for _ in SEATS]
    for trick in (*view.tricks, *([view.trick] if view.trick else [])):
        for seat, played in trick.plays:
            led = trick.plays[0][1].suit
            if played.suit is not led:
                voids[seat].add(led)
    return Counts(
        points=variant_of(view.rules).whole - sum(max(values[each.index], 0) for each in taken),
        out=tuple(each for each in _WATCHED if values[each.index] and each not in taken),
        voids=tuple(tuple(sorted(suits)) for suits in voids),
    )
