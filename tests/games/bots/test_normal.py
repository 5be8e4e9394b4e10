"""The player by rules of thumb."""

import random
from dataclasses import replace

import pytest
from games.hearts.hearts_table import (
    cards,
    chance,
    completed,
    dealt,
    rule_sets,
    shuffled,
)
from hypothesis import given, settings
from hypothesis import strategies as st

from pbmhearts.games.bots import Kind, choose
from pbmhearts.games.bots.normal import SUSPECTED
from pbmhearts.games.bots.seen import NOBODY, seen
from pbmhearts.games.hearts import (
    SEATS,
    AwaitingDeal,
    Deal,
    Finished,
    Pass,
    Phase,
    Play,
    RuleSet,
    State,
    TrickView,
    View,
    apply,
    start,
    view,
    waiting,
)
from pbmhearts.games.hearts.masks import mask_of


def moved(state: State, kind: Kind, rng: random.Random) -> State:
    """The state after a bot of a kind has moved in the first seat that is waited for."""
    seat = waiting(state)[0]
    chosen = choose(kind, view(state, seat), rng)
    move = Play(seat, chosen[0]) if len(chosen) == 1 else Pass(seat, (chosen[0], chosen[1], chosen[2]))
    return apply(state, move).state


@given(rules=rule_sets(), seed=st.integers(0, 2**32))
@settings(max_examples=60, deadline=None)
def test_always_legal(rules: RuleSet, seed: int) -> None:
    """Four of it play a deal out under any rules."""
    rng = chance(seed)
    state = apply(start(rules), Deal(shuffled(rng))).state
    while not isinstance(state, AwaitingDeal | Finished):
        state = moved(state, Kind.NORMAL, rng)


@given(rules=rule_sets(), seed=st.integers(0, 2**32), moves=st.integers(0, 40))
@settings(max_examples=60, deadline=None)
def test_what_it_knows_is_true(rules: RuleSet, seed: int, moves: int) -> None:
    """What it concludes of other hands from its view is so."""
    rng = chance(seed)
    state = apply(start(rules), Deal(shuffled(rng))).state
    for _ in range(moves):
        before, state = state, moved(state, Kind.NORMAL, rng)
        if isinstance(state, AwaitingDeal | Finished):
            state = before
            break
    seat = waiting(state)[0]
    mine = view(state, seat)
    known = seen(mine)
    assert known.hand & known.out == 0
    assert mask_of(mine.hand) == known.hand
    hands = state.facts.hands if not isinstance(state, AwaitingDeal | Finished) else ()
    for other, hand in enumerate(hands):
        left = hand & known.out if other != seat else 0
        assert not left & known.voids[other], "what a seat is said not to hold it does not hold"
        assert known.known[other] & ~left == 0, "what a seat is said to hold it holds"


def test_far_better_than_easy() -> None:
    """On the same deals it has far fewer points than three of the easy bot."""
    rng = chance(4)
    own = others = 0
    for number in range(1, 41):
        hands = shuffled(rng)
        for seat in SEATS:
            state = dealt("", hands, number)
            while not isinstance(state, AwaitingDeal | Finished):
                state = moved(state, Kind.NORMAL if waiting(state)[0] == seat else Kind.EASY, rng)
            own += state.totals[seat]
            others += sum(state.totals) - state.totals[seat]
    assert others / 3 - own > 40 * 4 * 1.2


def facing(trick: str, hand: str, gone: str = "", legal: str = "", options: str = "") -> View:
    """A view of the fourth seat, which holds `hand` and may play `legal`, or all of it, when `gone` was played."""
    base = view(dealt(options, completed("2C")), SEATS[3])
    plays = tuple(zip(SEATS, cards(trick), strict=False))
    lots = cards(gone)
    tricks = tuple(
        TrickView(
            at + 1, SEATS[at % 3], tuple(zip(SEATS, lots[4 * at : 4 * at + 4], strict=True)), SEATS[at % 3], 0
        )
        for at in range(len(lots) // 4)
    )
    return replace(
        base,
        phase=Phase.PLAYING,
        hand=cards(hand),
        legal=cards(legal or hand),
        tricks=tricks,
        trick=TrickView(5, SEATS[(3 - len(plays)) % 4], plays, None, 0),
        hearts_broken=True,
    )


def follows(trick: str, hand: str, legal: str = "", gone: str = "", options: str = "") -> str:
    """What it plays."""
    (one,) = choose(Kind.NORMAL, facing(trick, hand, gone, legal, options), chance(1))
    return str(one)


@pytest.mark.parametrize(
    ("trick", "hand", "legal", "chosen"),
    [
        ("9H TH", "4H 8H KH", "", "8H"),  # ducks a trick that costs, as high as it can
        ("9D 2D 3D", "4D KD", "", "KD"),  # the last takes a trick for nothing with its highest
        ("9D 2H 3D", "4D KD", "", "4D"),  # and none that costs
        ("KS 2S 3S", "4S QS", "", "QS"),  # gives the queen to the king
        ("5S", "4S QS", "", "4S"),  # keeps her from taking it
        ("5S 6S", "7S AS", "", "7S"),  # no ace while the queen may fall on it
        ("9C 2C 3C", "QS AH 2D", "", "QS"),  # throws the queen first
        ("9C 2C 3C", "AS AH 2D", "", "AS"),  # then what the queen may fall on
    ],
)
def test_following(trick: str, hand: str, legal: str, chosen: str) -> None:
    """It ducks what costs, and gets rid of what is dear."""
    assert follows(trick, hand, legal) == chosen


def test_bleeds_spades_until_the_queen_has_fallen() -> None:
    """It leads low spades to draw the queen, and no longer when she is gone."""
    hand = "JS 5S 9D 3D 9C 4C"
    assert follows("", hand) == "JS"
    assert follows("", hand, gone="KS QS AS 2S") != "JS"


def test_no_lead_of_a_suit_that_only_it_holds() -> None:
    """It does not lead what nobody can follow: everybody would throw their points on it."""
    clubs = "3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC"
    assert follows("", "2C 5D 9D", gone=clubs) == "5D"


def test_knows_the_jack() -> None:
    """Under -jack the jack of diamonds is kept, takes the trick where it can, and is taken by who can."""
    assert follows("9C 2C 3C", "JD 9D", options="-jack") == "9D"
    assert follows("9D 2D 3D", "4D JD", options="-jack") == "JD"
    assert follows("9D JD 3D", "4D KD", options="-jack") == "KD"
    assert follows("9D JD 3D", "4D KD") == "KD"


def taken(*tricks: tuple[int, str]) -> View:
    """A view of the fourth seat on trick five, after these: who led and took each, and its cards."""
    made = tuple(
        TrickView(
            at,
            SEATS[leader],
            tuple(zip(SEATS[leader:] + SEATS[:leader], cards(lot), strict=True)),
            SEATS[leader],
            sum(each.endswith("H") for each in lot.split()),
        )
        for at, (leader, lot) in enumerate(tricks, 1)
    )
    return replace(facing("", "4S 5D"), tricks=made)


def test_suspects_who_takes_everything() -> None:
    """Whoever leads high and takes all points is suspected of the moon, and nobody is once the points are spread."""
    one_pile = [(0, "AC 3C 4C 5C"), (0, "KC 2H 3H 6C"), (0, "QC 4H 5H 7C"), (0, "AD 6H 7H 9D")]
    known = seen(taken(*one_pile))
    assert known.suspect == 0
    assert known.suspicion >= SUSPECTED
    spread = seen(taken(*one_pile, (1, "KD 8H 3D 6D")))
    assert (spread.suspect, spread.suspicion) == (NOBODY, 0)


def test_stops_the_moon() -> None:
    """It takes a heart from who may be shooting, and throws no point to that seat."""
    one_pile = taken((0, "AC 3C 4C 5C"), (0, "KC 2H 3H 6C"), (0, "QC 4H 5H 7C"), (0, "AD 6H 7H 9D"))

    def plays(trick: str, hand: str) -> str:
        led = TrickView(5, SEATS[0], tuple(zip(SEATS, cards(trick), strict=False)), None, 0)
        (one,) = choose(
            Kind.NORMAL, replace(one_pile, trick=led, hand=cards(hand), legal=cards(hand)), chance(1)
        )
        return str(one)

    assert plays("TH 8H 9H", "2H KH") == "KH"
    assert plays("TD 2D 3D", "KH 9S") == "9S"
    assert plays("TD KD 3D", "KH 9S") == "KH"


def test_passes_the_bare_queen_and_keeps_a_guarded_one() -> None:
    """A queen of spades without guards is passed, under four low spades she stays."""
    bare = dealt("", completed("QS 2S AH KH 2C 3C 4C 5C 6C 2D 3D 4D 5D"), number=1)
    assert "QS" in map(str, choose(Kind.NORMAL, view(bare, SEATS[0]), chance(1)))
    guarded = dealt("", completed("QS 2S 3S 4S 5S AH KH 3C 4C TC KD QD 5D"), number=1)
    assert "QS" not in map(str, choose(Kind.NORMAL, view(guarded, SEATS[0]), chance(1)))


def test_nothing_to_decide() -> None:
    """A view in which its seat must not move is refused."""
    with pytest.raises(ValueError, match="nothing to decide"):
        choose(Kind.NORMAL, view(dealt("", completed("2C")), None), chance(1))
