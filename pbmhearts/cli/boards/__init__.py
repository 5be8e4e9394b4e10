"""`pbmhearts boards`: looking at boards, and acting on them."""

import click

from pbmhearts.cli.boards import changes, looks, transfer


@click.group()
def boards() -> None:
    """Look at boards, check them, and act on them. Whoever is concerned is told by mail.

    Example: pbmhearts boards list
    """


for command in (
    looks.list_boards,
    looks.show,
    looks.replay,
    looks.deal,
    looks.fairness,
    looks.verify,
    changes.undo,
    changes.end,
    changes.move_for,
    transfer.export,
    transfer.import_,
):
    boards.add_command(command)
