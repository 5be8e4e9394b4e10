"""Deals as the database keeps them."""

from typing import Any

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


def deal_values(deal: DealRecord) -> dict[str, Any]:
    """What a deal's row holds of it, for an update of that row; nothing of what is not known yet."""
    return {
        "number_of_deal": deal.number,
        "secret": deal.secret,
        "mix": deal.mix or None,
        "first_seq": deal.first_seq or None,
        "first_move": deal.first_move or None,
        "totals": list(deal.totals) or None,
        "tie": deal.tie if deal.mix else None,
        "points": list(deal.points) or None,
        "moon": None if deal.moon is None else int(deal.moon),
        "log": deal.log or None,
    }
