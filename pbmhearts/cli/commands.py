"""The commands by name, each imported only when it runs: what one of them needs may take a second to import."""

import importlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import click


@dataclass(frozen=True, slots=True)
class Entry:
    """A command that is not imported yet.

    Attributes:
        where: the module under `pbmhearts.cli`, a dot, and the command's name there.
        summary: half a line, as the command's own help begins.
    """

    where: str
    summary: str


class LazyGroup(click.Group):
    """A group that knows its commands by an `Entry` each."""

    entries: Mapping[str, Entry]

    def __init__(self, *args: Any, entries: Mapping[str, Entry], **options: Any) -> None:
        super().__init__(*args, **options)
        self.entries = entries

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click names what it gives
        """All names, in alphabetical order."""
        return sorted(self.entries)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """The command of that name, imported now."""
        entry = self.entries.get(cmd_name)
        if entry is None:
            return None
        module, _, name = entry.where.rpartition(".")
        command: click.Command = getattr(importlib.import_module(f"pbmhearts.cli.{module}"), name)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """List the commands with their summaries, without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, self.entries[name].summary) for name in sorted(self.entries)])
