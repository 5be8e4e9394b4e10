"""Moves as people say them, and lines that name a card and are no move."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbmhearts.cards import PACK, Card, move_line
from pbmhearts.commands.spoken import is_greeting, spoken

NAMES = frozenset({"cat", "catherine"})


def is_move(line: str) -> bool:
    """Whether the line is a move, bare or among kind words."""
    if move_line(line):
        return True
    said = spoken(line, NAMES)
    return said is not None and said.sure


@pytest.mark.parametrize(
    "line",
    """4C please|OK 4C|I play 4C|4C - Cat|4C lol|4C, thanks|4C. Thanks!|I'll play the 4C|i will play the four of clubs
Hi all, 4C|Hello Ann, 4C|hi ann! 4C please|4C :-)|4C 👍|4C - Maria Weber|4C cat|4C thanks Bob|Cat: 4C|my card: 4C
My move is 4C.|here's my card: 4C|let's play 4C|4C!|playing 4C|I pass 2C, 3C and 4C please|pass 2C 3C 4C - Cat|yes 4C
4C, cheers|4C LG Anna|ich spiele 4C bitte|4C and good luck|Well, 4C then|I play As|I play AS.|4C xx
4C (four of clubs)|please play 4C|"4C"|4C from me|I choose 4C|going with 4C|OK. 4C.|4C /Cat|Ok, I play 4C, thanks all
*4C*|Je joue 4C svp|4C 😀😀""".replace("\n", "|").split("|"),
)
def test_a_card_with_politeness_or_a_name_around_it_is_a_move(line: str) -> None:
    """Where nothing else can be meant."""
    assert is_move(line)


@pytest.mark.parametrize(
    "line",
    """not 4C|4C?|I think 4C was daring of you|4C or 5C, hm|if you lead hearts 4C|why 4C|4C - Not|Ah!|Ah, nice!
As you like|Ad hoc|Ha|Ha!|Da|da|ha ha|4C never|don't play 4C|I won't play 4C|I play 4C unless hearts are led
4C was great
wow 4C|4C, wow|4C - Why|4C Maybe|4C tomorrow|I will not play 4C|OK ah|ok, as|Yes, as you said|Can I play 4C
I had 4C|I would have played 4C|I wish I had played 4C|4C, undo|wait, 4C|you play 4C|Bob plays 4C|should I play 4C
I have no 4C|thanks for 4C|4C? please|4C instead|Bob: 4C was bold|Ouch: 4C|4C؟
4C 4D please""".replace("\n", "|").split("|"),
)
def test_a_line_that_doubts_denies_or_remarks_is_no_move(line: str) -> None:
    """A question, a negation, a choice, a condition, a judgement: nothing is played."""
    assert not is_move(line)


@pytest.mark.parametrize("card", PACK, ids=str)
def test_every_card_may_be_written_with_the_suit_first(card: Card) -> None:
    """`SQ`, `♠Q`, `spades queen`, `spades q`; and with the words run together."""
    rank, suit = card.rank, card.suit
    for written in (
        f"{suit.letter}{rank.label}",
        f"{suit.symbol}{rank.label}",
        f"{suit.symbol} {rank.label.lower()}",
        f"{suit.word} {rank.label}",
        f"{suit.word} {rank.word}",
        f"{rank.label}{suit.word}",
        f"{rank.label}o{suit.letter}",
        f"{rank.label} of {suit.letter.lower()}",
    ):
        assert move_line(written) == (card,), written


@pytest.mark.parametrize(
    ("line", "card"),
    [("🃄", "4D"), ("🂡", "AS"), ("🂮", "KS"), ("🃝", "QC"), ("4️⃣♣️", "4C"), ("🔟♥️", "TH"), ("4♣", "4C")],
)
def test_pictures_of_cards_and_keys_are_read(line: str, card: str) -> None:
    """As a phone's keyboard offers them."""
    assert [str(each) for each in move_line(line) or ()] == [card]


def test_a_knight_is_no_card() -> None:
    """The pack of the pictures has one more court card than ours."""
    assert move_line("🂬") is None


@pytest.mark.parametrize("line", ["Hi all,", "Hello", "Hi Ann and Bob", "Good morning everyone!", "Hey"])
def test_a_greeting_is_known(line: str) -> None:
    """It may stand above a card."""
    assert is_greeting(line)


@pytest.mark.parametrize(
    "line", ["hi, what is this?", "4C", "Thanks!", "Hello, I am away until Monday and will write"]
)
def test_other_lines_are_no_greeting(line: str) -> None:
    """What says more is read."""
    assert not is_greeting(line)


@given(st.text(st.sampled_from("4C hiokplays ,.!-?aAtnx\n♣Q"), max_size=400))
def test_any_line_is_read_without_a_fault(line: str) -> None:
    """What is sure names one card or three."""
    said = spoken(line, NAMES)
    assert said is None or not said.sure or len(said.cards) in {1, 3}
