"""Maildirs: where letters go while no smarthost is set, and where programs that play read them.

One maildir an address, `<root>/<address>/{tmp,new,cur}`. File names begin with a number that counts up
in each maildir, so that sorting by name is the order of delivery.
"""

import hashlib
import os
import re
from collections.abc import Iterator
from pathlib import Path

_SEEN = ":2,S"
_UNSAFE = re.compile(r"[^a-z0-9@._+=-]|^\.")
_LONGEST = 200  # file systems take 255 bytes; the number and ":2,S" need some


def _safe(text: str) -> str:
    """`text` as one file name: lower case, anything odd as %XX, never hidden, never too long."""

    def escape(match: re.Match[str]) -> str:
        return "".join(f"%{byte:02x}" for byte in match[0].encode("utf-8", "surrogatepass"))

    if not text:
        raise ValueError("no name to file a mail under")
    safe = _UNSAFE.sub(escape, text.lower())
    if len(safe) > _LONGEST:
        digest = hashlib.sha256(safe.encode("ascii")).hexdigest()[:32]
        safe = f"{safe[: _LONGEST - 33]}={digest}"
    return safe


def _sync(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


class Maildirs:
    """The maildirs under one folder, which is made when the first mail is put there."""

    def __init__(self, root: Path) -> None:
        self._root = root

    def put(self, to: str, data: bytes, name: str) -> None:
        """Deliver a mail; it is there in whole, and on the disk, or not at all.

        Args:
            to: the address, in any case.
            data: the message; CRLF becomes LF, as maildirs have it.
            name: names the mail for good, such as its Message-ID: the same name again replaces it.

        Raises:
            OSError: it cannot be written.
            ValueError: the address or the name is empty.
        """
        box = self.folder(to)
        try:
            place = _place(box, _safe(name))
        except FileNotFoundError:
            self._make(box)
            place = _place(box, _safe(name))
        target = box / place
        draft = box / "tmp" / target.name
        with draft.open("wb") as file:
            file.write(data.replace(b"\r\n", b"\n"))
            file.flush()
            os.fsync(file.fileno())
        draft.rename(target)
        _sync(target.parent)

    def _make(self, box: Path) -> None:
        for folder in (*reversed(self._root.parents), self._root, box, box / "tmp", box / "new", box / "cur"):
            folder.mkdir(mode=0o700, exist_ok=True)  # letters show hidden cards

    def folder(self, to: str) -> Path:
        """The maildir of an address, whether or not it is there."""
        return self._root / _safe(to)

    def messages(self, to: str) -> list[Path]:
        """The files of an address's mails, read and unread, in order of delivery."""
        box = self.folder(to)
        files = [file for part in ("new", "cur") if (box / part).is_dir() for file in (box / part).iterdir()]
        return sorted(files, key=lambda file: file.name)

    def read(self, to: str) -> Iterator[bytes]:
        """The unread mails of an address in order of delivery; each is marked read once it was dealt with.

        A mail counts as dealt with when the next one is asked for, so what a reader dies over comes again.
        """
        for file in self.messages(to):
            if file.parent.name == "new":
                yield file.read_bytes()
                file.rename(file.parent.parent / "cur" / (file.name + _SEEN))


def _place(box: Path, name: str) -> str:
    """Where in a maildir a mail of this name lies already, or its place after all the others."""
    last = 0
    for part in ("new", "cur"):
        # A Path a file would take twenty times as long, and a player may keep thousands.
        for file in os.listdir(box / part):  # noqa: PTH208
            number, _, rest = file.partition(".")
            if rest.partition(":")[0] == name:
                return f"{part}/{file}"
            if number.isdecimal():
                last = max(last, int(number))
    return f"new/{last + 1:08d}.{name}"
