"""The server that looks itself over: what its operator is told, when, and by which way."""

import http.server
import threading
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path

import pytest
from ports import free_port
from sink import Sink

from pbmhearts import config
from pbmhearts.clock import FixedClock
from pbmhearts.operator.doctor import Finding, Grade
from pbmhearts.operator.watchdog import Watchdog, tell_operator

START = datetime(2026, 11, 30, 10, tzinfo=UTC)
HOUR = timedelta(hours=1)
SPF = Finding("spf", Grade.WRONG, "there is none", "add a record")
FULL = Finding("disk", Grade.WRONG, "3 MB are free", "make room")


class Kennel:
    """A watchdog, what it meets, and the mailbox of its operator."""

    def __init__(self, folder: Path, sink: Sink, ini: str) -> None:
        self.folder, self.sink, self.ini = folder, sink, ini
        self.clock = FixedClock(START)
        self.found: list[Finding] = []
        (folder / "var").mkdir(exist_ok=True)
        self.begin()

    def begin(self, **changes: str) -> None:
        """Start it, as after a restart of the server."""
        file = self.folder / "mhearts.ini"
        file.write_text(self.ini.format(**{"port": str(self.sink.port)} | changes), encoding="utf-8")
        self.config = config.load(file)
        self.dog = Watchdog(self.config, lambda: self.found, self.clock, bytes)

    def rounds(self, *found: Finding, times: int = 1, apart: timedelta = HOUR) -> list[str]:
        """Look so often, these things being wrong; the subjects of the letters that came of it."""
        self.found = list(found)
        for _ in range(times):
            self.clock.set(self.clock.now() + apart)
            self.dog.round()
        letters = [mail.data.decode() for mail in self.sink.mails]
        self.sink.mails.clear()
        return [next(x for x in each.splitlines() if x.startswith("Subject: "))[9:] for each in letters]


INI = (
    "[server]\naddress = mhearts@cards.example\noperator = op@home.example\n"
    "[delivery]\nsmarthost = 127.0.0.1\nport = {port}\n"
)


@pytest.fixture
def make(tmp_path: Path) -> Iterator[Callable[[str], Kennel]]:
    with Sink() as sink:
        yield lambda more="": Kennel(tmp_path, sink, INI + more)


def test_one_letter_and_one_when_it_is_well(make: Callable[[str], Kennel]) -> None:
    """A fault is told in the second round that meets it, again each day, and once when it is gone."""
    kennel = make("")
    assert kennel.rounds(SPF) == []
    assert kennel.rounds(SPF) == ["MHearts: spf"]
    assert kennel.rounds(SPF, times=23) == []
    assert kennel.rounds(SPF, times=2) == ["MHearts: spf"]
    assert kennel.rounds() == ["MHearts is well again: spf"]
    assert kennel.rounds(times=30) == []


def test_a_passing_fault(make: Callable[[str], Kennel]) -> None:
    """What one round only has met is told to nobody, neither as a fault nor as well again."""
    kennel = make("")
    assert kennel.rounds(SPF) + kennel.rounds() + kennel.rounds(SPF) + kennel.rounds() == []


def test_several_faults_are_one_letter(make: Callable[[str], Kennel]) -> None:
    """Each with what to do; another one that joins them is told alone."""
    kennel = make("")
    kennel.found = [SPF, FULL]
    kennel.dog.round()
    kennel.dog.round()
    (mail,) = kennel.sink.mails
    text = mail.data.decode()
    assert "Subject: MHearts: disk, spf" in text
    assert "spf: there is none\r\nTo mend it: add a record" in text
    assert "From: MHearts <mhearts@cards.example>" in text
    assert (mail.envelope_from, mail.recipients) == ("mhearts@cards.example", ("op@home.example",))
    kennel.sink.mails.clear()
    other = Finding("mx", Grade.WRONG, "gone", "")
    assert kennel.rounds(SPF, FULL, other, times=2) == ["MHearts: mx"]


def test_a_new_fault_is_looked_at_soon_again(make: Callable[[str], Kennel]) -> None:
    """So that two rounds do not take two hours."""
    kennel = make("")
    assert kennel.dog.round() == 3600
    kennel.found = [SPF]
    assert kennel.dog.round() == 600
    assert kennel.dog.round() == 3600


def test_a_restart_forgets_nothing(make: Callable[[str], Kennel]) -> None:
    """What was told is told no second time, and that it is well is told all the same."""
    kennel = make("")
    assert kennel.rounds(SPF, times=2) == ["MHearts: spf"]
    kennel.begin()
    assert kennel.rounds(SPF, times=2) == []
    kennel.begin()
    assert kennel.rounds() == ["MHearts is well again: spf"]


def test_a_memory_that_cannot_be_read(make: Callable[[str], Kennel]) -> None:
    """It begins anew."""
    kennel = make("")
    (kennel.folder / "var" / "watch.json").write_text('[{"about": 1, "colour": 2}]', encoding="utf-8")
    kennel.begin()
    assert kennel.rounds(SPF, times=2) == ["MHearts: spf"]


def test_a_smarthost_that_is_away(make: Callable[[str], Kennel]) -> None:
    """The letter goes by the second way; without one it goes as soon as the first works again."""
    kennel = make("")
    kennel.begin(port=str(free_port()))
    assert kennel.rounds(SPF, times=3) == []
    kennel.begin()
    assert kennel.rounds(SPF) == ["MHearts: spf"]
    kennel.ini += f"[watch]\nmail = smtp://127.0.0.1:{kennel.sink.port}\n"
    kennel.begin(port=str(free_port()))
    assert kennel.rounds() == ["MHearts is well again: spf"]


def test_a_letter_of_a_stuck_queue_goes_the_other_way(make: Callable[[str], Kennel]) -> None:
    """Postfix takes such a letter too, and it would lie in the same queue."""
    kennel = make("")
    with Sink() as second:
        kennel.ini += f"[watch]\nmail = smtp://127.0.0.1:{second.port}\n"
        kennel.begin()
        stuck = Finding("queue", Grade.WRONG, "9 mails have waited", "see mailq")
        assert kennel.rounds(stuck, times=2) == []
        assert [mail.recipients for mail in second.mails] == [("op@home.example",)]


@pytest.fixture
def pinged() -> Iterator[tuple[str, list[str], list[datetime]]]:
    """A web server: its address, what was asked of it, and the time on its clock."""
    asked: list[str] = []
    times = [START]

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_response_only(200)
            self.send_header("Date", format_datetime(times[-1], usegmt=True))
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Nothing."""

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever).start()
        yield f"http://127.0.0.1:{server.server_port}/abc", asked, times
        server.shutdown()


def test_a_ping_after_each_good_round(
    make: Callable[[str], Kennel], pinged: tuple[str, list[str], list[datetime]]
) -> None:
    """And after no bad one: whoever waits for it then tells the operator."""
    url, asked, times = pinged
    kennel = make(f"[watch]\nping = {url}\n")
    times.append(START + HOUR)
    assert kennel.rounds() == []
    assert asked == ["/abc"]
    kennel.rounds(SPF)
    assert asked == ["/abc"]


def test_a_clock_that_is_wrong(
    make: Callable[[str], Kennel], pinged: tuple[str, list[str], list[datetime]]
) -> None:
    """The answer to a ping tells the time."""
    url, _, times = pinged
    kennel = make(f"[watch]\nping = {url}\n")
    times.append(START - timedelta(days=1))
    assert kennel.rounds(times=2) == ["MHearts: clock"]


def test_a_ping_that_fails_is_no_fault_of_the_server(make: Callable[[str], Kennel]) -> None:
    """It is missed where it is waited for."""
    assert make(f"[watch]\nping = http://127.0.0.1:{free_port()}/\n").rounds(times=2) == []


def test_without_an_operator(tmp_path: Path) -> None:
    """The log tells, and nothing is mailed."""
    with Sink() as sink:
        kennel = Kennel(tmp_path, sink, INI.replace("operator = op@home.example\n", ""))
        assert kennel.rounds(SPF, times=3) == []


def test_telling_at_once(make: Callable[[str], Kennel]) -> None:
    """`doctor --mail`: all that is wrong, without waiting; nothing where all is well."""
    kennel = make("")
    assert tell_operator(kennel.config, [SPF], START, bytes).grade is Grade.OK
    assert [mail.recipients for mail in kennel.sink.mails] == [("op@home.example",)]
    assert tell_operator(kennel.config, [], START, bytes).grade is Grade.OK
    assert len(kennel.sink.mails) == 1
    kennel.begin(port=str(free_port()))
    assert "did not go out" in tell_operator(kennel.config, [SPF], START, bytes).says
