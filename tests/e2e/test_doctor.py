"""`pbmhearts doctor` looks over a server that runs with all that belongs to it, and then breaks, a part at a time."""

import configparser
import contextlib
import json
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult
from click.testing import CliRunner, Result
from nameserver import Nameserver, Records
from ports import free_port
from served import PROGRAM, Served
from sink import Sink

from pbmhearts import config
from pbmhearts.cli.main import cli
from pbmhearts.clock import SystemClock
from pbmhearts.operator.doctor import Finding, Grade, Names, examine

pytestmark = pytest.mark.e2e

PASSWORD = "spades-4711"
OLD = Path(__file__).parents[1] / "data" / "databases" / "0001.sqlite3"

RECORDS: Records = {
    ("cards.example", "MX"): ["10 mx.cards.example."],
    ("mx.cards.example", "A"): ["127.0.0.1"],
    ("1.0.0.127.in-addr.arpa", "PTR"): ["mx.cards.example."],
    ("cards.example", "TXT"): ['"v=spf1 mx -all"', '"another thing"'],
    ("mail._domainkey.cards.example", "TXT"): ['"v=DKIM1; k=rsa; " "p=MIIBIjANBg"'],
    ("_dmarc.cards.example", "TXT"): ['"v=DMARC1; p=none"'],
    ("home.example", "MX"): ["5 mx.home.example."],
    ("mx.home.example", "A"): ["127.0.0.1"],
}


@dataclass
class Clinic:
    """A sound set-up, and ways to break it.

    Attributes:
        sink: the smarthost, and the mail server of everybody.
    """

    served: Served
    sink: Sink
    nameserver: Nameserver

    def ini(self, name: str = "mhearts.ini", **changes: dict[str, object]) -> Path:
        """The ini, or a copy beside it with other keys."""
        parser = configparser.ConfigParser(interpolation=None)
        parser.read(self.served.ini)
        parser.read_dict(changes)
        path = self.served.ini.with_name(name)
        with path.open("w", encoding="utf-8") as file:
            parser.write(file)
        return path

    def findings(self, later: timedelta = timedelta(0), **changes: dict[str, object]) -> list[Finding]:
        """What the doctor finds after these changes of the ini."""
        names = Names(self.nameserver.resolver, self.sink.port)
        now = SystemClock().now() + later
        return list(examine(config.load(self.ini("other.ini", **changes)), now, names))

    def command(self, ini: Path, *options: str) -> Result:
        """The command itself."""
        where = ("--nameserver", f"127.0.0.1:{self.nameserver.port}")
        return CliRunner().invoke(cli, ["--config", str(ini), "doctor", *where, *options])

    def sql(self, statement: str, *values: object) -> None:
        """Change the database behind the server's back."""
        file = self.served.config.database_url.removeprefix("sqlite:///")
        with contextlib.closing(sqlite3.connect(file, timeout=20)) as connection, connection:
            connection.execute(statement, values)


@pytest.fixture(scope="module")
def healthy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Clinic]:
    """A server with a smarthost, a domain with all its records, and reminders that have run."""
    with Sink() as sink, Nameserver(dict(RECORDS)) as nameserver:
        ini: dict[str, dict[str, object]] = {
            "server": {"operator": "op@home.example"},
            "listen": {"port": free_port()},
            "delivery": {"smarthost": "127.0.0.1", "port": sink.port, "dkim_selector": "mail"},
            "players": {"signup": "invite"},
        }
        with Served(tmp_path_factory.mktemp("doctor"), ini) as served:
            subprocess.run([PROGRAM, "--config", served.ini, "remind"], check=True, capture_output=True)
            yield Clinic(served, sink, nameserver)


@pytest.fixture
def clinic(healthy: Clinic) -> Iterator[Clinic]:
    """The same, healthy again for each test."""
    file = healthy.served.config.database_url.removeprefix("sqlite:///")
    with contextlib.closing(sqlite3.connect(file)) as connection:
        settings = connection.execute("SELECT name, value FROM settings").fetchall()
    yield healthy
    healthy.nameserver.records = dict(RECORDS)
    for table in ("outbox", "inbox", "settings"):
        healthy.sql(f"DELETE FROM {table}")  # noqa: S608 - our own words
    for row in settings:
        healthy.sql("INSERT INTO settings VALUES (?, ?)", *row)


def faults(found: list[Finding]) -> list[tuple[str, str, str]]:
    """What must be mended: about what, what it is, and how."""
    return [(each.about, each.says, each.mend) for each in found if each.grade is Grade.WRONG]


def the_fault(found: list[Finding], about: str, says: str, mend: str) -> None:
    """There is this one fault, and no other."""
    ((part, what, how),) = faults(found)
    assert part == about
    assert says in what
    assert mend in how


def test_a_sound_set_up(clinic: Clinic):
    """Every part is looked at and found in order; nothing is changed, and no letter sent."""
    found = clinic.findings()
    assert {each.grade for each in found} == {Grade.OK}
    assert [each.about for each in found] == [
        "configuration", "domain", "data", "disk", "database", "server", "reminders", "backlog", "backup", "listener",
        "smarthost",
        "mx", "spf", "dkim", "dmarc", "ptr", "port 25",
    ]  # fmt: skip
    assert clinic.sink.mails == []


def test_keys_that_cannot_be_used(clinic: Clinic):
    """Each is a line, and the exit code 1; so it is with --json."""
    ini = clinic.ini("broken.ini", listen={"prot": "1"}, delivery={"port": "many"})
    done = clinic.command(ini)
    assert (done.exit_code, done.stderr) == (1, "")
    assert [line.split()[:2] for line in done.stdout.splitlines()] == [["wrong", "configuration:"]] * 2
    assert "[listen] prot: no such key" in done.stdout
    assert [each["grade"] for each in json.loads(clinic.command(ini, "--json").stdout)] == ["wrong", "wrong"]


def test_a_password_for_everybody_to_read(clinic: Clinic, tmp_path: Path):
    """The file's mode is wrong, and said how to mend; one that is not there is said, too."""
    file = tmp_path / "password"
    file.write_text(PASSWORD, encoding="utf-8")
    file.chmod(0o644)
    url = {"url_file": "", "url": clinic.served.config.database_url}
    keys = {
        "password_file": str(file),
        "host": "127.0.0.1",
        "port": free_port(),
        "user": "mhearts@cards.example",
    }
    assert (
        "[imap] password_file",
        f"everybody on this machine may read {file}",
        f"chmod 600 {file}",
    ) in faults(clinic.findings(imap=keys, database=url))
    found = faults(clinic.findings(imap=keys | {"password_file": str(tmp_path / "none")}))
    assert any("none cannot be read" in says for _, says, _ in found)
    assert PASSWORD not in str(found)


def test_letters_from_another_domain(clinic: Clinic):
    """A mailbox whose address is another than the letters' From; with a relay that is only a note."""
    login = {"user": "me@home.example", "password_file": str(clinic.served.ini)}
    said = "letters are from cards.example, but the login at 127.0.0.1 is of home.example"
    found = clinic.findings(delivery=login, imap={"host": "127.0.0.1", "port": free_port(), **login})
    assert ("domain", said, "set [server] address = me@home.example, which is the mailbox's") in faults(found)
    found = clinic.findings(delivery=login)
    assert said in [each.says for each in found if each.grade is Grade.NOTE]


def test_letters_from_nowhere(clinic: Clinic):
    """The address of the sample ini is good for this machine only."""
    found = clinic.findings(server={"address": "mhearts@localhost"})
    assert any(
        "no mail server believes a letter from mhearts@localhost" in says for _, says, _ in faults(found)
    )


def test_letters_to_anybody(clinic: Clinic):
    """A public server that confirms no address is a way to mail strangers."""
    found = clinic.findings(players={"confirm_addresses": "no"})
    the_fault(found, "players", "nobody has confirmed", "confirm_addresses = auto")
    open_to_all = clinic.findings(players={"signup": "open"})
    assert faults(open_to_all) == []
    assert any("signup = invite" in each.mend for each in open_to_all)


def test_a_data_folder_that_is_none(clinic: Clinic):
    """A file stands where the folder should be."""
    url = clinic.served.config.database_url
    found = clinic.findings(server={"data": str(clinic.served.ini)}, database={"url": url})
    the_fault(found, "data", "nothing can be written to", "mkdir -p")


def test_a_data_folder_for_everybody(clinic: Clinic):
    """The server makes it for its user only, but somebody may have made it before."""
    data = clinic.served.config.data
    data.chmod(0o755)
    found = clinic.findings()
    data.chmod(0o700)
    the_fault(found, "data", "everybody on this machine may look into", f"chmod 750 {data}")


def test_no_database(clinic: Clinic, tmp_path: Path):
    """None is made by looking."""
    found = clinic.findings(server={"data": str(tmp_path)})
    the_fault(found, "database", f"there is none at {tmp_path}", "db upgrade")
    assert list(tmp_path.iterdir()) == []


def test_an_older_database(clinic: Clinic, tmp_path: Path):
    """It is not upgraded by looking, either."""
    shutil.copy(OLD, tmp_path / "pbmhearts.sqlite3")
    found = clinic.findings(server={"data": str(tmp_path)})
    the_fault(found, "database", "revision 0001", "pbmhearts db upgrade")


def test_nobody_listens(clinic: Clinic):
    """Or somebody else does, who takes no mail for this server."""
    found = clinic.findings(listen={"port": free_port()})
    the_fault(found, "listener", "Connection refused", "start `pbmhearts serve`")
    clinic.sink.answers["mhearts@cards.example"] = "554 5.7.1 no relaying"
    found = clinic.findings(listen={"port": clinic.sink.port})
    clinic.sink.answers.clear()
    the_fault(found, "listener", "554 5.7.1 no relaying", "what else listens there")


def test_a_mailbox_that_cannot_be_reached(clinic: Clinic, tmp_path: Path):
    """With an IMAP mailbox that is looked at, and neither the listener nor the provider's domain."""
    file = tmp_path / "password"
    file.write_text(PASSWORD, encoding="utf-8")
    file.chmod(0o600)
    keys = {
        "host": "127.0.0.1",
        "port": free_port(),
        "user": "mhearts@cards.example",
        "password_file": str(file),
    }
    found = clinic.findings(imap=keys, listen={"port": free_port()})
    the_fault(found, "mailbox", "Connection refused", "see [imap] host")
    assert not {each.about for each in found} & {"listener", "mx", "spf", "dkim", "dmarc", "ptr"}


def test_a_smarthost_that_is_not_there(clinic: Clinic):
    """Nobody answers on its port."""
    found = clinic.findings(delivery={"port": free_port()})
    the_fault(found, "smarthost", "Connection refused", "see [delivery] smarthost, port")


def test_a_smarthost_that_does_not_know_the_password(clinic: Clinic, tmp_path: Path):
    """The login is tried; the password is in no word of the answer."""
    file = tmp_path / "password"
    file.write_text(PASSWORD, encoding="utf-8")
    file.chmod(0o600)
    smarthost = Controller(
        object(),
        hostname="127.0.0.1",
        port=free_port(),
        auth_require_tls=False,
        authenticator=lambda *_: AuthResult(success=False, handled=False),
    )
    smarthost.start()
    try:
        found = clinic.findings(
            delivery={"port": smarthost.port, "user": "mhearts@cards.example", "password_file": str(file)}
        )
    finally:
        smarthost.stop()
    the_fault(found, "smarthost", "535", "see [delivery] user and password_file")
    assert PASSWORD not in str(found)


@pytest.mark.parametrize(
    ("name", "kind", "values", "about", "says", "mend"),
    [
        ("cards.example", "MX", [], "mx", "who takes its mail", "cards.example. MX 10"),
        ("mx.cards.example", "A", [], "mx", "has no address", "mx.cards.example. A"),
        ("cards.example", "TXT", ['"other"'], "spf", "says nowhere", 'TXT "v=spf1 mx -all"'),
        ("cards.example", "TXT", ['"v=spf1 mx -all"', '"v=spf1 a -all"'], "spf", "none counts", "keep one"),
        ("cards.example", "TXT", ['"v=spf1 -all"'], "spf", "nobody", 'TXT "v=spf1 mx -all"'),
        ("mail._domainkey.cards.example", "TXT", [], "dkim", "no key", "opendkim-genkey"),
        ("mail._domainkey.cards.example", "TXT", ['"v=DKIM1; p="'], "dkim", "withdrawn", "make a new one"),
        ("1.0.0.127.in-addr.arpa", "PTR", [], "ptr", "127.0.0.1 has no name", "name it mx.cards.example"),
        ("1.0.0.127.in-addr.arpa", "PTR", ["host7.isp.example."], "ptr", "host7.isp.example", "mx.cards.example"),
    ],
)  # fmt: skip
def test_a_record_that_is_missing(
    clinic: Clinic, name: str, kind: str, values: list[str], about: str, says: str, mend: str
):
    """Each of the domain's records, gone or wrong: which, and what it should be."""
    del clinic.nameserver.records[name, kind]
    if values:
        clinic.nameserver.records[name, kind] = values
    the_fault(clinic.findings(), about, says, mend)


def test_no_dmarc(clinic: Clinic):
    """Letters arrive without it: a note. The record of the domain above counts as well."""
    records = clinic.nameserver.records
    del records["_dmarc.cards.example", "TXT"]
    (noted,) = [each for each in clinic.findings() if each.grade is not Grade.OK]
    assert (noted.about, noted.grade) == ("dmarc", Grade.NOTE)
    assert '_dmarc.cards.example. TXT "v=DMARC1; p=none"' in noted.mend


def test_port_25_closed(clinic: Clinic):
    """Inward at the domain's own mail server, and outward, tried on the operator's."""
    names = Names(clinic.nameserver.resolver, free_port())
    found = list(examine(clinic.served.config, SystemClock().now(), names))
    inward, outward = faults(found)
    assert inward[0] == outward[0] == "port 25"
    assert "mx.cards.example cannot be reached" in inward[1]
    assert "inet_interfaces" in inward[2]
    assert "mail does not get out to mx.home.example" in outward[1]
    assert "587" in outward[2]


def test_no_resolver(clinic: Clinic):
    """Nothing is known of the domain then, and the rest is looked at all the same."""
    resolver = clinic.nameserver.resolver
    resolver.port, resolver.lifetime = free_port(), 0.3
    found = list(examine(clinic.served.config, SystemClock().now(), Names(resolver, clinic.sink.port)))
    assert faults(found) == []
    assert [each.about for each in found if each.grade is Grade.NOTE] == ["dns"]


def test_letters_that_pile_up(clinic: Clinic):
    """One that has waited for more than an hour; one that was given up is a note."""
    for state, hours in (("waiting", 2), ("waiting", 0), ("dead", 100)):
        clinic.sql(
            "INSERT INTO outbox (kind, address, message_id, in_reply_to, reply_to, facts, state, created_at, due_at,"
            " attempts, error, line, priority, doubtful) VALUES ('answer', 'a@b.example', '<1@x>', '', '', '{}', ?,"
            " datetime('now', ? || ' hours') || '.000000', '2099-01-01 00:00:00.000000', 3, 'no route',"
            " '0 a@b.example', 0, 0)",
            state,
            f"-{hours}",
        )
    found = clinic.findings()
    the_fault(found, "backlog", "2 letters wait, one since", "pbmhearts outbox list")
    assert any("1 letters were given up" in each.says for each in found if each.grade is Grade.NOTE)


def test_mails_that_the_server_failed_on(clinic: Clinic):
    """They wait for the operator."""
    clinic.sql(
        "INSERT INTO inbox (fingerprint, received_at, message_id, header_from, outcome, why, envelope, raw) VALUES"
        " ('f', '2026-11-30 10:00:00.000000', '', 'a@b.example', 'shunted', 'KeyError',"
        ' \'{"envelope_from": "", "recipients": [], "peer": ""}\', x\'00\')'
    )
    the_fault(clinic.findings(), "inbox", "failed on 1 mails", "pbmhearts inbox list")


def test_a_server_and_reminders_that_stopped(clinic: Clinic):
    """What has not run for long, by what it noted itself; a note where it never ran."""
    server, reminders = faults(clinic.findings(later=timedelta(days=1)))
    assert (server[0], server[2]) == ("server", "systemctl start pbmhearts")
    assert (reminders[0], "log of `serve`" in reminders[2]) == ("reminders", True)
    clinic.sql("DELETE FROM settings WHERE name = 'reminders'")
    (noted,) = [each for each in clinic.findings() if each.grade is not Grade.OK]
    assert (noted.about, noted.grade, "never run" in noted.says) == ("reminders", Grade.NOTE, True)


def test_a_clock_that_went_back(clinic: Clinic):
    """The server was there at a time that has not come yet."""
    the_fault(clinic.findings(later=timedelta(hours=-3)), "clock", "the server was there at", "set-ntp")


def test_a_test_letter(clinic: Clinic):
    """It goes out at once, from the server's address; a refusal is a fault in the receiver's words."""
    done = clinic.command(clinic.ini(), "--send-test", "op@home.example", "--json")
    tested = json.loads(done.stdout)[-1]
    assert (tested["about"], tested["grade"]) == ("test letter", "ok")
    (letter,) = clinic.sink.to("op@home.example")
    assert letter.envelope_from == "mhearts@cards.example"
    assert b"From: MHearts <mhearts@cards.example>" in letter.data
    clinic.sink.mails.clear()
    clinic.sink.answers["op@home.example"] = "550 5.7.1 SPF failed"
    done = clinic.command(clinic.ini(), "--send-test", "op@home.example")
    clinic.sink.answers.clear()
    assert done.exit_code == 1
    assert "wrong  test letter: it did not go out to op@home.example: 550 5.7.1 SPF failed" in done.stdout


def test_a_nameserver_that_is_none(clinic: Clinic):
    """A name, or a port that is no port."""
    for given in ("localhost", "127.0.0.1:many", "127.0.0.1:99999"):
        done = clinic.command(clinic.ini(), "--nameserver", given)
        assert (done.exit_code, done.stdout) == (2, "")
        assert "--nameserver: an address, such as 127.0.0.1" in done.stderr
