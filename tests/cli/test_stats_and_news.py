"""`pbmhearts stats`, `broadcast` and `invites`."""

import json
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from click.testing import CliRunner
from house import START, House, open_house
from ready_house import BOARD, begun

from pbmhearts.cli.main import cli
from pbmhearts.errors import PbmheartsError
from pbmhearts.operator.figures import stats

pytestmark = pytest.mark.slow


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """Board 101 of ann, bob, cat and dan, in play."""
    with begun("playing", tmp_path) as house:
        yield house


def run(house: House, *words: str, typed: str = "") -> str:
    """What a command says; raises what it raises."""
    result = CliRunner().invoke(cli, ["--config", str(house.app.config.path), *words], input=typed)
    if result.exception is not None:
        raise result.exception
    return result.stdout


def log(house: House) -> list[tuple[str, str]]:
    """The operator's log."""
    with house.app.store.read() as repositories:
        return [(line.act, line.about) for line in repositories.operator_log.last(9)]


def test_stats_count_boards_moves_mails_and_waits(house: House) -> None:
    """Each day of the time asked for, also those on which nothing happened; who lets a board wait, and since when."""
    house.start("", ("ann", "bob", "cat", "dan"))
    me, _ = house.turn(BOARD)
    house.wait(timedelta(days=2))
    house.play_one(BOARD)
    house.mail("ann", "nonsense")
    with house.app.store.read() as repositories:
        found = stats(repositories, house.clock.now(), 4)
    assert found.moves_a_day == {"2026-11-29": 0, "2026-11-30": 4, "2026-12-01": 0, "2026-12-02": 1}
    assert found.boards == {"gathering": 0, "active": 2, "over": 0, "abandoned": 0}
    assert found.players == {"active": 4}
    assert found.mails_in["refused"] == 1
    assert found.letters["waiting"] == 0
    slow = [(seat.board, seat.since) for seat in found.slow_seats]
    assert slow == [(102, START)] * 4 + [(BOARD, START + timedelta(days=2))]
    assert found.slow_seats[-1].userid != me
    with house.app.store.read() as repositories:
        assert stats(repositories, house.clock.now(), 2).moves_a_day == {"2026-12-01": 0, "2026-12-02": 1}


def test_bounces_are_counted_by_day_and_address(house: House) -> None:
    """The same address twice on a day is one."""
    with house.app.store.read() as repositories:
        before = stats(repositories, START, 3).bounces

    def fail(address: str, at: datetime) -> None:
        house.app.store.run(lambda repositories: repositories.bounces.fail(address, at, "5.1.1"))

    fail("ann@players.example", START)
    fail("ann@players.example", START)
    fail("bob@players.example", START)
    fail("bob@players.example", START - timedelta(days=3))
    with house.app.store.read() as repositories:
        assert (before, stats(repositories, START, 3).bounces) == (0, 2)


def test_stats_print_a_line_a_day(house: House) -> None:
    """As many as asked for, up to today; the slowest seats below."""
    me, _ = house.turn(BOARD)
    lines = run(house, "stats", "--days", "3").splitlines()
    assert lines[0] == "boards: 0 gathering, 1 active, 0 over, 0 abandoned"
    days = lines[lines.index("moves a day:") + 1 : lines.index("slowest seats:")]
    assert len(days) == 3
    assert days[-1].split()[0] == f"{START:%Y-%m-%d}"
    assert lines[-1] == f"  {BOARD}  {me}  {START:%Y-%m-%d %H:%M}"
    assert json.loads(run(house, "stats", "--json"))["slow_seats"][0]["userid"] == me


def test_news_go_to_all_who_take_them(house: House, tmp_path: Path) -> None:
    """From a file; not to who has set broadcasts=no, signed off, paused or been suspended; links stay whole."""
    house.sign_up("eve", "fay")
    for name, command in (
        ("bob", "set bob secret-bob broadcasts=no"),
        ("cat", "signoff cat secret-cat"),
        ("dan", "pause dan secret-dan"),
    ):
        house.mail(name, command)
    run(house, "players", "suspend", "eve")
    house.letters("eve")
    (tmp_path / "news.txt").write_text("We move on Sunday: https://cards.example/♥\n", encoding="utf-8")
    said = run(house, "broadcast", "We move", str(tmp_path / "news.txt"))
    assert said == "to 2 players: We move\n"
    assert [len(house.letters(name)) for name in ("bob", "cat", "dan", "eve", "fay")] == [0, 0, 0, 0, 1]
    letter = house.newest("ann")
    assert letter.subject.endswith("We move")
    assert (
        "The operator of this server writes to all players:\n\nWe move on Sunday: https://cards.example/♥\n"
        in (letter.text)
    )
    assert "broadcasts=no" in letter.text
    assert log(house)[-1] == ("broadcast", "to 2 players: We move")


def test_news_for_everybody_reach_who_wants_none(house: House) -> None:
    """From standard input, wrapped; and the letter does not say that it can be stopped."""
    house.mail("bob", "set bob secret-bob broadcasts=no")
    assert (
        run(house, "broadcast", "We close", "-", "--everybody", typed="Good-bye. " * 20 + "\n")
        == "to 4 players: We close\n"
    )
    text = house.newest("bob").text
    assert "broadcasts=no" not in text
    assert text.count("Good-bye.") == 20
    assert max(map(len, text.splitlines())) <= 72


def test_news_without_words_go_to_nobody(house: House, tmp_path: Path) -> None:
    """Nor does what is no text."""
    with pytest.raises(PbmheartsError, match="there is nothing to pass on"):
        run(house, "broadcast", "Hello", "-", typed=" \n")
    (tmp_path / "x").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(PbmheartsError, match="no UTF-8 text"):
        run(house, "broadcast", "Hello", str(tmp_path / "x"))
    assert log(house) == []


def test_invitations_are_listed_until_they_are_answered_or_ended(tmp_path: Path) -> None:
    """Userids, or the address of who has no account; an ended one gives the seat back, and its host is told."""
    with open_house(tmp_path) as house:
        house.sign_up("ann", "bob")
        house.mail("bob", "set bob secret-bob challenges=ask")
        house.mail("ann", "mhearts challenge ann bob friend@home.example bot")
        house.letters("ann")
        rows = [line.split("  ") for line in run(house, "invites", "list").splitlines()]
        assert [row[1:5] for row in rows] == [
            ["101", "2", "bob", "ann"],
            ["101", "3", "friend@home.example", "ann"],
        ]
        assert rows[0][5:] == ["2026-11-30 10:00", "2026-12-14 10:00"]
        assert [row["number"] for row in json.loads(run(house, "invites", "list", "--json"))] == [
            int(row[0]) for row in rows
        ]
        number = rows[1][0]
        assert run(house, "invites", "end", number) == f"invitation {number} to board 101 ended\n"
        assert house.newest("ann").subject.endswith("Board 101 needs somebody else")
        assert len(run(house, "invites", "list").splitlines()) == 1
        for gone in (number, "999"):
            with pytest.raises(PbmheartsError, match=f"no invitation {gone} waits for an answer"):
                run(house, "invites", "end", gone)
        (invitation,) = house.letters("friend@home.example")
        assert "invitation is over" in house.reply(invitation, "yes fred")[-1].text
