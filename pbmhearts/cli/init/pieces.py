"""What mail system, systemd and cron need, from the files of `deploy` with the names of one set-up in them."""

import re
from dataclasses import dataclass
from pathlib import Path

from pbmhearts.resources import data_path

OWN_DOMAIN = {
    "postfix/lmtp.cf": "add to /etc/postfix/main.cf",
    "opendkim.conf": "/etc/opendkim.conf",
    "dns.txt": "records of the domain",
    "systemd/pbmhearts.service": "/etc/systemd/system/pbmhearts.service",
    "crontab": "crontab -e",
    "pbmhearts.sh": "/usr/local/bin/pbmhearts",
}
"""What a domain of one's own needs, and where that goes."""

MAILBOX = {
    "systemd/pbmhearts.service": "/etc/systemd/system/pbmhearts.service",
    "systemd/pbmhearts-fetch.service": "/etc/systemd/system/pbmhearts-fetch.service",
    "crontab": "crontab -e",
    "pbmhearts.sh": "/usr/local/bin/pbmhearts",
}
"""What a mailbox at a provider needs."""


@dataclass(frozen=True, slots=True)
class Place:
    """One set-up.

    Attributes:
        address: the server's.
        operator: whom cron's mails go to.
        program: where `pbmhearts` is.
        ini: its configuration.
        data: its data.
        user: whom it runs as.
    """

    address: str
    operator: str
    program: Path
    ini: Path
    data: Path
    user: str

    def filled(self, name: str) -> str:
        """A file of `deploy`, for this set-up."""
        names = {
            "mhearts@cards.example.org": self.address,
            "cards.example.org": self.address.rpartition("@")[2],
            "op@example.net": self.operator or "root",
            "/opt/pbmhearts/bin/pbmhearts": str(self.program),
            "/etc/pbmhearts/mhearts.ini": str(self.ini),
            "/var/lib/pbmhearts": str(self.data),
            "user pbmhearts": f"user {self.user}",
            "-u pbmhearts": f"-u {self.user}",
            "User=pbmhearts": f"User={self.user}",
        }
        text = (data_path("deploy") / name).read_text(encoding="utf-8")
        return re.sub("|".join(map(re.escape, names)), lambda found: names[found[0]], text)
