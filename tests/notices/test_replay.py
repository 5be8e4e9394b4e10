"""Boards again: trick by trick, and as they stood at an earlier move."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from house import FOUR, House, open_house
from playing_on import play_on
from ready_house import BOARD

from pbmhearts.cards import parse_cards
from pbmhearts.games import hearts

pytestmark = pytest.mark.slow


def dealt(house: House, number: int) -> hearts.Hands:
    """The first deal of a board."""
    action = hearts.parse_action(house.log(number)[0])
    assert isinstance(action, hearts.Deal)
    return action.hands


def answer(house: House, command: str) -> str:
    """What somebody is answered, on one line."""
    return " ".join(house.mail("ann", command)[-1].text.split())


def test_a_running_board_replays_what_was_played(playing: House) -> None:
    """The tricks, and the one on the table; no hand and no pass."""
    play_on(playing, BOARD, lambda _now, then: len(getattr(then, "cards", ())) > 18)
    text = playing.mail("eve", f"mhearts replay {BOARD}")[-1].text
    view = hearts.view(playing.board(BOARD).state, None)
    lines = re.findall(r"(?m)^  +(\d+)\. (.*(?:\n       ?\S.*)*)", text)
    assert [int(number) for number, _ in lines] == [1, 2, 3, 4, 5]
    for (_, line), trick in zip(lines, view.tricks, strict=False):
        words = " ".join(line.split())
        assert trick.taker is not None
        assert words.startswith(", ".join(f"{FOUR[seat]} {card.symbols}" for seat, card in trick.plays))
        assert f": {FOUR[trick.taker]} takes it" in words
    assert "dealt" not in text
    assert "hands and passes are shown when it is over" in text


@pytest.mark.parametrize("stage", ["passing", "playing"])
def test_a_board_that_ended_in_the_middle_of_a_hand_is_laid_open(
    houses: Callable[[str], House], stage: str
) -> None:
    """What was dealt and passed, as of any board that is over; nothing goes on."""
    house = houses(stage)
    if stage == "passing":
        cards = " ".join(str(card) for card in dealt(house, BOARD)[0][:3])
        house.mail("ann", f"mhearts move {BOARD} ann secret-ann {cards}")
    for name in FOUR:
        house.mail(name, f"mhearts resign {BOARD} {name} secret-{name}")
    text = answer(house, f"mhearts replay {BOARD}")
    for seat, hand in zip(house.board(BOARD).names, dealt(house, BOARD), strict=True):
        assert f"{seat} was dealt {' '.join(card.symbols for card in hand)}" in text
    passes = [
        action for line in house.log(BOARD) if isinstance(action := hearts.parse_action(line), hearts.Pass)
    ]
    assert passes
    for action in passes:
        name = house.board(BOARD).names[action.seat]
        assert f"{name} passed {' '.join(card.symbols for card in sorted(action.cards))}" in text
    assert "yet" not in text
    assert "goes on" not in text


def test_a_board_in_the_passing_replays_nothing(passing: House) -> None:
    """There is nothing to see yet, and nothing is said of who has passed what."""
    playing_text = answer(passing, f"mhearts replay {BOARD}")
    assert "The passing goes on." in playing_text
    assert not re.search(r"[♣♦♥♠]", playing_text)


def test_a_board_that_is_over_replays_whole(tmp_path: Path) -> None:
    """Hands, passes, tricks and points of each deal; or of one."""
    with open_house(tmp_path) as house:
        number = house.start("-deals=4 -jack")
        play_on(house, number, lambda _now, _then: False)
        whole = answer(house, f"mhearts replay {number}")
        hands = dealt(house, number)
        for name, hand in zip(FOUR, hands, strict=True):
            assert f"{name} was dealt {' '.join(card.symbols for card in hand)}" in whole
        for direction in ("passed left", "passed right", "passed across", "nobody passed"):
            assert re.search(rf"Hand \d, {direction}", whole)
        assert len(re.findall(r"\d+\. \w+ \S+, \w+ \S+, \w+ \S+, \w+ \S+: \w+ takes it", whole)) == 52
        with house.app.store.read() as repositories:
            for deal in repositories.boards.deals(number)[:4]:
                points = ", ".join(f"{name} {point}" for name, point in zip(FOUR, deal.points, strict=True))
                assert f"Points: {points}." in whole
        one = answer(house, f"mhearts replay {number}#3")
        assert re.findall(r"Hand (\d),", one) == ["3"]
        played = re.findall(r"[0-9JQKA]+[♣♦♥♠]", one.partition("1. ")[2])
        assert len({card for word in played for card in parse_cards(word)}) == 52


def test_an_end_that_was_skipped_is_told(tmp_path: Path) -> None:
    """`-skip`: the tricks that were left out, and who took them if it mattered."""
    with open_house(tmp_path, seed=3) as house:
        number = house.start("-skip -deals=3")
        play_on(house, number, lambda _now, _then: False)
        text = answer(house, f"mhearts replay {number}")
    assert re.search(r"takes all that is left\.|What was left could change nothing\.", text)


@pytest.mark.parametrize("words", ["999", f"{BOARD}#2", f"{BOARD}#0", "abc", f"{BOARD} 102", ""])
def test_what_is_not_there_is_refused(playing: House, words: str) -> None:
    """No such board, no such hand, no board at all."""
    assert "That could not be done." in answer(playing, f"mhearts replay {words}")


def test_a_reply_replays_the_letters_board(playing: House) -> None:
    """`replay` below a board's letter is that board."""
    playing.mail("ann", f"mhearts showas ann secret-ann {BOARD}")
    playing.play_one(BOARD)
    (letter, *_) = playing.letters("bob") or playing.letters("cat")
    assert f"Board {BOARD}: ann, bob, cat, dan" in playing.reply(letter, "replay")[-1].text


def test_a_board_is_shown_as_it_stood(playing: House) -> None:
    """At move n: the trick that lay there then, and nothing that came later."""
    early = hearts.view(playing.board(BOARD).state, None)
    play_on(playing, BOARD, lambda _now, then: len(getattr(then, "cards", ())) > 30)
    now = hearts.view(playing.board(BOARD).state, None)
    text = answer(playing, f"mhearts show {BOARD}#{early.move}")
    assert f"Board {BOARD} as it stood at move {early.move}; it is at move {now.move} now." in text
    assert early.trick is not None
    shown = set(re.findall(r"[0-9JQKA]+[♣♦♥♠]", text))
    assert shown == {card.symbols for _, card in early.trick.plays}


def test_every_move_of_a_board_can_be_shown(playing: House) -> None:
    """Each number up to the present one is a moment of the board, with as many cards on the table."""
    play_on(playing, BOARD, lambda _now, then: len(getattr(then, "cards", ())) > 12)
    last = playing.board(BOARD).state.move
    counts = []
    for move in range(3, last + 1):
        text = answer(playing, f"mhearts show {BOARD}#{move}")
        trick = re.search(r"Trick (\d+) so far: ([^.]*)\.", text)
        counts.append(4 * (int(trick[1]) - 1) + trick[2].count(",") + 1 if trick else None)
    assert [count for count in counts if count is not None] == sorted(
        count for count in counts if count is not None
    )
    assert len(counts) == last - 2


@pytest.mark.parametrize("move", [0, 500])
def test_a_move_that_never_was_is_refused(playing: House, move: int) -> None:
    """Before the first move, and after the present one."""
    text = answer(playing, f"mhearts show {BOARD}#{move}")
    assert f"Board {BOARD} has not been at move {move}" in text


def test_show_and_show_at_a_move_go_together(playing: House) -> None:
    """The board as it stands and as it stood, in one mail."""
    playing.play_one(BOARD)
    text = answer(playing, f"mhearts show {BOARD} {BOARD}#2")
    assert text.count(f"Board {BOARD}, hand 1.") == 2
    assert f"mhearts show {BOARD} {BOARD}#2" in text
