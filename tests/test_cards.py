"""Cards and how people write them."""

import copy
import pickle
import time
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbmhearts.cards import LONGEST, PACK, Card, NotACardError, Rank, Suit, card, move_line, parse_cards

some_cards = st.lists(st.sampled_from(PACK), max_size=13)


def written(text: str) -> str:
    """The cards of a text in log notation."""
    return " ".join(map(str, parse_cards(text)))


def test_the_pack() -> None:
    """52 cards, C D H S, each 2 to A, each at its index."""
    assert [str(each) for each in PACK[:13]] == [
        "2C",
        "3C",
        "4C",
        "5C",
        "6C",
        "7C",
        "8C",
        "9C",
        "TC",
        "JC",
        "QC",
        "KC",
        "AC",
    ]
    assert [str(each) for each in PACK[12::13]] == ["AC", "AD", "AH", "AS"]
    assert [each.index for each in PACK] == list(range(52))
    assert list(PACK) == sorted(PACK)
    assert len(set(PACK)) == 52


def test_names() -> None:
    """A card has a name for logs and three for people."""
    ten = card("TC")
    assert (str(ten), ten.label, ten.symbols, ten.words) == ("TC", "10C", "10♣", "ten of clubs")
    assert (ten.suit, ten.rank) == (Suit.CLUBS, Rank.TEN)
    assert card("AS").words == "ace of spades"
    assert (Suit.HEARTS.letter, Suit.HEARTS.symbol, Suit.HEARTS.word) == ("H", "♥", "hearts")
    assert (Rank.QUEEN.letter, Rank.QUEEN.word, Rank.TWO.letter) == ("Q", "queen", "2")


def test_cards_are_values() -> None:
    """A card copied, pickled or made by hand equals the one of the pack."""
    queen = card("QS")
    assert queen == copy.deepcopy(queen) == pickle.loads(pickle.dumps(queen)) == Card(Suit.SPADES, Rank.QUEEN)  # noqa: S301
    assert hash(queen) == hash(Card(Suit.SPADES, Rank.QUEEN))
    with pytest.raises(AttributeError):
        queen.rank = Rank.TWO  # type: ignore[misc]


@pytest.mark.parametrize("text", ["10C", "tc", "T", "", "TC ", "♣T", "1C"])
def test_log_notation_is_strict(text: str) -> None:
    """Logs know one way to write a card."""
    with pytest.raises(NotACardError):
        card(text)


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("7c", "7C"),
        ("QS", "QS"),
        ("10d", "TD"),
        ("Td", "TD"),
        ("tD", "TD"),
        ("AH", "AH"),
        ("2h,Qs,5c", "2H QS 5C"),
        ("2h Qs 5c", "2H QS 5C"),
        ("2h;qs;5c", "2H QS 5C"),
        ("2h, qs and 5c.", "2H QS 5C"),
        ("2h & qs", "2H QS"),
        ("7♣", "7C"),
        ("7♧ 7♢ 7♡ 7♤", "7C 7D 7H 7S"),
        ("7♣️ 10♦︎", "7C TD"),
        ("Q❤️", "QH"),
        ("7♣8♣9♣", "7C 8C 9C"),
        ("７Ｃ", "7C"),
        ("queen of spades", "QS"),
        ("seven of clubs", "7C"),
        ("the 7 of clubs", "7C"),
        ("7 of clubs", "7C"),
        ("ten of diamonds", "TD"),
        ("Ace Of Hearts, the two of clubs", "AH 2C"),
        ("jack diamonds", "JD"),
        ("7 c", "7C"),
        ("7 ♣", "7C"),
        ("king of heart", "KH"),
        ("*7c*", "7C"),
        ("7c 7c", "7C 7C"),
        ("", ""),
        (" \t ", ""),
    ],
)
def test_people_write(text: str, cards: str) -> None:
    """People's notation, in order, repeated cards too."""
    assert written(text) == cards


@pytest.mark.parametrize(
    ("text", "word", "why"),
    [
        ("7c Q 5d", "Q", "which suit?"),
        ("queen", "queen", "which suit?"),
        ("10", "10", "which suit?"),
        ("7c hearts", "hearts", "which rank?"),
        ("♠", "♠", "which rank?"),
        ("7c 11d", "11d", "not a card"),
        ("1c", "1c", "not a card"),
        ("7c please", "please", "not a card"),
        ("pass 7c", "pass", "not a card"),
        ("qsx", "qsx", "not a card"),
        ("z" * 40, "z" * 19 + "…", "not a card"),
    ],
)
def test_not_a_card(text: str, word: str, why: str) -> None:
    """What is no card is named, and why."""
    with pytest.raises(NotACardError) as refusal:
        parse_cards(text)
    assert (refusal.value.word, refusal.value.why) == (word, why)


@pytest.mark.parametrize(
    ("line", "cards"),
    [
        ("7c", "7C"),
        ("7c.", "7C"),
        ("7c!", "7C"),
        ("7♣", "7C"),
        ("> 7c", "7C"),
        ("seven of clubs", "7C"),
        ("play the 7 of clubs", "7C"),
        ("Play: 7c", "7C"),
        ("_7c_", "7C"),
        ("Pass 7c, 2h and qs.", "7C 2H QS"),
        ("pass 7c 2h qs", "7C 2H QS"),
        ("move 7c", "7C"),
        ("As", "AS"),
    ],
)
def test_lines_that_are_moves(line: str, cards: str) -> None:
    """Nothing but cards, a verb and punctuation is a move."""
    assert " ".join(map(str, move_line(line) or ())) == cards


@pytest.mark.parametrize(
    "line",
    [
        "Ah, nice!",
        "I think 7c was daring",
        "as agreed",
        "I am away until 7.12.",
        "7.12.",
        "",
        "...",
        "play",
        "the",
        "I play well",
        "I play 7c",
        "ad astra",
        "7c tomorrow",
        "passed 7c",
        "playing 7c",
        "7c I play",
        "queen of spades?? again",
        "2h or 3h",
        "thanks",
        "a",
        "I",
        "7c " * 200,
    ],
)
def test_lines_that_are_none(line: str) -> None:
    """Any other word makes it talk."""
    assert move_line(line) is None


@given(cards=some_cards, data=st.data())
def test_every_way_of_writing_reads_back(cards: list[Card], data: st.DataObject) -> None:
    """Each notation that we write, in any case, with any separator, reads as the same cards."""
    name = st.sampled_from([str, lambda each: each.label, lambda each: each.symbols, lambda each: each.words])
    case = st.sampled_from([str.upper, str.lower, str.title, str])
    separator = data.draw(st.sampled_from([" ", ", ", ",", ";", "; ", " and ", " & ", ". ", "\t"]))
    text = separator.join(data.draw(case)(data.draw(name)(each)) for each in cards)
    assert parse_cards(text) == tuple(cards)
    for verb in ("", "play ", "PASS ", "move "):
        assert move_line(verb + text) == (tuple(cards) or None)


@given(text=st.text())
def test_any_text(text: str) -> None:
    """Any text is cards or a complaint; a move line holds cards and at least one."""
    moved = move_line(text)
    assert moved is None or (moved and all(each in PACK for each in moved))


@given(text=st.text(alphabet="7cqs♥ ofthe10andplay,.\t", max_size=LONGEST))
def test_texts_like_cards(text: str) -> None:
    """What parse_cards takes means the same once more when written in logs' notation."""
    with suppress(NotACardError):
        read = parse_cards(text)
        assert parse_cards(" ".join(map(str, read))) == read


@pytest.mark.parametrize(
    "piece", ["7 ", "7 of ", "the ", "and", " ", "7c", "the the", "♥", "queen of ", "\u200b", "ﷺ"]
)
def test_long_lines_are_quick(piece: str) -> None:
    """No line takes long, however it repeats itself."""
    begin = time.process_time()
    for line in (piece * (LONGEST // len(piece)), "play " + piece * (LONGEST // len(piece)), piece * 100_000):
        move_line(line)
    assert time.process_time() - begin < 0.25


def test_long_texts_are_refused() -> None:
    """A text that nobody types is not read."""
    with pytest.raises(NotACardError, match="too long"):
        parse_cards("7c " * 200)
