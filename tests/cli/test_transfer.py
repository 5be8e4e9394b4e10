"""`pbmhearts boards export` and `import`: the same boards on another server, or nothing."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from house import FOUR, House, open_house
from playing_on import play_on

from pbmhearts.cli.main import cli
from pbmhearts.errors import PbmheartsError
from pbmhearts.games import hearts
from pbmhearts.operator import verify

pytestmark = pytest.mark.slow


def boards(house: House, *words: object, typed: str = "") -> Result:
    """`pbmhearts boards` with these words."""
    ini = str(house.app.config.path)
    return CliRunner().invoke(cli, ["--config", ini, "boards", *map(str, words)], input=typed)


def export(house: House, *words: object) -> str:
    """What an export prints."""
    result = boards(house, "export", *words, "--by", "olga")
    assert result.exit_code == 0, result.output
    return result.stdout


def take_in(house: House, lines: str) -> str:
    """Import it from standard input; raises what the command raises."""
    result = boards(house, "import", "-", "--by", "olga", typed=lines)
    if result.exception is not None:
        raise result.exception
    return result.stdout.rstrip("\n")


@pytest.fixture(scope="module")
def exports(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What a server says of three boards: one over and rated, one in play with remarks, a bot's and a stand-in's."""
    with open_house(tmp_path_factory.mktemp("from")) as house:
        over, running, left = (
            house.start("-deals=2"),
            house.start("-jack"),
            house.start("", ("ann", "bot", "cat", "dan")),
        )
        play_on(house, over, lambda _now, _then: False)
        play_on(house, running, lambda _now, then: len(getattr(then, "cards", ())) > 21)
        name, legal = house.turn(running)
        house.mail(name, f"mhearts move {running} {name} secret-{name} {legal[0]}", "Ça va? ♥\n")
        play_on(house, left, lambda _now, then: len(getattr(then, "cards", ())) > 9)
        house.mail("cat", f"mhearts resign {left} cat secret-cat")
        house.mail("ann", "set ann secret-ann notify=turn")
        return {
            "all": export(house, "--all"),
            "whole": export(house, "--all", "--with-accounts"),
            "one": export(house, running),
            "log": CliRunner().invoke(cli, ["--config", str(house.app.config.path), "log"]).stdout,
            "list": boards(house, "list").stdout,
            "ratings": CliRunner()
            .invoke(cli, ["--config", str(house.app.config.path), "ratings", "list"])
            .stdout,
        }


@pytest.fixture
def empty(tmp_path: Path) -> Iterator[House]:
    """A server without anything."""
    with open_house(tmp_path, seed=99) as house:
        yield house


@pytest.mark.parametrize("what", ["all", "whole"])
def test_all_boards_arrive_as_they_were(exports: dict[str, str], empty: House, what: str) -> None:
    """Exported again they are the same lines; list and ratings are the same, and every board verifies."""
    assert take_in(empty, exports[what]) == "3 boards and 4 accounts taken in"
    assert export(empty, "--all", *(["--with-accounts"] if what == "whole" else [])) == exports[what]
    assert boards(empty, "list").stdout == exports["list"]
    assert "3 checked, 0 with differences" in boards(empty, "verify", "--all").stdout
    ratings = CliRunner().invoke(cli, ["--config", str(empty.app.config.path), "ratings", "list"]).stdout
    assert ratings == exports["ratings"] != ""


def test_without_accounts_nobody_can_be_reached(exports: dict[str, str], empty: House) -> None:
    """No address, no password, no setting is in the lines; the players are there, and the operator may help them."""
    assert "@" not in exports["all"].partition('{"board"')[0]
    assert "argon2" not in exports["all"]
    assert "notify" not in exports["all"]
    take_in(empty, exports["all"])
    with empty.app.store.read() as repositories:
        ann = repositories.accounts.by_userid("ann")
        assert ann is not None
        assert (ann.password_hash, repositories.accounts.addresses(ann.id)) == ("", ())


def test_with_accounts_the_players_play_on(exports: dict[str, str], empty: House) -> None:
    """With their old passwords and settings, to the end of the board, whose next deal is what it had promised."""
    take_in(empty, exports["whole"])
    running = 102
    promised = [deal["secret"] for deal in json.loads(exports["one"].splitlines()[-1])["board"]["deals"]]
    name, legal = empty.turn(running)
    (answer,) = empty.mail(name, f"mhearts move {running} {name} secret-{name} {legal[0]}")
    assert answer.subject.startswith(f"[mhearts {running}]")
    assert empty.turn(running)[0] != name
    play_on(empty, running, lambda _now, _then: False)
    with empty.app.store.read() as repositories:
        assert list(verify.differences(repositories, running)) == []
        assert [deal.secret for deal in repositories.boards.deals(running)][: len(promised)] == promised
        ann = repositories.accounts.by_userid("ann")
    assert ann is not None
    assert ann.preferences["notify"] == "turn"


def test_side_by_side_goes_alone(exports: dict[str, str], empty: House) -> None:
    """With its own people only; new boards are numbered behind it."""
    assert take_in(empty, exports["one"]) == "1 boards and 4 accounts taken in"
    assert empty.boards() == (102,)
    assert isinstance(empty.board(102).state, hearts.Playing)
    assert empty.board(102).names == FOUR
    assert empty.start("", ("eve", "bot", "bot", "bot")) == 103


def test_an_export_is_logged(exports: dict[str, str]) -> None:
    """What was taken, and whether people went with it."""
    told = [line.split("  ", 1)[1] for line in exports["log"].splitlines()]
    assert told == [
        "olga  boards export  all",
        "olga  boards export  all, with accounts",
        "olga  boards export  102",
    ]


def test_who_has_an_account_keeps_it(exports: dict[str, str], empty: House) -> None:
    """Password, addresses and settings are the ones that they have here."""
    empty.sign_up("ann")
    assert take_in(empty, exports["whole"]) == "3 boards and 3 accounts taken in"
    with empty.app.store.read() as repositories:
        ann = repositories.accounts.by_userid("ann")
    assert ann is not None
    assert ann.preferences == {}


def test_an_account_of_almost_that_name_is_not_taken_for_it(exports: dict[str, str], empty: House) -> None:
    """The first deal is made of the players' names, letter by letter."""
    empty.sign_up("ANN")
    with pytest.raises(PbmheartsError, match="board 101: deal 1: the mix is not that of the play before it"):
        take_in(empty, exports["all"])
    assert empty.boards() == ()


def _again(lines: str) -> str:
    return lines + lines.splitlines(keepends=True)[-1]


def _later(lines: str) -> str:
    return lines.replace('"version":1}', '"version":2}', 1)


def _without_people(lines: str) -> str:
    return "".join(line for line in lines.splitlines(keepends=True) if '{"account"' not in line)


def _changed(lines: str, **values: object) -> str:
    *others, last = lines.splitlines()
    board = json.loads(last)["board"] | values
    return "\n".join([*others, json.dumps({"board": board})])


def _part(lines: str, part: str, row: int, **values: object) -> str:
    rows = json.loads(lines.splitlines()[-1])["board"][part]
    return _changed(lines, **{part: [each | (values if at == row else {}) for at, each in enumerate(rows)]})


@pytest.mark.parametrize(
    ("spoil", "why"),
    [
        (lambda _: "", "line 1: this is no export of boards"),
        (lambda _: "[1, 2]\n", "line 1: this is no export of boards"),
        (lambda _: "number;players\n", "line 1: this is no JSON, from its character 1 on"),
        (lambda _: "[" * 100_000, "line 1: "),
        (_later, "line 1: this export was made by a later version"),
        (_again, "line 7: there is a board 102 already"),
        (_without_people, "line 2: there is no player "),
        (lambda lines: lines[:-100], "line 6: "),
        (lambda lines: lines + "[]\n", "line 7: "),
        (lambda lines: lines + '{"account": {"userid": "no one"}}', "line 7: That cannot be a userid."),
        (lambda lines: lines + '{"account": {"userid": "eve"}}', "line 7: 'created_at' is missing"),
        (lambda lines: _changed(lines, id=2**40), "line 6: id cannot be '1099511627776'"),
        (lambda lines: _changed(lines, seq="7"), "line 6: seq cannot be '7'"),
        (lambda lines: _changed(lines, created_at="yesterday"), "line 6: created_at cannot be 'yesterday'"),
        (lambda lines: _changed(lines, created_at="2026-11-30T10:00:00"), "line 6: created_at cannot be"),
        (lambda lines: _changed(lines, rules=[]), "line 6: "),
        (lambda lines: _changed(lines, rules={"wind": 1}), "line 6: board 102: the log cannot be replayed"),
        (lambda lines: _changed(lines, places=7), "line 6: "),
        (lambda lines: _changed(lines, seats=[]), "line 6: "),
        (lambda lines: _part(lines, "actions", 2, seq=2), "line 6: the database does not take its actions"),
        (lambda lines: _part(lines, "actions", 2, action="dance"), "line 6: board 102: the log cannot be replayed"),
        (lambda lines: _part(lines, "actions", 2, userid="nobody"), "line 6: there is no player nobody"),
        (lambda lines: _part(lines, "actions", 2, userid=7), "line 6: "),
        (lambda lines: _part(lines, "actions", 2, userid=None), "line 6: board 102: action 3 is kept as done by some"),
        (lambda lines: _part(lines, "deals", 0, secret="0" * 64), "line 6: board 102: deal 1: the "),
        (lambda lines: _part(lines, "seats", 0, until_seq=3), "line 6: board 102: action 7 is kept as done by some"),
    ],
)  # fmt: skip
def test_what_is_no_export_is_not_taken_in(exports: dict[str, str], empty: House, spoil, why: str) -> None:
    """The line is named, with what is wrong with it, in a line; not a board or an account of it stays."""
    with pytest.raises(PbmheartsError) as raised:
        take_in(empty, spoil(exports["one"]))
    assert str(raised.value).startswith(why)
    assert len(str(raised.value).splitlines()) == 1
    assert empty.boards() == ()
    with empty.app.store.read() as repositories:
        assert repositories.accounts.all() == ()
        assert repositories.operator_log.last(9) == ()


def test_a_file_that_is_no_text_is_told(empty: House, tmp_path: Path) -> None:
    """As is one that is not there."""
    (tmp_path / "x").write_bytes(b"\xff\xfe\x00")
    result = boards(empty, "import", tmp_path / "x")
    assert "line 1: this is no UTF-8 text" in str(result.exception)
    assert boards(empty, "import", tmp_path / "y").exit_code == 2


@pytest.mark.parametrize("words", [(), ("101", "--all")])
def test_export_wants_boards_or_all(empty: House, words: tuple[str, ...]) -> None:
    """Neither, and both, are wrong usage."""
    assert boards(empty, "export", *words).exit_code == 2
