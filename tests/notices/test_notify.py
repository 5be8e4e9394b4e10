"""How many letters each player gets, and of what."""

import re
from collections import Counter
from datetime import timedelta
from pathlib import Path

import pytest
from house import FOUR, House, open_house

from pbmhearts.games import hearts
from pbmhearts.reminders import run
from pbmhearts.verbs.set import SPEC as SET

pytestmark = pytest.mark.slow

LEVELS = ("every", "turn", "trick", "hand")


def _play_a_deal(house: House, number: int) -> Counter[str]:
    """Play the board's first deal to its end; how many letters each of the four got meanwhile."""
    counts: Counter[str] = Counter()

    def collect() -> None:
        for name in FOUR:
            counts[name] += len(house.letters(name))

    board = house.board(number)
    for seat in hearts.waiting(board.state):
        name = board.names[seat]
        cards = " ".join(str(card) for card in hearts.legal_cards(board.state, seat)[:3])
        counts[name] += len(house.mail(name, f"mhearts move {number} {name} secret-{name} {cards}"))
        collect()
    while isinstance(house.board(number).state, hearts.Playing):
        name, legal = house.turn(number)
        counts[name] += len(house.mail(name, f"mhearts move {number} {name} secret-{name} {legal[0]}"))
        collect()
    return counts


def test_a_deal_at_each_level_takes_as_many_letters_as_help_says(tmp_path: Path) -> None:
    """From the passing to the next deal's first letter, one player at each level; `help set` tells the figures."""
    with open_house(tmp_path) as house:
        number = house.start()
        for name, level in zip(FOUR, LEVELS, strict=True):
            house.letters(name)
            house.mail(name, f"set {name} secret-{name} notify={level}")
        counts = _play_a_deal(house, number)
    told = {
        level: int(count) for level, count in re.findall(r"^  (\w+) +about (\d+)", SET.help, re.MULTILINE)
    }
    assert {level: counts[name] for name, level in zip(FOUR, LEVELS, strict=True)} == told


def test_letters_that_were_not_due_are_told_by_the_next_one(tmp_path: Path) -> None:
    """Who hears only of turns reads, when the turn comes, all that has happened since the last letter."""
    with open_house(tmp_path) as house:
        number = house.start()
        house.pass_all(number)
        first, _ = house.turn(number)
        for name in FOUR:
            house.mail(name, f"set {name} secret-{name} notify=turn")
        order = [house.play_one(number) for _ in range(2)]
        assert order[0] == first
        waits, _ = house.turn(number)
        letter = house.letters(waits)[-1]
        assert letter.text.startswith(f"Your turn, {waits}")
        for name in order:
            assert re.search(rf"^Trick 1, led by .*: .*{name} ", letter.text, re.MULTILINE)


def test_a_level_may_be_for_side_by_side_only(tmp_path: Path) -> None:
    """`set notify=turn here`, as a reply to one board's letter, leaves the other board's letters alone."""
    with open_house(tmp_path) as house:
        one, other = house.start(), house.start()
        letters = {letter.subject[:13]: letter for letter in house.letters("ann")}
        house.reply(letters[f"[mhearts {one}]"], "set notify=turn here")
        for number in (one, other):
            house.pass_all(number)
        house.letters("ann")
        for number in (one, other):
            while house.turn(number)[0] == "ann":
                house.play_one(number)
            house.letters("ann")
        for number, letters_due in ((one, 0), (other, 1)):
            before = house.turn(number)[0]
            house.play_one(number)
            if house.turn(number)[0] != "ann":
                assert len(house.letters("ann")) == letters_due, before


def test_a_digest_comes_once_a_day_with_all_boards_that_wait(tmp_path: Path) -> None:
    """Who wants a digest gets no letter of a turn, but one a day at that hour of their own zone."""
    with open_house(tmp_path) as house:
        house.sign_up(*FOUR)
        house.mail("ann", "set ann secret-ann digest=20:00 zone=Asia/Tokyo")  # it is 19:00 there
        house.start()
        house.start()
        assert [letter for letter in house.letters("ann") if "Your turn" in letter.text] == []
        _remind_twice(house)
        assert house.letters("ann") == []
        house.wait(timedelta(hours=1, minutes=30))
        _remind_twice(house)
        (digest,) = house.letters("ann")
        assert "101" in digest.text
        assert "102" in digest.text
        house.wait(timedelta(hours=23))
        _remind_twice(house)
        assert house.letters("ann") == []
        house.wait(timedelta(hours=1))
        _remind_twice(house)
        assert len(house.letters("ann")) == 1


def _remind_twice(house: House) -> None:
    for _ in range(2):
        run.remind(house.app.store, house.app.services)


def test_the_end_of_a_board_is_told_to_all(tmp_path: Path) -> None:
    """Whatever the level, and with a digest too."""
    with open_house(tmp_path) as house:
        number = house.start("-deals=1")
        wishes = ("notify=turn", "notify=trick", "notify=hand", "digest=08:00")
        for name, wish in zip(FOUR, wishes, strict=True):
            house.mail(name, f"set {name} secret-{name} {wish}")
        house.pass_all(number)
        told: set[str] = set()
        while house.board(number).ended_at is None:
            name, legal = house.turn(number)
            letters = house.mail(name, f"mhearts move {number} {name} secret-{name} {legal[0]}")
            if house.board(number).ended_at is not None and "Board 101 is over" in letters[-1].text:
                told.add(name)
        others = set(FOUR) - told
        assert len(others) == 3
        for name in others:
            assert "Board 101 is over" in house.newest(name).text
