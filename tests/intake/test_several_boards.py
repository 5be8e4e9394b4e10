"""A reply to a letter about several boards: by number, or by the cards that are held on one of them only."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from house import House, Mail, open_house
from ready_house import unread
from seats import DAY, run

pytestmark = pytest.mark.slow


@dataclass
class Two:
    """Boards 101 and 102 wait for one player, who has been reminded of both."""

    house: House
    me: str
    letter: Mail

    def cards(self, number: int) -> list[str]:
        """What may be played there."""
        return self.house.turn(number)[1]

    def played(self, number: int) -> str:
        """A board's last action."""
        return self.house.log(number)[-1]


@pytest.fixture
def two(tmp_path: Path) -> Iterator[Two]:
    """Both boards with the same player to move."""
    with open_house(tmp_path) as house:
        for number in (house.start(), house.start()):
            house.pass_all(number)
        me, _ = house.turn(101)
        while house.turn(102)[0] != me:
            house.play_one(102)
        unread(house)
        house.wait(8 * DAY)
        run(house)
        house.deliver()
        (letter,) = house.letters(me)
        assert "2 boards wait for you" in letter.subject
        yield Two(house, me, letter)


def test_a_number_and_a_card_play_there(two: Two) -> None:
    """And a line below it plays on the other board."""
    first, second = two.cards(101)[0], two.cards(102)[0]
    two.house.reply(two.letter, f"101 {first}\n102 {second}")
    assert two.played(101).endswith(first)
    assert two.played(102).endswith(second)


def test_a_card_that_is_held_on_one_board_only_needs_no_number(two: Two) -> None:
    """It can be meant for no other."""
    card = next(card for card in two.cards(101) if card not in two.cards(102))
    other = two.house.log(102)
    two.house.reply(two.letter, card)
    assert two.played(101).endswith(card)
    assert two.house.log(102) == other


def test_words_that_fit_both_boards_are_asked_back(two: Two) -> None:
    """With both as ready lines, and nothing is done."""
    before = two.house.log(101), two.house.log(102)
    (answer,) = two.house.reply(two.letter, "undo")
    assert "Which board is it for?" in answer.text
    assert "undo 101 or undo 102" in " ".join(answer.text.split())
    assert (two.house.log(101), two.house.log(102)) == before


def test_the_printed_command_and_help_and_a_setting_are_read(two: Two) -> None:
    """A letter of ours is answered like any other."""
    assert "help" in two.house.reply(two.letter, "help")[0].text
    (answer,) = two.house.reply(two.letter, "set notify=turn")
    assert "notify=turn" in answer.text
    line = next(line for line in two.letter.text.splitlines() if line.startswith("mhearts move 101 "))
    two.house.reply(two.letter, line)
    assert two.played(101).endswith(line.split()[-1])


def test_it_proves_nothing_from_elsewhere(two: Two) -> None:
    """Whoever was forwarded the letter plays nothing."""
    before = two.house.log(101)
    two.house.reply(two.letter, f"101 {two.cards(101)[0]}", sender="thief@else.example")
    assert two.house.log(101) == before


def test_a_digest_is_answered_the_same_way(two: Two) -> None:
    """`set digest=off` ends it."""
    two.house.mail(two.me, f"set {two.me} secret-{two.me} digest=08:00")
    unread(two.house)
    two.house.wait(DAY)
    run(two.house)
    two.house.deliver()
    digest = two.house.letters(two.me)[-1]
    (answer,) = two.house.reply(digest, "set digest=off")
    assert "digest" in answer.text
    card = two.cards(101)[0]
    two.house.reply(digest, f"101 {card}")
    assert two.played(101).endswith(card)
