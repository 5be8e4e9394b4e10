"""Postfix on this machine: whether it signs what leaves, and whether that leaves."""

import json
import shutil
import socket
import subprocess
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

from pbmhearts.config import Config
from pbmhearts.operator.doctor.finding import Finding, note, ok, wrong
from pbmhearts.operator.doctor.keys import is_here

_SECONDS = 10.0
_LATE = timedelta(hours=1)
_PORTS = {25, 465, 587}
"""Where Postfix takes mail; on another port something else does."""
_ADMIN_FOLDERS = "/usr/sbin:/usr/bin:/sbin:/bin"


def examine(config: Config, now: datetime) -> Iterator[Finding]:
    """Its milters and its queue; nothing where letters go elsewhere, or to another mail system."""
    ours = is_here(config.delivery.smarthost) and config.delivery.port in _PORTS
    if not ours or shutil.which("postconf", path=_ADMIN_FOLDERS) is None:
        return
    yield from _signing()
    yield from _queue(now)


def _run(program: str, *arguments: str) -> str:
    """What a program of Postfix says; raises OSError or subprocess.SubprocessError."""
    found = shutil.which(program, path=_ADMIN_FOLDERS) or program
    command = [found, *arguments]  # our own words only
    return subprocess.check_output(command, text=True, timeout=_SECONDS, stderr=subprocess.DEVNULL)  # noqa: S603


def _signing() -> Iterator[Finding]:
    mend = "systemctl start opendkim, and see smtpd_milters in /etc/postfix/main.cf"
    try:
        folder = Path(_run("postconf", "-h", "queue_directory").strip())
        milters = _run("postconf", "-hx", "smtpd_milters").replace(",", " ").split()
    except (OSError, subprocess.SubprocessError) as error:
        yield note("signing", f"Postfix does not say how it signs: {type(error).__name__}", "")
        return
    if not milters:
        yield wrong("signing", "Postfix signs no letter: it has no milter", mend)
    for milter in milters:
        if fault := _fault(milter, folder):
            yield wrong("signing", f"letters may leave unsigned, as {milter} does not answer: {fault}", mend)
        else:
            yield ok("signing", f"{milter} answers")


def _fault(milter: str, folder: Path) -> str:
    """What goes wrong when a milter is called, "" if nothing does."""
    kind, _, where = milter.strip("{}").partition(":")
    try:
        if kind == "inet":
            host, _, port = where.rpartition(":")
            socket.create_connection((host.strip("[]"), int(port)), _SECONDS).close()
        else:
            # Relative names start where Postfix has its root.
            with socket.socket(socket.AF_UNIX) as called:
                called.settimeout(_SECONDS)
                called.connect(str(folder / where))
    except PermissionError:
        return ""  # somebody is there, and lets in Postfix only
    except (OSError, ValueError) as error:
        return getattr(error, "strerror", "") or type(error).__name__
    return ""


def _queue(now: datetime) -> Iterator[Finding]:
    try:
        waiting = [json.loads(line) for line in _run("postqueue", "-j").splitlines()]
        late = [mail for mail in waiting if now - datetime.fromtimestamp(mail["arrival_time"], UTC) > _LATE]
    except (OSError, subprocess.SubprocessError, ValueError, KeyError) as error:
        yield note(
            "queue",
            f"Postfix does not show its queue to this user: {type(error).__name__}",
            "let the server's user into the group postdrop, or see `mailq` as root",
        )
        return
    if not late:
        yield ok("queue", f"{len(waiting)} mails wait in Postfix")
        return
    reasons = [there.get("delay_reason", "") for mail in late for there in mail.get("recipients", [])]
    why = next((reason for reason in reasons if reason), "held, or not tried")
    yield wrong(
        "queue", f"{len(late)} mails have waited in Postfix for over an hour: {why[:200]}", "see `mailq`"
    )
