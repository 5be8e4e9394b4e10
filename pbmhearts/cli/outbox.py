"""`pbmhearts outbox`: the letters that are to be sent, and what has become of them."""

import dataclasses
import email
import email.policy
import sys
from collections.abc import Iterable

import click

from pbmhearts import app
from pbmhearts.cli.acting import NUMBER, Load, by_option, operator, perform
from pbmhearts.cli.output import json_option, show_facts, show_rows
from pbmhearts.commands.context import Context
from pbmhearts.delivery.marking import Summary
from pbmhearts.errors import PbmheartsError
from pbmhearts.storage import OutboxRow, OutboxState, Repositories

STATES = [state.value for state in OutboxState]


@click.group()
def outbox() -> None:
    """Look after outgoing letters. Those sent or merged are listed for 30 days, the others until they are sent.

    Example: pbmhearts outbox list --state dead
    """


@outbox.command("list")
@click.option(
    "--state",
    type=click.Choice(STATES),
    help="Only these; else what waits, and what is dead.",
)
@click.option("--all", "every", is_flag=True, help="Whatever their state.")
@click.option("--by-domain", is_flag=True, help="A line a domain, with how many letters are in which state.")
@json_option
@click.pass_obj
def list_letters(load: Load, state: str | None, every: bool, by_domain: bool, as_json: bool) -> None:
    """List letters. A line each: number, state, attempts, when it is tried next, what, to whom, and the
    last fault.

    Example: pbmhearts outbox list --by-domain
    """
    with app.opened(load()) as server, server.store.read() as repositories:
        states = (state,) if state else () if every else (OutboxState.WAITING, OutboxState.DEAD)
        rows = repositories.outbox.rows(*states)
    if by_domain:
        _show_domains(rows, as_json)
        return
    columns = ("number", "state", "tries", "when", "about", "to", "fault")
    show_rows(columns, [_cells(row) for row in rows], [_data(row) for row in rows], as_json=as_json)


@outbox.command()
@click.argument("number", type=NUMBER)
@click.option(
    "--text", is_flag=True, help="Also the letter itself, with the cards that only its reader may see."
)
@json_option
@by_option
@click.pass_obj
def show(load: Load, number: int, text: bool, as_json: bool, who: str) -> None:
    """Show what became of a letter. What it is about, to whom it goes, and its fate; not what it says.

    Whoever reads a letter, by --text, is named in `log`.

    Example: pbmhearts outbox show 17
    """
    with app.opened(load()) as server:
        with server.store.read() as repositories:
            facts = _data(_row(repositories, number))
        letter = _letter(server, number) if text else ""
        if text:
            operator(server, who).note("outbox show", f"{number}, its text")
    show_facts(list(facts.items()), facts | ({"text": letter} if text else {}), as_json=as_json)
    if text and not as_json:
        click.echo(f"\n{letter}")


@outbox.command()
@click.argument("numbers", type=NUMBER, nargs=-1)
@click.option("--domain", help="All dead and waiting letters to this domain.")
@click.option("--dead", is_flag=True, help="All dead letters.")
@by_option
@click.pass_obj
def retry(load: Load, numbers: tuple[int, ...], domain: str | None, dead: bool, who: str) -> None:
    """Try letters again now. They may be dead, dropped or waiting; exit 1 if one of them cannot be tried.

    Where their domain has refused this server, so that its letters wait, that is tried again too.

    Example: pbmhearts outbox retry --domain example.org
    """
    if not numbers and not domain and not dead:
        raise click.UsageError("Name letters by number, or give --domain or --dead.")

    refused: list[int] = []

    def revive(context: Context) -> str:
        repositories, now = context.repositories, context.now
        rows = [row for number in numbers if (row := repositories.outbox.row(number))]
        rows += [
            row
            for row in repositories.outbox.rows(OutboxState.WAITING, OutboxState.DEAD)
            if _is_meant(row, domain, dead)
        ]
        chosen = list(dict.fromkeys([*numbers, *(row.id for row in rows)]))
        for held in {row.domain for row in rows}:
            repositories.bounces.release(held, now)
        refused.extend(one for one in chosen if not repositories.outbox.revive(one, now))
        return f"{len(chosen) - len(refused)} to be tried again"

    perform(load, who, "outbox retry", revive)
    if refused:
        names = ", ".join(map(str, refused))
        click.echo(f"not to be tried: {names} (sent, merged, or not there)", err=True)
        sys.exit(1)


@outbox.command()
@click.argument("number", type=NUMBER)
@click.option("--because", "why", required=True, help="Why; it stays with the letter.")
@by_option
@click.pass_obj
def drop(load: Load, number: int, why: str, who: str) -> None:
    """Never send a letter. It is still listed, as dropped, with the reason, and `retry` brings it back.

    Example: pbmhearts outbox drop 17 --because "the address was a typo"
    """

    def let_go(context: Context) -> str:
        _row(context.repositories, number)
        if not context.repositories.outbox.drop(number, f"dropped: {why}"):
            raise _NotDroppedError(f"letter {number} has been sent, merged or dropped, or is being sent")
        return f"letter {number} dropped: {why}"

    try:
        perform(load, who, "outbox drop", let_go)
    except _NotDroppedError as error:
        click.echo(str(error), err=True)
        sys.exit(1)


class _NotDroppedError(PbmheartsError):
    """It is too late to drop the letter."""


@outbox.command()
@click.pass_obj
def run(load: Load) -> None:
    """Deliver once what is due. For a server with `deliver = no`, or from cron.

    Exit codes: 0 all that was due is sent; 1 some of it is put off or dead, and listed; 2 it cannot run.

    Example: pbmhearts outbox run
    """
    done = Summary()
    with app.opened(load()) as server:
        try:
            while (some := server.delivery.drain()).tried:
                done += some
            server.delivery.tidy_up()
        finally:
            server.delivery.stop()
    click.echo(f"{done.sent} sent, {done.put_off} put off, {done.dead} dead")
    if done.put_off or done.dead:
        sys.exit(1)


def _is_meant(row: OutboxRow, domain: str | None, dead: bool) -> bool:
    here = domain is None or row.domain == domain.lower()
    states = {"dead"} if dead or domain is None else {"dead", "waiting"}
    return (dead or domain is not None) and here and row.state in states


def _row(repositories: Repositories, number: int) -> OutboxRow:
    row = repositories.outbox.row(number)
    if row is None:
        raise PbmheartsError(f"there is no letter {number} in the outbox")
    return row


def _letter(server: app.App, number: int) -> str:
    try:
        return _text_of(server.delivery.rendered(number))
    except LookupError:
        raise PbmheartsError(f"the words of letter {number} are kept no longer") from None


def _data(row: OutboxRow) -> dict[str, object]:
    """The row as data; without its Message-ID, which holds the code that stands for a password."""
    return {name: value for name, value in dataclasses.asdict(row).items() if name != "message_id"}


def _cells(row: OutboxRow) -> tuple[object, ...]:
    about = f"{row.kind} {row.board}" if row.board is not None else row.kind
    return row.id, row.state, row.attempts, row.sent_at or row.due_at, about, row.address, row.error


def _show_domains(rows: Iterable[OutboxRow], as_json: bool) -> None:
    counts = _by_domain(rows)
    told = [
        (domain, ", ".join(f"{states[state]} {state}" for state in OutboxState if state in states))
        for domain, states in counts.items()
    ]
    show_rows(("domain", "letters"), told, counts, as_json=as_json)


def _by_domain(rows: Iterable[OutboxRow]) -> dict[str, dict[str, int]]:
    """How many letters of each state each domain has, those with the most first."""
    counts: dict[str, dict[str, int]] = {}
    for row in rows:
        states = counts.setdefault(row.domain, {})
        states[row.state] = states.get(row.state, 0) + 1
    return dict(sorted(counts.items(), key=lambda item: (-sum(item[1].values()), item[0])))


def _text_of(raw: bytes) -> str:
    letter = email.message_from_bytes(raw, policy=email.policy.default)
    text = letter.get_body(("plain",))
    return f"Subject: {letter['Subject']}\n\n{text.get_content().rstrip() if text else ''}"
