"""How deals and matches end."""

from hearts_table import (
    MIXED,
    SUITS_APART,
    cards,
    chance,
    completed,
    dealt,
    match_steps,
    played,
    random_steps,
    why,
)

from pbmhearts.cards import PACK, card
from pbmhearts.games.hearts import (
    SEATS,
    AwaitingDeal,
    CardPlayed,
    Deal,
    DealScored,
    Dealt,
    Finished,
    MatchFinished,
    MoonShot,
    Pass,
    PassDirection,
    Play,
    Playing,
    RestTaken,
    RuleSet,
    apply,
    legal_moves,
    resume,
    view,
    waiting,
)

ONE, TWO, THREE, FOUR = SEATS


def test_the_thirteenth_trick_is_the_servers() -> None:
    """When all hands hold one card the server plays them, and the deal is scored."""
    *_, (before, _, after, events) = random_steps(
        resume(RuleSet(), 4, (5, 5, 5, 5), False, 1), chance(3), deals=1
    )
    assert len(view(before, None).tricks) == 11
    served = [event.by_server for event in events if isinstance(event, CardPlayed)]
    assert served == [False, True, True, True, True]
    scored = events[-1]
    assert isinstance(scored, DealScored)
    assert scored.totals == tuple(5 + points for points in scored.points)
    assert isinstance(after, AwaitingDeal)
    assert (after.number, after.totals, after.move) == (5, scored.totals, 53)
    assert view(after, ONE).direction is PassDirection.LEFT


def test_shooting_the_moon() -> None:
    """Who takes all hearts and the queen gets nothing, the others 26 each."""
    state = dealt("", SUITS_APART)
    events: tuple[object, ...] = ()
    while isinstance(state, Playing):
        state, events = apply(state, legal_moves(state, state.turn)[0])
    assert events[-2:] == (MoonShot(ONE), DealScored(4, (0, 26, 26, 26), (0, 26, 26, 26)))


def test_skip_from_the_first_trick() -> None:
    """With -skip a seat that must take every trick is given them all, before a card is played."""
    state, events = apply(resume(RuleSet.parse("-skip"), 4, (0, 0, 0, 0), False, 1), Deal(SUITS_APART))
    assert events == (
        Dealt(4, PassDirection.HOLD, False),
        RestTaken(ONE, 13, 26),
        MoonShot(ONE),
        DealScored(4, (0, 26, 26, 26), (0, 26, 26, 26)),
    )
    assert isinstance(state, AwaitingDeal)
    assert state.move == 1


def test_skip_when_all_the_rest_is_the_leaders() -> None:
    """With -skip a leader takes the rest once no card still out beats his lowest of any suit that he holds,
    and may shoot the moon with it.
    """
    hands = completed("2C 9C TC JC QC KC AC KD QD AD QS KS AS", "3C 4C 5C 6C 7C 8C 2D 3D 4D 2S 3S 2H 3H")
    state = played(dealt("-skip", hands), "8C 5D 4S 7C 6D TH")
    assert legal_moves(state, ONE) == tuple(Play(ONE, each) for each in cards("9C TC JC QC KC AC"))
    after, events = apply(state, Play(ONE, card("9C")))
    assert isinstance(after, AwaitingDeal)
    assert events[2:] == (
        RestTaken(ONE, 11, 25),
        MoonShot(ONE),
        DealScored(4, (0, 26, 26, 26), (0, 26, 26, 26)),
    )


def test_deals_option() -> None:
    """With -deals the match ends after so many, whatever the totals; ties share the place."""
    for rules in (RuleSet.parse("-deals=2"), RuleSet.parse("-deals=2 -goal=20")):
        *_, (_, _, after, events) = match_steps(rules, chance(5))
        assert isinstance(after, Finished)
        assert after.last.facts.number == 2
        assert events[-1] == MatchFinished(after.totals, after.places)


def test_a_shared_lowest_with_deals() -> None:
    """With -deals two may share the first place; the third is then third."""
    before = resume(RuleSet.parse("-deals=4"), 4, (30, 4, 4, 4), False, 1)
    state = apply(before, Deal(SUITS_APART)).state
    while isinstance(state, Playing):
        state = apply(state, legal_moves(state, state.turn)[0]).state
    assert isinstance(state, Finished)
    assert (state.totals, state.places) == ((30, 30, 30, 30), (1, 1, 1, 1))


def test_tie_deals() -> None:
    """A shared lowest total at the goal brings another deal, the rotation going on, until one is lowest."""
    before = resume(RuleSet(), 4, (100, 74, 74, 80), False, 300)
    state, events = apply(before, Deal(SUITS_APART))
    while isinstance(state, Playing):
        state, events = apply(state, legal_moves(state, state.turn)[0])
    assert isinstance(state, AwaitingDeal)
    assert (state.totals, state.tie_deal, state.number) == ((100, 100, 100, 106), True, 5)
    assert not any(isinstance(event, MatchFinished) for event in events)
    after, events = apply(state, Deal(MIXED))
    assert events == (Dealt(5, PassDirection.LEFT, True),)
    assert view(after, None).tie_deal


def test_the_end() -> None:
    """At the goal with one lowest the match is over; nobody moves any more."""
    before = resume(RuleSet(), 4, (60, 74, 74, 80), False, 300)
    state, events = apply(before, Deal(SUITS_APART))
    while isinstance(state, Playing):
        state, events = apply(state, legal_moves(state, state.turn)[0])
    assert events[-1] == MatchFinished((60, 100, 100, 106), (1, 2, 2, 4))
    assert isinstance(state, Finished)
    assert waiting(state) == legal_moves(state, ONE) == ()
    assert why(state, Play(ONE, card("2C"))) == why(state, Pass(ONE, PACK[:3])) == "The board is over."
    assert why(state, Deal(MIXED)) == "This is not the time to deal."
    seen = view(state, ONE)
    assert (seen.totals, seen.places, seen.tricks_taken) == ((60, 100, 100, 106), (1, 2, 2, 4), (13, 0, 0, 0))
    assert (seen.hand, len(seen.tricks), seen.deal) == ((), 13, 4)
