"""`pbmhearts serve`: the server."""

import asyncio
import contextlib
import logging
from collections.abc import Callable, Iterator

import click

from pbmhearts import logs
from pbmhearts.app import opened
from pbmhearts.app import serve as running
from pbmhearts.config import Config
from pbmhearts.errors import PbmheartsError
from pbmhearts.files import locked
from pbmhearts.operator import housekeeping


@click.command()
@click.pass_obj
def serve(load: Callable[[], Config]) -> None:
    """Listen for mail and deliver letters, until SIGTERM.

    Example: pbmhearts -v serve
    """
    config = load()
    logs.tell_at_least(logging.INFO)
    with _alone(config), opened(config, upgrade=True) as server:
        try:
            chores = housekeeping.chores(server.services, lambda: running.remind(server))
            asyncio.run(
                running.serve(server, lambda *where: _announce(server.services.me.address, *where), chores)
            )
        except OSError as error:
            where = f"{config.listen.host}:{config.listen.port}"
            raise PbmheartsError(f"cannot listen on {where}: {error.strerror}") from error


@contextlib.contextmanager
def _alone(config: Config) -> Iterator[None]:
    """Hold the data folder, where the database is a file in it: two servers would send each letter twice."""
    if config.database_file is None:
        yield
        return
    lock = config.data / "serve.lock"
    with contextlib.ExitStack() as held:
        try:
            config.data.mkdir(mode=0o700, parents=True, exist_ok=True)
            held.enter_context(locked(lock))
        except BlockingIOError:
            other = lock.read_text(encoding="ascii").strip()
            raise PbmheartsError(f"another server, process {other}, runs on {config.data}") from None
        except OSError as error:
            raise PbmheartsError(f"{lock} cannot be written: {error.strerror}") from error
        yield


def _announce(address: str, host: str, port: int) -> None:
    click.echo(f"{address} listens on {host}:{port}")
