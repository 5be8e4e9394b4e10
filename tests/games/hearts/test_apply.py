"""Deals played, card by card, with what each action tells."""

import pytest
from hearts_table import HOLD_DEAL, cards, chance, completed, dealt, match_steps, played, random_steps

from pbmhearts.cards import PACK, card
from pbmhearts.games.hearts import (
    SEATS,
    AwaitingDeal,
    CardPlayed,
    Deal,
    DealScored,
    Dealt,
    Finished,
    HeartsBroken,
    IllegalMoveError,
    MatchFinished,
    MoonShot,
    Pass,
    PassDirection,
    Passed,
    Passing,
    PassingDone,
    Play,
    Playing,
    RestTaken,
    RuleSet,
    State,
    TrickTaken,
    TrickView,
    apply,
    legal_cards,
    legal_moves,
    resume,
    start,
    view,
    waiting,
)

ONE, TWO, THREE, FOUR = SEATS

SUITS_APART = completed(
    "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC",
    "2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD AD",
    "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH",
)
"""Each seat holds one suit."""

MIXED = completed(
    "2C 5C 9C KC 3D 7D JD 2H 6H TH 4S 8S QS",
    "3C 6C TC AC 4D 8D QD 3H 7H JH 5S 9S KS",
    "4C 7C JC 5D 9D KD 4H 8H QH 2S 6S TS AS",
)
"""Each seat holds something of each suit; seat 4 the rest: 8C QC 2D 6D TD AD 5H 9H KH AH 3S 7S JS."""


def why(state: State, action: Deal | Pass | Play) -> str:
    """What the player is told of a refused action."""
    with pytest.raises(IllegalMoveError) as refusal:
        apply(state, action)
    return refusal.value.why


def test_a_match_begins_with_a_deal() -> None:
    """Nobody can move before the first deal; it is passed left."""
    state = start(RuleSet())
    assert waiting(state) == ()
    assert legal_moves(state, ONE) == ()
    assert why(state, Play(ONE, card("2C"))) == "The next hand has not been dealt yet."
    assert why(state, Pass(ONE, PACK[:3])) == "The next hand has not been dealt yet."
    after, events = apply(state, Deal(MIXED))
    assert events == (Dealt(1, PassDirection.LEFT, False),)
    assert waiting(after) == SEATS
    assert why(after, Deal(MIXED)) == "This is not the time to deal."


@pytest.mark.parametrize(
    "hands",
    [
        (PACK[:13], PACK[13:26], PACK[26:39], PACK[39:51]),
        (PACK[:13], PACK[13:26], PACK[26:39], PACK[38:51]),
        (PACK[:12], PACK[12:26], PACK[26:39], PACK[39:]),
        (PACK[:13], PACK[:13], PACK[26:39], PACK[39:]),
    ],
)
def test_illegal_deals(hands: tuple[tuple[object, ...], ...]) -> None:
    """A deal is 52 different cards, thirteen a seat."""
    assert "thirteen different cards" in why(start(RuleSet()), Deal(hands))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("number", "direction", "receiver"),
    [(1, PassDirection.LEFT, TWO), (2, PassDirection.RIGHT, FOUR), (3, PassDirection.ACROSS, THREE)],
)
def test_passing(number: int, direction: PassDirection, receiver: int) -> None:
    """The fourth pass changes all cards at once, and the 2 of clubs is led by whoever then holds it."""
    state = dealt("", MIXED, number)
    told: tuple[object, ...] = ()
    for seat, text in ((TWO, "3C AC KS"), (FOUR, "AH KH AD"), (ONE, "QS 2C 5C"), (THREE, "AS KD QH")):
        assert told in ((), (Passed(TWO),), (Passed(FOUR),), (Passed(ONE),))
        assert view(state, SEATS[receiver]).received == ()
        state, told = apply(state, Pass(seat, cards(text)))  # type: ignore[arg-type]
    assert told == (
        Passed(THREE),
        PassingDone(direction),
        CardPlayed(SEATS[receiver], card("2C"), 1, True),
    )
    seen = view(state, SEATS[receiver])
    assert seen.received == cards("2C 5C QS")
    assert set(seen.hand) >= set(cards("5C QS"))
    assert view(state, ONE).my_pass == cards("2C 5C QS")
    assert not set(view(state, ONE).hand) & set(cards("2C 5C QS"))
    assert state.move == 3


def test_a_pass_may_be_replaced() -> None:
    """Until the fourth has passed a second pass replaces the first, and takes no move number."""
    state = dealt("", MIXED, 1)
    state = apply(state, Pass(ONE, cards("2C 5C 9C"))).state
    again, events = apply(state, Pass(ONE, cards("QS 2C 3D")))
    assert events == (Passed(ONE),)
    assert again.move == state.move == 1
    assert waiting(again) == (TWO, THREE, FOUR)
    assert view(again, ONE).my_pass == cards("2C 3D QS")
    assert view(again, ONE).hand == MIXED[0]
    assert view(again, ONE).legal == ()
    assert len(legal_moves(again, ONE)) == 286
    assert view(again, TWO).my_pass == ()


def test_refused_passes_say_why() -> None:
    """The player reads what is wrong and what would be right."""
    state = dealt("", MIXED, 1)
    right = " Pass three different cards of your hand."
    assert why(state, Pass(ONE, cards("2C 5C"))) == "2 cards is not three." + right  # type: ignore[arg-type]
    assert why(state, Pass(ONE, cards("2C 2C 5C"))) == "One card is named twice." + right
    assert (
        why(state, Pass(ONE, cards("2C AC AD")))
        == "You do not hold the ace of clubs or the ace of diamonds." + right
    )
    assert why(state, Play(ONE, card("2C"))) == "Cards are being passed: name three of your hand."
    playing = dealt("", MIXED)
    assert why(playing, Pass(TWO, cards("3C 6C TC"))).startswith("The play has begun")


def test_hold() -> None:
    """On HOLD the server leads the 2 of clubs at once, which counts as a move and is not passing."""
    state, events = apply(resume(RuleSet(), HOLD_DEAL, (1, 2, 3, 4), False, 10), Deal(MIXED))
    assert events == (Dealt(4, PassDirection.HOLD, False), CardPlayed(ONE, card("2C"), 1, True))
    assert state.move == 11
    assert waiting(state) == (TWO,)
    seen = view(state, TWO)
    assert (seen.received, seen.my_pass, seen.totals) == ((), (), (1, 2, 3, 4))


def test_a_trick() -> None:
    """The highest card of the suit led takes the trick and leads; discards do not count."""
    state = played(dealt("", MIXED), "3C JC")
    after, events = apply(state, Play(FOUR, card("QC")))
    trick = TrickView(1, ONE, tuple(zip(SEATS, cards("2C 3C JC QC"), strict=True)), FOUR, 0)
    assert events == (CardPlayed(FOUR, card("QC"), 1, False), TrickTaken(trick))
    assert waiting(after) == (FOUR,)
    seen = view(after, None)
    assert seen.last_trick == trick
    assert seen.tricks == (trick,)
    assert seen.tricks_taken == (0, 0, 0, 1)
    assert seen.trick == TrickView(2, FOUR, (), None, 0)
    assert seen.trick_number == 2


def test_refused_cards_say_why() -> None:
    """The player reads which rule forbids a card, and what may be played."""
    state = dealt("", MIXED)
    assert why(state, Play(THREE, card("4C"))) == "It is not your turn: seat 2 is to play."
    assert why(state, Play(TWO, card("2C"))) == (
        "You do not hold the two of clubs. You may play 3C, 6C, 10C or AC."
    )
    assert why(state, Play(TWO, card("KS"))) == (
        "Clubs were led and you have some: follow suit. You may play 3C, 6C, 10C or AC."
    )
    state = played(state, "3C 4C 8C")
    assert why(state, Play(FOUR, card("AH"))).startswith(
        "Hearts may not be led before one has been played. You may"
    )
    void = dealt("", completed("2C 3C", "AH QS 5D 6D 7D 8D 9D TD JD QD KD AD 4D"))
    assert why(void, Play(TWO, card("QS"))).startswith(
        "No heart and no queen of spades on the first trick, while"
    )
    assert why(void, Play(TWO, card("3C"))).startswith("You do not hold the three of clubs.")


def test_a_refusal_lists_the_legal_cards() -> None:
    """A refusal carries the cards that would be right, for that seat."""
    with pytest.raises(IllegalMoveError) as refusal:
        apply(dealt("", MIXED), Play(TWO, card("KS")))
    assert refusal.value.legal == cards("3C 6C TC AC")
    with pytest.raises(IllegalMoveError) as refusal:
        apply(dealt("", MIXED), Play(THREE, card("4C")))
    assert refusal.value.legal == ()


def test_the_queen_breaks_nothing_and_a_heart_does() -> None:
    """After the queen is thrown hearts may still not be led; after a heart is thrown they may, told once."""
    hands = completed(
        "2C 3C 4C 9C TC JC QC 2S 3S 4S 5S 6S 2H",
        "AC KC 2D 3D 4D 5D 6D 7D 8D 9D TD JD 3H",
        "QS KS AS QD KD AD 4H 5H 6H 7H 8H 9H TH",
    )
    state = played(dealt("", hands), "AC QD 5C KC QS 6C 3C")
    assert view(state, None).hearts_broken is False
    assert card("3H") not in legal_cards(state, TWO)
    state, events = apply(played(state, "2D KD"), Play(FOUR, card("JH")))
    assert events == (CardPlayed(FOUR, card("JH"), 3, False), HeartsBroken(FOUR))
    assert view(state, None).hearts_broken is True
    state, events = apply(state, Play(ONE, card("2H")))
    trick = TrickView(
        3, TWO, ((TWO, card("2D")), (THREE, card("KD")), (FOUR, card("JH")), (ONE, card("2H"))), THREE, 2
    )
    assert events == (CardPlayed(ONE, card("2H"), 3, False), TrickTaken(trick))
    assert view(state, None).deal_points == (0, 13, 2, 0)
    assert set(cards("4H TH")) < set(legal_cards(state, THREE))


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


def test_auto() -> None:
    """With -auto a card that leaves no choice is played at once; without, the player is asked."""
    hands = completed(
        "2C 3C 4C 5C 6C 7C 8C 9C TC JC 2S 3S 4S", "QC 2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD", "KC AD", "AC"
    )
    state, events = apply(resume(RuleSet.parse("-auto"), 4, (0, 0, 0, 0), False, 1), Deal(hands))
    told = [(str(event.card), event.by_server) for event in events if isinstance(event, CardPlayed)]
    assert told == [("2C", True), ("QC", True), ("KC", True), ("AC", True)]
    assert waiting(state) == (FOUR,)
    assert waiting(dealt("", hands)) == (TWO,)


def test_nostarter() -> None:
    """The seat left of the dealer leads any harmless card; the dealer moves left each deal."""
    for number, leader in ((4, FOUR), (8, FOUR), (12, FOUR)):
        assert waiting(dealt("-nostarter", MIXED, number)) == (leader,)
    for number, dealer, leader in ((1, FOUR, ONE), (2, ONE, TWO), (3, TWO, THREE), (4, THREE, FOUR)):
        state = dealt("-nostarter -pass=cycle", MIXED, number)
        assert view(state, None).dealer == dealer
        if isinstance(state, Passing):
            for seat in SEATS:
                state = apply(state, legal_moves(state, seat)[0]).state
        assert waiting(state) == (leader,)
    legal = set(legal_cards(dealt("-nostarter", MIXED), FOUR))
    assert legal == set(MIXED[3]) - set(cards("5H 9H KH AH"))
    assert set(legal_cards(dealt("-nostarter -blood -nobreak", MIXED), FOUR)) == set(MIXED[3])
    assert view(dealt("", MIXED), None).dealer is None


def test_nostarter_with_nothing_but_penalties() -> None:
    """Hearts and the queen only: the queen must be led, hearts only: a heart."""
    queen = completed("2C", "3C", "4C", "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH QS")
    assert legal_cards(dealt("-nostarter", queen), FOUR) == cards("QS")
    hearts = completed("2C", "3C", "4C", "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH")
    assert legal_cards(dealt("-nostarter", hearts), FOUR) == hearts[3]


def test_following_is_not_limited_on_the_first_trick() -> None:
    """Rule 4 limits what is thrown: who can follow a spade may do so with the queen."""
    state = dealt("-nostarter", completed("QS 2S 2C", "", "", "AS KS"))
    state = played(state, "AS")
    assert card("QS") in legal_cards(state, ONE)


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
