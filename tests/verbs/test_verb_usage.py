"""Every verb about accounts: its example parses, and too few or too many words bring its usage."""

import pytest
from house import House
from ready_house import everything

from pbmhearts import verbs
from pbmhearts.commands.spec import Scope, Spec, Words

pytestmark = pytest.mark.slow

REGISTRY = verbs.discover()
NAMES = (
    *("add", "change", "forgot", "reset", "set", "vacation", "pause", "back", "signoff", "delete"),
    *("block", "unblock", "list", "all", "who", "message", "broadcast", "ping", "signup"),
)
SPECS = {name: REGISTRY.find(name, game=False) for name in NAMES}

WRONG = {
    "add": "add eve",
    "change": "change password eve secret-eve",
    "forgot": "forgot",
    "reset": "reset eve code",
    "set": "set eve",
    "vacation": "vacation eve secret-eve",
    "pause": "pause eve secret-eve now",
    "back": "back eve secret-eve now",
    "signoff": "signoff eve secret-eve now",
    "delete": "delete eve secret-eve now",
    "block": "block eve secret-eve",
    "unblock": "unblock eve secret-eve ann bob",
    "list": "list hearts now",
    "all": "all show",
    "who": "who ann bob",
    "message": "message eve secret-eve",
    "broadcast": "broadcast eve secret-eve ann",
    "signup": "signup adam",
}


def spec_of(name: str) -> Spec:
    """The verb of that name."""
    spec = SPECS[name]
    assert spec is not None
    return spec


@pytest.mark.parametrize("name", NAMES)
def test_the_example_parses(name: str) -> None:
    """As somebody would mail it."""
    spec = spec_of(name)
    verb, *words = spec.example.split()
    assert verb == name
    if words and words[0] in spec.kinds:
        words = [*words[1:3], words[0], *words[3:]]
    spec.parse(Words(tuple(words[2:] if spec.scope is Scope.ACCOUNT else words)))


@pytest.mark.parametrize("name", NAMES)
def test_its_texts_fit_a_plain_letter(name: str) -> None:
    """72 columns; the summary half a line."""
    spec = spec_of(name)
    assert all(len(line) <= 72 for line in spec.help.splitlines())
    assert all(len(line) <= 70 for line in spec.usage)
    assert len(spec.summary) <= 60
    assert spec.summary[0].islower()


@pytest.mark.parametrize("name", WRONG)
def test_wrong_arity_brings_its_usage(eve: House, name: str) -> None:
    """And no password back."""
    (answer,) = eve.mail("eve", WRONG[name])
    assert "That could not be done." in answer.text
    assert f"Usage: {spec_of(name).usage[0]}" in " ".join(answer.text.split())
    assert "secret-eve" not in everything(answer)
