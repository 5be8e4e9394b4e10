"""The README keeps its promises."""

import configparser
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from pbmhearts import config, verbs
from pbmhearts.cli.main import cli
from pbmhearts.commands.registry import Registry
from pbmhearts.commands.spec import Spec, Words

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("spec", list(verbs.discover()), ids=lambda spec: spec.title)
def test_every_command_stands_in_the_table(spec: Spec) -> None:
    """Each way to write it, and what it does."""
    (row,) = [line for line in README.splitlines() if line.startswith(f"| `{_cell(spec.usage[0])}`")]
    assert all(f"`{_cell(usage)}`" in row for usage in spec.usage)
    assert row.endswith(f"| {spec.summary} |")


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def test_the_table_names_no_command_that_there_is_not() -> None:
    """A row whose verb has gone would promise what nothing keeps."""
    registry = verbs.discover()
    table = README.partition("## What players can mail")[2].partition("\n## ")[0]
    titles = re.findall(r"^\| `((?:mhearts )?[a-z]+)", table, re.MULTILINE)
    assert titles
    assert all(registry.by_title(title) for title in titles)


def test_every_make_target_is_there() -> None:
    """What the README tells to make can be made."""
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"\bmake ([a-z]+)\b", README))
    assert {"demo", "test", "serve", "check"} <= targets
    assert all(re.search(rf"^{target}:", makefile, re.MULTILINE) for target in targets - {"sure"})


def test_every_key_of_its_inis_is_one() -> None:
    """The configurations shown are ones that the server takes."""
    for block in re.findall(r"```\n(.*?)```", README, re.DOTALL):
        text = "\n".join(line.strip() for line in block.splitlines())
        if not re.match(r"\[(server|listen|delivery)\]", text):
            continue
        parser = configparser.ConfigParser(interpolation=None)
        parser.read_string(text)
        for section in parser.sections():
            known = config.SECTIONS[section].__dataclass_fields__
            assert set(parser[section]) <= set(known)


def _calls() -> Iterator[list[str]]:
    """The arguments of each call of `pbmhearts` in the operator's chapter."""
    chapter = README.partition("## Running it for real")[2].partition("\n## ")[0]
    for block in re.findall(r"```\n(.*?)```", chapter, re.DOTALL):
        for line in block.replace("\\\n", " ").splitlines():
            words = shlex.split(line, comments=True)
            # Elsewhere it is a user's or a package's name.
            starts = [
                n
                for n, word in enumerate(words)
                if Path(word).name == "pbmhearts" and words[:n][-1:] in ([], ["--"])
            ]
            yield from (words[n + 1 :] for n in starts)


def test_every_call_of_the_operators_chapter_is_one() -> None:
    """Commands and options as they are today."""
    calls = list(_calls())
    assert {"init", "doctor", "restore", "metrics"} <= {word for call in calls for word in call}
    for call in calls:
        command: click.Command = cli
        words = call[2:] if call[0] == "--config" else call
        while isinstance(command, click.Group):
            name, *words = words
            found = command.get_command(click.Context(command), name)
            assert found is not None
            command = found
        command.make_parser(click.Context(command)).parse_args(words)


def test_its_example_of_a_command_is_one() -> None:
    """The file shown under "Adding a command" can be used as it stands."""
    (code,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    names: dict[str, object] = {}
    exec(compile(code, "README.md", "exec"), names)  # noqa: S102 - our own README
    spec = names["SPEC"]
    assert isinstance(spec, Spec)
    assert Registry([*verbs.discover(), spec]).by_title(spec.name) is spec
    assert spec.parse(Words(())) is None
