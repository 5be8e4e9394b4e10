"""`pbmhearts remind`: for cron."""

from collections.abc import Iterator

import click

from pbmhearts import app
from pbmhearts.cli.acting import Load
from pbmhearts.cli.output import json_option, show_json
from pbmhearts.reminders import run
from pbmhearts.reminders.run import Done


@click.command()
@click.option("--dry-run", is_flag=True, help="Only say who would be reminded, and who would lose a seat.")
@json_option
@click.pass_obj
def remind(load: Load, dry_run: bool, as_json: bool) -> None:
    """Remind whoever lets a board wait. That is for longer than nagtime; seats whose time has run out are
    taken.

    One mail a person, with all such boards; nobody gets two within a day, however often this runs. It also mails the
    daily digests, and repeats and ends invitations. Run it every hour or so.

    Exit codes: 0 done; 1 something failed, the log says what, and the next run tries again; 2 it cannot run.

    Example: pbmhearts remind --dry-run
    """
    with app.opened(load()) as server:
        done = run.remind(server.store, server.services, dry_run=dry_run)
        if not dry_run:
            server.let_bots_move()
    if as_json:
        show_json(done)
    else:
        _print(done, dry_run=dry_run)
    if done.failed:
        raise SystemExit(1)


def _print(done: Done, *, dry_run: bool) -> None:
    if dry_run:
        for userid, boards in done.reminded:
            click.echo(f"remind {userid} of {_listed(boards)}")
        for userid, board in done.forfeited:
            click.echo(f"take the seat of {userid} on {board}")
    click.echo("; ".join(_summary(done)))


def _listed(boards: tuple[int, ...]) -> str:
    return " ".join(str(board) for board in boards)


def _summary(done: Done) -> Iterator[str]:
    boards = {board for _, each in done.reminded for board in each}
    yield f"{len(done.reminded)} reminded of {len(boards)} board{'s' * (len(boards) != 1)}"
    if done.forfeited:
        yield f"{len(done.forfeited)} seats lost: " + ", ".join(
            f"{userid} on {board}" for userid, board in done.forfeited
        )
    if done.unreachable:
        yield f"{len(done.unreachable)} not reached: {', '.join(done.unreachable)}"
    if done.digests:
        yield f"{done.digests} digests"
    if done.invitations or done.ended:
        yield f"{done.invitations} invitations repeated, {done.ended} ended"
    if done.left:
        yield f"{done.left} left to the next run"
    if done.failed:
        yield f"{done.failed} failed"
    if done.down_since:
        yield f"serve has not run since {done.down_since:%Y-%m-%d %H:%M} UTC, so clocks stand still"
