"""How commands answer: tables on a terminal, plain lines in a pipe, JSON where it is asked for."""

import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict, is_dataclass
from datetime import datetime
from typing import Any, TypeVar

import click
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from pbmhearts.render.layout import printable

F = TypeVar("F", bound=Callable[..., Any])

_BAR = 40
"""Columns of the longest bar of a chart."""


def json_option(command: F) -> F:
    """The option `--json`, given to the command as `as_json`."""
    return click.option("--json", "as_json", is_flag=True, help="As JSON, for programs.")(command)


def show_json(data: object) -> None:
    """Print data as JSON: dataclasses as objects, times as ISO 8601."""
    click.echo(json.dumps(data, default=_plain, indent=1, ensure_ascii=False))


def _plain(value: object) -> object:
    if is_dataclass(value) and not isinstance(value, type):
        return asdict(value)
    return value.isoformat() if isinstance(value, datetime) else str(value)


def show_rows(
    columns: Sequence[str], rows: Sequence[Sequence[object]], data: object, *, as_json: bool
) -> None:
    """Print data as JSON if that is wanted, else rows made of it.

    Rows are a table with these columns on a terminal, else a line each, two spaces between the cells.
    """
    if as_json:
        show_json(data)
        return
    cells = [[_cell(cell) for cell in row] for row in rows]
    if not sys.stdout.isatty():
        for row in cells:
            click.echo("  ".join(row).rstrip())
        return
    table = Table(*columns, box=SIMPLE_HEAD)
    for row in cells:
        table.add_row(*(Text(cell) for cell in row))
    Console().print(table)


def show_facts(facts: Sequence[tuple[str, object]], data: object, *, as_json: bool) -> None:
    """Print data as JSON if that is wanted, else a line for each fact that has a value."""
    if as_json:
        show_json(data)
        return
    for name, value in facts:
        if value not in {None, ""}:
            click.echo(f"{name}: {_cell(value)}")


def show_bars(bars: Sequence[tuple[str, int]]) -> None:
    """Print a number for each label, on a terminal with a bar beside it."""
    longest = max((number for _, number in bars), default=0) or 1
    for label, number in bars:
        bar = "  " + "█" * round(_BAR * number / longest) if sys.stdout.isatty() else ""
        click.echo(f"  {label}  {number:>6}{bar}".rstrip())


def _cell(value: object) -> str:
    """A value on one line; what strangers have written can do nothing to a terminal."""
    if isinstance(value, datetime):
        return f"{value:%Y-%m-%d %H:%M}"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return printable(str(value))
