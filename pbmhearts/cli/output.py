"""How commands answer: tables on a terminal, plain lines in a pipe, JSON where it is asked for."""

import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict, is_dataclass
from typing import Any, TypeVar

import click
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

F = TypeVar("F", bound=Callable[..., Any])


def json_option(command: F) -> F:
    """The option `--json`, given to the command as `as_json`."""
    return click.option("--json", "as_json", is_flag=True, help="As JSON.")(command)


def show_json(data: object) -> None:
    """Print data as JSON: dataclasses as objects, times and the like as text."""
    click.echo(json.dumps(data, default=_plain, indent=1, ensure_ascii=False))


def _plain(value: object) -> object:
    if is_dataclass(value) and not isinstance(value, type):
        return asdict(value)
    return str(value)


def show_table(columns: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """Print rows: a table with these columns on a terminal, else a line each, two spaces between the cells."""
    if not sys.stdout.isatty():
        for row in rows:
            click.echo("  ".join(str(cell) for cell in row))
        return
    table = Table(box=SIMPLE_HEAD)
    for column in columns:
        table.add_column(column)
    for row in rows:
        table.add_row(*(str(cell) for cell in row))
    Console().print(table, markup=False)


def show_rows(
    columns: Sequence[str], rows: Sequence[Sequence[object]], data: object, *, as_json: bool
) -> None:
    """Print data as JSON if that is wanted, else rows made of it."""
    if as_json:
        show_json(data)
    else:
        show_table(columns, rows)


def show_bars(title: str, bars: Sequence[tuple[str, int]]) -> None:
    """Print a number for each label, on a terminal with a bar beside it."""
    click.echo(title)
    longest = max((number for _, number in bars), default=0) or 1
    width = 40
    for label, number in bars:
        bar = " " + "█" * round(width * number / longest) if sys.stdout.isatty() else ""
        click.echo(f"  {label}  {number:>6}{bar}")
