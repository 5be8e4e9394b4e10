"""One sensible player: gets rid of what is dear, ducks, and never takes a queen that it can duck."""

from enum import StrEnum

from pbmhearts.cards import Card, Rank, Suit, card
from pbmhearts.games.hearts import Phase, TrickView, View

_QUEEN = card("QS")


class Reason(StrEnum):
    """Why a card is chosen."""

    GIVE_AWAY = "give_away"
    """The three that are worst to keep."""
    ONLY = "only"
    """No other card is legal."""
    LEAD = "lead"
    """The lowest to lead."""
    DISCARD = "discard"
    """Void in the suit led: the one that is worst to keep."""
    DUCK = "duck"
    """The highest that stays below the trick's highest."""
    GIVE_QUEEN = "give_queen"
    """The queen of spades, below a higher spade."""
    TAKE = "take"
    """The last to the trick, and nothing stays below: the highest."""
    HOPE = "hope"
    """Nothing stays below: the lowest, which somebody may still beat."""


def choose(view: View) -> tuple[Card, ...]:
    """The three cards to pass, or the one to play, of a view in which its seat must move.

    Raises:
        ValueError: the view's seat has nothing to decide.
    """
    return advise(view)[0]


def advise(view: View) -> tuple[tuple[Card, ...], Reason]:
    """What `choose` chooses, and why.

    Raises:
        ValueError: the view's seat has nothing to decide.
    """
    if not view.legal:
        raise ValueError("the view's seat has nothing to decide")
    if view.phase is Phase.PASSING:
        return _pass(view.legal), Reason.GIVE_AWAY
    if len(view.legal) == 1:
        return view.legal, Reason.ONLY
    if view.trick is None or not view.trick.plays:
        return (_lead(view.legal),), Reason.LEAD
    one, reason = _follow(view.legal, view.trick)
    return (one,), reason


def _pass(hand: tuple[Card, ...]) -> tuple[Card, ...]:
    """High spades that cannot be guarded first, then the highest cards of the shortest suits."""
    length = {suit: sum(each.suit is suit for each in hand) for suit in Suit}

    def dread(each: Card) -> tuple[bool, int, int]:
        exposed = each.suit is Suit.SPADES and each.rank >= Rank.QUEEN and length[Suit.SPADES] < 6
        return exposed, each.rank + 2 * (each.suit is Suit.HEARTS), -length[each.suit]

    return tuple(sorted(sorted(hand, key=dread)[-3:]))


def _lead(legal: tuple[Card, ...]) -> Card:
    """The lowest card; no high spade while there is another."""
    return min(legal, key=lambda each: (each.suit is Suit.SPADES and each.rank >= Rank.QUEEN, each.rank))


def _follow(legal: tuple[Card, ...], trick: TrickView) -> tuple[Card, Reason]:
    led = trick.plays[0][1].suit
    if legal[0].suit is not led:
        return max(legal, key=_danger), Reason.DISCARD
    highest = max(each for _, each in trick.plays if each.suit is led)
    under = [each for each in legal if each < highest]
    if under:
        return (_QUEEN, Reason.GIVE_QUEEN) if _QUEEN in under else (max(under), Reason.DUCK)
    rest = [each for each in legal if each != _QUEEN]
    # The last to play takes the trick anyway: with the highest; others may still be beaten.
    return (max(rest), Reason.TAKE) if len(trick.plays) == 3 else (min(rest), Reason.HOPE)


def _danger(each: Card) -> tuple[bool, bool, bool, int]:
    """What to throw first: the queen, then spades above her, then hearts, then whatever is high."""
    above = each.suit is Suit.SPADES and each.rank > Rank.QUEEN
    return each == _QUEEN, above, each.suit is Suit.HEARTS, each.rank
