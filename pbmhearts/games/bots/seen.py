"""What a seat knows of a deal, as masks: its view, and what follows from it."""

from typing import NamedTuple

from pbmhearts.cards import Card
from pbmhearts.games.bots.habits import Worth, worth_of
from pbmhearts.games.hearts import SEATS, Phase, TrickView, View
from pbmhearts.games.hearts.events import Totals
from pbmhearts.games.hearts.masks import HEARTS, SUIT_MASKS, WHOLE_PACK, mask_of

NOBODY = -1


class Seen(NamedTuple):
    """A deal as one seat knows it.

    Attributes:
        hand: its own cards.
        legal: those that it may choose from.
        out: the cards in other hands.
        voids: for each seat the cards of suits that it has shown not to hold.
        known: for each seat the cards that it is known to hold: those that this seat passed to it.
        trick: the cards on the table, in order; `leader` led or is to lead.
        best: the card that takes the trick so far, -1 without one; `taker` has played it.
        pile: the cards on the table, as a mask.
        piles: what each seat has taken.
        suspect: who may be shooting the moon, or NOBODY.
        suspicion: how much speaks for it.
    """

    worth: Worth
    seat: int
    hand: int
    legal: int
    out: int
    voids: tuple[int, ...]
    known: tuple[int, ...]
    leader: int
    trick: tuple[int, ...]
    best: int
    taker: int
    pile: int
    piles: Totals
    broken: bool
    suspect: int
    suspicion: float

    @property
    def last(self) -> bool:
        """Whether this seat ends the trick."""
        return len(self.trick) == 3

    @property
    def owner(self) -> int:
        """The one seat that has taken every penalty card taken so far; NOBODY where that is none or several."""
        return _owner(self.worth, self.piles)


def seen(view: View) -> Seen:
    """What the seat of a view in which it must move knows.

    Raises:
        ValueError: the view's seat has nothing to decide.
    """
    if view.seat is None or not view.legal:
        raise ValueError("the view's seat has nothing to decide")
    worth = worth_of(view.rules)
    hand = mask_of(view.hand)
    playing = view.phase is Phase.PLAYING
    tricks = view.tricks if playing else ()
    table = view.trick.plays if playing and view.trick else ()
    piles = [0, 0, 0, 0]
    for trick in tricks:
        if trick.taker is not None:
            piles[trick.taker] |= mask_of(card for _, card in trick.plays)
    one, two, three, four = piles
    best, taker = _best(table)
    pile = mask_of(card for _, card in table)
    out = WHOLE_PACK ^ hand ^ (one | two | three | four | pile)
    known = [0, 0, 0, 0]
    if playing and view.my_pass:
        known[view.direction.receiver(view.seat)] = mask_of(view.my_pass) & out
    suspect, suspicion = _suspicion(worth, (one, two, three, four), tricks) if worth.moon else (NOBODY, 0.0)
    return Seen(
        worth=worth,
        seat=int(view.seat),
        hand=hand,
        legal=mask_of(view.legal),
        out=out,
        voids=_voids(view, tricks),
        known=tuple(known),
        leader=int(view.trick.leader) if view.trick else int(view.seat),
        trick=tuple(card.index for _, card in table),
        best=best,
        taker=taker,
        pile=pile,
        piles=(one, two, three, four),
        broken=view.hearts_broken,
        suspect=NOBODY if suspect == view.seat else suspect,
        suspicion=suspicion,
    )


def _best(table: tuple[tuple[int, Card], ...]) -> tuple[int, int]:
    best, taker = -1, -1
    for seat, card in table:
        if best < 0 or (card.suit is table[0][1].suit and card.index > best):
            best, taker = card.index, int(seat)
    return best, taker


def _owner(worth: Worth, piles: Totals) -> int:
    owners = [seat for seat in SEATS if piles[seat] & worth.penalties]
    return int(owners[0]) if len(owners) == 1 else NOBODY


def _voids(view: View, tricks: tuple[TrickView, ...]) -> tuple[int, ...]:
    voids = [0, 0, 0, 0]
    broken = False
    for trick in (*tricks, *((view.trick,) if view.trick else ())):
        for at, (seat, card) in enumerate(trick.plays):
            led = trick.plays[0][1].suit
            if card.suit is not led:
                voids[seat] |= SUIT_MASKS[led]
            if at == 0 and card.bit & HEARTS and not broken and view.rules.break_:
                voids[seat] |= WHOLE_PACK ^ HEARTS  # Rule 5: whoever leads a heart before has nothing else
            broken = broken or bool(card.bit & HEARTS)
    return tuple(voids)


def _suspicion(worth: Worth, piles: Totals, tricks: tuple[TrickView, ...]) -> tuple[int, float]:
    """Who may be shooting the moon, and how much speaks for it: high leads, tricks taken, points in one pile."""
    owner = _owner(worth, piles)
    if owner == NOBODY and any(pile & worth.penalties for pile in piles):
        return NOBODY, 0.0
    signs = [0.0, 0.0, 0.0, 0.0]
    for trick in tricks:
        if trick.taker is None:
            continue
        first = trick.plays[0][1]
        if trick.leader == trick.taker and first.rank >= 11:
            signs[trick.taker] += 1.0
        elif trick.leader == trick.taker:
            signs[trick.taker] += 0.3
        if trick.points > 0:
            signs[trick.taker] += 0.5
            signs[trick.taker] += (
                0.2 * (mask_of(card for _, card in trick.plays) & worth.penalties).bit_count()
            )
    if owner == NOBODY:
        owner = max(range(4), key=lambda seat: signs[seat])
    return owner, signs[owner]
