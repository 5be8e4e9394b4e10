"""Deals as the database keeps them."""

import sqlalchemy as sa

from pbmhearts.games import hearts
from pbmhearts.games.hearts import RuleSet, Seat
from pbmhearts.storage.records import DealRecord


def resumed(rules: RuleSet, deal: DealRecord) -> hearts.AwaitingDeal:
    """The match as it stood before the deal was dealt."""
    first, second, third, fourth = deal.totals
    return hearts.resume(rules, deal.number, (first, second, third, fourth), deal.tie, deal.first_move)


def deal_record(row: "sa.RowMapping") -> DealRecord:
    """The deal that a row tells of."""
    return DealRecord(
        number=row["number"],
        secret=row["secret"],
        mix=row["mix"] or "",
        first_seq=row["first_seq"] or 0,
        first_move=row["first_move"] or 0,
        totals=tuple(row["totals"] or ()),
        tie=bool(row["tie"]),
        points=tuple(row["points"] or ()),
        moon=None if row["moon"] is None else Seat(row["moon"]),
        log=row["log"] or "",
    )
