"""`pbmhearts trace`: what became of a mail."""

import json
import re
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from click.testing import CliRunner
from house import SERVER, START, House
from ready_house import BOARD, begun

from pbmhearts.cli.main import cli
from pbmhearts.letters import Envelope
from pbmhearts.mail.reading.inbound import queue_id

QUEUE = "4XyZ3n1B2c"


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with begun("playing", tmp_path) as house:
        house.clock.set(START - timedelta(minutes=31))
        yield house


def trace(house: House, *words: str) -> list[tuple[str, str]]:
    """What is told, and of what."""
    ini = house.app.config.path
    result = CliRunner().invoke(cli, ["--config", str(ini), "trace", *words, "--json"])
    assert result.exit_code == 0, result.output
    return [(row["what"], row["details"]) for row in json.loads(result.output)]


def play(house: House) -> str:
    """A card that came by Postfix; whose it was."""
    name, (card, *_) = house.turn(BOARD)
    raw = (
        f"Received: from mail.players.example (mail.players.example [192.0.2.7])\r\n"
        f"\tby mx.cards.example (Postfix) with ESMTPS id {QUEUE}\r\n\tfor <{SERVER}>; Mon, 30 Nov 2026\r\n"
        f"Received: by other.example id 12345678; Mon, 30 Nov 2026\r\n"
        f"From: {name}@players.example\r\nMessage-ID: <my-move@players.example>\r\n"
        f"Subject: mhearts move {BOARD} {name} secret-{name} {card}\r\n\r\nWhat a silly card!\r\n"
    )
    house.app.intake.process(raw.encode(), Envelope(f"{name}@players.example", (SERVER,), "127.0.0.1"))
    return name


@pytest.mark.parametrize("by", ["number", "fingerprint", "queue", "message-id"])
def test_a_move_from_peer_to_answer(house: House, by: str, caplog: pytest.LogCaptureFixture) -> None:
    """Whichever id the operator has: how it came, what it did, its letters, and what became of each."""
    caplog.set_level("INFO")
    name = play(house)
    house.deliver()
    (line,) = [r for r in caplog.records if r.getMessage().startswith("mail done")]
    number, fingerprint, *_ = map(str, line.args or ())
    ids = {
        "number": number,
        "fingerprint": fingerprint,
        "queue": QUEUE,
        "message-id": "<my-move@players.example>",
    }
    (what, details), *letters = trace(house, ids[by])
    seq = house.board(BOARD).seq
    assert what == f"mail {number}"
    assert re.fullmatch(
        rf"{fingerprint} from {name}@players.example by 127.0.0.1, {QUEUE} there: mhearts move done;"
        rf" board {BOARD} action {seq}",
        details,
    )
    assert len(letters) == 4
    assert all(
        re.match(rf"board {BOARD} to \w+@players.example, sent .*: 250 filed$", said) for _, said in letters
    )
    tried = [r.args[0] for r in caplog.records if r.getMessage().startswith("letter tried") and r.args]
    assert sorted(f"letter {number}" for number in tried) == sorted(what for what, _ in letters)


def test_a_person(house: House) -> None:
    """All that somebody mailed and was mailed since then; by an address, too."""
    name = play(house)
    other = next(each for each in ("ann", "bob", "cat", "dan") if each != name)
    # What the house did at its own hour is later than the move.
    assert [what.split()[0] for what, _ in trace(house, name, "--since", "1h")][:5] == ["mail"] + [
        "letter"
    ] * 4
    assert trace(house, name) == trace(house, f"{name}@players.example")
    told = trace(house, other)
    assert told[0][0].startswith("letter")
    assert f"board {BOARD} to {other}@players.example, waiting" in told[0][1]


def test_no_word_of_a_player(house: House) -> None:
    """Neither a remark, nor a card, nor a password is shown."""
    name = play(house)
    told = str(trace(house, name))
    assert "silly" not in told
    assert "secret" not in told


def test_a_refusal(house: House) -> None:
    """Which command it was, and that it was refused."""
    house.mail("ann", f"mhearts move {BOARD} ann wrong-password 2c")
    assert any("mhearts move refused" in said for _, said in trace(house, "ann"))


def test_nobody(house: House) -> None:
    """A line, and no traceback."""
    result = CliRunner().invoke(cli, ["--config", str(house.app.config.path), "trace", "zoe"])
    assert "there is no mail and no player zoe" in str(result.exception)
    result = CliRunner().invoke(
        cli, ["--config", str(house.app.config.path), "trace", "ann", "--since", "soon"]
    )
    assert (result.exit_code, "is not a number and s, m, h, d or w" in result.output) == (2, True)


@pytest.mark.parametrize(
    ("raw", "queue"),
    [
        (b"Received: from x by y (Postfix)\r\n\tid ABC123; x\r\n\r\n", "ABC123"),
        (b"X-A: b\r\nreceived: by y with LMTP id q-1.2\r\n\tfor <x>; now\r\n\r\n", "q-1.2"),
        (b"Received: from x by y\r\nSubject: what id 12345\r\n\r\n", ""),
        (b"Subject: Received: id 12345\r\n\r\n", ""),
        (b"", ""),
        (b"Received: id " + b"a" * 100_000, "a" * 40),
    ],
)
def test_the_id_of_the_mail_system_before_us(raw: bytes, queue: str) -> None:
    """It stands in the topmost Received field, and in no other."""
    assert queue_id(raw) == queue
