"""A private Dovecot in a temporary folder: one IMAP mailbox, on a port of its own, nothing beyond loopback.

It wants root (Dovecot changes users) and /usr/sbin/dovecot, and touches no other instance.
"""

import contextlib
import imaplib
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Self

from certificate import make_certificate
from ports import free_port
from postfix import wait_until

PROGRAM = Path("/usr/sbin/dovecot")
USER, PASSWORD = "mhearts", "s3cret-imap"

_CONF = """\
base_dir = {root}/run
state_dir = {root}/state
log_path = {root}/dovecot.log
instance_name = {name}
protocols = imap
listen = 127.0.0.1
ssl = yes
ssl_cert = <{root}/certificate.pem
ssl_key = <{root}/key.pem
disable_plaintext_auth = no
mail_location = maildir:{root}/mail
mail_privileged_group =
imap_capability = {capability}
passdb {{
  driver = static
  args = password={password}
}}
userdb {{
  driver = static
  args = uid=nobody gid=nogroup home={root}/mail
}}
service imap-login {{
  chroot =
  inet_listener imap {{
    port = {port}
  }}
  inet_listener imaps {{
    port = {tls_port}
  }}
}}
service anvil {{
  chroot =
}}
service stats {{
  chroot =
}}
"""


class Dovecot:
    """A mailbox in a temporary folder, as a context manager.

    Args:
        capability: what it says it can, "" for all that it can.

    Attributes:
        port: for plain IMAP and STARTTLS.
        tls_port: for TLS from the first byte.
        certificate: whom a client must trust.
        password_file: holds the password.
    """

    def __init__(self, capability: str = "") -> None:
        self._root = Path(tempfile.mkdtemp(prefix="dovecot-test-"))
        self._root.chmod(0o755)
        self.port, self.tls_port = free_port(), free_port()
        self.certificate, _ = make_certificate(self._root)
        self.password_file = self._root / "password"
        self.password_file.write_text(PASSWORD + "\n", encoding="utf-8")
        mail = self._root / "mail"
        mail.mkdir()
        shutil.chown(mail, "nobody", "nogroup")
        (self._root / "dovecot.conf").write_text(
            _CONF.format(
                root=self._root,
                name=self._root.name,
                capability=capability,
                password=PASSWORD,
                port=self.port,
                tls_port=self.tls_port,
            ),
            encoding="utf-8",
        )
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        self._process = subprocess.Popen([PROGRAM, "-F", "-c", self._root / "dovecot.conf"])
        try:
            wait_until(self._answers)
            self.counts()
        except BaseException as error:
            self.__exit__(type(error), error, None)
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._process is not None:
            self._process.terminate()
            self._process.wait(20)
        log = self.log
        shutil.rmtree(self._root, ignore_errors=True)
        if error is not None:
            error.add_note(log)

    def _answers(self) -> bool:
        try:
            with socket.create_connection(("127.0.0.1", self.port), timeout=5):
                return True
        except OSError:
            return False

    @property
    def log(self) -> str:
        """What it has logged."""
        path = self._root / "dovecot.log"
        return path.read_text("utf-8", "replace") if path.is_file() else ""

    @contextlib.contextmanager
    def _client(self) -> Iterator[imaplib.IMAP4]:
        with imaplib.IMAP4("127.0.0.1", self.port, timeout=10) as client:
            client.login(USER, PASSWORD)
            yield client

    def put(self, *mails: bytes, folder: str = "INBOX") -> None:
        """Lay mails into a folder, as the provider's own mail server would."""
        with self._client() as client:
            for mail in mails:
                assert client.append(folder, "", None, mail)[0] == "OK"  # type: ignore[arg-type]

    def counts(self, *folders: str) -> dict[str, int]:
        """How many mails lie in each of these folders that exist."""
        with self._client() as client:
            found = {folder: client.select(folder, readonly=True) for folder in folders}
        return {folder: int(data[0] or 0) for folder, (status, data) in found.items() if status == "OK"}

    def flags(self, folder: str) -> list[str]:
        """The flags of each mail in a folder."""
        with self._client() as client:
            client.select(folder, readonly=True)
            _, data = client.fetch("1:*", "(FLAGS)")
        return [line.decode() for line in data if isinstance(line, bytes)]

    def settings(self, **more: str) -> dict[str, str]:
        """The keys of [imap] that lead here."""
        keys = {
            "host": "127.0.0.1",
            "port": str(self.port),
            "security": "none",
            "user": USER,
            "password_file": str(self.password_file),
        }
        return keys | more
