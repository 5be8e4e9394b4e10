"""Where a hand stands, in a line or two: the trick, the scores, and what anybody can count."""

from dataclasses import dataclass

from pbmhearts.games.hearts import Phase
from pbmhearts.render.model import BoardPage, FourNames
from pbmhearts.render.table_facts import ScoreLine


@dataclass(frozen=True, slots=True)
class Strip:
    """What the strip of a letter tells.

    Attributes:
        trick: the number of the trick, 0 while nobody plays.
        deal: the number of the hand.
        scores: the four, by seat.
        hearts: "broken" or "not broken"; "" where that means nothing.
        points: that nobody has taken yet; None where that is not told.
        out: the cards of most weight that nobody has taken, "the queen" and "the jack".
        voids: who has shown to have none of which suits, the reader left out.
    """

    trick: int
    deal: int
    scores: tuple[ScoreLine, ...]
    hearts: str
    points: int | None
    out: tuple[str, ...]
    voids: tuple[tuple[str, tuple[str, ...]], ...]


def strip(page: BoardPage, names: FourNames, scores: tuple[ScoreLine, ...]) -> Strip:
    """The strip of a page."""
    view, counts = page.view, page.counts if page.look.counts else None
    hearts = "broken" if view.hearts_broken else "not broken"
    return Strip(
        trick=view.trick_number,
        deal=view.deal,
        scores=scores,
        hearts=hearts if view.rules.break_ and view.phase is Phase.PLAYING else "",
        points=counts.points if counts else None,
        out=tuple(f"the {each.rank.word}" for each in counts.out) if counts else (),
        voids=tuple(
            (names[seat], tuple(suit.word for suit in suits))
            for seat, suits in enumerate(counts.voids if counts else ())
            if suits and seat != view.seat
        ),
    )
