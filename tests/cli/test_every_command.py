"""What every command keeps to: faults in a line, JSON that parses, quiet when nobody reads on."""

import contextlib
import io
import json
import os
import shlex
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

import click
import pytest
from house import START
from ready_house import begun

from pbmhearts.cli.main import cli, main
from pbmhearts.letters import Envelope
from pbmhearts.mail.reading.inbound import read

pytestmark = pytest.mark.slow

SAMPLES = {
    "backup": "copy.sqlite3",
    "trace": "ann --since 12h",
    "boards deal": "101 1",
    "boards end": "101",
    "boards export": "101",
    "boards fairness": "101",
    "boards import": "-",
    "boards move-for": "101 ann 7c",
    "boards replay": "101",
    "boards show": "101 --as ann --at 1 --hands",
    "boards undo": "101",
    "boards verify": "101",
    "broadcast": "News -",
    "inbox drop": "10",
    "inbox retry": "10",
    "inbox show": "10",
    "invites end": "1",
    "mail": "--as ann ping",
    "outbox drop": "1 --because typo",
    "outbox retry": "1",
    "outbox show": "1",
    "players addresses": "ann",
    "players create": "eve eve@players.example --no-password",
    "players rename": "eve eva",
    "players restore": "ann",
    "players set-password": "ann --password-file mhearts.ini",
    "players show": "ann",
    "players suspend": "ann",
    "preview-mails": "previews",
    "restore": "copy.sqlite3",
}
"""What may stand behind each command that wants something."""

ELSEWHERE = {"demo", "doctor", "fetch", "init", "mail", "preview-mails", "serve"}
"""They start servers, ask others, or write files: their own tests look at what they print."""

UNWRITTEN = "99999999999999999999"
"""More than a database can count to."""


def leaves(group: click.Group, path: tuple[str, ...] = ()) -> Iterator[tuple[str, click.Command]]:
    """Every command that does something, by its words."""
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        if isinstance(command, click.Group):
            yield from leaves(command, (*path, name))
        else:
            yield " ".join((*path, name)), command


COMMANDS = dict(leaves(cli))


@pytest.mark.parametrize("name", COMMANDS)
def test_a_list_of_commands_says_of_each_what_it_does(name: str) -> None:
    """In a whole sentence, that is not cut off for want of room."""
    assert not COMMANDS[name].get_short_help_str(60).endswith("...")


def sample(name: str) -> list[str]:
    """The command with something behind it that it can take."""
    wants = any(parameter.required for parameter in COMMANDS[name].params)
    return [*name.split(), *shlex.split(SAMPLES[name] if wants else SAMPLES.get(name, ""))]


def with_value(name: str, parameter: click.Parameter, value: str) -> list[str]:
    """The command's sample with this value for one parameter."""
    words = sample(name)
    if isinstance(parameter, click.Option):
        return [*words, parameter.opts[0], value]
    arguments = [each.name for each in COMMANDS[name].params if isinstance(each, click.Argument)]
    place = len(name.split()) + arguments.index(parameter.name)
    return [*words[:place], value, *words[place + 1 :]]


def bad_values() -> Iterator[tuple[str, click.Parameter, str]]:
    """Numbers that are none, or of nothing; names of nobody; choices that there are not; files that are not there."""
    for name, command in COMMANDS.items():
        for parameter in command.params:
            match parameter.type:
                case click.types.IntParamType() | click.types.FloatParamType():
                    yield name, parameter, "ten"
                    if name.partition(" ")[0] not in ELSEWHERE:
                        yield name, parameter, UNWRITTEN
                        yield name, parameter, "-1"
                case click.Choice():
                    yield name, parameter, "nonsense"
                case click.File() | click.Path(exists=True):
                    yield name, parameter, "nowhere/at/all"
                case _ if parameter.name in {"userid", "player", "reader"}:
                    if name != "players create":
                        yield name, parameter, "nobody"
            if parameter.name == "number":
                yield name, parameter, "999"


BAD = list(bad_values())


@pytest.fixture(scope="module")
def ready(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data of a server with a board in play, and a mail on which it failed."""
    folder = tmp_path_factory.mktemp("ready")
    raw = b"From: ann@players.example\r\nSubject: ping\r\n\r\n"
    envelope = Envelope("ann@players.example", ("mhearts@cards.example",))
    with begun("playing", folder) as house:
        mail = read(raw, envelope, house.app.services.me)
        kept = house.app.store.run(
            lambda repositories: repositories.inbox.shunt(mail, START, "OSError at send:7", envelope, raw)
        )
    assert str(kept) == SAMPLES["inbox show"]
    shutil.copy(folder / "var" / "pbmhearts.sqlite3", folder / "copy.sqlite3")
    return folder


@pytest.fixture
def server(ready: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of it, which the working directory is for once."""
    shutil.copytree(ready, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def exit_code(monkeypatch: pytest.MonkeyPatch, words: list[str], out: TextIO, err: TextIO) -> int:
    """Run the program on nothing typed. Whatever it raises but its exit would be a traceback."""
    monkeypatch.setattr(sys, "argv", ["pbmhearts", *words])
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO()))
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err), pytest.raises(SystemExit) as exits:
        main()
    return int(exits.value.code or 0)


def run(monkeypatch: pytest.MonkeyPatch, words: list[str]) -> tuple[int, str, str]:
    """Run the program; exit code, output and errors."""
    out, err = io.StringIO(), io.StringIO()
    return exit_code(monkeypatch, words, out, err), out.getvalue(), err.getvalue()


@pytest.mark.parametrize(
    ("name", "parameter", "value"), BAD, ids=[f"{name} {each.name}={value}" for name, each, value in BAD]
)
def test_what_cannot_be_is_one_line_and_exit_2(
    server: Path, monkeypatch: pytest.MonkeyPatch, name: str, parameter: click.Parameter, value: str
) -> None:
    """On stderr, by the program's name, and nothing else anywhere."""
    code, out, err = run(monkeypatch, with_value(name, parameter, value))
    if name == "outbox retry" and code == 1:
        return  # it does what it can of several, and tells the rest
    assert (code, out) == (2, "")
    assert err.startswith("pbmhearts: ")
    assert len(err.splitlines()) == 1


def test_whatever_lists_or_shows_does_so_for_programs_too() -> None:
    """The commands that print facts take --json."""
    facts = {name for name in COMMANDS if name.split()[-1] in {"list", "show"}}
    facts |= {
        "boards replay",
        "boards verify",
        "boards fairness",
        "boards deal",
        "log",
        "stats",
        "remind",
        "doctor",
    }
    assert facts <= {name for name, command in COMMANDS.items() if _takes_json(command)}


def _takes_json(command: click.Command) -> bool:
    return any(parameter.name == "as_json" for parameter in command.params)


@pytest.mark.parametrize(
    "name", [name for name, command in COMMANDS.items() if _takes_json(command) and name not in ELSEWHERE]
)
def test_json_is_all_that_is_printed(server: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """One document, a list or an object, and nothing on stderr."""
    code, out, err = run(monkeypatch, [*sample(name), "--json"])
    assert (code, err) == (0, "")
    assert isinstance(json.loads(out), list | dict)


@pytest.mark.parametrize("name", [name for name in COMMANDS if name not in ELSEWHERE])
def test_nobody_reading_on_is_no_fault(server: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """A closed pipe behind the command brings no traceback, and exit 1 where something was to be printed."""
    as_json = _takes_json(COMMANDS[name])
    reads, writes = os.pipe()
    os.close(reads)
    pipe, err = os.fdopen(writes, "w", encoding="utf-8"), io.StringIO()
    words = [*sample(name), *(["--json"] if as_json else [])]
    assert exit_code(monkeypatch, words, pipe, err) in ({1} if as_json else {0, 1, 2})
    assert len(err.getvalue().splitlines()) <= 1
    with contextlib.suppress(BrokenPipeError):
        pipe.close()


@pytest.mark.parametrize("name", COMMANDS)
def test_the_example_could_be_typed(name: str) -> None:
    """There is one, and its options and arguments are ones that the command has."""
    told, *more = (COMMANDS[name].help or "").split("Example: ")[1:]
    assert more == []
    words = shlex.split(" ".join(told.split()))
    redirected = next((at for at, word in enumerate(words) if word in {"<", ">", "|"}), len(words))
    place = next(at for at in range(len(words)) if words[at : at + len(name.split())] == name.split())
    command = COMMANDS[name]
    rest = words[place + len(name.split()) : redirected]
    command.make_parser(click.Context(command)).parse_args(rest)
