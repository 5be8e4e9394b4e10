"""Tricks, card by card, with what each action tells."""

import pytest
from hearts_table import (
    HOLD_DEAL,
    MIXED,
    cards,
    chance,
    completed,
    dealt,
    played,
    random_steps,
    why,
)

from pbmhearts.cards import card
from pbmhearts.games.hearts import (
    SEATS,
    CardPlayed,
    Deal,
    HeartsBroken,
    IllegalMoveError,
    Passing,
    Play,
    RuleSet,
    TrickTaken,
    TrickView,
    apply,
    legal_cards,
    legal_moves,
    resume,
    view,
    waiting,
)

ONE, TWO, THREE, FOUR = SEATS


def test_a_trick() -> None:
    """The highest card of the suit led takes the trick and leads; discards do not count."""
    state = played(dealt("", MIXED), "3C JC")
    after, events = apply(state, Play(FOUR, card("QC")))
    trick = TrickView(1, ONE, tuple(zip(SEATS, cards("2C 3C JC QC"), strict=True)), FOUR, 0)
    assert events == (CardPlayed(FOUR, card("QC"), 1, False), TrickTaken(*trick))
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


def test_refused_first_leads_say_why() -> None:
    """Without the 2 of clubs as starter, a first lead is refused by the rule that stands against it."""
    penalty = "No heart and no queen of spades on the first trick, while you hold anything else."
    unbroken = "Hearts may not be led before one has been played."
    some, only = (
        completed("", "", "", "2H QS 4C"),
        completed("", "", "", "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH QS"),
    )
    for options, hands, named, rule in (
        ("-nostarter", some, "2H", penalty),
        ("-nostarter", some, "QS", penalty),
        ("-nostarter -nobreak", some, "2H", penalty),
        ("-nostarter -blood", some, "2H", unbroken),
        ("-nostarter", only, "2H", unbroken),
    ):
        assert why(dealt(options, hands), Play(FOUR, card(named))).startswith(rule)


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
    assert events == (CardPlayed(ONE, card("2H"), 3, False), TrickTaken(*trick))
    assert view(state, None).deal_points == (0, 13, 2, 0)
    assert set(cards("4H TH")) < set(legal_cards(state, THREE))


def test_nobreak_breaks_nothing() -> None:
    """Where hearts may always be led, nothing is told of breaking them."""
    for options, told in (("", {True}), ("-nobreak", set())):
        state = resume(RuleSet.parse(options), HOLD_DEAL, (0, 0, 0, 0), False, 1)
        steps = list(random_steps(state, chance(1), deals=1))
        assert {True for *_, events in steps for event in events if isinstance(event, HeartsBroken)} == told


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
