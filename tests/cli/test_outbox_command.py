"""`pbmhearts outbox`: outgoing letters, seen and seen to by the operator."""

import json
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from house import START, House
from ready_house import BOARD, begun

from pbmhearts.cli.main import cli
from pbmhearts.mail.transport.maildir import Maildirs
from pbmhearts.storage import Repositories

pytestmark = pytest.mark.slow


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A house with the letters of one card to deliver."""
    with begun("playing", tmp_path) as house:
        house.clock.set(START - timedelta(hours=1))
        name, (card, *_) = house.turn(BOARD)
        raw = f"From: {name}@players.example\r\nSubject: mhearts move {BOARD} {name} secret-{name} {card}\r\n\r\n"
        house.raw(raw.encode(), envelope_from=f"{name}@players.example")
        yield house


def run(folder: Path, *words: str, exit_code: int = 0) -> Result:
    result = CliRunner().invoke(cli, ["--config", str(folder / "mhearts.ini"), "outbox", *words])
    assert result.exit_code == exit_code, result.output
    return result


def numbers(folder: Path, *words: str) -> list[int]:
    return [row["id"] for row in json.loads(run(folder, "list", "--json", *words).output)]


def test_list_says_what_is_owed_and_not_what_was_sent(house: House, tmp_path: Path) -> None:
    """A line a letter, with state, kind, board and address; sent ones only when asked for."""
    lines = run(tmp_path, "list").output.splitlines()
    assert len(lines) == 4
    at = f"{house.clock.now():%Y-%m-%d %H:%M}"
    assert all(f"waiting  0  {at}  board {BOARD}  " in line for line in lines)
    assert {line.split()[-1] for line in lines} == {
        f"{name}@players.example" for name in ("ann", "bob", "cat", "dan")
    }
    assert len(run(tmp_path, "list", "--all").output.splitlines()) > 4
    assert run(tmp_path, "list", "--by-domain").output == "players.example  4 waiting\n"
    assert json.loads(run(tmp_path, "list", "--by-domain", "--json").output) == {
        "players.example": {"waiting": 4}
    }


def test_show_tells_no_card_and_no_code_unless_asked_for(house: House, tmp_path: Path) -> None:
    """What goes to whom stands there; the letter itself only with --text, and nothing is kept of that."""
    number = numbers(tmp_path)[0]
    shown = run(tmp_path, "show", str(number)).output
    assert f"board: {BOARD}\n" in shown
    assert "state: waiting\n" in shown
    assert "hand" not in shown
    assert "message" not in shown
    whole = run(tmp_path, "show", str(number), "--text").output
    assert "Your hand" in whole
    code = whole.partition("Code: ")[2].split()[0]
    assert code not in shown
    assert not json.loads(run(tmp_path, "show", str(number), "--json").output)["rendered"]


def test_a_letter_that_is_not_there(house: House, tmp_path: Path) -> None:
    """Its number is named, and nothing else happens; what was sent has no words any more."""
    result = run(tmp_path, "show", "4711", exit_code=1)
    assert "no letter 4711" in str(result.exception)
    sent = numbers(tmp_path, "--state", "sent")[0]
    assert "kept no longer" in str(run(tmp_path, "show", str(sent), "--text", exit_code=1).exception)
    assert "4711" in run(tmp_path, "retry", "4711", exit_code=1).output


def test_run_delivers_once_what_is_due(house: House, tmp_path: Path) -> None:
    """For a server that does not deliver by itself; a second run has nothing to do."""
    assert run(tmp_path, "run").output == "4 sent, 0 put off, 0 dead\n"
    assert run(tmp_path, "run").output == "0 sent, 0 put off, 0 dead\n"
    assert len(list(Maildirs(house.app.config.maildirs).read("ann@players.example"))) == 1


def test_run_says_by_its_exit_that_something_could_not_go(house: House, tmp_path: Path) -> None:
    """Letters that were put off are counted, listed with their fault, and make exit code 1."""
    house.app.config.maildirs.rename(house.app.config.maildirs.with_name("away"))
    house.app.config.maildirs.write_text("a file, where the folder should be")
    assert run(tmp_path, "run", exit_code=1).output == "0 sent, 4 put off, 0 dead\n"
    assert all("maildir: " in line for line in run(tmp_path, "list").output.splitlines())


def test_dropped_letters_stay_in_sight_and_come_back_when_asked(house: House, tmp_path: Path) -> None:
    """A drop needs a reason, which is listed; retry revives one letter, all of a domain, or all that are dead."""
    first, *_ = numbers(tmp_path)
    run(tmp_path, "drop", str(first), exit_code=2)
    run(tmp_path, "drop", str(first), "--because", "a typo")
    assert "dropped: a typo" in run(tmp_path, "list", "--state", "dropped").output
    run(tmp_path, "drop", str(first), "--because", "again", exit_code=1)
    assert run(tmp_path, "run").output.startswith("3 sent")
    assert run(tmp_path, "retry", "--domain", "players.example").output == "0 to be tried again\n"
    assert run(tmp_path, "retry", str(first)).output == "1 to be tried again\n"
    house.app.store.run(lambda repositories: repositories.outbox.bury(first, "550 no"))
    assert run(tmp_path, "retry", "--dead").output == "1 to be tried again\n"
    assert run(tmp_path, "run").output.startswith("1 sent")
    run(tmp_path, "retry", exit_code=2)


def meet_holds(repositories: Repositories) -> None:
    """Claim as delivery does, which puts off what goes to a held domain, and give back the rest."""
    held = {hold.domain: hold.until for hold in repositories.bounces.held(START)}
    claimed = repositories.outbox.claim(START, START + timedelta(minutes=10), 40, held=held)
    repositories.outbox.release([letter.id for letter in claimed])


def test_retry_asks_a_domain_again_that_had_refused_the_server(house: House, tmp_path: Path) -> None:
    """Letters held back for their domain's sake are due at once, by number or by domain, and stay so."""
    now = START
    for words in (["--domain", "players.example"], [str(numbers(tmp_path)[0])]):
        house.app.store.run(
            lambda repositories: repositories.bounces.hold(
                "players.example", now, now + timedelta(hours=6), "550 5.7.1 blocked"
            )
        )
        house.app.store.run(meet_holds)
        assert all(
            row["due_at"] > now.isoformat() for row in json.loads(run(tmp_path, "list", "--json").output)
        )
        run(tmp_path, "retry", *words)
        house.app.store.run(meet_holds)
        later = (START + timedelta(minutes=1)).isoformat()
        assert all(row["due_at"] < later for row in json.loads(run(tmp_path, "list", "--json").output))
