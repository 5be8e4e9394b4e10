"""`pbmhearts players`: the people, and what the operator does about them."""

from pathlib import Path

import click

from pbmhearts import app
from pbmhearts.cli import password_prompt
from pbmhearts.cli.acting import Load, by_option, perform
from pbmhearts.cli.output import json_option, show_facts, show_rows
from pbmhearts.operator import player_acts, roster

_password_file = click.option(
    "--password-file",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Take its first line; else you are asked, or where that is no terminal its first line is taken.",
)


def _password(file: Path | None) -> str:
    return password_prompt.asked("Password", twice=True) if file is None else password_prompt.from_file(file)


@click.group()
def players() -> None:
    """Look at players, and look after them. Whoever is concerned is told by mail.

    Example: pbmhearts players list
    """


@players.command("list")
@json_option
@click.pass_obj
def list_players(load: Load, as_json: bool) -> None:
    """List players. A line each: state, boards being played, how many wait, last seen, addresses.

    Example: pbmhearts players list --json
    """
    with app.opened(load()) as server, server.store.read() as repositories:
        lines = roster.player_lines(repositories)
    rows = [
        (line.userid, line.state, line.boards, line.waiting, line.seen_at, " ".join(line.addresses))
        for line in lines
    ]
    show_rows(
        ("player", "state", "boards", "waiting", "last seen", "addresses"), rows, lines, as_json=as_json
    )


@players.command()
@click.argument("userid")
@json_option
@click.pass_obj
def show(load: Load, userid: str, as_json: bool) -> None:
    """Show what there is to know of a player, but no password.

    Example: pbmhearts players show ann
    """
    with app.opened(load()) as server, server.store.read() as repositories:
        facts = roster.player_facts(repositories, userid)
    told = (
        ("userid", facts.userid),
        ("state", facts.state),
        ("since", facts.created_at),
        ("last seen", facts.seen_at),
        ("paused", facts.paused_at),
        ("vacations", ", ".join(facts.vacations)),
        ("password", facts.password),
        (
            "addresses",
            ", ".join(f"{each.address} ({roster.address_state(each)})" for each in facts.addresses),
        ),
        ("boards", " ".join(map(str, facts.boards))),
        ("waiting", " ".join(map(str, facts.waiting))),
        ("rating", None if facts.rating is None else f"{facts.rating:.1f}"),
        ("settings", ", ".join(f"{key}={_setting(value)}" for key, value in facts.settings.items())),
    )
    show_facts(told, facts, as_json=as_json)


def _setting(value: object) -> str:
    """As players write it."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


@players.command()
@click.argument("userid")
@click.argument("address", nargs=-1, required=True)
@click.option("--no-password", is_flag=True, help="None: replies and codes are enough to play.")
@_password_file
@by_option
@click.pass_obj
def create(
    load: Load, userid: str, address: tuple[str, ...], no_password: bool, password_file: Path | None, who: str
) -> None:
    """Open an account, whose addresses count as confirmed.

    Example: pbmhearts players create ann ann@example.org --no-password
    """
    hashed = "" if no_password else player_acts.hashed(_password(password_file))
    perform(load, who, "players create", lambda context: player_acts.create(userid, hashed, address, context))


@players.command()
@click.argument("userid")
@click.argument("new")
@by_option
@click.pass_obj
def rename(load: Load, userid: str, new: str, who: str) -> None:
    """Give a player another userid, NEW. Only before the first board, which is dealt by the players' names.

    Example: pbmhearts players rename ann anna
    """
    perform(load, who, "players rename", lambda context: player_acts.rename(userid, new, context))


@players.command("set-password")
@click.argument("userid")
@_password_file
@by_option
@click.pass_obj
def set_password(load: Load, userid: str, password_file: Path | None, who: str) -> None:
    """Give a player another password.

    Example: pbmhearts players set-password ann --password-file new.txt
    """
    hashed = player_acts.hashed(_password(password_file))
    perform(
        load, who, "players set-password", lambda context: player_acts.set_password(userid, hashed, context)
    )


@players.command()
@click.argument("userid")
@click.option("--because", "why", default="", help="Why; the player reads it.")
@by_option
@click.pass_obj
def suspend(load: Load, userid: str, why: str, who: str) -> None:
    """Refuse all that comes from a player, until `restore`.

    The clocks of the player's boards run on, so that seats are lost in the end; letters still go out.

    Example: pbmhearts players suspend ann --because "abusive chat"
    """
    perform(load, who, "players suspend", lambda context: player_acts.suspend(userid, why, context))


@players.command()
@click.argument("userid")
@by_option
@click.pass_obj
def restore(load: Load, userid: str, who: str) -> None:
    """Obey a suspended player again. Addresses of the player's that had failed are written to again, too.

    Example: pbmhearts players restore ann
    """
    perform(load, who, "players restore", lambda context: player_acts.restore(userid, context))


@players.command()
@click.argument("userid")
@click.option("--add", "added", multiple=True, metavar="ADDRESS", help="Give one, which counts as confirmed.")
@click.option("--remove", "removed", multiple=True, metavar="ADDRESS", help="Take one.")
@json_option
@by_option
@click.pass_obj
def addresses(
    load: Load, userid: str, added: tuple[str, ...], removed: tuple[str, ...], as_json: bool, who: str
) -> None:
    """List a player's addresses, or change them. The state of each is told.

    Example: pbmhearts players addresses ann --add ann@example.org
    """
    if added or removed:
        perform(
            load,
            who,
            "players addresses",
            lambda context: player_acts.change_addresses(userid, added, removed, context),
        )
        return
    with app.opened(load()) as server, server.store.read() as repositories:
        found = roster.player_facts(repositories, userid).addresses
    rows = [(each.address, roster.address_state(each), each.created_at) for each in found]
    show_rows(("address", "state", "since"), rows, found, as_json=as_json)
