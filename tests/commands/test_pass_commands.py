"""The passes of a deal: who hears of them, and when."""

import pytest
from house import FOUR, SERVER, House, Mail
from ready_house import BOARD, unread

from pbmhearts.games import hearts

pytestmark = pytest.mark.slow


def cards_of(house: House, name: str, start: int = 0) -> str:
    """Three cards of that player's hand."""
    state = house.board(BOARD).state
    legal = hearts.legal_cards(state, hearts.Seat(FOUR.index(name)))
    return " ".join(str(card) for card in legal[start : start + 3])


def give(house: House, name: str, start: int = 0) -> str:
    """Mail a pass; returns the cards. No letter is read."""
    cards = cards_of(house, name, start)
    house.mail("postman", f"mhearts move {BOARD} {name} secret-{name} {cards}")
    return cards


def test_a_pass_tells_only_its_sender_until_the_fourth_is_in(passing: House) -> None:
    """Three passes bring one letter each, to the one who passed; the fourth brings all four the board."""
    for name in FOUR[:3]:
        give(passing, name)
        letters = unread(passing)
        assert [len(letters[each]) for each in FOUR] == [each == name for each in FOUR]
        assert "You pass" in letters[name][0].text
    give(passing, FOUR[3])
    letters = unread(passing)
    for each in FOUR:
        (letter,) = letters[each]
        assert "All four have passed." in letter.text
        assert "2♣ (by the server)" in letter.text


def test_what_was_passed_is_told_to_nobody_else(passing: House) -> None:
    """The others' boards show that somebody has passed, never what."""
    cards = give(passing, "ann").split()
    unread(passing)
    (board,) = passing.mail("bob", f"mhearts showas bob secret-bob {BOARD}")
    (public,) = passing.mail("bob", f"mhearts show {BOARD}")
    for card in cards:
        label = card.translate(str.maketrans("CDHS", "♣♦♥♠"))
        assert label not in board.text.split("Rules:")[0]
        assert label not in public.text.split("Rules:")[0]


def test_a_pass_may_be_replaced_until_the_fourth_has_passed(passing: House) -> None:
    """Rule 2: of three passes of one player the last one counts, and each tells only that player."""
    for start in (0, 3, 6):
        wanted = give(passing, "ann", start)
        letters = unread(passing)
        assert [len(letters[each]) for each in FOUR] == [1, 0, 0, 0]
    for name in FOUR[1:]:
        give(passing, name)
    (letter,) = unread(passing)["ann"]
    labels = ", ".join(card.translate(str.maketrans("CDHS", "♣♦♥♠")) for card in wanted.split())
    assert f"you passed {labels} to bob" in " ".join(letter.text.split())


def test_after_the_fourth_a_pass_is_no_move(passing: House) -> None:
    """What was a pass is read as cards to play, and refused."""
    old = cards_of(passing, "ann", 3)
    for name in FOUR:
        give(passing, name)
    log = passing.log(BOARD)
    unread(passing)
    (answer,) = passing.mail("ann", f"mhearts move {BOARD} ann secret-ann {old}")
    assert "could not be done" in answer.text
    assert passing.log(BOARD) == log


def test_a_pass_is_three_different_cards_of_ones_own(passing: House) -> None:
    """Rule 2: two, four, or the same card twice pass nothing."""
    first, second, *_ = cards_of(passing, "ann").split()
    log = passing.log(BOARD)
    for cards in (
        f"{first} {second}",
        f"{cards_of(passing, 'ann')} {cards_of(passing, 'ann', 3)}",
        f"{first} {first} {second}",
        cards_of(passing, "bob"),
    ):
        (answer,) = passing.mail("ann", f"mhearts move {BOARD} ann secret-ann {cards}")
        assert "could not be done" in answer.text
        assert "Usage: mhearts move" in answer.text
        assert passing.log(BOARD) == log


def test_a_played_card_brings_each_of_the_four_one_mail(playing: House) -> None:
    """One event is one mail a person, the one who played included."""
    playing.play_one(BOARD)
    letters = unread(playing)
    # `play_one` reads what came back to the player.
    assert sum(len(each) for each in letters.values()) == 3


def test_a_trick_s_end_is_told_with_the_card_that_ended_it(playing: House) -> None:
    """The last card of a trick, who took it, and whose turn it is now come in one mail."""
    for _ in range(3):
        unread(playing)
        name = playing.play_one(BOARD)
    letters = unread(playing)
    assert not letters[name]
    for other in set(FOUR) - {name}:
        (letter,) = letters[other]
        assert "The trick before: " in letter.text
        assert f"{name} " in letter.text.partition("The trick before: ")[2].splitlines()[0]
        assert "trick 2" in letter.text.splitlines()[0]


def passed_by(house: House, name: str) -> set[str]:
    """What the board's log has as that player's pass."""
    seat = hearts.Seat(FOUR.index(name))
    actions = map(hearts.parse_action, house.log(BOARD))
    return {
        str(card)
        for each in actions
        if isinstance(each, hearts.Pass) and each.seat is seat
        for card in each.cards
    }


@pytest.mark.parametrize("between", ["\n", "\n\n", " \n\n", ",\n"])
def test_the_three_cards_may_stand_on_lines_of_their_own(passing: House, between: str) -> None:
    """Cards on the next lines are of the pass, a remark below them goes to the table, and they are in no comment."""
    house = passing
    (letter,) = house.mail("ann", f"mhearts showas ann secret-ann {BOARD}")
    cards = cards_of(house, "ann").split()
    house.reply(letter, f"{between.join(cards)}\n\nGood luck!")
    assert passed_by(house, "ann") == set(cards)
    give(house, "bob")
    give(house, "cat")
    give(house, "dan")
    (board,) = unread(house)["dan"]
    assert "Good luck!" in board.text
    assert not any(card in board.text for card in cards)


@pytest.mark.parametrize("below", ["{2}\nWell", "I keep {2}", "{2} {3}", "Well\n{2}"])
def test_other_lines_below_two_cards_do_not_make_a_pass(passing: House, below: str) -> None:
    """Only cards alone, and only as many as it takes, are added to those of the first line."""
    (letter,) = passing.mail("ann", f"mhearts showas ann secret-ann {BOARD}")
    state = passing.board(BOARD).state
    cards = [str(card) for card in hearts.legal_cards(state, hearts.Seat.FIRST)]
    first = cards[0] if below.startswith("{2}\n") else f"{cards[0]} {cards[1]}"
    (answer,) = passing.reply(letter, f"{first}\n{below.format(*cards)}")
    assert "Three cards are passed, and you named" in " ".join(answer.text.split())
    assert passed_by(passing, "ann") == set()


def test_a_card_below_a_play_is_no_part_of_it(playing: House) -> None:
    """In the play one card is the move, whatever stands below."""
    name, (card, other, *_) = playing.turn(BOARD)
    (letter,) = playing.mail(name, f"mhearts showas {name} secret-{name} {BOARD}")
    playing.reply(letter, f"{card}\n{other}")
    assert playing.log(BOARD)[-1].split()[-1] == card


@pytest.mark.parametrize("verb", ["Pass", "pass:", "Pass :", "PASS\n", "play", "move:"])
@pytest.mark.parametrize("between", [" ", "\n", ", ", "\n\n"])
def test_the_cards_may_stand_below_the_word(passing: House, verb: str, between: str) -> None:
    """`Pass:` on the first line and the cards on the next ones are a pass; what is below them is a remark."""
    (letter,) = passing.mail("ann", f"mhearts showas ann secret-ann {BOARD}")
    cards = cards_of(passing, "ann").split()
    (answer,) = passing.reply(letter, f"{verb}\n{between.join(cards)}\n\nGood luck!")
    assert passed_by(passing, "ann") == set(cards)
    assert "Good luck!" in answer.text


@pytest.mark.parametrize("below", ["", "well", "{0} {1}", "{0} {1}\nwell\n{2}", "{0}\n{1}\n{2} {3}"])
def test_a_word_without_three_cards_is_no_pass(passing: House, below: str) -> None:
    """`Pass` above anything but three cards passes nothing, and is told so."""
    (letter,) = passing.mail("ann", f"mhearts showas ann secret-ann {BOARD}")
    state = passing.board(BOARD).state
    cards = [str(card) for card in hearts.legal_cards(state, hearts.Seat.FIRST)]
    (answer,) = passing.reply(letter, f"Pass:\n{below.format(*cards)}")
    assert "Three cards are passed, and you named none." in " ".join(answer.text.split())
    assert passed_by(passing, "ann") == set()


def below(letter: Mail, text: str) -> str:
    """A body with the letter quoted above the text."""
    quoted = "\n".join(f"> {line}" for line in letter.text.splitlines())
    return f"On Mon, 30 Nov 2026 at 10:00, MHearts <{SERVER}> wrote:\n{quoted}\n\n{text}\n"


@pytest.mark.parametrize(
    "text",
    [
        "{0}\n{1}\n{2}",
        "{0}\n\n{1}\n\n{2}\n\nbye",
        "{0} {1}\n{2}",
        "Hi\n\nPass:\n{0}\n{1}\n{2}",
        "{0}\n> a\n{1}\n> b\n{2}",
    ],
)
def test_three_cards_on_lines_below_the_quotation_are_a_pass(passing: House, text: str) -> None:
    """Below or between the quotations they count as above them."""
    (letter,) = passing.mail("ann", f"mhearts showas ann secret-ann {BOARD}")
    cards = cards_of(passing, "ann").split()
    body = below(letter, text.format(*cards))
    passing.mail("ann", f"Re: {letter.subject}", body, to=letter["Reply-To"], reply_to=letter)
    assert passed_by(passing, "ann") == set(cards)


@pytest.mark.parametrize(
    "text", ["{0}\n{1}", "{0}\n{1}\nor\n{2}", "{0}\n{1}\n{2}\n{3}", "{0} {1} {2}\n{3} {4} {5}"]
)
def test_other_moves_below_the_quotation_are_none(passing: House, text: str) -> None:
    """Fewer or more than three cards, or words between them, pass nothing: some may be older than the letter."""
    (letter,) = passing.mail("ann", f"mhearts showas ann secret-ann {BOARD}")
    state = passing.board(BOARD).state
    cards = [str(card) for card in hearts.legal_cards(state, hearts.Seat.FIRST)]
    body = below(letter, text.format(*cards))
    (answer,) = passing.mail("ann", f"Re: {letter.subject}", body, to=letter["Reply-To"], reply_to=letter)
    assert "not just one move" in " ".join(answer.text.split())
    assert passed_by(passing, "ann") == set()


def test_three_cards_below_the_quotation_play_none(playing: House) -> None:
    """In the play they are refused, as nobody can tell which is meant."""
    name, (card, *others) = playing.turn(BOARD)
    (letter,) = playing.mail(name, f"mhearts showas {name} secret-{name} {BOARD}")
    log = playing.log(BOARD)
    body = below(
        letter, "\n".join(map(str, (card, *others)[:3])) if len(others) > 1 else f"{card}\n{card}\n{card}"
    )
    (answer,) = playing.mail(name, f"Re: {letter.subject}", body, to=letter["Reply-To"], reply_to=letter)
    assert "One card is played, and you named 3." in " ".join(answer.text.split())
    assert playing.log(BOARD) == log
