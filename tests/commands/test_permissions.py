"""Who may give which command: every verb of the registry against every way to say who one is."""

import email.policy
from collections.abc import Callable, Iterator
from email.message import EmailMessage

import pytest
from house import SERVER, House
from ready_house import BOARD, begun

from pbmhearts import verbs
from pbmhearts.commands.actors import Via
from pbmhearts.commands.spec import Scope, Spec
from pbmhearts.errors import Refusal
from pbmhearts.intake.command import Command
from pbmhearts.intake.identify import Identifier
from pbmhearts.intake.parse import parse
from pbmhearts.letters import Envelope
from pbmhearts.mail.reading.inbound import read
from pbmhearts.storage import is_password

REGISTRY = tuple(verbs.discover())
BY_SCOPE = {scope: [spec for spec in REGISTRY if spec.scope is scope] for scope in Scope}
IN_REPLY = [spec for spec in REGISTRY if spec.in_reply and spec.scope in {Scope.ACCOUNT, Scope.BOARD}]

OTHER = BOARD + 1
"""A second board of the same four."""

Said = tuple[str, Via] | str
"""Who was recognised and by what, or why nobody was."""


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """Two boards of the same four, and eve, who plays on neither; the tests only ask, and change nothing."""
    with begun("playing", tmp_path_factory.mktemp("permissions")) as house:
        house.sign_up("eve")
        assert house.start(players=("dan", "cat", "bob", "ann")) == OTHER
        yield house


def _titles(specs: list[Spec]) -> dict[str, object]:
    return {"argvalues": specs, "ids": [spec.title for spec in specs]}


def _said(
    house: House, subject: str, *, sender: str, to: str = SERVER, body: str = "", answers: str = ""
) -> Said:
    """Whom the server takes the sender of a command for."""
    message = EmailMessage(policy=email.policy.SMTP)
    message["From"], message["To"], message["Subject"] = sender, to, subject
    message["Message-ID"] = "<asked@players.example>"
    if answers:
        message["In-Reply-To"] = answers
    message.set_content(body)
    services = house.app.services
    mail = read(bytes(message), Envelope(sender, (to,)), services.me)
    (command,) = parse(mail, services.registry, 20)
    assert isinstance(command, Command), command.refusal.why
    now = house.clock.now()
    with house.app.store.read() as repositories:
        pairs = list(
            Identifier(repositories, services.codes, mail, frozenset(), frozenset(), now).password_pairs(
                command
            )
        )
        verified = frozenset(pair for pair in pairs if is_password(*pair))
        try:
            actor = (
                Identifier(repositories, services.codes, mail, verified, frozenset(), now)
                .identify(command)
                .actor
            )
        except Refusal as refusal:
            return refusal.why
    return (actor.account.userid, actor.via) if actor else "nobody asked"


def _turn_code(house: House, name: str, board: int = BOARD) -> str:
    stored = house.board(board)
    return house.app.services.codes.turn_code(board, stored.names.index(name), stored.state.move)


def _seat_address(house: House, name: str) -> str:
    services = house.app.services
    token = services.codes.seat_token(BOARD, house.board(BOARD).names.index(name))
    return services.me.seat_address(BOARD, token)


@pytest.mark.parametrize("spec", **_titles(BY_SCOPE[Scope.OPEN]))
def test_open_verbs_ask_nobody(table: House, spec: Spec) -> None:
    """A verb that anybody may use takes the From for nobody, whatever it says."""
    assert _said(table, f"{spec.title} x", sender="ann@players.example") == "nobody asked"


@pytest.mark.parametrize("spec", **_titles(BY_SCOPE[Scope.BOARD]))
@pytest.mark.parametrize(
    ("words", "right"),
    [
        (lambda _house: "ann secret-ann", ("ann", Via.PASSWORD)),
        (lambda _house: "ANN secret-ann", ("ann", Via.PASSWORD)),
        (lambda house: f"ann {_turn_code(house, 'ann')}", ("ann", Via.CODE)),
        (lambda house: _turn_code(house, "ann"), ("ann", Via.CODE)),
        (lambda _house: "bob secret-bob", ("bob", Via.PASSWORD)),
        (lambda _house: "ann wrong-password", None),
        (lambda _house: "ann secret-bob", None),
        (lambda house: f"ann {_turn_code(house, 'bob')}", None),
        (lambda _house: "ann aaaaaaaa", None),
        (lambda _house: "eve secret-eve", None),
        (lambda _house: "nobody secret-ann", None),
        (lambda _house: "ann", None),
        (lambda _house: "", None),
    ],
    ids=[
        "password", "other case", "userid and code", "code alone", "another player", "wrong password",
        "another's password", "another's code", "no code", "not of the board", "unknown", "no password", "nothing",
    ],
)  # fmt: skip
def test_verbs_of_a_board_want_its_player(
    table: House, spec: Spec, words: Callable[[House], str], right: tuple[str, Via] | None
) -> None:
    """Password or turn code of the very seat; the From address alone is never enough, a wrong one never falls back."""
    line = f"{spec.title} {BOARD} {words(table)}".strip()
    said = _said(table, line, sender="ann@players.example")
    assert said == right if right else isinstance(said, str)
    assert said != "nobody asked"


@pytest.mark.parametrize("spec", **_titles(BY_SCOPE[Scope.BOARD]))
def test_a_code_opens_no_other_board(table: House, spec: Spec) -> None:
    """A turn code is good for its own board only."""
    line = f"{spec.title} {OTHER} ann {_turn_code(table, 'ann')}"
    assert isinstance(_said(table, line, sender="ann@players.example"), str)


@pytest.mark.parametrize("spec", **_titles(BY_SCOPE[Scope.ACCOUNT]))
@pytest.mark.parametrize(
    ("words", "right"),
    [
        (lambda _house: "ann secret-ann", ("ann", Via.PASSWORD)),
        (lambda _house: "ann wrong-password", None),
        (lambda house: f"ann {_turn_code(house, 'ann')}", None),
        (lambda house: _turn_code(house, "ann"), None),
        (lambda _house: "ann", None),
        (lambda _house: "", None),
    ],
    ids=["password", "wrong password", "userid and code", "code alone", "no password", "nothing"],
)
def test_verbs_of_an_account_want_its_password(
    table: House, spec: Spec, words: Callable[[House], str], right: tuple[str, Via] | None
) -> None:
    """A turn code is no password outside its board's own verbs."""
    first = f"{spec.kinds[0]} " if spec.kinds else "bob " if spec.object_first else ""
    said = _said(table, f"{spec.title} {first}{words(table)}".strip(), sender="ann@players.example")
    assert said == right if right else isinstance(said, str)
    assert said != "nobody asked"


@pytest.mark.parametrize("spec", **_titles(BY_SCOPE[Scope.PENDING]))
@pytest.mark.parametrize(
    ("words", "right"),
    [
        ("101 ann secret-ann", ("ann", Via.PASSWORD)),
        ("101 ann wrong-password", None),
        ("101 ann", None),
        ("ann secret-ann", None),
        ("", None),
    ],
)
def test_verbs_of_a_board_to_come_want_a_password(
    table: House, spec: Spec, words: str, right: tuple[str, Via] | None
) -> None:
    """There is no code yet, so the password it must be."""
    said = _said(table, f"{spec.title} {words}".strip(), sender="ann@players.example")
    assert said == right if right else isinstance(said, str)


@pytest.mark.parametrize("spec", **_titles(IN_REPLY))
@pytest.mark.parametrize(
    ("sender", "name", "right"),
    [
        ("ann@players.example", "ann", ("ann", Via.SEAT_ADDRESS)),
        ("bob@players.example", "ann", None),
        ("elsewhere@phone.example", "ann", None),
    ],
    ids=["its player", "another player", "unknown address"],
)
def test_a_seat_address_serves_its_player_only(
    table: House, spec: Spec, sender: str, name: str, right: tuple[str, Via] | None
) -> None:
    """The address in Reply-To proves something only together with a confirmed From of that player's."""
    said = _said(table, "Re: hello", sender=sender, to=_seat_address(table, name), body=f"{spec.name} x\n")
    assert said == right if right else isinstance(said, str)


@pytest.mark.parametrize("spec", **_titles(IN_REPLY))
def test_an_answer_to_a_letter_is_its_readers(table: House, spec: Spec) -> None:
    """In-Reply-To carries the code of the letter, from wherever it is sent; a made-up one proves nothing."""
    code = _turn_code(table, "ann")
    ours = table.app.services.me.board_message_id(BOARD, code, "unique")
    sender = "ann.at.work@office.example"
    assert _said(table, "hi", sender=sender, body=f"{spec.name} x\n", answers=ours) == ("ann", Via.CODE)
    forged = table.app.services.me.board_message_id(BOARD, "aaaaaaaa", "unique")
    assert isinstance(_said(table, "hi", sender=sender, body=f"{spec.name} x\n", answers=forged), str)
