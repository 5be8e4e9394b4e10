"""How many mails a second Roundup's mail gateway takes; run by `intake.py` with the Python that has Roundup.

    python roundup_gateway.py FOLDER SECONDS

One process, SQLite, mails handed to the gateway itself: no SMTP. Each mail is an answer of one of four who are on
an issue's nosy list, so that the other three are owed a letter; the letters are made, and written to /dev/null.
Prints one JSON object.
"""

import argparse
import email
import itertools
import json
import os
import sys
import time
from pathlib import Path

from roundup import configuration, init, instance, mailgw, password

MAILS_AN_ISSUE = 50
"""As many as a deal has moves: an issue that grows for ever would become slow."""

PLAYERS = ("ann", "bob", "cat", "dan")


def tracker(folder: Path) -> instance.Tracker:
    """A new tracker of the classic template, with four users."""
    home = folder / "tracker"
    template = Path(sys.prefix, "share", "roundup", "templates", "classic")
    settings = {
        "tracker_home": str(home),
        "tracker_web": "http://tracker.example/",
        "mail_domain": "tracker.example",
        "mail_host": "localhost",
        "database": "db",
        "rdbms_backend": "sqlite",
    }
    config = configuration.CoreConfig()
    for name, value in settings.items():
        config[name.upper()] = value
    init.install(str(home), str(template))
    config.save(str(home / "config.ini"))
    made = instance.open(str(home))
    made.init(password.Password("secret", config=made.config))
    db = made.open("admin")
    for name in PLAYERS:
        db.user.create(username=name, address=f"{name}@players.example", roles="User")
    db.commit()
    db.close()
    return made


def issue(made: instance.Tracker) -> str:
    """A new issue with the four on its nosy list; its number."""
    db = made.open("admin")
    number = db.issue.create(title="A board", nosy=[db.user.lookup(name) for name in PLAYERS])
    db.commit()
    db.close()
    return str(number)


def mail(number: str, count: int) -> bytes:
    """An answer to an issue, as short as a move."""
    return (
        f"From: {PLAYERS[count % 4]} <{PLAYERS[count % 4]}@players.example>\r\n"
        f"To: tracker@tracker.example\r\nSubject: Re: [issue{number}] A board\r\n"
        f"Message-ID: <{count}.{number}@players.example>\r\nDate: Mon, 30 Nov 2026 10:00:00 +0000\r\n"
        "MIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n7c\r\n"
    ).encode()


def main() -> None:
    """Take mails for so long, and say how many there were, and how much processor time each took."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("seconds", type=float)
    options = parser.parse_args()
    os.environ["SENDMAILDEBUG"] = os.devnull
    made = tracker(options.folder)
    gateway = made.MailGW(made, argparse.Namespace(default_class="issue", set_value=[]))
    gateway.trapExceptions = 0
    taken = 0
    begun, spent = time.perf_counter(), time.process_time()
    while time.perf_counter() < begun + options.seconds:
        number = issue(made)
        for count in itertools.islice(itertools.count(taken), MAILS_AN_ISSUE):
            gateway.handle_Message(
                email.message_from_bytes(mail(number, count), _class=mailgw.RoundupMessage)
            )
            taken += 1
    seconds, cpu = time.perf_counter() - begun, time.process_time() - spent
    db = made.open("admin")
    assert len(db.msg.list()) == taken, "mails were lost"
    print(json.dumps({"mails_per_second": taken / seconds, "cpu_ms": cpu / taken * 1000}))


if __name__ == "__main__":
    main()
