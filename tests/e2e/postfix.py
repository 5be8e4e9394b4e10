"""A private Postfix in a temporary folder, and a sink for what it sends out.

The server's mail goes by LMTP to a port of ours, everything else to the sink; nothing leaves loopback.
It wants root (Postfix changes users) and /usr/sbin/postfix, and touches no other instance.
"""

import json
import os
import shutil
import smtplib
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeVar

from ports import free_port

PROGRAM = Path("/usr/sbin/postfix")
DOMAIN = "cards.example"
_T = TypeVar("_T")

_MAIN_CF = """\
compatibility_level = 3.6
queue_directory = {root}/queue
data_directory = {root}/data
maillog_file = {root}/mail.log
maillog_file_prefixes = {root}
multi_instance_enable = no
myhostname = mx.{domain}
mydomain = {domain}
myorigin = {domain}
mydestination =
inet_interfaces = loopback-only
inet_protocols = ipv4
mynetworks = 127.0.0.0/8
smtpd_relay_restrictions = permit_mynetworks, reject
relay_domains = {domain}
relay_transport = lmtp:inet:127.0.0.1:{lmtp_port}
relayhost = [127.0.0.1]:{sink_port}
recipient_delimiter = +
local_recipient_maps =
alias_maps =
alias_database =
disable_dns_lookups = yes
smtp_host_lookup = native
smtpd_peername_lookup = no
smtp_tls_security_level = none
lmtp_tls_security_level = none
smtpd_tls_security_level = none
queue_run_delay = 1s
minimal_backoff_time = 1s
maximal_backoff_time = 2s
maximal_queue_lifetime = {lifetime}s
bounce_queue_lifetime = {lifetime}s
transport_retry_time = 1s
default_destination_concurrency_failed_cohort_limit = 0
smtpd_client_connection_count_limit = 0
smtpd_error_sleep_time = 0
"""

_MASTER_CF = """\
127.0.0.1:{port} inet n - n - 20 smtpd
pickup    unix n - n 1  1 pickup
cleanup   unix n - n - 0 cleanup
qmgr      unix n - n 1 1 qmgr
rewrite   unix - - n - - trivial-rewrite
bounce    unix - - n - 0 bounce
defer     unix - - n - 0 bounce
trace     unix - - n - 0 bounce
verify    unix - - n - 1 verify
flush     unix n - n 1000? 0 flush
proxymap  unix - - n - - proxymap
smtp      unix - - n - - smtp
lmtp      unix - - n - - lmtp
relay     unix - - n - - smtp
showq     unix n - n - - showq
error     unix - - n - - error
retry     unix - - n - - error
discard   unix - - n - - discard
anvil     unix - - n - 1 anvil
scache    unix - - n - 1 scache
postlog   unix-dgram n - n - 1 postlogd
"""


def wait_until(what: Callable[[], _T], seconds: float = 20) -> _T:
    """The first true value of `what`, or an AssertionError after so long."""
    deadline = time.monotonic() + seconds
    while not (value := what()):
        assert time.monotonic() < deadline, "it did not come about in time"
        time.sleep(0.05)
    return value


class Postfix:
    """A running Postfix, as a context manager.

    Args:
        lmtp_port: where mail for `domain` goes, by LMTP.
        sink_port: where all other mail goes, by SMTP.
        lifetime: how long mail is tried before it bounces, in seconds.
        main: further lines of main.cf, over those of ours.
        master: further services.

    Attributes:
        port: takes mail by SMTP on 127.0.0.1, from anybody there to anybody.
    """

    def __init__(
        self,
        *,
        lmtp_port: int,
        sink_port: int,
        domain: str = DOMAIN,
        lifetime: int = 600,
        main: str = "",
        master: str = "",
    ) -> None:
        self.port = free_port()
        self._further = main, master
        self._values = {
            "domain": domain,
            "lmtp_port": lmtp_port,
            "sink_port": sink_port,
            "lifetime": lifetime,
            "port": self.port,
        }

    def __enter__(self) -> Self:
        self._root = Path(tempfile.mkdtemp(prefix="postfix-"))
        try:
            self._set_up()
            self._run(str(PROGRAM), "-c", str(self._etc), "start")
            wait_until(self._answers)
        except BaseException:
            self._clean_up()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._clean_up()

    @property
    def log(self) -> str:
        """What Postfix has logged so far."""
        path = self._root / "mail.log"
        return path.read_text(encoding="utf-8", errors="replace") if path.exists() else ""

    def queue(self) -> list[dict[str, Any]]:
        """The mails in the queue, as `postqueue -j` tells them (queue_name, sender, recipients, ...)."""
        listed = self._run("postqueue", "-c", str(self._etc), "-j")
        return [json.loads(line) for line in listed.splitlines()]

    def flush(self) -> None:
        """Try all mail in the queue now."""
        self._run("postqueue", "-c", str(self._etc), "-f")

    def submit(self, envelope_from: str, recipients: list[str], data: bytes) -> None:
        """Send a mail in by SMTP."""
        with smtplib.SMTP("127.0.0.1", self.port, timeout=20) as smtp:
            smtp.sendmail(envelope_from, recipients, data)

    @property
    def _etc(self) -> Path:
        return self._root / "etc"

    def _set_up(self) -> None:
        self._root.chmod(0o755)  # Postfix's own users must pass
        self._etc.mkdir()
        (self._root / "queue").mkdir()
        data = self._root / "data"
        data.mkdir()
        shutil.chown(data, "postfix")
        main, master = self._further
        main = _MAIN_CF.format(root=self._root, **self._values) + main
        (self._etc / "main.cf").write_text(main, encoding="utf-8")
        (self._etc / "master.cf").write_text(_MASTER_CF.format(**self._values) + master, encoding="utf-8")

    def _answers(self) -> bool:
        try:
            with smtplib.SMTP("127.0.0.1", self.port, timeout=5) as smtp:
                return smtp.noop()[0] == 250
        except (OSError, smtplib.SMTPException):
            return False

    def _clean_up(self) -> None:
        if (self._root / "queue" / "pid" / "master.pid").exists():
            subprocess.run([PROGRAM, "-c", self._etc, "stop"], capture_output=True, timeout=30, check=False)
        shutil.rmtree(self._root, ignore_errors=True)

    def _run(self, *command: str) -> str:
        environment = {
            "PATH": "/usr/sbin:/usr/bin:/sbin:/bin",
            "LANG": "C",
            "HOME": os.environ.get("HOME", "/"),
        }
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=30, env=environment, check=False
        )
        assert done.returncode == 0, f"{command}: {done.stdout}{done.stderr}\n{self.log}"
        return done.stdout
