import random

from pbmhearts.cards import PACK, Suit, card
from pbmhearts.games.hearts import Deal, Phase, RuleSet, Seat, apply, counts, legal_moves, start, view


def test_what_is_out_and_who_is_void_is_what_the_tricks_have_shown() -> None:
    """At each card: points and cards of weight that no trick has taken, and every suit that was not followed."""
    rng = random.Random(4)  # noqa: S311 - it only has to be the same each time
    pack = rng.sample(PACK, 52)
    state, _ = apply(
        start(RuleSet.parse("-jack")),
        Deal((tuple(pack[:13]), tuple(pack[13:26]), tuple(pack[26:39]), tuple(pack[39:]))),
    )
    assert counts(view(state, None)) is None
    shown: set[tuple[Seat, Suit]] = set()
    while (seen := view(state, None)).phase in {Phase.PASSING, Phase.PLAYING}:
        if (told := counts(seen)) is not None:
            plays = [play for trick in seen.tricks for play in trick.plays]
            taken = {played for _, played in plays}
            hearts = sum(played.suit is Suit.HEARTS for played in taken)
            assert told.points == 26 - hearts - 13 * (card("QS") in taken)
            assert set(told.out) == {card("QS"), card("JD")} - taken
            on_table = seen.trick.plays if seen.trick else ()
            shown |= {
                (seat, on_table[0][1].suit) for seat, c in on_table if c.suit is not on_table[0][1].suit
            }
            assert {(seat, suit) for seat, _ in shown for suit in told.voids[seat]} >= shown
            assert sum(map(len, told.voids)) <= 12
        state, _ = apply(state, rng.choice(legal_moves(state, seen.waiting[0])))
    assert shown
