"""The options of a challenge: how they are read, written, and told."""

from dataclasses import replace

import pytest
from hearts_table import rule_sets
from hypothesis import given
from hypothesis import strategies as st

from pbmhearts.games.hearts import BadOptionError, MoonKind, PassKind, RuleSet


def test_no_options_is_the_standard_game() -> None:
    """A challenge without options is the standard game to 100."""
    assert RuleSet.parse("") == RuleSet.parse([]) == RuleSet()
    assert RuleSet().goal == 100
    assert RuleSet().title() == "Standard"
    assert RuleSet().options() == ""


@pytest.mark.parametrize(
    ("flag", "field"),
    [
        ("jack", "jack"),
        ("jacks", "jack"),
        ("blood", "blood"),
        ("break", "break_"),
        ("spot", "spot"),
        ("highspades", "highspades"),
        ("starter", "starter"),
        ("skip", "skip"),
        ("countdown", "countdown"),
        ("auto", "auto"),
    ],
)
def test_flags(flag: str, field: str) -> None:
    """A flag and its -no are both accepted, in any case; the last one wins."""
    assert getattr(RuleSet.parse(f"-{flag}"), field) is True
    assert getattr(RuleSet.parse(f"-NO{flag}"), field) is False
    assert getattr(RuleSet.parse(f"-no{flag} -{flag}"), field) is True
    assert getattr(RuleSet.parse(["-" + flag, "–no" + flag]), field) is False
    for dash in ("--", "—"):
        assert getattr(RuleSet.parse(["-no" + flag, dash + flag]), field) is True


def test_values() -> None:
    """Options with values take those of the table."""
    rules = RuleSet.parse("-moon=new -pass=nohold -goal=75 -deals=3")
    assert (rules.moon, rules.pass_, rules.goal, rules.deals) == (MoonKind.NEW, PassKind.NOHOLD, 75, 3)
    assert RuleSet.parse("-deals=3 -nodeals").deals is None


def test_presets() -> None:
    """A preset sets what it names and nothing else; later words override it, and it earlier ones."""
    assert RuleSet.parse("-omnibus") == RuleSet(jack=True, moonjack=True)
    assert RuleSet.parse("-blackmaria") == RuleSet(
        highspades=True, blood=True, break_=False, starter=False, moon=MoonKind.OFF, pass_=PassKind.RIGHT
    )
    assert RuleSet.parse("-spothearts") == RuleSet(spot=True, goal=500)
    assert RuleSet.parse("-goal=50 -auto -omnibus") == RuleSet(jack=True, moonjack=True, goal=50, auto=True)
    assert RuleSet.parse("-omnibus -nojack -goal=50") == RuleSet(goal=50)
    assert RuleSet.parse("-nojack -omnibus").jack


def test_goal_and_spot() -> None:
    """The goal of spot hearts is 500, unless a goal is named, before or after."""
    assert RuleSet.parse("-spot").goal == 500
    assert RuleSet.parse("-goal=100 -spot").goal == RuleSet.parse("-spot -goal=100").goal == 100
    assert RuleSet.parse("-spot -nospot").goal == 100


def test_the_queen_and_spot() -> None:
    """The queen of spades counts 13, with spot 25, unless her points are named, before or after."""
    assert (RuleSet.parse("").queen, RuleSet.parse("-spot").queen) == (13, 25)
    assert RuleSet.parse("-queen=13 -spot") == RuleSet.parse("-spot -queen=13")
    assert RuleSet.parse("-spot -queen=13").queen == 13
    assert RuleSet.parse("-spot -nospot").queen == 13
    said = RuleSet.parse("-spot -queen=13 -highspades").describe()
    assert any(sentence.endswith("the queen of spades 13.") for sentence in said)
    assert "Whoever takes all penalty cards gets 0 for them, the others 152 each." in said


def test_rules_stored_before_the_queen_could_be_named() -> None:
    """They keep the queen that they were played with."""
    for options, points in (("-spot", 25), ("", 13)):
        stored = RuleSet.parse(options).to_json()
        del stored["queen"]
        assert RuleSet.from_json(stored).queen == points


def test_a_countdown_needs_a_goal() -> None:
    """Where the deals are counted there is nothing to count down from, and nothing of it is promised."""
    rules = RuleSet.parse("-countdown -deals=2")
    assert not rules.countdown
    assert not any("left" in sentence.split() for sentence in rules.describe())


@pytest.mark.parametrize(
    ("options", "lead"),
    [
        ("-nostarter", "leads any card but a heart or the queen of spades."),
        ("-nostarter -nobreak", "leads any card but a heart or the queen of spades."),
        ("-nostarter -blood", "leads any card but a heart."),
        ("-nostarter -blood -nobreak", "leads any card."),
    ],
)
def test_words_of_nostarter(options: str, lead: str) -> None:
    """What the first leader is told is what the rules let him lead."""
    said = [sentence for sentence in RuleSet.parse(options).describe() if "dealer" in sentence]
    assert said == [f"The player left of the dealer {lead}"]


def test_moonjack_without_the_jack() -> None:
    """It is ignored, not refused."""
    assert RuleSet.parse("-moonjack") == RuleSet()


@pytest.mark.parametrize(
    ("word", "nearest"),
    [
        ("-jak", "-jack"),
        ("-blod", "-blood"),
        ("-xyzzy", ""),
        ("jack", "-jack"),
        ("---jack", "-jack"),
        ("-jack=yes", "-jack"),
        ("-jack=no", "-nojack"),
        ("-nojack=no", "-nojack"),
        ("-moon", ""),
        ("-moon=olde", "-moon=old"),
        ("-pass=left", ""),
        ("-goal=19", "-goal=20"),
        ("-goal=1001", "-goal=1000"),
        ("-goal=-5", "-goal=20"),
        ("-goal=75points", "-goal=75"),
        ("-goal:75", "-goal=75"),
        ("-gaol75", "-goal=75"),
        ("-goal=ten", ""),
        ("-goal=٥٠", ""),
        ("-goal=", ""),
        ("-deals=0", "-deals=1"),
        ("-deals=201", "-deals=200"),
        ("-nogoal", ""),
        ("-mon=new", "-moon=new"),
        ("-nomoon", "-moon=off"),
        ("-nohold", "-pass=nohold"),
        ("-no-jack", "-nojack"),
        ("-countdwon=yes", "-countdown"),
        ("-", ""),
        ("", ""),
    ],
)
def test_bad_options(word: str, nearest: str) -> None:
    """Unknown options and bad values are refused, naming the word and perhaps what was meant, as it is written."""
    with pytest.raises(BadOptionError) as refusal:
        RuleSet.parse(["-blood", word])
    assert refusal.value.option == word
    assert refusal.value.why
    assert refusal.value.nearest == nearest
    RuleSet.parse(refusal.value.nearest)


@given(rules=rule_sets())
def test_options_read_back(rules: RuleSet) -> None:
    """What options() writes, parse() reads."""
    assert RuleSet.parse(rules.options()) == rules


@given(rules=rule_sets())
def test_json_reads_back(rules: RuleSet) -> None:
    """A stored rule set names every field and reads back."""
    stored = rules.to_json()
    assert RuleSet.from_json(stored) == rules
    assert set(stored) == {"version", *RuleSet.__dataclass_fields__}
    assert all(type(value) in (bool, int, str, type(None)) for value in stored.values())


def test_stored_rules_of_other_versions() -> None:
    """A field that was not stored has its default; a later version or an unknown field is refused."""
    assert RuleSet.from_json({"jack": True}) == RuleSet(jack=True)
    with pytest.raises(BadOptionError):
        RuleSet.from_json({"version": 2})
    with pytest.raises(BadOptionError):
        RuleSet.from_json({"shuffle": True})


@given(one=rule_sets(), other=rule_sets())
def test_different_rules_read_differently(one: RuleSet, other: RuleSet) -> None:
    """Two rule sets that play differently have different titles or different sentences."""
    if without_idle_goal(one) != without_idle_goal(other):
        assert (one.title(), one.describe()) != (other.title(), other.describe())


def without_idle_goal(rules: RuleSet) -> RuleSet:
    """A goal means nothing where the deals are counted."""
    return rules if rules.deals is None else replace(rules, goal=100)


@given(words=st.lists(st.text(max_size=12)))
def test_any_words(words: list[str]) -> None:
    """Whatever is written is read, or one of the words is refused."""
    refused = None
    try:
        RuleSet.parse(words)
    except BadOptionError as refusal:
        refused = refusal.option
    assert refused is None or refused in words


@pytest.mark.parametrize(
    ("options", "title"),
    [
        ("-jack -blood", "Jack, Blood"),
        ("-omnibus", "Omnibus"),
        ("-omnibus -goal=50", "Omnibus, to 50"),
        ("-blackmaria -jack", "Black Maria, Jack"),
        ("-spot", "Spot Hearts"),
        ("-moon=new -pass=right", "New moon, Pass right"),
        ("-deals=1", "1 deal"),
        ("-spot -queen=13", "Spot Hearts, Queen 13"),
        ("-queen=25", "Queen 25"),
    ],
)
def test_titles(options: str, title: str) -> None:
    """A title names the preset and what differs from it."""
    assert RuleSet.parse(options).title() == title


def test_sentences() -> None:
    """The description says in words what counts."""
    said = RuleSet.parse(
        "-jack -highspades -spot -nostarter -moon=new -skip -auto -countdown -deals=1"
    ).describe()
    for sentence in (
        "The jack of diamonds takes 20 points off.",
        "The king of spades counts 20, the ace of spades 15.",
        "Whoever takes all penalty cards has 164 taken off, the others get 0 for them.",
        "The player left of the dealer leads any card but a heart or the queen of spades.",
        "A card that is your only legal one is played for you.",
        "The match ends after one deal; the fewest points win.",
    ):
        assert sentence in said
