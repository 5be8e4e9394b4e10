"""Checking deals: what a player needs for it, and whether each deal was dealt as its secret says."""

from collections.abc import Iterator, Sequence

from pbmhearts.games import fairdeal, hearts
from pbmhearts.games.hearts import SEATS, RuleSet
from pbmhearts.games.hearts.state import direction_of
from pbmhearts.games.hearts.variant import variant_of
from pbmhearts.render import DealCheck
from pbmhearts.storage import DealRecord


def checks(rules: RuleSet, deals: Sequence[DealRecord], state: hearts.State) -> tuple[DealCheck, ...]:
    """What a player needs to check each deal that was dealt; players get it when the board is over.

    Args:
        state: as the board stands; where it ended without a result, it still tells the log of the last deal.
    """
    return tuple(
        DealCheck(
            deal=deal.number,
            secret=deal.secret,
            mix=deal.mix,
            commitment=fairdeal.commitment(deal.secret),
            log=deal.log or hearts.deal_log(state),
            receivers=receivers(rules, deal.number),
        )
        for deal in deals
        if deal.mix
    )


def receivers(rules: RuleSet, deal: int) -> str:
    """The seats that seats 1 to 4 pass to in a deal, one digit each; their own where nobody passes."""
    direction = direction_of(variant_of(rules), deal)
    return "".join(str(direction.receiver(seat).number) for seat in SEATS)


def faults(
    board: int, first_names: Sequence[str], rules: RuleSet, deals: Sequence[DealRecord], log: Sequence[str]
) -> Iterator[tuple[int, str]]:
    """The numbers of the deals that were not dealt as promised, and why: a wrong mix, or other cards in the log.

    Args:
        log: the board's actions from the first.

    Raises:
        PbmheartsError: the log cannot be replayed.
    """
    mix = fairdeal.first_mix(board, first_names)
    played: hearts.State = hearts.start(rules)
    records = {deal.number: deal for deal in deals}
    number = 0
    for step in hearts.replay(rules, log):
        if isinstance(step.action, hearts.Deal):
            number += 1
            if number > 1:
                mix = fairdeal.mix(hearts.deal_log(played))
            yield from ((number, why) for why in _faults_of(records.get(number), mix, step.action.hands))
        played = step.state


def _faults_of(deal: DealRecord | None, mix: str, hands: hearts.Hands) -> Iterator[str]:
    if deal is None:
        yield "its secret is missing"
        return
    if deal.mix != mix:
        yield "the mix is not that of the play before it"
    promised = fairdeal.deal(deal.secret, deal.mix or mix)
    for seat in SEATS:
        for card in sorted(set(hands[seat]) - set(promised[seat])):
            owner = next(other for other in SEATS if card in promised[other])
            yield f"the {card.words} went to seat {seat.number}, and belongs to seat {owner.number}"
