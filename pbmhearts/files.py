"""Writing a file so that whoever reads it meets the old one or the new one, never a half; and locks that are files."""

import contextlib
import fcntl
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path


@contextlib.contextmanager
def replacing(path: Path, mode: int = 0o600) -> Iterator[Path]:
    """An empty file beside `path` that takes its place at the end, unless something is raised.

    Made by root it belongs to whoever the folder belongs to: a server that is not root shall be able to use it.

    Raises:
        OSError: it cannot be written there.
    """
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    new = Path(name)
    try:
        yield new
        new.chmod(mode)
        if os.geteuid() == 0:
            folder = path.parent.stat()
            os.chown(new, folder.st_uid, folder.st_gid)
        os.fsync(handle)
        new.replace(path)
    finally:
        os.close(handle)
        new.unlink(missing_ok=True)


@contextlib.contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold a file so that no other process can; it goes with the process, however that ends.

    Raises:
        BlockingIOError: another process holds it.
        OSError: it cannot be made there.
    """
    with path.open("a+", encoding="ascii") as file:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        file.truncate(0)
        file.write(f"{os.getpid()}\n")
        file.flush()
        yield
