"""`pbmhearts outbox`: the letters that are owed, and what has become of them."""

import dataclasses
import email
import email.policy
import json
import sys
from collections.abc import Callable, Iterable
from datetime import datetime

import click

from pbmhearts import app
from pbmhearts.config import Config
from pbmhearts.errors import PbmheartsError
from pbmhearts.storage import OutboxRow, Repositories
from pbmhearts.storage.outbox_desk import STATES, by_domain

_Load = Callable[[], Config]
_TIME = "%Y-%m-%d %H:%M"


@click.group()
def outbox() -> None:
    """Look after letters that are owed. What was sent or merged is listed for 30 days, what was not until it is.

    Example: pbmhearts outbox list --state dead
    """


@outbox.command("list")
@click.option("--state", type=click.Choice(STATES), help="Only these; else what waits, and what is dead.")
@click.option("--all", "every", is_flag=True, help="Whatever their state.")
@click.option("--by-domain", is_flag=True, help="A line a domain, with how many letters are in which state.")
@click.option("--json", "as_json", is_flag=True, help="As JSON, for programs.")
@click.pass_obj
def list_letters(load: _Load, state: str | None, every: bool, by_domain: bool, as_json: bool) -> None:
    """List letters, a line each: number, state, attempts, when it is tried next, what, to whom, and the last fault.

    Example: pbmhearts outbox list --by-domain
    """
    with app.opened(load()) as server, server.store.read() as repositories:
        rows = repositories.outbox.rows(state)
    if not state and not every:
        rows = tuple(row for row in rows if row.state in {"waiting", "dead"})
    if by_domain:
        _print_domains(rows, as_json)
    elif as_json:
        click.echo(json.dumps([_data(row) for row in rows], indent=2))
    else:
        for row in rows:
            click.echo(_line(row))


@outbox.command()
@click.argument("number", type=int)
@click.option(
    "--text", is_flag=True, help="Also the letter itself, with the cards that only its reader may see."
)
@click.option("--json", "as_json", is_flag=True, help="As JSON, for programs.")
@click.pass_obj
def show(load: _Load, number: int, text: bool, as_json: bool) -> None:
    """Show what is owed, to whom, and what has become of it; not what the letter says.

    Example: pbmhearts outbox show 17
    """
    with app.opened(load()) as server:
        with server.store.read() as repositories:
            facts = _data(_row(repositories, number))
        letter = _letter(server, number) if text else ""
    if as_json:
        click.echo(json.dumps(facts | ({"text": letter} if text else {}), indent=2))
        return
    for name, value in facts.items():
        if value not in {None, ""}:
            click.echo(f"{name}: {value}")
    if text:
        click.echo(f"\n{letter}")


@outbox.command()
@click.argument("numbers", type=int, nargs=-1)
@click.option("--domain", help="All dead and waiting letters to this domain.")
@click.option("--dead", is_flag=True, help="All dead letters.")
@click.pass_obj
def retry(load: _Load, numbers: tuple[int, ...], domain: str | None, dead: bool) -> None:
    """Try letters again now, dead, dropped or waiting; exit 1 if one of them cannot be.

    Where their domain has refused this server, so that its letters wait, that is tried again too.

    Example: pbmhearts outbox retry --domain example.org
    """
    if not numbers and not domain and not dead:
        raise click.UsageError("Name letters by number, or give --domain or --dead.")

    def revive(repositories: Repositories) -> tuple[int, list[int]]:
        rows = repositories.outbox.rows()
        chosen = [row.id for row in rows if _is_meant(row, domain, dead)]
        chosen += [number for number in numbers if number not in chosen]
        for held in {row.domain for row in rows if row.id in chosen}:
            repositories.bounces.release(held, now)
        refused = [one for one in chosen if not repositories.outbox.revive(one, now)]
        return len(chosen) - len(refused), refused

    with app.opened(load()) as server:
        now = server.services.clock.now()
        revived, refused = server.store.run(revive)
    click.echo(f"{revived} to be tried again")
    if refused:
        names = ", ".join(map(str, refused))
        click.echo(f"not to be tried: {names} (sent, merged, or not there)", err=True)
        sys.exit(1)


@outbox.command()
@click.argument("number", type=int)
@click.option("--because", "why", required=True, help="Why; it stays with the letter.")
@click.pass_obj
def drop(load: _Load, number: int, why: str) -> None:
    """Never send a letter. It is still listed, as dropped, with the reason, and `retry` brings it back.

    Example: pbmhearts outbox drop 17 --because "the address was a typo"
    """

    def let_go(repositories: Repositories) -> bool:
        _row(repositories, number)
        return repositories.outbox.drop(number, f"dropped: {why}")

    with app.opened(load()) as server:
        dropped = server.store.run(let_go)
    if not dropped:
        click.echo(f"letter {number} has been sent, merged or dropped, or is being sent", err=True)
        sys.exit(1)


@outbox.command()
@click.pass_obj
def run(load: _Load) -> None:
    """Deliver once what is due, for a server with `deliver = no` or from cron.

    Exit codes: 0 all that was due is sent; 1 some of it is put off or dead, and listed; 2 it cannot run.

    Example: pbmhearts outbox run
    """
    sent = put_off = dead = 0
    with app.opened(load()) as server:
        try:
            while (done := server.delivery.round()).tried:
                sent, put_off, dead = sent + done.sent, put_off + done.put_off, dead + done.dead
            server.delivery.tidy_up()
        finally:
            server.delivery.stop()
    click.echo(f"{sent} sent, {put_off} put off, {dead} dead")
    if put_off or dead:
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
    facts = {name: value for name, value in dataclasses.asdict(row).items() if name != "message_id"}
    return {
        name: value.isoformat() if isinstance(value, datetime) else value for name, value in facts.items()
    }


def _line(row: OutboxRow) -> str:
    about = f"{row.kind} {row.board}" if row.board is not None else row.kind
    when = row.sent_at or row.due_at
    line = f"{row.id:>6}  {row.state:<7}  {row.attempts:>2}  {when:{_TIME}}  {about}  {row.address}"
    return f"{line}  {row.error}" if row.error else line


def _print_domains(rows: Iterable[OutboxRow], as_json: bool) -> None:
    counts = by_domain(rows)
    if as_json:
        click.echo(json.dumps(counts, indent=2))
        return
    for domain, states in counts.items():
        told = ", ".join(f"{states[state]} {state}" for state in STATES if state in states)
        click.echo(f"{domain}: {told}")


def _text_of(raw: bytes) -> str:
    letter = email.message_from_bytes(raw, policy=email.policy.default)
    text = letter.get_body(("plain",))
    return f"Subject: {letter['Subject']}\n\n{text.get_content().rstrip() if text else ''}"
