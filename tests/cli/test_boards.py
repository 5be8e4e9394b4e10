"""`pbmhearts boards`: what an operator sees of boards, and how they are checked."""

import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from house import open_house
from playing_on import play_on

from pbmhearts.cli.main import cli
from pbmhearts.errors import PbmheartsError
from pbmhearts.games import fairdeal, hearts

pytestmark = pytest.mark.slow

Database = tuple[Path, int, int]
"""The ini, a board that is over after two deals, and one in the middle of its first."""


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Database:
    """A server with two boards."""
    folder = tmp_path_factory.mktemp("boards")
    with open_house(folder) as house:
        over, running = house.start("-deals=2"), house.start()
        play_on(house, over, lambda _now, _then: False)
        play_on(house, running, lambda _now, then: len(getattr(then, "cards", ())) > 21)
    return folder / "mhearts.ini", over, running


@pytest.fixture
def database(played: Database, tmp_path: Path) -> Database:
    """A copy that a test may spoil."""
    ini, over, running = played
    (tmp_path / "mhearts.ini").write_text(ini.read_text(encoding="utf-8"), encoding="utf-8")
    (tmp_path / "var").mkdir()
    with (
        closing(sqlite3.connect(ini.parent / "var" / "pbmhearts.sqlite3")) as source,
        closing(sqlite3.connect(tmp_path / "var" / "pbmhearts.sqlite3")) as target,
    ):
        source.backup(target)
    return tmp_path / "mhearts.ini", over, running


def run(ini: Path, *words: object) -> Result:
    """`pbmhearts boards` with these words."""
    return CliRunner().invoke(cli, ["--config", str(ini), "boards", *map(str, words)])


def spoil(ini: Path, statement: str) -> None:
    """Change a row behind the server's back."""
    with closing(sqlite3.connect(ini.parent / "var" / "pbmhearts.sqlite3")) as connection, connection:
        assert connection.execute(statement).rowcount == 1


def test_boards_that_were_played_verify(played: Database) -> None:
    """One board, or all, agree with their logs: exit 0, and the count."""
    ini, over, _ = played
    assert (run(ini, "verify", over).output, run(ini, "verify", over).exit_code) == (
        "1 checked, 0 with differences\n",
        0,
    )
    every = run(ini, "verify", "--all")
    assert (every.output, every.exit_code) == ("2 checked, 0 with differences\n", 0)


@pytest.mark.parametrize("words", [(), ("101", "--all")])
def test_verify_wants_a_board_or_all(played: Database, words: tuple[str, ...]) -> None:
    """Neither, and both, are wrong usage."""
    assert run(played[0], "verify", *words).exit_code == 2


@pytest.mark.parametrize(
    ("statement", "told"),
    [
        ("UPDATE boards SET places = '[1, 2, 3, 4]' WHERE id = {over}", "places is kept as (1, 2, 3, 4), it is"),
        ("UPDATE boards SET places = '[1, 2, 3, 4]' WHERE id = {running}", "places is kept as (1, 2, 3, 4)"),
        ("UPDATE boards SET ended_at = NULL WHERE id = {over}", "the board is over and not kept so"),
        ("UPDATE boards SET ended_at = moved_at WHERE id = {running}", "the board is kept as over"),
        ("UPDATE boards SET seq = seq - 1 WHERE id = {running}", "the board stands at action"),
        ("UPDATE boards SET rules_version = 7 WHERE id = {running}", "rules_version is kept as 7"),
        ("UPDATE boards SET rules = '{{\"wind\": 1}}' WHERE id = {over}", "the log cannot be replayed"),
        ("UPDATE deals SET points = '[26, 0, 0, 0]' WHERE board_id = {over} AND number = 1", "deal 1: points"),
        ("UPDATE deals SET totals = '[1, 0, 0, 0]' WHERE board_id = {over} AND number = 2", "deal 2: totals"),
        ("UPDATE deals SET tie = 1 WHERE board_id = {running} AND number = 1", "deal 1: tie is kept as True"),
        ("UPDATE deals SET moon = 3 WHERE board_id = {over} AND number = 2", "deal 2: moon is kept as <Seat"),
        ("UPDATE deals SET log = log || 'x' WHERE board_id = {over} AND number = 1", "deal 1: log is kept as a text"),
        ("UPDATE deals SET first_move = 9 WHERE board_id = {running} AND number = 1", "deal 1: first_move is kept"),
        ("UPDATE deals SET mix = 'aa' WHERE board_id = {running} AND number = 1", "deal 1: the mix is not"),
        ("UPDATE deals SET secret = hex(zeroblob(32)) WHERE board_id = {over} AND number = 2", "deal 2: the "),
        ("DELETE FROM deals WHERE board_id = {running} AND number = 2", "the secrets of deals 1 to 2 should be kept"),
        ("DELETE FROM actions WHERE board_id = {running} AND seq = 20", "the log cannot be replayed"),
        ("UPDATE actions SET action = 'dance 1' WHERE board_id = {over} AND seq = 2", "the log cannot be replayed"),
        ("UPDATE actions SET deal = 2 WHERE board_id = {running} AND seq = 9", "action 9 is kept under deal 2"),
        ("UPDATE actions SET account_id = 9 WHERE board_id = {running} AND seq = 9", "action 9 is kept as"),
        ("UPDATE seats SET until_seq = 3 WHERE board_id = {running} AND seat = 0", "not every seat has one player"),
    ],
)  # fmt: skip
def test_verify_tells_each_difference(database: Database, statement: str, told: str) -> None:
    """Whatever is changed behind the server's back is named in a line, with exit 1; the other board is right."""
    ini, over, running = database
    spoil(ini, statement.format(over=over, running=running))
    result = run(ini, "verify", "--all")
    spoiled = over if "{over}" in statement else running
    *lines, last = result.output.splitlines()
    assert result.exit_code == 1, result.output
    assert any(line.startswith(f"board {spoiled}: {told}") for line in lines), result.output
    assert all(line.startswith(f"board {spoiled}: ") for line in lines)
    assert last == "2 checked, 1 with differences"


def test_verify_tells_who_is_waited_for(database: Database) -> None:
    """A seat that is waited for and not kept so, and one that is not and is."""
    ini, _, running = database
    spoil(ini, "UPDATE seats SET waiting_since = NULL WHERE board_id = 102 AND waiting_since IS NOT NULL")
    result = run(ini, "verify", running)
    assert re.search(rf"^board {running}: seat [1-4] is kept as not waited for$", result.output, re.MULTILINE)
    assert result.exit_code == 1


def test_a_deal_prints_in_words_and_as_pbn(played: Database) -> None:
    """The four hands as they were dealt, the second way readable by other programs."""
    ini, over, _ = played
    pbn = run(ini, "deal", over, 2, "--pbn").output
    hands = hearts.hands_from_pbn(pbn)
    assert pbn.startswith('[Deal "N:')
    lines = run(ini, "deal", over, 2).output.splitlines()
    assert [line.partition(":")[0] for line in lines] == [
        "seat 1, ann",
        "seat 2, bob",
        "seat 3, cat",
        "seat 4, dan",
    ]
    for line, hand in zip(lines, hands, strict=True):
        assert line.partition(": ")[2] == ", ".join(card.words for card in hand)


@pytest.mark.parametrize("deal", [0, 2, 3])
def test_a_deal_that_has_not_been_dealt_is_not_told(played: Database, deal: int) -> None:
    """What is to be dealt can be seen by nobody, the operator included."""
    ini, _, running = played
    result = run(ini, "deal", running, deal)
    assert isinstance(result.exception, PbmheartsError)
    assert str(result.exception) == f"board {running} has had 1 deal"


def test_fair_deals_are_found_fair(played: Database) -> None:
    """Each deal that was dealt is right; of the next only the commitment is told."""
    ini, over, running = played
    assert re.findall(r"^deal .*$", run(ini, "fairness", over).output, re.MULTILINE) == [
        "deal 1: right", "deal 2: right", "deal 3: not dealt yet",
    ]  # fmt: skip
    result = run(ini, "fairness", running)
    assert result.exit_code == 0
    first, second = result.output.split("deal 2: not dealt yet\n")
    secret = re.findall(r"secret +([0-9a-f]{64})", first)
    assert f"commitment {fairdeal.commitment(secret[0])}\n" in first
    assert re.fullmatch(r"  commitment [0-9a-f]{64}\n", second)


def test_a_deal_that_was_tampered_with_is_named(database: Database) -> None:
    """Another secret than the one that the deal was made of: that deal is told, card by card, and exit 1."""
    ini, over, _ = database
    spoil(ini, "UPDATE deals SET secret = hex(zeroblob(32)) WHERE board_id = 101 AND number = 2")
    result = run(ini, "fairness", over)
    assert result.exit_code == 1
    assert "deal 1: right\n" in result.output
    assert re.search(
        r"^deal 2: the \w+ of \w+ went to seat [1-4], and belongs to seat [1-4];", result.output, re.MULTILINE
    )


def test_a_board_that_is_none_is_told(played: Database) -> None:
    """Every command says so, and fails."""
    for words in (("verify", 7), ("fairness", 7), ("deal", 7, 1), ("show", 7)):
        result = run(played[0], *words)
        assert str(result.exception) == "there is no board 7", words


def test_a_listed_house_is_the_one_played(played: Database) -> None:
    """The list tells over from running."""
    ini, over, running = played
    lines = run(ini, "list").output.splitlines()
    assert [line.split()[0] for line in lines] == [str(over), str(running)]
    assert lines[0].endswith("over")
    assert "waits for" in lines[1]
