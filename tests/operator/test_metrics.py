"""What Prometheus is told, read with its own parser."""

from datetime import timedelta
from pathlib import Path

import pytest
from click.testing import CliRunner
from house import FOUR, House
from prometheus_client.parser import text_string_to_metric_families
from ready_house import BOARD, houses, playing

from pbmhearts.cli.main import cli
from pbmhearts.operator.metrics import exposition
from pbmhearts.reminders.run import remind

__all__ = ["houses", "playing"]

Samples = dict[tuple[str, str], float]


def samples(text: str) -> Samples:
    """Each sample by its name and label."""
    families = text_string_to_metric_families(text)
    return {
        (sample.name, "".join(sample.labels.values())): sample.value
        for family in families
        for sample in family.samples
    }


def told(house: House) -> Samples:
    """What is told now."""
    with house.app.store.read() as repositories:
        return samples(exposition(repositories, house.clock.now()))


def test_a_move_is_counted_all_the_way(playing: House) -> None:
    """A mail done, a move made, four letters that wait, then are sent; the queue's age is the oldest's."""
    before = told(playing)
    name, (card, *_) = playing.turn(BOARD)
    raw = f"From: {name}@players.example\r\nSubject: mhearts move {BOARD} {name} secret-{name} {card}\r\n\r\n"
    playing.raw(raw.encode(), envelope_from=f"{name}@players.example")
    playing.wait(timedelta(seconds=90))
    waiting = told(playing)
    assert waiting["pbmhearts_mails_in_total", "done"] == before["pbmhearts_mails_in_total", "done"] + 1
    assert waiting["pbmhearts_moves_total", ""] == before["pbmhearts_moves_total", ""] + 1
    assert waiting["pbmhearts_letters", "waiting"] == len(FOUR)
    assert waiting["pbmhearts_queue_age_seconds", ""] == 90
    playing.deliver()
    after = told(playing)
    assert after["pbmhearts_letters", "waiting"] == after["pbmhearts_queue_age_seconds", ""] == 0
    assert after["pbmhearts_letters", "sent"] == before["pbmhearts_letters", "sent"] + len(FOUR)


def test_boards_and_outcomes_are_there_before_there_are_any(playing: House) -> None:
    """An alarm on what has not happened yet needs a zero to look at."""
    now = told(playing)
    boards = {state: value for (name, state), value in now.items() if name == "pbmhearts_boards"}
    assert boards == {"gathering": 0, "active": 1, "over": 0, "abandoned": 0}
    assert now["pbmhearts_mails_in_total", "shunted"] == 0
    assert now["pbmhearts_letters", "dead"] == 0


def test_the_last_run_of_the_reminders_is_told(playing: House) -> None:
    """0 before the first."""
    assert told(playing)["pbmhearts_reminders_run_timestamp_seconds", ""] == 0
    remind(playing.app.store, playing.app.services)
    at = playing.clock.now().timestamp()
    assert told(playing)["pbmhearts_reminders_run_timestamp_seconds", ""] == at


def test_a_file_for_the_textfile_collector(playing: House, tmp_path: Path) -> None:
    """The same text, for everybody to read, with no other file beside it; a folder that is not there is named."""
    ini = str(playing.app.config.path)
    printed = CliRunner().invoke(cli, ["--config", ini, "metrics"]).output
    output = tmp_path / "pbmhearts.prom"
    output.write_text("old", encoding="utf-8")
    done = CliRunner().invoke(cli, ["--config", ini, "metrics", "--output", str(output)])
    assert (done.exit_code, done.output) == (0, "")
    assert set(samples(output.read_text(encoding="utf-8"))) == set(samples(printed))
    assert output.stat().st_mode & 0o777 == 0o644
    assert list(tmp_path.iterdir()) == [output]
    nowhere = str(tmp_path / "nowhere" / "x.prom")
    failed = CliRunner().invoke(cli, ["--config", ini, "metrics", "--output", nowhere])
    assert "No such file" in str(failed.exception)


@pytest.mark.parametrize("word", ["secret", "@"])
def test_nobody_is_named(playing: House, word: str) -> None:
    """Numbers only: no userid's address, no password."""
    with playing.app.store.read() as repositories:
        assert word not in exposition(repositories, playing.clock.now())
