"""`pbmhearts boards undo`, `end` and `move-for`: the board, the letters, and the log."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from house import FOUR, House
from ready_house import BOARD, begun, play_out, unread

from pbmhearts.cli.main import cli
from pbmhearts.errors import PbmheartsError
from pbmhearts.games import hearts
from pbmhearts.operator import verify

pytestmark = pytest.mark.slow


@pytest.fixture
def passing(tmp_path: Path) -> Iterator[House]:
    """Board 101 waits for all passes."""
    with begun("passing", tmp_path) as house:
        yield house


@pytest.fixture
def playing(tmp_path: Path) -> Iterator[House]:
    """Board 101 waits for the second card of the first trick."""
    with begun("playing", tmp_path) as house:
        yield house


def act(house: House, *words: object, by: tuple[str, ...] = ("--by", "olga")) -> str:
    """What `pbmhearts boards ...`, done by olga, says; raises what it raises."""
    ini = str(house.app.config.path)
    result = CliRunner().invoke(cli, ["--config", ini, "boards", *map(str, words), *by])
    if result.exception is not None:
        raise result.exception
    return result.stdout.rstrip("\n")


def logged(house: House) -> list[tuple[str, str, str]]:
    """The operator's log."""
    with house.app.store.read() as repositories:
        return [(line.who, line.act, line.about) for line in repositories.operator_log.last(9)]


def flat(text: str) -> str:
    """A letter's text without its line ends."""
    return " ".join(text.split())


def check(house: House) -> None:
    """All that is kept of the board agrees with its log."""
    with house.app.store.read() as repositories:
        assert list(verify.differences(repositories, BOARD)) == []


def test_the_last_card_comes_back_and_all_are_told(playing: House) -> None:
    """The board waits for the same player again, who may play something else; the log says what was done."""
    before = playing.board(BOARD)
    me, legal = playing.turn(BOARD)
    playing.mail(me, f"mhearts move {BOARD} {me} secret-{me} {legal[0]}")
    unread(playing)
    said = act(playing, "undo", BOARD)
    after = playing.board(BOARD)
    assert playing.turn(BOARD) == (me, legal)
    assert after.state.move == before.state.move + 2
    for (letter,) in unread(playing).values():
        assert f"The operator of this server has taken back the {legal[0]}" in flat(letter.text).replace(
            "10", "T"
        )
    assert said.startswith(f"board {BOARD}: taken back the ")
    assert logged(playing) == [("olga", "boards undo", said)]
    check(playing)


def test_several_cards_come_back_in_one_letter(playing: House) -> None:
    """The last first, each named; whoever hears seldom is told too."""
    playing.mail("ann", "set ann secret-ann notify=hand")
    first, second = playing.play_one(BOARD), playing.play_one(BOARD)
    unread(playing)
    said = act(playing, "undo", BOARD, "--count", 2)
    assert said.index(f"of {second}") < said.index(f"of {first}")
    assert playing.turn(BOARD)[0] == first
    assert all(len(letters) == 1 for letters in unread(playing).values())
    check(playing)


def test_a_plan_does_not_play_the_card_again(playing: House) -> None:
    """What a plan has played is taken back for good: the plan of that seat goes with it."""
    me, legal = playing.turn(BOARD)
    playing.mail(me, f"mhearts queue {BOARD} {me} secret-{me} {legal[-1]}; lowest; lowest; lowest")
    assert playing.turn(BOARD)[0] != me
    act(playing, "undo", BOARD)
    assert playing.turn(BOARD)[0] == me


def test_the_last_pass_comes_back_and_only_its_player_is_told(passing: House) -> None:
    """As nobody else knows of it; two at once are the last two, in whatever order the seats are."""
    for name in ("dan", "ann", "cat"):
        seat = FOUR.index(name)
        cards = " ".join(map(str, hearts.legal_cards(passing.board(BOARD).state, hearts.Seat(seat))[:3]))
        passing.mail(name, f"mhearts move {BOARD} {name} secret-{name} {cards}")
    unread(passing)
    assert act(passing, "undo", BOARD, "--count", 2) == f"board {BOARD}: taken back the pass of cat and ann"
    assert [int(seat) for seat in hearts.waiting(passing.board(BOARD).state)] == [0, 1, 2]
    letters = unread(passing)
    assert [len(letters[name]) for name in FOUR] == [1, 0, 1, 0]
    assert "has taken back your pass" in flat(letters["cat"][0].text)
    check(passing)


@pytest.mark.parametrize(
    ("stage", "words", "why"),
    [
        ("passing", ("undo", BOARD), "0 have passed in this hand of board 101, and nobody has played"),
        ("playing", ("undo", BOARD), "No player has chosen a card in this hand yet."),
        ("playing", ("undo", 999), "There is no board 999."),
        ("playing", ("end", 999), "There is no board 999."),
        ("playing", ("move-for", BOARD, "eve", "7c"), "eve does not play on board 101"),
        ("playing", ("move-for", BOARD, "5", "7c"), "5 does not play on board 101"),
    ],
)
def test_what_cannot_be_done_is_not_logged(
    tmp_path: Path, stage: str, words: tuple[object, ...], why: str
) -> None:
    """One sentence; the board is as it was, and nobody is told."""
    with begun(stage, tmp_path) as house:
        before = house.log(BOARD)
        with pytest.raises(PbmheartsError) as raised:
            act(house, *words)
        assert str(raised.value) == why
        assert (house.log(BOARD), logged(house)) == (before, [])
        assert not any(unread(house).values())


def test_a_board_that_is_over_is_left_alone(playing: House) -> None:
    """Nothing of it comes back, it ends once, and nobody moves."""
    play_out(playing, BOARD)
    for words in (("undo", BOARD), ("end", BOARD), ("move-for", BOARD, "ann", "7c")):
        with pytest.raises(PbmheartsError, match="Board 101 is over"):
            act(playing, *words)


def test_an_ended_board_has_no_result_and_all_know_why(playing: House) -> None:
    """It waits for nobody, its deals can be checked, and no rating has changed."""
    assert act(playing, "end", BOARD, "--because", "two have moved") == (
        f"board {BOARD} ended without a result: two have moved"
    )
    board = playing.board(BOARD)
    assert board.abandoned
    assert board.places == ()
    for (letter,) in unread(playing).values():
        assert "The operator of this server has ended the board without a result: two have moved" in flat(
            letter.text
        )
    with playing.app.store.read() as repositories:
        assert repositories.ratings.table() == ()
        assert all(repositories.boards.waiting_for(seated.account_id or 0) == () for seated in board.seats)
    (line,) = [line for line in act(playing, "list", by=()).splitlines() if line.startswith(str(BOARD))]
    assert line.endswith("ended without a result")
    check(playing)


def test_a_card_is_played_for_a_player(playing: House) -> None:
    """By the player's account, so that the log verifies; all are told who chose, the player as `you`."""
    me, legal = playing.turn(BOARD)
    said = act(playing, "move-for", BOARD, me, legal[0].lower())
    assert playing.log(BOARD)[-1] == f"play {FOUR.index(me) + 1} {legal[0]}"
    letters = unread(playing)
    for name, (letter,) in letters.items():
        whom = "you" if name == me else me
        assert (
            f" for {whom}."
            in flat(letter.text).partition("The operator of this server has played the ")[2][:20]
        )
    assert said.endswith(f" for {me}, action {len(playing.log(BOARD))}")
    check(playing)


def test_cards_are_passed_for_a_player_by_seat(passing: House) -> None:
    """Before the fourth pass only that player is told, and the log does not name the cards."""
    cards = hearts.legal_cards(passing.board(BOARD).state, hearts.Seat(1))[:3]
    said = act(passing, "move-for", BOARD, 2, *cards)
    letters = unread(passing)
    assert [len(letters[name]) for name in FOUR] == [0, 1, 0, 0]
    assert "The operator of this server has passed three cards for you." in flat(letters["bob"][0].text)
    assert said == f"board {BOARD}: passed three cards for bob, action 2"
    check(passing)


def test_the_fourth_pass_for_a_player_is_told_to_all(passing: House) -> None:
    """The play begins with it."""
    for name in FOUR[:3]:
        cards = hearts.legal_cards(passing.board(BOARD).state, hearts.Seat(FOUR.index(name)))[:3]
        passing.mail(name, f"mhearts move {BOARD} {name} secret-{name} {' '.join(map(str, cards))}")
    unread(passing)
    act(
        passing, "move-for", BOARD, "dan", *hearts.legal_cards(passing.board(BOARD).state, hearts.Seat(3))[:3]
    )
    letters = unread(passing)
    assert [len(letters[name]) for name in FOUR] == [1, 1, 1, 1]
    assert "has passed three cards for dan." in flat(letters["ann"][0].text)


def illegal(house: House) -> str:
    """A card that the player whose turn it is does not hold."""
    me, _ = house.turn(BOARD)
    hand = hearts.view(house.board(BOARD).state, hearts.Seat(FOUR.index(me))).hand
    other = hearts.view(house.board(BOARD).state, hearts.Seat((FOUR.index(me) + 1) % 4)).hand
    return next(str(card) for card in other if card not in hand)


def of_another(house: House) -> str:
    """Somebody whose turn it is not."""
    return next(name for name in FOUR if name != house.turn(BOARD)[0])


@pytest.mark.parametrize(
    ("who", "card"),
    [
        (lambda house: house.turn(BOARD)[0], illegal),
        (of_another, illegal),
        (lambda house: house.turn(BOARD)[0], lambda _: "xyz"),
        (lambda house: house.turn(BOARD)[0], lambda _: "2c 3c"),
    ],
    ids=["not held", "not the turn", "no card", "two cards"],
)
def test_what_the_rules_refuse_is_refused_as_to_players(
    playing: House, who: Callable[[House], str], card: Callable[[House], str]
) -> None:
    """In the very sentence that the player would be mailed; nothing is played or logged."""
    name, cards = who(playing), card(playing)
    with pytest.raises(PbmheartsError) as raised:
        act(playing, "move-for", BOARD, name, *cards.split())
    assert logged(playing) == []
    answer = playing.mail(name, f"mhearts move {BOARD} {name} secret-{name} {cards}")[-1]
    assert flat(str(raised.value)) in flat(answer.text)
