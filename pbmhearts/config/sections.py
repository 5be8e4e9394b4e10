"""The sections of mhearts.ini. Each key is a field: its default, its kind and one sentence about it.

`mhearts.ini` in the repository shows the same keys with the same defaults (a test compares them).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import time, timedelta
from pathlib import Path
from typing import Any

from pbmhearts.config import values


def _key(default: Any, about: str, read: Callable[[str], Any] = values.text, *, file: bool = False) -> Any:
    """A key; with `file` it names a file, relative to the ini."""
    return field(default=default, metadata={"about": about, "read": read, "file": file})


@dataclass(frozen=True, slots=True)
class ServerConfig:
    """Who the server is."""

    address: str = _key("mhearts@localhost", "The address that players write to.", values.address)
    name: str = _key("MHearts", "The name beside it.")
    subaddress: str = _key(
        "+", "What parts address and extension (recipient_delimiter); empty: none.", values.subaddress
    )
    operator: str = _key(
        "", "Whom the server tells what only its operator can mend; empty: its log only.", values.mailbox
    )
    data: str = _key("var", "The folder for database and maildirs, relative to this file.")


@dataclass(frozen=True, slots=True)
class ListenConfig:
    """Where mail comes in, and how much of it."""

    protocol: str = _key("smtp", "smtp or lmtp (behind Postfix).", values.choice("smtp", "lmtp"))
    host: str = _key("127.0.0.1", "The address to listen on.")
    port: int = _key(8025, "The port to listen on; 0 takes a free one.", values.whole(0, 65535))
    hostname: str = _key("localhost", "The name the server greets with.")
    max_message: int = _key(262144, "Bytes of a mail.", values.whole(1000, 50_000_000))
    max_headers: int = _key(32768, "Bytes of a mail's headers.", values.whole(1000, 1_000_000))
    max_recipients: int = _key(20, "Recipients of a mail.", values.whole(1, 1000))
    max_idle_commands: int = _key(50, "Commands in a row that bring no mail.", values.whole(1, 10000))
    idle_timeout: timedelta = _key(
        timedelta(seconds=60), "A silent connection is closed after this.", values.parse_duration
    )
    max_connections: int = _key(100, "Connections at once.", values.whole(1, 10000))
    max_connections_per_peer: int = _key(10, "Connections at once from one address.", values.whole(1, 10000))
    max_mails_per_minute: int = _key(60, "Mails a minute from one address.", values.whole(1, 100000))
    trusted_peers: tuple[str, ...] = _key(
        ("127.0.0.1", "::1"), "Addresses and networks free of the two limits above.", values.networks
    )
    max_mails_per_sender: int = _key(
        1000, "Mails a minute through those from one From, or for one userid.", values.whole(1, 100000)
    )
    tls_certificate: str = _key(
        "",
        "The certificate chain (PEM) that STARTTLS is offered with; empty: none.",
        file=True,
    )
    tls_key: str = _key("", "Its key; empty: in the same file.", file=True)
    require_tls: bool = _key(False, "Take mail over STARTTLS only.", values.yes_no)


@dataclass(frozen=True, slots=True)
class ImapConfig:
    """The mailbox that `pbmhearts fetch` empties."""

    host: str = _key("", "The IMAP server; empty: there is no mailbox to fetch from.")
    port: int = _key(993, "Its port.", values.whole(1, 65535))
    security: str = _key("tls", "tls, starttls or none.", values.choice("none", "starttls", "tls"))
    user: str = _key("", "The login there.")
    password_file: str = _key("", "The file that holds its password.", file=True)
    folder: str = _key("INBOX", "The folder that mail comes into.")
    done_folder: str = _key("Done", "The folder for what is dealt with; made if it is not there.")


@dataclass(frozen=True, slots=True)
class AuthConfig:
    """Whether a mail's From must be vouched for before anything is done on its word."""

    require_dmarc: bool = _key(
        False, "Believe a From only with DMARC passed; passwords and codes count without.", values.yes_no
    )
    authserv_id: str = _key(
        "",
        "The mail system whose Authentication-Results are believed, as they name it; it must strip others.",
    )

    @property
    def vouching(self) -> str:
        """The mail system that must vouch for a From, "" where none must."""
        return self.authserv_id if self.require_dmarc else ""


@dataclass(frozen=True, slots=True)
class DatabaseConfig:
    """Where boards live."""

    url: str = _key("", "An SQLAlchemy URL (postgresql+psycopg://...); empty: SQLite in data.")
    url_file: str = _key("", "The file that holds that URL, where there is a password in it.", file=True)
    migrate: bool = _key(True, "serve upgrades the database by itself.", values.yes_no)


@dataclass(frozen=True, slots=True)
class DeliveryConfig:
    """How letters go out."""

    deliver: bool = _key(True, "serve sends letters itself; no: `pbmhearts outbox run` does.", values.yes_no)
    maildir: str = _key("mail", "Folder under data for letters while no smarthost is set.")
    smarthost: str = _key("", "The host that takes our letters; empty: into maildirs.")
    port: int = _key(25, "Its port.", values.whole(1, 65535))
    security: str = _key("none", "none, starttls or tls.", values.choice("none", "starttls", "tls"))
    user: str = _key("", "The login there; empty: none.")
    password_file: str = _key("", "The file that holds its password.", file=True)
    timeout: timedelta = _key(
        timedelta(seconds=60), "How long to wait for the smarthost.", values.parse_duration
    )
    connections: int = _key(
        4,
        "Connections to the smarthost at once, at most; more than one while it is slow.",
        values.whole(1, 50),
    )
    dkim_selector: str = _key(
        "",
        "The selector of the key that our mail system signs with, for `pbmhearts doctor`; empty: not known.",
    )
    envelope: str = _key(
        "verp",
        "verp: each letter its own bounce address; plain: the server's address.",
        values.choice("verp", "plain"),
    )
    give_up: timedelta = _key(timedelta(days=5), "How long a letter is tried.", values.parse_duration)


@dataclass(frozen=True, slots=True)
class BackupConfig:
    """The copies of an SQLite database that serve makes each day."""

    keep: int = _key(7, "How many copies are kept; 0: none is made.", values.whole(0, 1000))
    folder: str = _key("backups", "The folder for them, relative to data.")
    at: time = _key(time(3, 40), "When they are made, in UTC.", values.time_of_day)


@dataclass(frozen=True, slots=True)
class RemindersConfig:
    """Who reminds the players that let a board wait."""

    run: str = _key(
        "serve",
        "serve: the server does, each hour; cron: `pbmhearts remind` does.",
        values.choice("serve", "cron"),
    )


@dataclass(frozen=True, slots=True)
class WatchConfig:
    """How the server looks itself over, as `pbmhearts doctor` does, and tells its operator what is wrong."""

    every: timedelta | None = _key(
        timedelta(hours=1), "How often; empty: not at all.", values.duration_or_none
    )
    mail: str = _key(
        "",
        "A second way for its letters, where the smarthost takes none: smtp://host or smtps://user@host.",
        values.smtp_url,
    )
    password_file: str = _key("", "The file that holds the password there.", file=True)
    ping: str = _key(
        "", "Fetched each time all is well, so that somebody notices when it is not.", values.url
    )


@dataclass(frozen=True, slots=True)
class PlayersConfig:
    """Who may play."""

    signup: str = _key(
        "open", "open; invite: only who was invited; closed.", values.choice("open", "invite", "closed")
    )
    confirm_addresses: str = _key(
        "auto",
        "yes: an address gets letters only after its reader answered one; auto: yes once a smarthost is set.",
        values.choice("auto", "yes", "no"),
    )
    challenges: str = _key(
        "auto",
        "What players want who set nothing. ask: be asked by people they never played with; open: sit at once;"
        " auto: ask once a smarthost is set.",
        values.choice("auto", "ask", "open"),
    )
    max_challenges: int = _key(20, "Challenges a day, by one player and towards one.", values.whole(1, 10000))
    max_invitations: int = _key(
        10, "Invitations a day to people without an account, by one player.", values.whole(0, 10000)
    )
    invitation_time: timedelta = _key(
        timedelta(days=14), "An invitation ends after this.", values.parse_duration
    )
    invitation_reminder: timedelta = _key(
        timedelta(days=7), "It brings one reminder after this.", values.parse_duration
    )
    max_vacation_days: int = _key(60, "Days of vacation a year.", values.whole(0, 366))
    stranger_answers_per_hour: int = _key(
        3, "Answers an hour to one unknown address.", values.whole(0, 10000)
    )
    stranger_answers_per_day: int = _key(10, "Answers a day to one unknown address.", values.whole(0, 10000))
    all_strangers_per_hour: int = _key(
        60, "Answers an hour to unknown addresses in all.", values.whole(0, 100000)
    )
    all_strangers_per_day: int = _key(
        300, "Answers a day to unknown addresses in all.", values.whole(0, 100000)
    )


@dataclass(frozen=True, slots=True)
class BoardsConfig:
    """How boards are played."""

    nagtime: timedelta = _key(
        timedelta(days=7),
        "A board that waits this long for somebody brings a reminder.",
        values.parse_duration,
    )
    nag_every: timedelta = _key(
        timedelta(days=7), "The reminder comes again after this.", values.parse_duration
    )
    forfeittime: timedelta = _key(
        timedelta(days=21), "Who lets a board wait this long loses the seat.", values.parse_duration
    )
    totaltime: timedelta | None = _key(
        None, "So does who lets it wait this long in all; empty: no such limit.", values.duration_or_none
    )
    forfeit: str = _key(
        "standin",
        "standin: a bot plays on in the seat; end: the board ends without a result.",
        values.choice("standin", "end"),
    )
    extension: timedelta = _key(
        timedelta(days=2), "How much time `extend` may add at once.", values.parse_duration
    )
    max_extensions: int = _key(5, "How often a player may extend on one board.", values.whole(0, 1000))
    max_reminders_per_run: int = _key(
        200, "Players reminded in one run of `pbmhearts remind`, and seats lost.", values.whole(1, 100000)
    )
    notify: str = _key(
        "every",
        "What players get who set nothing: every move, or turn, trick or hand.",
        values.choice("every", "turn", "trick", "hand"),
    )
    max_commands: int = _key(20, "Commands in one mail.", values.whole(1, 1000))


@dataclass(frozen=True, slots=True)
class LogConfig:
    """What is written down of what goes on, on standard error: one line an event."""

    format: str = _key(
        "logfmt", "logfmt: key=value pairs; json: an object a line.", values.choice("logfmt", "json")
    )
    level: str = _key(
        "warning",
        "The least that is told; serve tells at least info.",
        values.choice("debug", "info", "warning", "error"),
    )


@dataclass(frozen=True, slots=True)
class Config:
    """All of mhearts.ini.

    Attributes:
        path: the file it was read from; relative folders start beside it.
    """

    path: Path
    server: ServerConfig
    listen: ListenConfig
    imap: ImapConfig
    auth: AuthConfig
    database: DatabaseConfig
    delivery: DeliveryConfig
    backup: BackupConfig
    reminders: RemindersConfig
    watch: WatchConfig
    players: PlayersConfig
    boards: BoardsConfig
    log: LogConfig

    @property
    def confirms_addresses(self) -> bool:
        """Whether an address must be confirmed before letters go there.

        Without a smarthost letters reach nobody but this machine's maildirs, so there is nobody to protect.
        """
        wish = self.players.confirm_addresses
        return wish == "yes" or (wish == "auto" and bool(self.delivery.smarthost))

    @property
    def asks_first(self) -> bool:
        """Whether players who set nothing are asked by people they never played with."""
        wish = self.players.challenges
        return wish == "ask" or (wish == "auto" and bool(self.delivery.smarthost))

    @property
    def data(self) -> Path:
        """The data folder."""
        return self.path.parent / self.server.data

    @property
    def maildirs(self) -> Path:
        """The folder of maildirs."""
        return self.data / self.delivery.maildir

    @property
    def backups(self) -> Path:
        """The folder of the daily copies."""
        return self.data / self.backup.folder

    @property
    def database_file(self) -> Path | None:
        """The SQLite file; None where the database is another one."""
        kind, _, name = self.database_url.partition(":///")
        return Path(name) if kind == "sqlite" else None

    @property
    def database_url(self) -> str:
        """The database's SQLAlchemy URL."""
        return self.database.url or f"sqlite:///{self.data.resolve() / 'pbmhearts.sqlite3'}"


SECTIONS: Mapping[str, type[Any]] = {
    "server": ServerConfig,
    "listen": ListenConfig,
    "imap": ImapConfig,
    "auth": AuthConfig,
    "database": DatabaseConfig,
    "delivery": DeliveryConfig,
    "backup": BackupConfig,
    "reminders": RemindersConfig,
    "watch": WatchConfig,
    "players": PlayersConfig,
    "boards": BoardsConfig,
    "log": LogConfig,
}
