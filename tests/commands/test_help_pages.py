"""The registry of verbs, and the help that each brings."""

import pytest
from house import House
from ready_house import shunted

from pbmhearts import verbs
from pbmhearts.commands.registry import Registry
from pbmhearts.commands.spec import Spec
from pbmhearts.intake.command import Command
from pbmhearts.intake.parse import parse
from pbmhearts.letters import Envelope
from pbmhearts.mail.addresses import ServerAddress
from pbmhearts.mail.reading.inbound import read

REGISTRY = verbs.discover()
SPECS = tuple(REGISTRY)
FIRST = {
    "signup",
    "help",
    "mhearts help",
    "mhearts challenge",
    "mhearts move",
    "mhearts show",
    "mhearts showas",
}


def test_the_verbs_of_a_first_game_are_there() -> None:
    """Without any of these nobody could play."""
    assert {spec.title for spec in SPECS} >= FIRST | {"mhearts games"}


@pytest.mark.parametrize(("alias", "title"), [("chall", "challenge"), ("mvoe", "move"), ("board", "move")])
def test_old_aliases_are_still_verbs(alias: str, title: str) -> None:
    """The original's short forms and its players' slips work."""
    spec = REGISTRY.find(alias.upper(), game=True)
    assert spec is not None
    assert spec.name == title


def test_two_verbs_of_one_name_are_a_fault() -> None:
    """The server does not start with them."""
    with pytest.raises(ValueError, match="two verbs"):
        Registry([*SPECS, SPECS[0]])


@pytest.mark.parametrize("spec", SPECS, ids=lambda spec: spec.title)
def test_a_verb_says_all_about_itself(spec: Spec) -> None:
    """Usage, summary, help and example, in lines that a letter holds."""
    assert spec.usage
    assert spec.summary
    assert len(spec.summary) <= 68
    assert spec.help.strip()
    for usage in spec.usage:
        assert usage.split()[: len(spec.title.split())] == spec.title.split()


@pytest.mark.parametrize("spec", SPECS, ids=lambda spec: spec.title)
def test_a_verbs_example_is_a_command_of_its_own(spec: Spec) -> None:
    """What the help shows can be mailed: it is read as that verb, and the verb takes its words."""
    raw = f"From: ann@players.example\nSubject: {spec.example}\n\n".encode()
    mail = read(raw, Envelope("ann@players.example", ()), ServerAddress("mhearts@cards.example"))
    (command,) = parse(mail, REGISTRY, 20)
    assert isinstance(command, Command)
    assert command.spec.title in {spec.title, "help", "mhearts help"}


@pytest.mark.parametrize("spec", SPECS, ids=lambda spec: spec.title)
def test_help_on_each_verb(playing: House, spec: Spec) -> None:
    """`help VERB` mails usage, explanation and example, nothing wider than a letter."""
    (answer,) = playing.mail("eve", f"help {spec.title}")
    assert f"{spec.title}: {spec.summary}" in " ".join(answer.text.split())
    assert spec.example in " ".join(answer.text.split())
    assert " ".join(spec.help.split()) in " ".join(answer.text.split())
    _fits(answer.text)


@pytest.mark.parametrize(
    "subject",
    ["help", "HELP", "?", "help commands", "help tutorial", "help mhearts", "mhearts help", "help fairness"],
)
def test_every_page_fits_a_letter(playing: House, subject: str) -> None:
    """Also for people who never signed up."""
    (answer,) = playing.mail("stranger", subject)
    assert "could not be done" not in answer.text
    assert len(answer.text) > 500
    _fits(answer.text)
    assert shunted(playing) == 0


def test_help_commands_lists_each_verb(playing: House) -> None:
    """With its usage and a half-line."""
    (answer,) = playing.mail("eve", "help commands")
    words = " ".join(answer.text.split())
    for spec in SPECS:
        assert spec.summary in words
        for usage in spec.usage:
            assert usage in words


def _fits(text: str) -> None:
    assert not [line for line in text.splitlines() if len(line) > 72]


def test_a_signup_may_name_its_addresses(playing: House) -> None:
    """The account is there, and not twice, whatever its case."""
    (answer,) = playing.mail("eve", "signup Eve pass-word")
    assert "Welcome, Eve." in answer.text
    (again,) = playing.mail("mallory", "signup EVE other-word")
    assert "taken" in again.text
