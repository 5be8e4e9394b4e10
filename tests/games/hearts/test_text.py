"""What is written down: actions, deals as PBN, and the log that deals are mixed with."""

import pytest
from hearts_table import (
    HOLD_DEAL,
    MIXED,
    cards,
    chance,
    dealt,
    match_steps,
    random_steps,
    rule_sets,
    shuffled,
)
from hypothesis import given, settings
from hypothesis import strategies as st

from pbmhearts.cards import PACK
from pbmhearts.games.hearts import (
    SEATS,
    Action,
    ActionTextError,
    AwaitingDeal,
    Deal,
    Hands,
    Pass,
    Passing,
    Play,
    Playing,
    RuleSet,
    State,
    TakeBack,
    action_text,
    apply,
    deal_log,
    hands_from_pbn,
    hands_to_pbn,
    parse_action,
    resume,
    start,
)

some_hands = st.integers(0, 2**32).map(lambda seed: shuffled(chance(seed)))
some_seats = st.sampled_from(SEATS)
some_threes = st.lists(st.sampled_from(PACK), min_size=3, max_size=3, unique=True).map(
    lambda three: tuple(sorted(three))
)
some_actions = st.one_of(
    st.builds(Deal, some_hands),
    st.builds(Pass, some_seats, some_threes),
    st.builds(Play, some_seats, st.sampled_from(PACK)),
    st.builds(TakeBack, some_seats),
)

MIXED_PBN = "N:Q84.T62.J73.K952 K95.J73.Q84.AT63 AT62.Q84.K95.J74 J73.AK95.AT62.Q8"


def test_lines_for_ever() -> None:
    """These lines are in the logs of boards and must read the same in every version."""
    lines = {
        f"deal {MIXED_PBN}": Deal(MIXED),
        "pass 2 2C TD AS": Pass(SEATS[1], cards("2C TD AS")),  # type: ignore[arg-type]
        "play 4 TC": Play(SEATS[3], cards("TC")[0]),
        "takeback 1": TakeBack(SEATS[0]),
    }
    for line, action in lines.items():
        assert action_text(action) == line
        assert parse_action(line) == action


def test_a_pass_is_written_in_pack_order() -> None:
    """The order in which a player named the cards is not told."""
    assert action_text(Pass(SEATS[0], cards("AS 2C TD"))) == "pass 1 2C TD AS"  # type: ignore[arg-type]


@given(action=some_actions)
def test_actions_read_back(action: Action) -> None:
    """A line reads back as its action."""
    line = action_text(action)
    assert "\n" not in line
    assert parse_action(line) == action


@pytest.mark.parametrize(
    "line",
    [
        "",
        "play",
        "play 1",
        "play 5 TC",
        "play 12 TC",
        "play  TC",
        "play 1 10C",
        "play 1 TC 2C",
        "pass 1 TC 2C",
        "pass 1 TC 2C 2C",
        "takeback 1 TC",
        "deal",
        "deal N:",
        "fold 1",
        "play 1 TC\n",
    ],
)
def test_unreadable_lines(line: str) -> None:
    """Anything else is refused, without repeating what it says."""
    with pytest.raises(ActionTextError) as refusal:
        parse_action(line)
    assert not line or line not in str(refusal.value)


@given(hands=some_hands)
def test_pbn_reads_back(hands: Hands) -> None:
    """A deal written as PBN reads as the same deal, as a tag too."""
    assert hands_from_pbn(hands_to_pbn(hands)) == hands
    assert hands_from_pbn(f'[Event "x"]\n[Deal "{hands_to_pbn(hands)}"]\n') == hands


def test_pbn() -> None:
    """N is seat 1, clockwise is left; a deal that names another point first is turned."""
    assert hands_to_pbn(MIXED) == MIXED_PBN
    one, two, three, four = MIXED_PBN.removeprefix("N:").split(" ")
    assert hands_from_pbn(f"E:{two} {three} {four} {one}") == MIXED
    assert hands_from_pbn(f"W:{four} {one} {two} {three}") == MIXED
    assert hands_from_pbn(f"s:{three} {four} {one} {two}") == MIXED


@pytest.mark.parametrize(
    "text",
    [
        "",
        "N",
        MIXED_PBN.removeprefix("N:"),
        MIXED_PBN.replace("N:", "X:"),
        MIXED_PBN.replace("N:", "NE:"),
        MIXED_PBN.rpartition(" ")[0],
        MIXED_PBN.rpartition(" ")[0] + " -",
        MIXED_PBN.replace("Q84.T62", "Q84T62"),
        MIXED_PBN.replace("Q84.", "Q8.", 1),
        MIXED_PBN.replace("Q84.", "Q88.", 1),
        MIXED_PBN.replace("Q84.", "Q104.", 1),
    ],
)
def test_bad_pbn(text: str) -> None:
    """What is not the whole pack, thirteen cards a hand, is refused."""
    with pytest.raises(ValueError, match=r"PBN|pack"):
        hands_from_pbn(text)


def test_log_of_a_deal() -> None:
    """Passes in seat order, their cards in pack order, then plays, the server's too, a line each."""
    state = dealt("", MIXED, 1)
    for seat, text in ((1, "KS 3C AC"), (3, "AH KH AD"), (0, "QS 2C 5C"), (2, "AS KD QH")):
        state = apply(state, Pass(SEATS[seat], cards(text))).state  # type: ignore[arg-type]
    state = apply(state, Play(SEATS[2], cards("JC")[0])).state
    assert deal_log(state) == "1 2C 5C QS\n2 3C AC KS\n3 KD QH AS\n4 AD KH AH\n2 2C\n3 JC\n"


def test_the_log_of_no_deal() -> None:
    """Before the first deal, and for a match loaded at a deal's start, there is none."""
    assert deal_log(start(RuleSet())) == ""
    assert deal_log(resume(RuleSet(), 5, (1, 2, 3, 4), False, 99)) == ""
    assert deal_log(dealt("", MIXED, 1)) == ""


@given(rules=rule_sets(), seed=st.integers(0, 2**32))
@settings(max_examples=15, deadline=None)
def test_the_log_replays_the_deal(rules: RuleSet, seed: int) -> None:
    """From the deal and its log alone the same state comes again, once the deal is over too."""
    ready: State = start(rules)
    action: Action
    for before, action, after, _ in match_steps(rules, chance(seed), deals=2):
        if isinstance(action, Deal) and isinstance(before, AwaitingDeal):
            ready, deal = before, action
        assert replayed(ready, deal, deal_log(after)) == after


def replayed(ready: State, deal: Deal, log: str) -> State:
    """The state after a deal and the lines of its log, where the server's cards come by themselves."""
    state = apply(ready, deal).state
    for line in log.splitlines():
        if deal_log(state).splitlines().count(line) and not isinstance(state, Passing):
            continue
        number, *words = line.split()
        seat = SEATS[int(number) - 1]
        three = cards(" ".join(words))
        state = apply(state, Pass(seat, three) if len(three) == 3 else Play(seat, three[0])).state  # type: ignore[arg-type]
    return state


def test_the_log_counts_every_card() -> None:
    """A deal played out has 52 lines and those of four passes; on HOLD none of passes."""
    for number, lines in ((1, 56), (HOLD_DEAL, 52)):
        before = resume(RuleSet(), number, (0,) * 4, False, 1)
        *_, (_, _, after, _) = random_steps(before, chance(2), deals=1)
        assert not isinstance(after, Playing)
        assert deal_log(after).count("\n") == lines
