"""One sensible player: gets rid of what is dear, ducks, and never takes a queen that it can duck."""

from pbmhearts.cards import Card, Rank, Suit, card
from pbmhearts.games.hearts import Phase, TrickView, View

_QUEEN = card("QS")


def choose(view: View) -> tuple[Card, ...]:
    """The three cards to pass, or the one to play, of a view in which its seat must move.

    Raises:
        ValueError: the view's seat has nothing to decide.
    """
    if not view.legal:
        raise ValueError("the view's seat has nothing to decide")
    if view.phase is Phase.PASSING:
        return _pass(view.legal)
    if view.trick is None or not view.trick.plays:
        return (_lead(view.legal),)
    return (_follow(view.legal, view.trick),)


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


def _follow(legal: tuple[Card, ...], trick: TrickView) -> Card:
    led = trick.plays[0][1].suit
    if legal[0].suit is not led:
        return max(legal, key=_danger)
    highest = max(each for _, each in trick.plays if each.suit is led)
    under = [each for each in legal if each < highest]
    if under:
        return _QUEEN if _QUEEN in under else max(under)
    rest = [each for each in legal if each != _QUEEN] or list(legal)
    # The last to play takes the trick anyway: with the highest; others may still be beaten.
    return max(rest) if len(trick.plays) == 3 else min(rest)


def _danger(each: Card) -> tuple[bool, bool, bool, int]:
    """What to throw first: the queen, then spades above her, then hearts, then whatever is high."""
    above = each.suit is Suit.SPADES and each.rank > Rank.QUEEN
    return each == _QUEEN, above, each.suit is Suit.HEARTS, each.rank
