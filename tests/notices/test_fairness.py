"""Deals that anybody can check: with what the letters brought, and with nothing of ours."""

import hashlib
import re
import subprocess
import sys
from html import unescape
from pathlib import Path

import pytest
from house import House, Mail, open_house
from playing_on import last_move, play_on
from ready_house import BOARD

from pbmhearts.games import fairdeal

pytestmark = pytest.mark.slow

SHORT = "-deals=3 -goal=1000"


def ten_lines(page: Mail) -> str:
    """The script, as somebody copies it out of `help fairness`."""
    lines = page.text.splitlines()
    start = lines.index("import hashlib, re, sys")
    return "\n".join(lines[start : start + 10]) + "\n"


def test_the_script_can_be_copied_out_of_html_too(tmp_path: Path) -> None:
    """Each of its lines stands on its own there, with its indentation, as in text."""
    with open_house(tmp_path) as house:
        house.sign_up("ann")
        page = house.mail("ann", "help fairness")[-1]
        assert ten_lines(page) in unescape(page.html).replace("</div>", "\n")


def attachment(letter: Mail) -> str:
    """The file that the last letter brings, as a mail program saves it."""
    (file,) = letter.message.iter_attachments()
    content: str = file.get_content()
    return content


def run(folder: Path, script: str, record: str, newline: str = "\n") -> list[str]:
    """What the script prints of a record, in an interpreter of its own that knows no package of ours."""
    (folder / "check.py").write_text(script, encoding="ascii")
    (folder / "board.txt").write_text(record, encoding="ascii", newline=newline)
    done = subprocess.run(
        [sys.executable, "-I", "-W", "error", "check.py", "board.txt"],
        cwd=folder, capture_output=True, text=True, check=True, timeout=30,
    )  # fmt: skip
    return done.stdout.splitlines()


def changed(record: str, hand: int, line: int) -> tuple[str, str]:
    """The record with the last card of one line of one log another one, and that card."""
    head, start, rest = record.partition(f"\n* hand {hand}\n")
    facts, log, cards = rest.partition("log\n")
    lines = cards.splitlines(keepends=True)
    old = lines[line]
    card = "2C" if "2C" not in old else "3C"
    lines[line] = f"{old[:-3]}{card}\n"
    return head + start + facts + log + "".join(lines), card


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str]:
    """The script out of the help page, and the record of a board of three deals."""
    with open_house(tmp_path_factory.mktemp("fair")) as house:
        number = house.start(SHORT)
        return ten_lines(house.mail("ann", "help fairness")[-1]), attachment(last_move(house, number)["cat"])


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_the_ten_lines_find_a_fair_board_fair(
    tmp_path: Path, finished: tuple[str, str], newline: str
) -> None:
    """Each hand of a finished board checks, however the mail program ends its lines."""
    script, record = finished
    assert len(script.splitlines()) == 10
    assert max(map(len, script.splitlines())) <= 72
    assert run(tmp_path, script, record, newline) == [f"hand {n} True True []" for n in (1, 2, 3)]


def test_the_first_mix_names_the_players_as_they_sit(tmp_path: Path) -> None:
    """Seats follow no alphabet, and neither does what the first hand is mixed with."""
    with open_house(tmp_path) as house:
        number = house.start("-deals=1", ("dan", "bob", "cat", "ann"))
        script = ten_lines(house.mail("ann", "help fairness")[-1])
        record = attachment(last_move(house, number)["cat"])
        with house.app.store.read() as repositories:
            first = repositories.boards.deals(number)[0]
    assert first.mix == hashlib.sha256(f"board {number}: dan bob cat ann".encode()).hexdigest()
    assert run(tmp_path, script, record) == ["hand 1 True True []"]


@pytest.mark.parametrize("line", [0, 3, 4, 30, 55])
def test_the_ten_lines_name_the_hand_and_card_that_was_changed(
    tmp_path: Path, finished: tuple[str, str], line: int
) -> None:
    """A card changed in one hand's passes or play shows at that hand, and at the next one's mix."""
    script, record = finished
    other, card = changed(record, 2, line)
    first, second, third = run(tmp_path, script, other)
    assert first == "hand 1 True True []"
    assert second.startswith("hand 2 True True [")
    assert card in re.findall("'(..)'", second)
    assert third == "hand 3 True False []"


def test_the_ten_lines_find_a_secret_that_was_not_the_one_promised(
    tmp_path: Path, finished: tuple[str, str]
) -> None:
    """Another secret fits neither the commitment nor the cards."""
    script, record = finished
    head, _, rest = record.partition("\n* hand 3\n")
    other = head + "\n* hand 3\n" + re.sub(r"(?m)^secret .*$", f"secret {'a' * 64}", rest, count=1)
    *_, third = run(tmp_path, script, other)
    assert third.startswith("hand 3 False True ['")


def test_the_record_holds_what_the_letters_promised(tmp_path: Path) -> None:
    """The commitments of the last letter's file are those of the first letters."""
    with open_house(tmp_path) as house:
        number = house.start("-deals=1")
        first = house.letters("bob")[0].text
        record = attachment(last_move(house, number)["bob"])
    promised = re.findall(r"The secret of hand (\d) is fixed\. Its SHA-256:\n([0-9a-f]{64})", first)
    assert [hand for hand, _ in promised] == ["1", "2"]
    assert re.findall(r"(?m)^commitment (.*)$", record) == [promised[0][1]]


def test_while_a_board_is_played_only_commitments_are_told(playing: House) -> None:
    """Anybody may ask for the commitments; no secret and no mix is in the answer."""
    (answer,) = playing.mail("eve", f"mhearts fairness {BOARD}")
    with playing.app.store.read() as repositories:
        deals = repositories.boards.deals(BOARD)
    for deal in deals:
        assert fairdeal.commitment(deal.secret) in answer.text
        assert deal.secret not in answer.text + answer.html
    assert deals[0].mix not in answer.text + answer.html


def test_when_a_board_is_over_the_secrets_are_told(tmp_path: Path) -> None:
    """Secrets, mixes and logs of every hand, and where to read how they are checked."""
    with open_house(tmp_path) as house:
        number = house.start("-deals=2")
        letters = last_move(house, number)
        (answer,) = house.reply(letters["dan"], "fairness")
        with house.app.store.read() as repositories:
            deals = [deal for deal in repositories.boards.deals(number) if deal.mix]
    words = [line.strip() for line in answer.text.splitlines()]
    for deal in deals:
        assert {deal.secret, deal.mix, fairdeal.commitment(deal.secret)} <= set(words)
        assert "\n".join(deal.log.splitlines()) in "\n".join(words)
    assert "`help fairness` shows how to check the hands, with ten lines of Python." in words


def test_a_board_that_nobody_knows_has_no_commitments(playing: House) -> None:
    """A number that is no board's is refused, and so is none at all."""
    for command in ("mhearts fairness 999", "mhearts fairness", "mhearts fairness 101 102"):
        (answer,) = playing.mail("eve", command)
        assert "That could not be done." in answer.text, command


def test_a_hand_that_is_played_is_not_in_the_answer(playing: House) -> None:
    """In the middle of a deal the answer holds no card."""
    play_on(playing, BOARD, lambda _now, then: len(getattr(then, "cards", ())) > 20)
    (answer,) = playing.mail("eve", f"mhearts fairness {BOARD}")
    assert not re.search(r"(?m)^\s*[1-4] [2-9TJQKA][CDHS]", answer.text)


def test_a_board_without_a_result_checks_too(tmp_path: Path) -> None:
    """A board that the four abandon in the middle of a deal brings its record, and the ten lines find it fair."""
    with open_house(tmp_path) as house:
        number = house.start()
        play_on(house, number, lambda _now, then: len(getattr(then, "cards", ())) > 22)
        house.mail("ann", f"mhearts propose {number} ann secret-ann abandon")
        for name in ("bob", "cat", "dan"):
            house.mail(name, f"mhearts accept {number} {name} secret-{name}")
        letter = house.mail("dan", f"mhearts showas dan secret-dan {number}")[-1]
        assert "has ended without a result" in " ".join(letter.text.split())
        script, record = ten_lines(house.mail("dan", "help fairness")[-1]), attachment(letter)
    assert len(record.partition("log\n")[2].splitlines()) == 26
    assert run(tmp_path, script, record) == ["hand 1 True True []"]
