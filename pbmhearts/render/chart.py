"""A match as a chart, drawn from characters or from the widths of table cells: no pictures."""

from collections.abc import Sequence
from dataclasses import dataclass

from pbmhearts.render.model import DealRow, FourNumbers

_COLUMNS = 44
_MOST_ROWS = 25
_TOGETHER = "*"


@dataclass(frozen=True, slots=True)
class ChartRow:
    """The totals after one deal.

    Attributes:
        number: the deal's.
        marks: a line of characters, seat numbers 1 to 4 where their totals stand, `*` for several at one place.
        totals: by seat.
        percents: how far each total reaches from the chart's least to its greatest number.
    """

    number: int
    marks: str
    totals: FourNumbers
    percents: FourNumbers


@dataclass(frozen=True, slots=True)
class Chart:
    """A match; a long one is drawn without some of its deals, but always with the last.

    Attributes:
        scale: the least and the greatest number at the ends of a line as wide as the marks.
        shared: some mark stands for several players.
    """

    scale: str
    rows: tuple[ChartRow, ...]
    shared: bool


def chart(deals: Sequence[DealRow]) -> Chart:
    """The totals of at least one deal."""
    step = -(-len(deals) // _MOST_ROWS)
    shown = deals[::-1][::step][::-1]
    numbers = [total for deal in shown for total in deal.totals]
    low, high = min(0, *numbers), max(1, *numbers)
    rows = tuple(_row(deal, low, high) for deal in shown)
    scale = f"{low}{high:>{_COLUMNS - len(str(low))}}"
    return Chart(scale, rows, any(_TOGETHER in row.marks for row in rows))


def _row(deal: DealRow, low: int, high: int) -> ChartRow:
    marks = [" "] * _COLUMNS
    for seat, total in enumerate(deal.totals, 1):
        at = (total - low) * (_COLUMNS - 1) // (high - low)
        marks[at] = str(seat) if marks[at] == " " else _TOGETHER
    one, two, three, four = ((total - low) * 100 // (high - low) for total in deal.totals)
    return ChartRow(deal.number, "".join(marks), deal.totals, (one, two, three, four))
