"""`pbmhearts serve`: the server."""

import asyncio
import logging
from collections.abc import Callable

import click

from pbmhearts import app, logs
from pbmhearts.config import Config
from pbmhearts.errors import PbmheartsError


@click.command()
@click.pass_obj
def serve(load: Callable[[], Config]) -> None:
    """Listen for mail and deliver letters, until SIGTERM.

    Example: pbmhearts -v serve
    """
    config = load()
    logs.tell_at_least(logging.INFO)
    with app.opened(config, upgrade=True) as server:
        try:
            asyncio.run(
                app.serve(server, lambda host, port: _announce(server.services.me.address, host, port))
            )
        except OSError as error:
            where = f"{config.listen.host}:{config.listen.port}"
            raise PbmheartsError(f"cannot listen on {where}: {error.strerror}") from error


def _announce(address: str, host: str, port: int) -> None:
    click.echo(f"{address} listens on {host}:{port}")
