"""What boards that are over come to: ratings, standings, history."""

import re
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from at_table import abandon_board, reseat
from click.testing import CliRunner
from house import FOUR, House, open_house
from playing_on import before_the_end, last_move, play_on

from pbmhearts.cli.main import cli
from pbmhearts.games import elo
from pbmhearts.games.hearts import Seat
from pbmhearts.operator import verify
from pbmhearts.storage import Repositories, Sitter

pytestmark = pytest.mark.slow

QUICK = "-deals=1"


def finish(house: House, *players: str, options: str = QUICK) -> int:
    """A board of these players, played to its end a day later; its number."""
    number = house.start(options, players or FOUR)
    house.wait(timedelta(days=1))
    play_on(house, number, lambda _now, _then: False)
    return number


def ratings(house: House) -> dict[str, float]:
    """Everybody's rating."""
    with house.app.store.read() as repositories:
        return {line.userid: line.rating for line in repositories.ratings.table()}


def expected(house: House, *boards: int) -> dict[str, float]:
    """The ratings that these boards come to, reckoned from their places alone."""
    known: dict[str, elo.Rated] = {}
    for number in boards:
        board = house.board(number)
        before = [known.get(name, elo.Rated()) for name in board.names]
        for name, old, gain in zip(board.names, before, elo.changes(before, board.places), strict=True):
            known[name] = elo.Rated(old.rating + gain, old.boards + 1)
    return {name: rated.rating for name, rated in known.items()}


def change(house: House, number: int, userid: str, sitter: Sitter, left: str = "") -> None:
    """Let somebody else sit down in a player's seat."""

    def work(repositories: Repositories) -> None:
        board = repositories.boards.load(number)
        assert board is not None
        seat = Seat(board.names.index(userid))
        reseat(repositories, board, seat, sitter, house.clock.now(), house.app.services.secrets, left=left)

    house.app.store.run(work)


def differences(house: House, number: int) -> list[str]:
    """What is kept of a board otherwise than its log says."""
    with house.app.store.read() as repositories:
        return list(verify.differences(repositories, number))


def account(house: House, userid: str) -> int:
    """A player's account."""
    with house.app.store.read() as repositories:
        found = repositories.accounts.by_userid(userid)
    assert found is not None
    return found.id


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """An empty server."""
    with open_house(tmp_path) as house:
        yield house


def test_a_board_that_ends_changes_the_ratings_and_tells_it(house: House) -> None:
    """The last letter of each player says what the board did to all four; no earlier letter does."""
    number = house.start(QUICK)
    letters = last_move(house, number)
    now = expected(house, number)
    assert ratings(house) == now
    assert sum(now.values()) == pytest.approx(4 * elo.START)
    for letter in letters.values():
        told = re.findall(r"- (\w+): (\d+) before, (\d+) now\.", letter.text)
        assert told == [(name, "1500", str(round(now[name]))) for name in FOUR]


def test_ratings_add_up_over_boards(house: House) -> None:
    """Each board starts from what the ones before it left, whoever sat where."""
    house.sign_up("eve")
    boards = [
        finish(house),
        finish(house, "dan", "cat", "eve", "ann"),
        finish(house, "eve", "bob", "ann", "cat"),
    ]
    assert ratings(house) == expected(house, *boards)


@pytest.mark.parametrize("options", ["-deals=1 --unrated", "-deals=1"])
def test_an_unrated_board_changes_nothing(house: House, options: str) -> None:
    """A board that was begun with --unrated counts for no rating; the same one without it does."""
    number = finish(house, options=options)
    assert house.board(number).places
    assert bool(ratings(house)) is ("--unrated" not in options)


def test_a_board_with_a_bot_changes_nothing(house: House) -> None:
    """Whoever challenges a bot plays for no rating."""
    house.sign_up("ann", "bob", "cat")
    house.mail("ann", f"mhearts challenge {QUICK} ann bob cat bot")
    (number,) = house.boards()
    play_on(house, number, lambda _now, _then: False)
    assert house.board(number).ended_at is not None
    assert ratings(house) == {}


def test_whoever_has_left_is_last_whatever_the_stand_in_did(house: House) -> None:
    """The others are rated as they came in; who left has lost to all three."""
    number = house.start(QUICK)
    play_on(house, number, before_the_end)
    winner = house.board(number).names[0]
    assert house.board(number).ended_at is None
    change(house, number, winner, Sitter(None, "standin"), "resigned")
    play_on(house, number, lambda _now, _then: False)
    now = ratings(house)
    places = house.board(number).places
    gains = elo.changes([elo.Rated()] * 4, places)
    assert places[0] == 4
    assert now[winner] == 1500 - 45
    assert now == {name: 1500 + gain for name, gain in zip(FOUR, gains, strict=True)}
    assert differences(house, number) == []


def test_whoever_takes_a_seat_over_is_not_rated(house: House) -> None:
    """It was not their board from the start; who left is last behind them, too."""
    house.sign_up("eve")
    number = house.start(QUICK)
    change(house, number, "bob", Sitter(account(house, "eve")), "resigned")
    play_on(house, number, lambda _now, _then: False)
    now = ratings(house)
    assert set(now) == set(FOUR)
    assert now["bob"] == 1455
    assert differences(house, number) == []


def test_whoever_comes_back_is_rated_by_the_place(house: House) -> None:
    """A forfeited seat that was taken back is as if it had not been left."""
    number = house.start(QUICK)
    change(house, number, "bob", Sitter(None, "standin"), "forfeited")
    play_on(house, number, lambda _now, then: len(getattr(then, "cards", ())) > 20)
    assert house.board(number).ended_at is None
    back = house.board(number).names.index("bot")
    change(house, number, "bot", Sitter(account(house, "bob")))
    play_on(house, number, lambda _now, _then: False)
    assert house.board(number).names[back] == "bob"
    assert ratings(house) == expected(house, number)
    text = house.mail("zoe", "mhearts standings")[-1].text
    assert re.search(r"(?m)^bob +1 .* 0$", text)
    assert differences(house, number) == []


def test_an_abandoned_board_changes_nothing(house: House) -> None:
    """A board that ended without a result has no places to go by."""
    number = house.start(QUICK)

    def abandon(repositories: Repositories) -> None:
        board = repositories.boards.load(number)
        assert board is not None
        abandon_board(repositories, board, house.clock.now(), house.app.services.secrets)

    house.app.store.run(abandon)
    assert ratings(house) == {}
    assert differences(house, number) == []


def test_a_rebuild_gives_the_same_numbers(house: House) -> None:
    """Ratings made again from the logs are the same to the last bit, also after they were spoilt."""
    house.sign_up("eve")
    boards = [
        finish(house),
        finish(house, "dan", "cat", "eve", "ann"),
        finish(house, options="--unrated -deals=1"),
    ]
    with house.app.store.read() as repositories:
        before = (repositories.ratings.table(), [repositories.ratings.changes(number) for number in boards])
    house.app.store.run(
        lambda repositories: repositories.accounts.change(1, rating=3000.0, rated_boards=99, rated_at=None)
    )
    ini = house.app.config.path
    done = CliRunner().invoke(cli, ["--config", str(ini), "ratings", "rebuild"])
    assert (done.output, done.exit_code) == ("2 rated boards\n", 0)
    with house.app.store.read() as repositories:
        after = (repositories.ratings.table(), [repositories.ratings.changes(number) for number in boards])
    assert after == before
    listed = CliRunner().invoke(cli, ["--config", str(ini), "ratings", "list"]).output.splitlines()
    assert [line.split()[0] for line in listed] == [line.userid for line in before[0]]


def test_the_ratings_come_in_three_tables(house: House) -> None:
    """Settled after five boards, provisional before, and apart whoever has not played for 180 days."""
    house.sign_up("eve", "fay", "gus", "hal")
    finish(house, "eve", "fay", "gus", "hal")
    (early,) = house.mail("zoe", "mhearts ratings")
    assert "Provisional, of fewer than 5 boards:" in early.text
    assert "Ratings, with" not in early.text
    house.wait(timedelta(days=181))
    for _ in range(5):
        finish(house)
    (late,) = house.mail("zoe", "mhearts ratings")
    settled, _, inactive = late.text.partition("No rated board for 180 days:")
    assert "Ratings, with the boards they are made of" in settled
    assert {name for name in FOUR if re.search(rf"\d  {name} .* 5 boards", settled)} == set(FOUR)
    assert all(re.search(rf"\d  {name} .* 1 board  ", inactive) for name in ("eve", "fay", "gus", "hal"))
    assert "Provisional" not in late.text


def test_who_has_played_no_rated_board_for_a_year_is_not_listed(house: House) -> None:
    """The rating is kept: with the next board it stands in the list again, with all its boards."""
    house.sign_up("eve", "fay", "gus", "hal")
    finish(house, "eve", "fay", "gus", "hal")
    house.wait(timedelta(days=366))
    finish(house)
    (listed,) = house.mail("zoe", "mhearts ratings")
    assert "ann" in listed.text
    assert "eve" not in listed.text
    finish(house, "eve", "fay", "gus", "hal")
    (listed,) = house.mail("zoe", "mhearts ratings")
    assert re.search(r"\d  eve .* 2 boards", listed.text)


def test_without_a_board_there_is_no_rating(house: House) -> None:
    """Empty tables say so in words."""
    for command, words in (
        ("ratings", "Nobody has a rating yet."),
        ("standings", "No board is over yet."),
        ("history", "No board is over yet."),
    ):
        assert words in house.mail("zoe", f"mhearts {command}")[-1].text


def test_the_standings_count_places(house: House) -> None:
    """Boards won first; each place, and who had a board finished by somebody else."""
    boards = [finish(house), finish(house)]
    left = house.start(QUICK)
    change(house, left, "cat", Sitter(None, "standin"), "resigned")
    play_on(house, left, lambda _now, _then: False)
    text = house.mail("zoe", "mhearts standings")[-1].text
    rows = {
        row.split()[0]: [int(word) for word in row.split()[1:]]
        for row in text.splitlines()
        if row.startswith(FOUR)
    }
    for seat, name in enumerate(FOUR):
        places = [
            house.board(number).places[seat] for number in (*boards, left) if (number, name) != (left, "cat")
        ]
        counted = [places.count(place) for place in (1, 2, 3, 4)]
        assert rows[name] == [3, *counted, int(name == "cat")]
    won = [row[1] for row in rows.values()]
    assert won == sorted(won, reverse=True)


def test_history_lists_the_boards_that_are_over(house: House) -> None:
    """The latest first, with places and scores; a player's own, or all; not the private ones."""
    house.sign_up("eve")
    first = finish(house)
    second = finish(house, "eve", "bob", "cat", "dan", options="-jack -deals=1")
    private = finish(house, options="-deals=1 --private")
    house.start()
    everybody = house.mail("zoe", "mhearts history")[-1].text
    assert re.findall(r"(?m)^(\d+) 2026-", everybody) == [str(second), str(first)]
    assert str(private) not in everybody
    own = house.mail("zoe", "mhearts history EVE")[-1].text
    assert re.findall(r"(?m)^(\d+) 2026-", own) == [str(second)]
    winner = house.board(second).places.index(1)
    assert f"1. {house.board(second).names[winner]} " in own
    assert "Jack" in own


def test_history_of_nobody_is_refused(house: House) -> None:
    """A name that nobody has, and two names."""
    house.sign_up("ann", "bob")
    for words in ("nobody", "ann bob"):
        assert "That could not be done." in house.mail("zoe", f"mhearts history {words}")[-1].text


def test_the_help_page_explains_ratings(house: House) -> None:
    """`help ratings` says how it is reckoned, in words."""
    text = house.mail("zoe", "help ratings")[-1].text
    assert "Everybody starts with 1500." in text
    assert max(map(len, text.splitlines())) <= 72


def test_play_again_asks_for_the_same_terms(tmp_path: Path) -> None:
    """The last letter's link starts a board under the same rules, times and terms."""
    with open_house(tmp_path) as house:
        number = house.start("-deals=1 -jack --nagtime=2d --totaltime=30d --unrated --private")
        again = last_move(house, number)["bob"].taps
        (subject,) = (tap for tap in again if tap.startswith("mhearts challenge"))
        house.mail("bob", subject)
        with house.app.store.read() as repositories:
            boards = repositories.boards
            assert boards.terms(number + 1) == boards.terms(number)
            assert boards.rules(number + 1) == boards.rules(number)
        assert house.board(number + 1).names == house.board(number).names
