"""How commands come by a password: from a file, asked for, or from standard input; never from the command line."""

import sys
from pathlib import Path

import click

from pbmhearts.errors import PbmheartsError


def from_file(file: Path) -> str:
    """The first line of a file."""
    try:
        return file.read_text(encoding="utf-8").partition("\n")[0]
    except UnicodeDecodeError as error:
        raise PbmheartsError(f"{file}: it is no UTF-8 text") from error


def asked(question: str, *, twice: bool) -> str:
    """What is typed on a terminal, where it is not shown; else the next line of standard input, which may be empty."""
    if sys.stdin.isatty():
        return str(click.prompt(question, hide_input=True, confirmation_prompt=twice, err=True))
    try:
        return sys.stdin.readline().rstrip("\n")
    except UnicodeDecodeError as error:
        raise PbmheartsError("standard input: it is no UTF-8 text") from error
