"""The README keeps its promises."""

import configparser
import re
from pathlib import Path

import pytest

from pbmhearts import config
from pbmhearts.commands.registry import Registry
from pbmhearts.commands.spec import Spec, Words

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("spec", list(Registry.discover()), ids=lambda spec: spec.title)
def test_every_command_stands_in_the_table(spec: Spec) -> None:
    """Each way to write it, and what it does."""
    (row,) = [line for line in README.splitlines() if line.startswith(f"| `{_cell(spec.usage[0])}`")]
    assert all(f"`{_cell(usage)}`" in row for usage in spec.usage)
    assert row.endswith(f"| {spec.summary} |")


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def test_the_table_names_no_command_that_there_is_not() -> None:
    """A row whose verb has gone would promise what nothing keeps."""
    registry = Registry.discover()
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


def test_its_example_of_a_command_is_one() -> None:
    """The file shown under "Adding a command" can be used as it stands."""
    (code,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    names: dict[str, object] = {}
    exec(compile(code, "README.md", "exec"), names)  # noqa: S102 - our own README
    spec = names["SPEC"]
    assert isinstance(spec, Spec)
    assert Registry([*Registry.discover(), spec]).by_title(spec.name) is spec
    assert spec.parse(Words(())) is None
