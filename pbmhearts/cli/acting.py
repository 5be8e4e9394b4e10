"""What the commands that change something share: who acts, and how what was done is told."""

import contextlib
import getpass
import os
import pwd
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from pbmhearts import app
from pbmhearts.config import Config
from pbmhearts.operator.acts import Operator, Work

F = TypeVar("F", bound=Callable[..., Any])
Load = Callable[[], Config]


class _Number(click.IntRange):
    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The number; refuses anything else in words that whoever typed it knows."""
        try:
            return int(super().convert(value, param, ctx))
        except click.BadParameter:
            self.fail(f"{value} is no number from 1 on.", param, ctx)


NUMBER = _Number(1, 2**31 - 1)
"""What may be the number of a board, a mail or a letter: what a database can count."""


def by_option(command: F) -> F:
    """The option `--by`, given to the command as `who`."""
    return click.option(
        "--by", "who", default=_login, show_default="your login", metavar="NAME", help="Who acts, for `log`."
    )(command)


def _login() -> str:
    """Who logged in to this machine, whoever they have become since by sudo or runuser."""
    with contextlib.suppress(OSError, ValueError, KeyError):
        return pwd.getpwuid(int(Path("/proc/self/loginuid").read_text(encoding="ascii"))).pw_name
    if became := os.environ.get("SUDO_USER"):
        return became
    try:
        return getpass.getuser()
    except (KeyError, OSError):  # a user id without a name, as in a container
        return f"uid {os.getuid()}"


def operator(server: app.App, who: str) -> Operator:
    """Whoever acts on this server."""
    return Operator(server.store, server.services, who)


def perform(load: Load, who: str, act: str, work: Work) -> None:
    """Do an act and say what was done."""
    with app.opened(load()) as server:
        click.echo(operator(server, who).perform(act, work))
        server.let_bots_move()
