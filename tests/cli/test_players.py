"""`pbmhearts players`: the operator looks after people, who are told, and it is written down."""

import contextlib
import json
import os
import pty
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from house import House, open_house
from ready_house import BOARD, begun

from pbmhearts.cli.main import cli
from pbmhearts.errors import PbmheartsError
from pbmhearts.storage import is_password

pytestmark = pytest.mark.slow


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """Board 101 of ann, bob, cat and dan, in play."""
    with begun("playing", tmp_path) as house:
        yield house


def players(house: House, *words: str, typed: str = "") -> Result:
    """`pbmhearts players` with these words, by olga."""
    by = [] if words[0] in {"list", "show"} else ["--by", "olga"]
    ini = str(house.app.config.path)
    return CliRunner().invoke(cli, ["--config", ini, "players", *words, *by], input=typed)


def done(house: House, *words: str, typed: str = "") -> str:
    """What an act that succeeds says."""
    result = players(house, *words, typed=typed)
    assert result.exit_code == 0, result.output
    return result.stdout.rstrip("\n")


def refused(house: House, *words: str) -> str:
    """What an act that cannot be says."""
    result = players(house, *words)
    assert isinstance(result.exception, PbmheartsError), result.output
    return str(result.exception)


def log(house: House) -> list[tuple[str, str, str]]:
    """Who did what, by the operator's log."""
    with house.app.store.read() as repositories:
        return [(line.who, line.act, line.about) for line in repositories.operator_log.last(9)]


def test_everybody_is_listed(house: House) -> None:
    """Userid, state, boards, how many wait, last seen, addresses; the same as JSON."""
    me, _ = house.turn(BOARD)
    lines = {line.split()[0]: line for line in done(house, "list").splitlines()}
    assert list(lines) == ["ann", "bob", "cat", "dan"]
    for name, line in lines.items():
        waiting = int(name == me)
        assert line.startswith(f"{name}  active  1  {waiting}  20")
        assert line.endswith(f"  {name}@players.example")
    found = json.loads(done(house, "list", "--json"))
    assert (found[0]["userid"], found[0]["addresses"]) == ("ann", ["ann@players.example"])


def test_a_player_is_shown_without_the_password(house: House) -> None:
    """Whether there is one, and not its hash; settings, boards and addresses."""
    house.mail("ann", "set ann secret-ann notify=turn html=no")
    text = done(house, "show", "ANN")
    assert "userid: ann\n" in text
    assert "password: yes\n" in text
    assert "settings: notify=turn, html=no" in text
    assert "ann@players.example (working)" in text
    facts = done(house, "show", "ann", "--json")
    assert json.loads(facts)["boards"] == [BOARD]
    assert "argon2" not in text + facts


def test_an_account_is_opened_and_its_player_told(house: House) -> None:
    """With a password by standard input, which works at once; the log says who, and not which password."""
    said = done(house, "create", "eve", "Eve@players.example", typed="hush-hush\n")
    assert said == "eve has an account"
    (welcome,) = house.letters("eve")
    assert "account has been opened for you" in " ".join(welcome.text.split())
    assert "hush" not in welcome.text
    assert "notify=turn" in house.mail("eve", "set eve hush-hush notify=turn")[-1].text
    assert log(house) == [("olga", "players create", "eve has an account")]


def test_a_password_is_asked_for_on_a_terminal(house: House) -> None:
    """Twice, and not shown there."""
    terminal, typist = pty.openpty()
    program = ["-m", "pbmhearts", "--config", str(house.app.config.path), "players", "set-password", "ann"]
    with subprocess.Popen(
        [sys.executable, *program],
        stdin=typist,
        stdout=typist,
        stderr=typist,
        start_new_session=True,
    ) as process:
        os.close(typist)
        shown = b""
        for _ in range(2):
            while not shown.endswith(b": "):
                shown += os.read(terminal, 1000)
            os.write(terminal, b"hush-hush\n")
            shown += os.read(terminal, 2)
        with contextlib.suppress(OSError):  # so a terminal ends
            while more := os.read(terminal, 1000):
                shown += more
    os.close(terminal)
    assert process.returncode == 0
    assert "ann has another password" in shown.decode()
    assert "hush" not in shown.decode()
    with house.app.store.read() as repositories:
        account = repositories.accounts.by_userid("ann")
    assert account is not None
    assert is_password(account.password_hash, "hush-hush")


def test_an_account_may_have_no_password(house: House) -> None:
    """Then nothing is asked for, and none does."""
    done(house, "create", "eve", "eve@players.example", "--no-password")
    assert json.loads(done(house, "show", "eve", "--json"))["password"] is False


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("create", "ann", "a@b.example", "--no-password"), "is taken"),
        (("create", "bot", "a@b.example", "--no-password"), "cannot be a userid"),
        (("create", "eve", "nowhere", "--no-password"), "nowhere is no address"),
        (("create", "eve", "mhearts@cards.example", "--no-password"), "is this server's own address"),
        (("create", "eve", "MHearts+x@Cards.example", "--no-password"), "is this server's own address"),
        (("rename", "eve", "eva"), "there is no player eve"),
        (("rename", "ann", "anna"), "ann has begun board 101"),
        (("suspend", "eve"), "there is no player eve"),
        (("restore", "ann"), "ann is not suspended"),
        (("show", "eve"), "there is no player eve"),
        (("addresses", "ann", "--remove", "x@y.example"), "ann has no address x@y.example"),
        (("addresses", "ann", "--add", "nowhere"), "nowhere is no address"),
        (("addresses", "ann", "--add", "mhearts@cards.example"), "is this server's own address"),
        (("addresses", "ann", "--add", "mhearts+101-x@cards.example"), "is this server's own address"),
    ],
)
def test_what_cannot_be_is_told_and_leaves_nothing(house: House, words: tuple[str, ...], why: str) -> None:
    """One sentence; nothing has happened, nobody is written to, and the log is empty."""
    before = done(house, "list", "--json")
    assert why in refused(house, *words)
    assert done(house, "list", "--json") == before
    assert log(house) == []
    assert house.letters("ann") == []


def test_whoever_has_never_begun_a_board_may_be_renamed(house: House) -> None:
    """The password goes with the account, and the old name is free."""
    house.sign_up("eve")
    assert done(house, "rename", "eve", "Eva") == "eve is Eva now"
    assert "you were eve, and are Eva now" in house.letters("eve")[-1].text
    assert "notify=turn" in house.mail("eve", "set eva secret-eve notify=turn")[-1].text
    assert "there is no player eve" in refused(house, "show", "eve")


def test_a_password_is_set_from_a_file(house: House, tmp_path: Path) -> None:
    """Its first line is the new password, the old one does no more; the player is told, and not of the word."""
    (tmp_path / "new.txt").write_text("open-sesame\nand more\n", encoding="utf-8")
    said = done(house, "set-password", "ann", "--password-file", str(tmp_path / "new.txt"))
    assert said == "ann has another password"
    (told,) = house.letters("ann")
    assert "another password" in told.text
    assert "sesame" not in told.text
    assert "do not go together" in house.mail("ann", "set ann secret-ann notify=turn")[-1].text
    assert "notify=turn" in house.mail("ann", "set ann open-sesame notify=turn")[-1].text


def test_what_cannot_be_a_password_is_refused(house: House, tmp_path: Path) -> None:
    """Too short, or no text at all; the word is not repeated."""
    (tmp_path / "new.txt").write_text("abc\n", encoding="utf-8")
    why = refused(house, "set-password", "ann", "--password-file", str(tmp_path / "new.txt"))
    assert why == "That cannot be a password."
    (tmp_path / "new.txt").write_bytes(b"\xff\xfe\x00")
    assert "no UTF-8 text" in refused(
        house, "set-password", "ann", "--password-file", str(tmp_path / "new.txt")
    )


def test_nothing_comes_from_a_suspended_player(house: House) -> None:
    """Moves by password and by reply, settings, challenges by From, and a second account: all say why not."""
    me, legal = house.turn(BOARD)
    board = house.mail(me, f"mhearts showas {me} secret-{me} {BOARD}")[-1]
    assert done(house, "suspend", me, "--because", "rude words") == f"{me} is suspended: rude words"
    (told,) = house.letters(me)
    assert "suspended your account" in told.text
    assert "| rude words" in told.text
    before = house.log(BOARD)
    others = " ".join(sorted({"ann", "bob", "cat", "dan"} - {me}))
    for answers in (
        house.mail(me, f"mhearts move {BOARD} {me} secret-{me} {legal[0]}"),
        house.reply(board, legal[0]),
        house.mail(me, f"set {me} secret-{me} notify=turn"),
        house.mail(me, f"mhearts challenge {others} bot"),
        house.mail(me, "signup other secret-other"),
    ):
        assert "The operator of this server has suspended your account" in " ".join(answers[-1].text.split())
    assert house.log(BOARD) == before
    assert house.boards() == (BOARD,)
    assert f"{me} is suspended already" in refused(house, "suspend", me)


def test_others_cannot_challenge_a_suspended_player(house: House) -> None:
    """Who is suspended looks like who takes no challenges; seats that were kept for them are given back."""
    house.mail("ann", "set ann secret-ann challenges=ask")
    house.mail("bob", "mhearts challenge ann bob cat dan")
    house.letters("bob")
    done(house, "suspend", "ann")
    assert "needs somebody else" in house.newest("bob").subject
    assert "ann takes no challenges" in house.mail("bob", "mhearts challenge ann bob cat dan")[-1].text


def test_a_restored_player_plays_on(house: House) -> None:
    """All is as it was before; whoever has signed off on their own is not brought back."""
    me, _ = house.turn(BOARD)
    done(house, "suspend", me)
    assert done(house, "restore", me) == f"{me} is restored"
    assert "restored your account" in house.newest(me).text
    assert house.play_one(BOARD) == me
    assert house.turn(BOARD)[0] != me
    assert [act for _, act, _ in log(house)] == ["players suspend", "players restore"]


def test_addresses_are_listed_given_and_taken(house: House) -> None:
    """New ones count as confirmed; the old and the new are told, and letters go to what is left."""
    assert done(house, "addresses", "ann").startswith("ann@players.example  working  20")
    said = done(house, "addresses", "ann", "--add", "Ann@New.example", "--remove", "ann@players.example")
    assert said == "addresses of ann: 1 added, 1 removed"
    for address in ("ann@players.example", "ann@new.example"):
        assert "changed the addresses" in " ".join(house.letters(address)[-1].text.split())
    assert [one["address"] for one in json.loads(done(house, "addresses", "ann", "--json"))] == [
        "ann@new.example"
    ]
    house.mail("bob", "message bob secret-bob ann", "hello")
    assert house.letters("ann@players.example") == []
    assert len(house.letters("ann@new.example")) == 1


def test_addresses_that_change_nothing_or_too_much_are_refused(house: House) -> None:
    """What the player has already is not added again, and the only address is not taken; nobody is told."""
    assert (
        refused(house, "addresses", "ann", "--add", "Ann@players.example")
        == "ann has these addresses already"
    )
    assert "no address would be left to ann" in refused(
        house, "addresses", "ann", "--remove", "ann@players.example"
    )
    assert house.letters("ann") == []
    assert done(house, "addresses", "ann").startswith("ann@players.example  working  20")


def test_an_address_that_was_named_and_not_confirmed_is_confirmed(tmp_path: Path) -> None:
    """Where the server asks players to confirm, the operator can do it for them."""
    with open_house(tmp_path, players="confirm_addresses = yes") as house:
        house.sign_up("ann")
        assert "unconfirmed" in done(house, "addresses", "ann")
        done(house, "addresses", "ann", "--add", "ann@players.example")
        assert "working" in done(house, "addresses", "ann")


def test_a_closed_standard_input_holds_no_password(house: House) -> None:
    """One line that says what a password may be, and no traceback."""
    ini = str(house.app.config.path)
    program = [sys.executable, "-m", "pbmhearts", "--config", ini, "players", "set-password", "ann"]
    ended = subprocess.run(
        ["sh", "-c", 'exec "$@" <&-', "sh", *program], capture_output=True, text=True, check=False
    )
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr.startswith("pbmhearts: That cannot be a password.")
    assert ended.stderr.count("\n") == 1
