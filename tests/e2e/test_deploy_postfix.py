"""The Postfix lines of `deploy`, in a real Postfix."""

import json
import os
import smtplib
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from house import SERVER
from ports import free_port
from postfix import PROGRAM, Postfix, wait_until
from served import PROGRAM as PBMHEARTS
from served import Served, address_of, composed, read, reply
from sink import Sink

from pbmhearts.cli.init.pieces import Place

pytestmark = [
    pytest.mark.e2e,
    pytest.mark.skipif(not PROGRAM.exists() or os.geteuid() != 0, reason="wants Postfix, and root for it"),
]

TAKES = """\
#!{python}
import json, sys
with open("{file}", "a") as file:
    print(json.dumps([sys.argv[1:], sys.stdin.buffer.read().decode()]), file=file)
"""


def place(program: Path = PBMHEARTS) -> Place:
    """The set-up of these tests."""
    return Place(SERVER, "", program, Path("/ini"), Path("/data"), "nobody")


@pytest.fixture
def sink() -> Iterator[Sink]:
    """The players' mailboxes."""
    with Sink() as running:
        yield running


def test_lmtp(tmp_path: Path, sink: Sink):
    """A signup comes through, a reply to a letter too; an address that nobody has is refused at once, not bounced."""
    port = free_port()
    lines = place().filled("postfix/lmtp.cf").replace("8024", str(port))
    # The harness's own way to a server leads nowhere here.
    with Postfix(lmtp_port=free_port(), sink_port=sink.port, main=lines) as postfix:
        ini: dict[str, dict[str, object]] = {
            "listen": {"protocol": "lmtp", "port": port},
            "delivery": {"smarthost": "127.0.0.1", "port": postfix.port},
        }
        with Served(tmp_path, ini) as served:
            postfix.submit(address_of("ann"), [SERVER], composed("ann", "signup ann secret-ann", "1"))
            (asked,) = wait_until(lambda: sink.to(address_of("ann")))
            letter = read(asked.data)
            assert "+" in letter["Reply-To"]
            postfix.submit(address_of("ann"), [letter["Reply-To"]], reply(letter, "yes", "2"))
            wait_until(lambda: served.rows("SELECT 1 FROM addresses WHERE confirmed_at IS NOT NULL"))
            with pytest.raises(smtplib.SMTPRecipientsRefused, match="User unknown"):
                postfix.submit(address_of("ann"), ["nobody@cards.example"], composed("ann", "help", "3"))


def test_pipe(tmp_path: Path, sink: Sink):
    """What Postfix starts for a mail, and for a bounce, is a command that takes it."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        program, taken = Path(folder, "pbmhearts"), Path(folder, "taken")
        taken.touch()
        taken.chmod(0o666)
        program.write_text(TAKES.format(python="/usr/bin/python3", file=taken), encoding="utf-8")
        program.chmod(0o755)
        lines = place().filled("postfix/lmtp.cf").replace("lmtp:inet:127.0.0.1:8024", "pbmhearts:")
        master = place(program).filled("postfix/pipe.cf").replace("user=pbmhearts", "user=nobody")
        main = f"{lines}pbmhearts_destination_recipient_limit = 1\n"
        with Postfix(lmtp_port=free_port(), sink_port=sink.port, main=main, master=master) as postfix:
            extended = SERVER.replace("@", "+101-k7f3q2ab@")
            postfix.submit(address_of("ann"), [SERVER], composed("ann", "signup ann secret-ann", "1"))
            postfix.submit("", [extended], composed("ann", "help", "2"))
            wait_until(lambda: len(taken.read_text(encoding="utf-8").splitlines()) == 2)
        calls = [json.loads(line) for line in taken.read_text(encoding="utf-8").splitlines()]
    given = ["--config", "/ini", "deliver"]
    assert sorted(words for words, _ in calls) == sorted(
        [
            [*given, "--from", address_of("ann"), "--to", SERVER],
            [*given, "--from", "", "--to", extended],
        ]
    )
    ini = Served(tmp_path).ini
    for words, mail in calls:
        words[1] = str(ini)
        subprocess.run(
            [sys.executable, "-m", "pbmhearts", *words], input=mail.encode(), check=True, timeout=60
        )
    assert Served(tmp_path).rows("SELECT userid FROM accounts") == [("ann",)]
