"""`pbmhearts metrics`: for Prometheus."""

from collections.abc import Callable
from pathlib import Path

import click

from pbmhearts import app
from pbmhearts.config import Config
from pbmhearts.errors import PbmheartsError
from pbmhearts.files import replacing
from pbmhearts.operator import metrics as watched


@click.command()
@click.option(
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write it there, for node_exporter's textfile collector; the file is never seen half written.",
)
@click.pass_obj
def metrics(load: Callable[[], Config], output: Path | None) -> None:
    """Tell figures as Prometheus reads them. They are of mails, letters, moves and boards.

    Example: pbmhearts metrics --output /var/lib/prometheus/node-exporter/pbmhearts.prom
    """
    with app.opened(load()) as server, server.store.read() as repositories:
        text = watched.exposition(repositories, server.services.clock.now())
    if output is None:
        click.echo(text, nl=False)
        return
    try:
        with replacing(output, mode=0o644) as file:
            file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise PbmheartsError(f"{output} cannot be written: {error.strerror}") from error
